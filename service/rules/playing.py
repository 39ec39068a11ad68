"""What a meld or a lay-off makes of a table. This room must never know whether the play is lawful."""

from functools import lru_cache
from itertools import count
from typing import Final

from .cards import ACE, Card
from .melds import MAX_RUN, Reading, Run, Shape
from .options import Duty, Options
from .prices import prices_of, worth
from .questions import AceEnd, Cards, Drawn, LayOff, TableMeld
from .table import AtOnce, Meld, price_list
from .turns import Table, after_play, dug_card, duty

#: An id has 64 characters at most.
_LARGEST: Final = 10**63 - 1


def next_meld_id(melds: tuple[Meld, ...]) -> str:
    """Return m and a number above that of every other meld so named, or the lowest free one where that is too long.

    >>> next_meld_id(())
    'm1'
    """
    return _next_id(tuple([meld.laid.id for meld in melds]))


@lru_cache(maxsize=1024)
def _next_id(ids: tuple[str, ...]) -> str:
    highest = max([_number_in(each) for each in ids], default=0)
    if highest >= _LARGEST:
        highest = next(number for number in count() if f"m{number + 1}" not in ids)
    return f"m{highest + 1}"


def _number_in(meld_id: str) -> int:
    """Return the number of a meld that is called m and a number, 0 for any other."""
    number = meld_id[1:]
    return int(number) if meld_id[0] == "m" and number.isdecimal() else 0


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
    return Drawn(drawn.source, drawn.cards, used=True)


def with_meld(table: Table, meld: AtOnce, left: Cards, meld_id: str | None, options: Options) -> Table:
    """Return the table when cards have been laid as a new meld, and these are left in hand."""
    reading, points = meld.reading, meld.points
    shape, cards, melds = reading.shape, reading.laid, table.melds
    assert shape is not None
    laid = TableMeld(meld_id or next_meld_id(melds), table.seat, cards, (), _completed_end(shape, cards))
    return after_play(
        table.changed(
            hand=left,
            melds=(*melds, Meld((shape,), reading.cards, laid)),
            drawn=used(table, cards, options, new_meld=True),
            melded_this_turn=table.melded_this_turn + points,
            points=table.points + points,
        ),
        options,
    )


def with_lay_off(table: Table, target: Meld, reading: Reading, left: Cards, options: Options) -> Table:
    """Return the table when the cards of a reading have been laid off on a meld, and these are left in hand."""
    shape, cards, before = reading.shape, reading.laid, target.laid
    assert shape is not None
    lay_offs = (*before.lay_offs, LayOff(table.seat, cards))
    laid = TableMeld(before.id, before.seat, before.cards, lay_offs, _completed_end(shape, cards) or before.ace)
    grown = Meld((*target.shapes, shape), reading.cards, laid)
    points = worth(cards, price_list(shape, prices_of(options)))
    return after_play(
        table.changed(
            hand=left,
            melds=tuple([grown if meld is target else meld for meld in table.melds]),
            drawn=used(table, cards, options, new_meld=False),
            points=table.points + points,
        ),
        options,
    )


def with_unseen_lay_off(table: Table, cards: Cards, left: Cards, options: Options) -> Table:
    """Return the table when cards have been laid off on a meld that the question does not tell."""
    return after_play(table.changed(hand=left, drawn=used(table, cards, options, new_meld=False)), options)


def _completed_end(shape: Shape, laid: Cards) -> AceEnd | None:
    """Return the end of a natural ace that has just completed a run of all ranks: nothing else tells it later."""
    if isinstance(shape, Run) and shape.length == MAX_RUN and any(_is_natural_ace(card) for card in laid):
        return shape.ace
    return None


def _is_natural_ace(card: Card) -> bool:
    return card.rank == ACE and not card.is_joker
