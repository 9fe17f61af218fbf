"""The Chinese word for "I" (我), and rules to turn a sentence with 我 into a sentence about a named person."""

from __future__ import annotations

import re
from typing import Final

from episodic.text.first_person import FirstPersonRules

RULES: Final = FirstPersonRules(
    words=re.compile("我(?!们|等|辈|国)"),
    unclear=re.compile("自我"),
    third_person=lambda _, name: name,
    again=lambda match, _: "自己" if match.string.startswith("我") else None,
    owners=re.compile("(?:我们?|咱们?)(?P<rest>[的家府].)"),
    owned=lambda match, name: f"{name}{match['rest']}",
)
"""The Chinese rules for 我. The person's name simply replaces the pronoun 我, because Chinese words are not inflected. A
later 我 becomes 自己 ("oneself") in a sentence that begins with 我, because 自己 means the subject of the sentence.
"""
