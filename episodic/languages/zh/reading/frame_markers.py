"""Regular expressions for Chinese words that mark flashbacks, dreams, letters and simultaneous passages."""

from __future__ import annotations

import re

from episodic.extraction.rule_based.frames import FrameMarkers

FRAME_MARKERS = FrameMarkers(
    flashback=re.compile(
        "(?:^|\n)[ \t　]*(?:那是|那还是|事情要从|时间回到|回到)?(?:[一二三四五六七八九十百千数几两0-9]+|好多|许多|很多|多)年(?:以)?前(?:的事|，|的一?个|的那)|(?:^|\n)[ \t　]*(?:当年|很久以前|多年以前)[，。]"
    ),
    end_of_flashback=re.compile(
        "(?:^|\n)[ \t　]*(?:如今|现在|此刻|眼下|此时|回过神|收回思绪|思绪|原来|[^，。\n]{1,8}(?:回过神|收回思绪|从回忆))"
    ),
    flashback_passages=3,
    dream=re.compile("做了一?个梦|梦见|梦里|梦中"),
    waking=re.compile("醒来|惊醒|醒了|梦醒|觉来|惊觉"),
    waking_reach=40,
    sentence_ends=("。", "！", "？", "\n"),
    paragraph_end="\n",
    letter_lead_in=re.compile(
        "(?:书(?:略)?曰|诏曰|信(?:中|上|里)?(?:写道|说|写着)|檄文?曰|表曰|读：|念道?：|写道：)[：:]?$"
    ),
    letter_lead_in_reach=10,
    min_letter=30,
    simultaneous=re.compile("^[ \t　\n]*(?:话分两头|与此同时|同一时间|另一边|同时，|同一天)"),
)
