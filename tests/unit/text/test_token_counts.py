from episodic.text.token_counts import estimated_tokens


def test_english_has_about_four_characters_per_token_and_chinese_fewer_than_two() -> None:
    assert estimated_tokens("The tide came in again.") == 6
    assert estimated_tokens("潮水又涨了上来") == 6
    assert estimated_tokens("") == 0
