"""This user's own data on this machine: data directory, files, signing key."""
