"""What the command line says itself: every phrase in English and in Chinese, side by side."""
