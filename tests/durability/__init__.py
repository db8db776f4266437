"""What a user entrusts to the system is not lost, not repeated, not interleaved, not leaked."""
