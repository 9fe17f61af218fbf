"""Rules for splitting Chinese sentences: words that continue a sentence after a quotation."""

from __future__ import annotations

import re
from typing import Final

from episodic.text.sentence_rules import SentenceRules

_SPEAKS_HAN = re.compile(r"[^，。！？：；“”「」『』\s]{0,12}?[说說道问問答喊叫嚷骂罵叹嘆曰云吼喝劝勸想]")
RULES: Final = SentenceRules(said_after=_SPEAKS_HAN)
