"""Durable jobs: ingestions, rereads and imports that another process continues if the process that ran them ended."""
