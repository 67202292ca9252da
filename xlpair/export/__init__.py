"""The event for other programs and for the wall: CSV, JSON and one HTML page."""
