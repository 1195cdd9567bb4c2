"""The compiled core of play-outs: the rules of `engine.moves` and `engine.turns` on one array of whole numbers.

A position is an int64 array of `SIZE` numbers, laid out as the names below say; `engine.rollout_state` writes it.
Arrays must have exactly the types that the docstrings name, for every other type would be compiled anew. All is in one
module for the reason that `engine.compiled` gives.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from engine.compiled import Floats, Ints, Words, Work, bits, compiled, uniform

MAX_SEATS, MAX_TRAINS, MAX_ENDS, MAX_DOUBLES, MAX_TILES = 16, 20, 96, 38, 380
VALUES = 20
"""Rows of a hand: one for each value from 0 to 18, and an empty one for the end of an engine that is not there."""

# The options of the rules, numbered as in `engine.rules.OPTIONS`; "until playable" is a large number of DRAWS.
HIGHEST, LONG_TRAIN, LONG_END, MEXICAN_LATER, DRAWS, MARK_UNSTARTED, ANYONE_UNMARKS, FOLLOW = range(8)
SECOND_DOUBLE, OPEN_DOUBLES, BRANCHES, MUST_COVER, LAST_TILE, GOING_OUT, OPEN_TRAIN, LOWEST_FREE = range(8, 16)
# The table, as in `TableState`: OPENS counts the open doubles, ENDS the ends of trains, BONES the boneyard, whose next
# tile is number TOP; MARKS has a bit for each marked train. ENDING and WINNER are the outcome.
PLAYERS, TRAINS, TURN, TURNS, LAID, DREW, IDLE, DRAWN, EARLIER, OPENS, ENDS = range(16, 27)
MARKS, BONES, TOP, ENDING, WINNER = range(27, 32)
# SIZES: tiles in the hand, by seat. LENGTHS: tiles on a train, by train. Four facts about each end: the value to match,
# its train, how many tiles it still takes, the position of the tile that it is behind. OPEN: the ends that are open
# doubles, in the order of play. Tiles in rows: bit w of row v is the tile v-w, bit w + 32 a second one like it; FRESH
# are those drawn in this turn and held, ROWS the hands. BONEYARD: tiles as low + 32 * high. COSTS: what the tile v-w
# costs in a hand, at v * VALUES + w. `SIZE` is how many numbers a position has.
_LONG = (32, MAX_SEATS, MAX_TRAINS, *[MAX_ENDS] * 4, MAX_DOUBLES, VALUES, MAX_SEATS * VALUES, MAX_TILES, VALUES**2)
_STARTS = accumulate(_LONG)
SIZES, LENGTHS, END_VALUE, END_TRAIN, END_LEFT, END_POSITION, OPEN, FRESH, ROWS, BONEYARD, COSTS, SIZE = _STARTS

DOUBLE_OR_TRAIN, ON_DOUBLE, NOTHING, NEVER = range(4)
YES, NO, WITH_THIRD = range(3)
IN_ORDER, REVERSE, ANY = range(3)
ANNOUNCE_OR_DRAW = 2
RUNNING, OUT, BLOCKED = range(3)

DRAW_CODE, PASS_CODE, NO_CODE = -1, -2, -3
"""Moves that are no play. A play is the number of its end times 32, plus the outer value, plus `SILENT_BIT` or not."""
SILENT_BIT = 1 << 12
MAX_PLAYS = 2048
WRONG = -2
"""The winner of a play-out whose first move is against the rules; -1 stands for a blocked round."""

POINTS, DOUBLE, BARE_DOUBLE, OWN, MEXICAN, CLOSE, CHAIN, REACH, EPSILON, NOISE = range(10)
"""The places of the weights of a policy; `engine.rollout.Policy` says what they mean."""
WEIGHTS = 10


@compiled
def put(s: Ints, rows: int, low: int, high: int) -> None:
    """Add a tile to the hand whose rows begin there."""
    shift = 32 * ((s[rows + low] >> high) & 1)
    s[rows + low] |= 1 << (high + shift)
    s[rows + high] |= 1 << (low + shift)


@compiled
def take(s: Ints, rows: int, low: int, high: int) -> None:
    """Remove one such tile from the hand whose rows begin there."""
    shift = 32 * ((s[rows + low] >> (high + 32)) & 1)
    s[rows + low] &= ~(1 << (high + shift))
    s[rows + high] &= ~(1 << (low + shift))


@compiled
def draw(s: Ints) -> None:
    """The player whose turn it is takes the next tile of the boneyard."""
    turn, tile = s[TURN], s[BONEYARD + s[TOP]]
    put(s, ROWS + turn * VALUES, tile & 31, tile >> 5)
    put(s, FRESH, tile & 31, tile >> 5)
    for number in (SIZES + turn, DREW, DRAWN, TOP):
        s[number] += 1
    s[BONES] -= 1


@compiled
def may_draw(s: Ints) -> bool:
    """As `TableState.may_draw`."""
    return bool(s[BONES] > 0 and s[DREW] < s[DRAWS])


@compiled
def held(s: Ints, value: int, old_only: bool) -> int:
    """The other halves of the tiles with that value in the hand of the player whose turn it is, as a mask."""
    row = s[ROWS + s[TURN] * VALUES + value]
    if old_only:
        row &= ~s[FRESH + value]
        row |= row >> 32
    return int(row & 0xFFFFFFFF)


@compiled
def double_allowed(s: Ints, end: int) -> bool:
    """As `engine.moves.double_allowed`, for the double that matches the end and is held."""
    value = s[END_VALUE + end]
    if s[OPENS] == 0:
        free = not (s[LONG_TRAIN] and s[TURNS] < s[PLAYERS]) or s[LONG_END] == 1
        return bool(free or (held(s, value, False) & ~(1 << value)))
    if s[EARLIER] > 0 or s[SECOND_DOUBLE] == YES:
        return True
    first = s[OPEN]
    if s[SECOND_DOUBLE] == NO or s[OPENS] > 1 or s[END_TRAIN + end] == s[END_TRAIN + first]:
        return False
    if s[SIZES + s[TURN]] == 1 and s[MUST_COVER] == 0:
        return True
    other = s[END_VALUE + first]
    return bool(held(s, value, True) & ~(1 << value) or held(s, other, True) & ~(1 << other))


@compiled
def plays_on(s: Ints, end: int, old_only: bool, found: Ints, count: int) -> int:
    """Append the plays on one end to the first `count` of `found`; how many there are then."""
    value = s[END_VALUE + end]
    mask = held(s, value, old_only)
    if (mask >> value) & 1 and not double_allowed(s, end):
        mask &= ~(1 << value)
    while mask:
        found[count] = end * 32 + bits((mask & -mask) - 1)
        count += 1
        mask &= mask - 1
    return count


@compiled
def plays(s: Ints, found: Ints) -> int:
    """Write all legal plays into `found`, of `MAX_PLAYS` numbers, but none that is silent; how many there are."""
    turn, players, opens, count = s[TURN], s[PLAYERS], s[OPENS], 0
    due = s[SECOND_DOUBLE] == WITH_THIRD and opens > 1 and s[EARLIER] == 0  # as `engine.moves.third_tile_due`
    if opens:
        first, last = 0, opens
        if not due and s[OPEN_DOUBLES] == IN_ORDER:
            last = 1
        elif not due and s[OPEN_DOUBLES] == REVERSE:
            first = opens - 1
        for number in range(first, last):
            count = plays_on(s, s[OPEN + number], due, found, count)
        if s[EARLIER] or s[FOLLOW] != DOUBLE_OR_TRAIN or due:
            return count
    eligible = 1 << turn
    if not (s[LONG_TRAIN] and s[TURNS] < players):
        seats = (1 << players) - 1
        eligible |= s[MARKS] & seats
        if s[MEXICAN_LATER] == 0 or s[TURNS] >= players:
            eligible |= ~seats
    for end in range(s[ENDS]):
        if (eligible >> s[END_TRAIN + end]) & 1:
            waits = False
            for number in range(opens):
                waits |= s[OPEN + number] == end
            if not waits:
                count = plays_on(s, end, False, found, count)
    return count


@compiled
def next_turn(s: Ints, idle: int) -> None:
    """The next player's turn begins."""
    s[FRESH : FRESH + VALUES] = 0
    s[TURN] = s[TURN] + 1 if s[TURN] + 1 < s[PLAYERS] else 0
    s[TURNS] += 1
    s[EARLIER] = s[OPENS]
    s[LAID] = s[DREW] = s[DRAWN] = 0
    s[IDLE] = idle


