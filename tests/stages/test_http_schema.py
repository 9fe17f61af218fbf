"""Tests of the HTTP server with generated requests: every response is as the description in OpenAPI says."""

from __future__ import annotations

import asyncio

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.generation.case import Case
