"""The commands of the workbook: each takes a Book, does all of it or nothing, and returns what it did."""
