"""The pure search, against a naive reference and on its own."""
