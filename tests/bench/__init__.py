"""What single questions cost, in process: `make bench`."""
