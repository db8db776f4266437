"""Fits what the offline model has learnt; see `__main__`."""
