"""Rules for splitting English sentences: abbreviations, and words that continue a sentence after a quotation."""

from __future__ import annotations

import re
from typing import Final

from episodic.text.sentence_rules import SentenceRules

# The full stop of a title such as "Mr." does not end a sentence, although a name with a capital letter follows.
_TITLES = frozenset(
    "Mr Mrs Ms Mx Dr St Ste Prof Capt Col Gen Lt Sgt Cpl Maj Cmdr Adm Rev Revd Hon Messrs Mme Mlle MM Mt Sr Sra Fr Bro Gov Sen Rep "
    "Pres Supt Insp Esq MR MRS DR ST PROF CAPT COL GEN LT REV HON vs cf viz pp".split()
)
_COUNTED = frozenset("No Nos Vol Vols Ch Fig no nos vol vols ch fig".split())
_SPEAKS = re.compile(
    r"(?:\S+\s+){0,3}?(?:said|says|cried|asked|replied|returned|answered|shouted|whispered|muttered|exclaimed|called|screamed|roared|"
    r"inquired|demanded|observed|remarked|murmured|begged|added|repeated|thought|growled|sobbed|gasped|laughed)\b"
)
RULES: Final = SentenceRules(_TITLES, _COUNTED, _SPEAKS)
