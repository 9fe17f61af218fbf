"""Tests of the natural order of the files of a folder."""

from __future__ import annotations

import random

from episodic.text.natural_order import natural_key


def test_names_sort_as_they_are_read() -> None:
    """The order does not depend on the order of the input."""
    for stems in [
        ["1", "2", "10", "11", "100"],
        ["chapter-2", "chapter-10", "chapter-41"],
        ["chapter 9", "chapter_10", "chapter-11"],
        ["第一章", "第二章", "第九章", "第十章", "第十一章", "第二十章", "第一百零一章"],
        ["第八章 船", "第9章 灯", "第十章 风", "第１１章 雨"],
        ["第一百一十九回", "第一百二十回", "第一二一回"],
        ["序", "第一章", "第二章", "尾声", "番外一", "番外二"],
        ["序章", "楔子", "第一章", "后记"],
        ["prologue", "chapter 1", "chapter 2", "epilogue"],
        ["Preface", "Chapter One", "Chapter Two", "Chapter Three", "Chapter Ten", "Afterword"],
        ["Chapter I", "Chapter II", "Chapter IX", "Chapter X", "Chapter XL"],
        ["上卷", "中卷", "下卷"],
        ["旧船（上）", "旧船（中）", "旧船（下）"],
        ["01 The Lamp", "02 The Jar", "10 The Wind"],
        ["v1 c2", "v1 c10", "v2 c1"],
    ]:
        shuffled = random.Random(7).sample(stems, len(stems))

        assert sorted(shuffled, key=natural_key) == stems, stems
