"""Why a pair stands, in words an arbiter can read aloud to the two who sit at the board.

Round sheets keep no reasons. They are found again by pairing the round anew from the results before it; what the rules
would pair otherwise is called 人工.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xlpair.engine.audit import as_known_then
from xlpair.engine.pairing import next_round
from xlpair.engine.records import Record, records
from xlpair.engine.rounds import first_knockout_round
from xlpair.errors import XlpairError
from xlpair.model import Bye, ByeKind, Event, How, Pairing, PassedOver, PassReason, Player, Reason, Round, SideRule
from xlpair.settings import Settings, System
from xlpair.wording import score_text

BY_HAND: Final = Reason(How.MANUAL, SideRule.MANUAL)
_LET_THROUGH: Final = {PassReason.SAME_CLUB: "两人同单位", PassReason.FORBIDDEN: "两人写在不相遇里"}


@dataclass(frozen=True, slots=True)
class Explained:
    """A round in which every pair has its reason.

    ``by_rules``: the byes are the ones the rules give. ``refusal`` says why the rules make no such round at all, or ''.
    """

    round: Round
    by_rules: bool
    refusal: str = ""


def explained(event: Event, round_: Round) -> Explained:
    """Find the reason of every pair; reasons that a round carries already are kept.

    ``event`` holds the rounds before ``round_``; it may hold this one and later ones too.
    """
    if all(pairing.reason is not None for pairing in round_.pairings):
        return Explained(round_, by_rules=True)
    whole = event if round_ in event.rounds else event.upto(round_.number - 1).with_round(round_)
    try:
        by_rules = next_round(as_known_then(whole, round_.number))
    except XlpairError as refused:
        pairings = tuple(replace(pairing, reason=BY_HAND) for pairing in round_.pairings)
        return Explained(replace(round_, pairings=pairings), by_rules=False, refusal=str(refused))
    reasons = {(pairing.red, pairing.black): pairing.reason for pairing in by_rules.pairings}
    pairings = tuple(replace(pairing, reason=_reason(reasons, pairing)) for pairing in round_.pairings)
    return Explained(replace(round_, pairings=pairings), by_rules=_resting(round_) == _resting(by_rules))


def _reason(reasons: Mapping[tuple[int, int], Reason | None], pairing: Pairing) -> Reason:
    found = reasons.get((pairing.red, pairing.black))
    if found is not None:
        return found
    turned = reasons.get((pairing.black, pairing.red))
    return BY_HAND if turned is None else replace(turned, side_rule=SideRule.MANUAL)


def _resting(round_: Round) -> set[int]:
    return {bye.player for bye in round_.byes if bye.kind is ByeKind.BYE}


def round_sentences(event: Event, round_: Round, by_hand: bool = False) -> tuple[str, ...]:
    """One sentence for every pair, boards in order, then one for every bye.

    ``event`` as for :func:`explained`; ``by_hand``: the round is known to have been paired or changed by hand, so that
    no correction need be suspected. Where the rules make no such round, the last sentence says why.
    """
    found = explained(event, round_)
    before = replace(_before(event, round_.number), by_hand=by_hand)
    sentences = [_pair(pairing, before) for pairing in found.round.pairings]
    sentences += [_bye(bye, before, found.by_rules) for bye in found.round.byes]
    if found.refusal:
        sentences.append(f"按现有成绩，规则排不出这一轮：{found.refusal}")
    return tuple(sentences)


def pair_sentence(pairing: Pairing, event: Event) -> str:
    """Say why one pair stands.

    ``pairing`` belongs to the last round of ``event`` in which the two sit so, else to the round after the last one.
    """
    for round_ in reversed(event.rounds):
        if pairing in round_.pairings:
            mine = round_.pairings.index(pairing)
            if pairing.reason is None:
                pairing = explained(event, round_).round.pairings[mine]
            return _pair(pairing, _before(event, round_.number))
    return _pair(pairing, _before(event, len(event.rounds) + 1))


@dataclass(frozen=True, slots=True)
class _Before:
    """What was known before the round: the words are about these facts."""

    settings: Settings
    round_number: int
    players: Mapping[int, Player]
    records: Mapping[int, Record]
    knockout: bool
    by_hand: bool = False

    def called(self, number: int) -> str:
        name = self.players[number].name if number in self.players else ""
        return f"{number}号{name}"

    def record(self, number: int) -> Record:
        return self.records.get(number) or Record(number)


def _before(event: Event, round_number: int) -> _Before:
    then = event.upto(round_number - 1)
    return _Before(event.settings, round_number, event.by_number(), records(then), _sends_out(event, round_number))


def _sends_out(event: Event, round_number: int) -> bool:
    """Whether the round belongs to a bracket."""
    try:
        return round_number >= first_knockout_round(event)
    except XlpairError:  # groups that are not right: told as the reason why the rules make no such round
        return False


def _pair(pairing: Pairing, before: _Before) -> str:
    reason = pairing.reason or BY_HAND
    part = f"{pairing.part}，" if pairing.part else ""
    parts = [part + _how(reason, before) + _passed(reason, before), _sides(pairing, reason, before)]
    if reason.let_through is not None:
        parts.append(f"{_LET_THROUGH[reason.let_through]}，但没有办法每台都避开，只好让步")
    who = f"{before.called(pairing.red)}（红）对{before.called(pairing.black)}（黑）"
    return f"第{pairing.board}台 {who}：{'；'.join(part for part in parts if part)}。"


def _how(reason: Reason, before: _Before) -> str:
    """How the pair came about, with the facts of it.

    Rule: W5, W6, W7, F2, F3, R1, R7, K1
    """
    drawer, taken = before.called(reason.drawer), before.called(reason.taken)
    group = "" if reason.group is None else f"{score_text(reason.group)}分段"
    row = "" if reason.row is None else f"{reason.row.value}行"
    if reason.how is How.TABLE:
        return (
            "照本组的对局秩序表"
            if before.settings.system is System.GROUPS
            else f"照对局秩序表第{before.round_number}轮"
        )
    if reason.how is How.BRACKET:
        return "照对阵图"
    if reason.how is How.FIRST_ROUND:
        return f"首轮按编号“{before.settings.first_pairing.value}”配对"
    if reason.how is How.FLOATED:
        score = score_text(before.record(reason.drawer).score)
        return f"{drawer}有{score}分，下调到{group}优先配对，选中{taken}（{reason.how.value}）"
    if reason.how is How.SAME_PLACE:
        return f"{group}，{row}的{drawer}与另一行同一位置的{taken}相配（{reason.how.value}）"
    if reason.how is How.SHIFTED:
        return f"{group}，{row}的{drawer}在另一行选中位置靠后的{taken}（{reason.how.value}）"
    if reason.how is How.SAME_ROW:
        return f"{group}，{row}余下的{drawer}与{taken}相配（{reason.how.value}）"
    return _not_by_the_rules(before)


def _not_by_the_rules(before: _Before) -> str:
    if before.settings.system is System.SWISS and before.round_number == 1:
        return f"人工编排：首轮不是按编号“{before.settings.first_pairing.value}”配的"
    who = "人工编排" if before.by_hand else "人工编排，或编排以后成绩有过更正"
    return f"{who}：按现有成绩，规则不这样排"


def _passed(reason: Reason, before: _Before) -> str:
    told = ""
    if reason.passed_above:
        told += f"，在上面的分段没有配成的是{passed_words(reason.passed_above, before.called)}"
    if reason.passed_over:
        listed = passed_words(reason.passed_over, before.called)
        if reason.how is How.FIRST_ROUND:
            return f"，{before.called(reason.drawer)}原该对{listed}，换成{before.called(reason.taken)}"
        told += f"，排在前面而没有配的是{listed}"
    return told


def passed_words(passed: Sequence[PassedOver], called: Callable[[int], str]) -> str:
    """Who was passed over, those with the same reason together: ``3号甲、5号乙（已相遇）、8号丙（不相遇）``."""
    by_reason: dict[PassReason, list[str]] = {}
    for one in passed:
        by_reason.setdefault(one.why, []).append(called(one.player))
    return "、".join(f"{'、'.join(names)}（{why.value}）" for why, names in by_reason.items())


def _sides(pairing: Pairing, reason: Reason, before: _Before) -> str:
    """Which rule gave red, with the facts it looks at.

    Rule: C1, C2, C3, C4, F4, R1, K2
    """
    red, black = before.record(pairing.red), before.record(pairing.black)
    rule = reason.side_rule
    if rule is SideRule.MANUAL:
        return "" if reason.how is How.MANUAL else "先后手是人工定的，与规则相反"
    if rule is SideRule.TABLE:
        return "先后手照表"
    if rule is SideRule.LOT:
        return "先后手由猜先（抽签）定"
    if rule is SideRule.FIRST_ROUND:
        return f"首轮先后按“{before.settings.first_sides.value}”"
    if rule is SideRule.LAST_ROUNDS:
        return f"{rule.value}（{_last_rounds(red, black)}）"
    if rule is SideRule.FEWER_REDS:
        return f"{rule.value}（红方{_balance(red)}，黑方{_balance(black)}）"
    if rule is SideRule.RUN:
        return f"先后次数一样，{rule.value}（红方{_run(red)}，黑方{_run(black)}）"
    return f"双方先后手情况完全一样，按{rule.value}：{_number_words(pairing, rule, before.round_number)}"


def _last_rounds(red: Record, black: Record) -> str:
    if red.score > black.score:
        return f"红方{score_text(red.score)}分，高于{score_text(black.score)}分，{_balance(red)}，缺先补先"
    return f"黑方{score_text(black.score)}分，高于{score_text(red.score)}分，{_balance(black)}，缺后补后"


def _balance(record: Record) -> str:
    if record.balance == 0:
        return "先后相当"
    return f"多先{record.balance}次" if record.balance > 0 else f"多后{-record.balance}次"


def _run(record: Record) -> str:
    if record.run == 0:
        return "还没有下过"
    word = "先" if record.run > 0 else "后"
    length = abs(record.run)
    return f"上局{word}走" if length == 1 else f"连{word}{length}局"


def _number_words(pairing: Pairing, rule: SideRule, round_number: int) -> str:
    small, big = sorted((pairing.red, pairing.black))
    who = "小号先走" if pairing.red == small else "大号先走"
    if rule is SideRule.ROUND_PARITY:
        return f"第{round_number}轮是{_parity(round_number)}轮，{who}"
    return f"{small}＋{big}＝{small + big} 是{_parity(small + big)}，{who}"


def _parity(number: int) -> str:
    return "单数" if number % 2 else "双数"


def _bye(bye: Bye, before: _Before, by_rules: bool) -> str:
    """Say why somebody rests.

    Rule: B2, R2, K1
    """
    who = f"{before.called(bye.player)} {bye.kind.value}"
    note = f"{bye.note}。" if bye.note else ""
    if bye.kind is not ByeKind.BYE:
        return f"{who}。{note}"
    if before.settings.system is not System.SWISS:
        table = "对阵图上没有对手，直接进入下一轮" if before.knockout else "照对局秩序表本轮没有对手"
        return f"{who}：{table if by_rules else '人工安排'}。{note}"
    if not by_rules:
        return f"{who}：人工安排，或编排以后成绩有过更正。{note}"
    how = "还没有轮空过的里面，从最低分段的大号起，第一个能让其余的都排通的轮空"
    return f"{who}：{before.settings.unit}数是单数；{how}。{note}"
