"""Models: finding one by its reference, asking it, and making sense of what it wrote."""