@compiled
def pass_on(s: Ints) -> None:
    """The player whose turn it is passes, as `engine.turns` does it."""
    turn, players = s[TURN], s[PLAYERS]
    marks = (s[MARKS] >> turn) & 1 == 0 and (s[MARK_UNSTARTED] or s[LENGTHS + turn])
    if marks:
        s[MARKS] |= 1 << turn
    idle = 0 if s[TURNS] < players or s[LAID] else 1 if marks else s[IDLE] + 1
    next_turn(s, idle)
    if idle >= players and (s[BONES] == 0 or s[DRAWS] == 0):
        s[ENDING] = BLOCKED


@compiled
def lay(s: Ints, code: int, found: Ints) -> None:
    """The player whose turn it is makes a play, which has to be legal; `found` is only room to work in."""
    outer, end = code & 31, (code >> 5) & 127
    turn, train, inner = s[TURN], s[END_TRAIN + end], s[END_VALUE + end]
    in_long_train = s[LONG_TRAIN] and s[TURNS] < s[PLAYERS]
    duty = inner == outer and s[FOLLOW] != NEVER
    duty = duty and (not in_long_train or (s[SIZES + turn] == 1 and s[MUST_COVER] == 1))
    if (held(s, inner, True) >> outer) & 1 == 0:  # only drawn ones are left of this tile
        take(s, FRESH, inner, outer)
        s[DRAWN] -= 1
    take(s, ROWS + turn * VALUES, inner, outer)
    s[SIZES + turn] -= 1
    if code & SILENT_BIT and s[BONES]:
        draw(s)
    place = extend(s, end, outer)
    if train == turn or s[ANYONE_UNMARKS]:
        s[MARKS] &= ~(1 << train)
    if duty:
        s[OPEN + s[OPENS]] = place
        s[OPENS] += 1
    winner = -1
    if s[SIZES + turn] == 0 and not (duty and s[MUST_COVER]):
        winner = turn
    elif s[OPENS] == 0:
        for seat in range(s[PLAYERS] - 1, -1, -1):
            if s[SIZES + seat] == 0:
                winner = seat
    s[LAID] += 1
    s[DREW] = s[IDLE] = 0
    if winner >= 0:
        s[ENDING], s[WINNER] = OUT, winner
    elif not ((duty and s[FOLLOW] != NOTHING) or (in_long_train and s[OPENS] == 0 and plays(s, found))):
        next_turn(s, 0)


