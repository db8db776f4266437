"""What a run has used, what it may use, and the live count."""
