"""Conditions on cells that a function of ours fills, for formulas.

LibreOffice 25.2 holds a text out of an add-in's array equal to no other text, blank cells not even to ``""``: neither
``=`` nor MATCH, VLOOKUP, COUNTIF find it. What is made of such a text, ``A1&""`` or ``LEN(A1)``, is as it should be.
"""

from __future__ import annotations


def is_filled(cell: str) -> str:
    """The condition that the cell holds something; for a table's spare cells are ``""``, not blank."""
    return f"LEN({cell})>0"


def says(cell: str, text: str) -> str:
    """The condition that the cell holds just this text."""
    return f'{cell}&""="{text}"'
