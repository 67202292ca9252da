"""Excel with xlwings: functions in cells, buttons, the VBA around them, and what this computer needs for it."""
