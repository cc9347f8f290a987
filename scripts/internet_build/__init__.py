"""Parts of build_internet.py."""