@compiled
def extend(s: Ints, end: int, outer: int) -> int:
    """Lay a tile at that end: it makes a new one, which is returned, and a double that takes no more is satisfied."""
    train, target = s[END_TRAIN + end], end
    double = s[END_VALUE + end] == outer
    if s[END_LEFT + end] > 1:
        s[END_LEFT + end] -= 1
        target = s[ENDS]
        s[ENDS] += 1
        s[END_TRAIN + target] = train
    else:
        kept = 0
        for number in range(s[OPENS]):
            s[OPEN + kept] = s[OPEN + number]
            kept += s[OPEN + number] != end
            s[EARLIER] -= s[OPEN + number] == end and number < s[EARLIER]
        s[OPENS] = kept
    s[END_VALUE + target] = outer
    s[END_LEFT + target] = s[BRANCHES] if double else 1
    s[END_POSITION + target] = s[LENGTHS + train]
    s[LENGTHS + train] += 1
    return int(target)


@compiled
def chain(s: Ints, rows: int, value: int, most: int) -> int:
    """How many tiles of the hand at `rows` make the longest chain that begins with that value; `most` are enough."""
    mask = s[rows + value] & 0xFFFFFFFF
    if most <= 1:
        return int(mask != 0 and most == 1)
    if (mask >> value) & 1:  # a double is laid at once: no chain with it is longer otherwise
        mask = 1 << value
    best = 0
    while mask and best < most:
        bit = mask & -mask
        outer = bits(bit - 1)
        mask ^= bit
        s[rows + value] &= ~bit  # a second tile of the kind stays out of it
        s[rows + outer] &= ~(1 << value)
        ends = s[rows + outer] & 0xFFFFFFFF == 0  # as every second one does: that needs no call
        best = max(best, 1 if ends else 1 + chain(s, rows, outer, most - 1))
        s[rows + value] |= bit
        s[rows + outer] |= 1 << value
    return best


