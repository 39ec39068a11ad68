"""What a meld or a lay-off makes of a table. This room must never know whether the play is lawful."""

from itertools import count
from typing import Final

from .cards import ACE, Card, without
from .melds import MAX_RUN, Reading, Run
from .options import Duty, Options
from .questions import AceEnd, Cards, Drawn, LayOff, TableMeld
from .table import Meld, lay_off_points, meld_points
from .turns import Table, after_play, dug_card, duty

#: An id has 64 characters at most.
_LARGEST: Final = 10**63 - 1


def next_meld_id(melds: tuple[Meld, ...]) -> str:
    """Return m and a number above that of every other meld so named, or the lowest free one where that is too long.

    >>> next_meld_id(())
    'm1'
    """
    highest = 0
    for meld in melds:
        meld_id = meld.laid.id
        if meld_id[0] == "m" and (number := meld_id[1:]).isdecimal() and int(number) > highest:
            highest = int(number)
    if highest >= _LARGEST:
        ids = {meld.laid.id for meld in melds}
        highest = next(number for number in count() if f"m{number + 1}" not in ids)
    return f"m{highest + 1}"


def uses_dug_card(table: Table, cards: Cards, options: Options, *, new_meld: bool) -> bool:
    """Tell whether a play uses the dug card; where it must go into a new meld, a lay-off may take its twin."""
    dug = dug_card(table)
    if dug is None or dug not in [card.held for card in cards]:
        return False
    if new_meld or duty(table, options) is not Duty.NEW_MELD:
        return True
    return table.hand.count(dug) == sum(card.held is dug for card in cards)


def used(table: Table, cards: Cards, options: Options, *, new_meld: bool) -> Drawn | None:
    """Return what was drawn, with its dug card used if the play uses it."""
    drawn = table.drawn
    if drawn is None or drawn.used or not uses_dug_card(table, cards, options, new_meld=new_meld):
        return drawn
    return drawn._replace(used=True)


def points_of(reading: Reading, options: Options) -> int:
    """Return the points of a new meld."""
    assert reading.shape is not None
    return sum([each.points for each in meld_points(reading.shape, reading.cards, options)])


def with_meld(table: Table, reading: Reading, meld_id: str | None, options: Options) -> Table:
    """Return the table when the cards of a reading have been laid as a new meld."""
    assert reading.shape is not None
    laid = TableMeld(
        meld_id or next_meld_id(table.melds), table.seat, reading.laid, (), _completed_end(reading, reading.laid)
    )
    points = points_of(reading, options)
    return after_play(
        table.changed(
            hand=without(table.hand, reading.laid),
            melds=(*table.melds, Meld((reading.shape,), reading.cards, laid)),
            drawn=used(table, reading.laid, options, new_meld=True),
            booting=_boots(table),
            melded_this_turn=table.melded_this_turn + points,
            points=table.points + points,
        ),
        options,
    )


def with_lay_off(table: Table, target: Meld, reading: Reading, options: Options) -> Table:
    """Return the table when the cards of a reading have been laid off on a meld."""
    assert reading.shape is not None
    lying = target.laid
    lay_offs = (*lying.lay_offs, LayOff(table.seat, reading.laid))
    ace = _completed_end(reading, reading.laid) or lying.ace
    laid = TableMeld(lying.id, lying.seat, lying.cards, lay_offs, ace)
    grown = Meld((*target.shapes, reading.shape), reading.cards, laid)
    points = sum([each.points for each in lay_off_points(reading.shape, reading.laid, options)])
    return after_play(
        table.changed(
            hand=without(table.hand, reading.laid),
            melds=tuple([grown if meld is target else meld for meld in table.melds]),
            drawn=used(table, reading.laid, options, new_meld=False),
            booting=_boots(table),
            points=table.points + points,
        ),
        options,
    )


def with_unseen_lay_off(table: Table, cards: Cards, options: Options) -> Table:
    """Return the table when cards have been laid off on a meld that the question does not tell."""
    drawn = used(table, cards, options, new_meld=False)
    return after_play(table.changed(hand=without(table.hand, cards), drawn=drawn), options)


def _boots(table: Table) -> bool:
    return table.booting or table.drawn is None


def _completed_end(reading: Reading, laid: Cards) -> AceEnd | None:
    """Return the end of a natural ace that has just completed a run of all ranks: nothing else tells it later."""
    shape = reading.shape
    if isinstance(shape, Run) and shape.length == MAX_RUN and any(_is_natural_ace(card) for card in laid):
        return shape.ace
    return None


def _is_natural_ace(card: Card) -> bool:
    return card.rank == ACE and not card.is_joker
