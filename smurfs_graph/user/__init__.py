"""What is this user's alone on this machine: data directory, files, signing key."""