@compiled
def most_chained(s: Ints, rows: int, value: int) -> int:
    """No chain of the hand at `rows` that begins with that value has more tiles, each kind counted once.

    Of those that hang together with it, each two values with an odd number of halves cost one, but for two at which
    the chain begins and ends, if it begins at one of them.
    """
    reached, fresh, twice, odd = 1 << value, 1 << value, 0, 0
    while fresh:
        bit = fresh & -fresh
        at = bits(bit - 1)
        row = s[rows + at] & 0xFFFFFFFF
        others = bits(row & ~bit)
        twice, odd = twice + others + 2 * ((row >> at) & 1), odd + (others & 1)
        fresh = (fresh ^ bit) | (row & ~reached)
        reached |= row
    return twice // 2 - max(odd // 2 - (bits(s[rows + value] & 0xFFFFFFFF & ~(1 << value)) & 1), 0)


@compiled
def own_chain(s: Ints, code: int, most: int, exact: bool) -> int:
    """The longest chain that a play leaves for the own train, up to `most`; not exact: none is longer than that."""
    turn, outer, end = s[TURN], code & 31, code >> 5
    rows, inner = ROWS + turn * VALUES, s[END_VALUE + end]
    value = outer if s[END_TRAIN + end] == turn else s[END_VALUE + turn]  # where it branches, one end stands for all
    take(s, rows, inner, outer)
    longest = chain(s, rows, value, most) if exact else min(most_chained(s, rows, value), most)
    put(s, rows, inner, outer)
    return longest


@compiled
def choose(s: Ints, found: Ints, count: int, weights: Floats, rng: Words, room: Floats) -> int:
    """One of the first `count` plays of `found`, by the weights of the player whose turn it is.

    `room`, float64 (3, MAX_PLAYS), is to work in. It holds of each play what it is worth without its chain, the most
    that it can be worth, and what its chain may have at most: 0 where that is what it has.
    """
    turn = s[TURN]
    if weights[turn, EPSILON] > 0.0 and uniform(rng) < weights[turn, EPSILON]:
        return int(found[int(uniform(rng) * count)])
    noise, reach = weights[turn, NOISE], min(int(weights[turn, REACH]), s[SIZES + turn] - 1)
    for number in range(count):
        outer, end = found[number] & 31, found[number] >> 5
        inner, train = s[END_VALUE + end], s[END_TRAIN + end]
        worth = weights[turn, POINTS] * s[COSTS + inner * VALUES + outer]
        bare = inner == outer and s[ROWS + turn * VALUES + inner] & 0xFFFFFFFF & ~(1 << inner) == 0
        worth += weights[turn, DOUBLE] if inner == outer else 0.0
        worth += weights[turn, BARE_DOUBLE] if bare else 0.0
        worth += weights[turn, OWN] if train == turn else weights[turn, MEXICAN] if train >= s[PLAYERS] else 0.0
        worth += weights[turn, CLOSE] if train == turn and (s[MARKS] >> turn) & 1 else 0.0
        if noise > 0.0:
            worth -= noise * np.log(-np.log(1.0 - uniform(rng) * (1.0 - 2.0**-53) - 2.0**-54))
        most = own_chain(s, found[number], reach, False) if reach > 0 else 0
        room[0, number], room[2, number] = worth, most
        room[1, number] = worth + max(weights[turn, CHAIN], 0.0) * most
    while True:  # the play that may be worth most is searched, until it is one of which that is known
        best = np.argmax(room[1, :count])  # of equals the first
        if room[2, best] == 0.0:
            return int(found[best])
        room[1, best] = room[0, best] + weights[turn, CHAIN] * own_chain(s, found[best], int(room[2, best]), True)
        room[2, best] = 0.0


