"""LibreOffice Calc: the functions in cells, the menu 象棋编排, and the extension that brings both."""
