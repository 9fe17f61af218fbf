"""Embedders: the offline default (hashed), OpenAI-compatible endpoints (openai), local models (local), and a cache for them."""