@compiled
def score(s: Ints, points: Ints) -> None:
    """Write what each seat scores with the tiles and marks that are there now, as `engine.game.Round.points`."""
    players, highest = s[PLAYERS], s[HIGHEST]
    blocked = s[ENDING] == BLOCKED
    lowest = np.iinfo(np.int64).max
    for seat in range(players):
        total = 0
        for low in range(highest + 1):
            row = s[ROWS + seat * VALUES + low]
            for high in range(low, highest + 1):
                total += (((row >> high) & 1) + ((row >> (high + 32)) & 1)) * s[COSTS + low * VALUES + high]
        points[seat] = total if s[SIZES + seat] or blocked else s[GOING_OUT]
        lowest = min(lowest, points[seat])
    for seat in range(players):
        if blocked and s[LOWEST_FREE] and points[seat] == lowest:
            points[seat] = 0
        if (s[MARKS] >> seat) & 1:
            points[seat] += s[OPEN_TRAIN]


@compiled
def step(s: Ints, code: int, found: Ints) -> bool:
    """Make a move of any kind; False, with nothing changed, when it is against the rules."""
    if s[ENDING] != RUNNING:
        return False
    count = plays(s, found)
    if code >= 0:
        legal = False
        for number in range(count):
            legal |= found[number] == code & ~SILENT_BIT
        if not legal or (code & SILENT_BIT and not (s[LAST_TILE] == ANNOUNCE_OR_DRAW and s[SIZES + s[TURN]] == 2)):
            return False
        lay(s, code, found)
    elif count or code != (DRAW_CODE if may_draw(s) else PASS_CODE):
        return False
    elif code == DRAW_CODE:
        draw(s)
    else:
        pass_on(s)
    return True


@compiled
def play_all(
    states: Ints, which: Ints, codes: Ints, weights: Floats, seeds: Words, points: Ints, out: Ints, work: Work
) -> None:
    """Play out row `which[i]` of `states` after the move `codes[i]`, for every i; all arrays contiguous.

    `states` int64 (m, SIZE) is not changed, `which` and `codes` int64 (n), `weights` float64 (players, WEIGHTS),
    `seeds` uint64 (n); written are `points` int64 (n, players) and `out` int64 (n), the seats that went out. `work` has
    no meaning before or after: room for a position, its plays, a seed, and what `choose` works in.
    """
    s, found, rng, room = work
    for number in range(len(which)):
        for place in range(SIZE):
            s[place] = states[which[number], place]
        rng[0] = seeds[number]
        if codes[number] != NO_CODE and not step(s, codes[number], found):
            out[number] = WRONG
            continue
        while s[ENDING] == RUNNING:
            count = plays(s, found)
            if count:
                lay(s, found[0] if count == 1 else choose(s, found, count, weights, rng, room), found)
            elif may_draw(s):
                draw(s)
            else:
                pass_on(s)
        score(s, points[number])
        out[number] = s[WINNER]
