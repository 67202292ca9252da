"""Who came down from different groups is paired in the order of points (W5), worked out by hand."""

from __future__ import annotations

import xlpair


def test_who_came_down_with_more_points_chooses_first() -> None:
    """Round 4 of six. Points: 4 has 5, 5 has 4, 6 has 3, and 1, 2, 3 have 2 each.

    4 has met 3, 5, 6, and 5 has met 1, 4, 6, and 6 has met 2, 4, 5: so all three come down to 1, 2, 3 (W8), who all
    want red: 1 with two blacks running first, then 3 and 2, bigger numbers first in an even round (W3, W4).
    4 has most points and takes 1. 5 would take 3, but then 6 and 2, who have met, were left (W9.3): he takes 2. 6 takes
    3. Were 6 to choose first, he would take 1, and all three pairs would be others.
    """
    event = xlpair.event(
        6,
        [
            [(1, 2, "1:1"), (4, 3, "2:0"), (5, 6, "2:0")],
            [(4, 5, "2:0"), (6, 2, "2:0"), (3, 1, "1:1")],
            [(6, 4, "1:1"), (5, 1, "2:0"), (2, 3, "1:1")],
        ],
        {"轮数": 4, "最后三轮": "否"},
    )
    assert [(pairing.red, pairing.black) for pairing in xlpair.next_round(event).pairings] == [(1, 4), (2, 5), (3, 6)]
