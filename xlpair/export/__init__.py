"""The event for other programs and for the wall: CSV, JSON and one HTML page."""

from __future__ import annotations

from xlpair.export.files import Export, export_files

__all__ = ["Export", "export_files"]
