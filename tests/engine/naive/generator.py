"""Legal moves by trying every tile everywhere and asking one small function per sentence of the rules.

A position is a dict:
    rules    dict of option -> value, see PRESETS          turn     whose turn, 0..players-1
    engine   value of the double in the middle             laid     False while the engine is still to be laid
    hands    one list of tiles (low, high) per player      turns    turns finished, one count per player
    trains   list of {"owner": player, or None for a Mexican train, "marked": bool, "tiles": [(at, inner, outer), ...]};
             `at` is the index of the tile touched in the same list, -1 the engine; not begun: no tiles
    open     open doubles (train, at), first played first  boneyard count of tiles
    played   places (train, at) filled in this turn        drawn    tiles drawn in this turn
    draws    tiles drawn since the last one played         passes   passes in a row up to now
    last     place of the last tile of each player, or None
Moves: ("play", tile, train, at), ("draw",), ("pass",), which also marks the own train where it can be marked,
("engine", tile), which lays the engine where it is not set aside. Turns end by themselves, and a finished round has no
moves.

Read so, where the rules are silent or can be read in two ways:
 1 `sixteen`: the tile after a double goes on that double, for only tiles that satisfy an open double may be played.
 2 Long first train: each tile is forced while one fits, the longest chain is not; own train only; who has laid none
   draws as in any turn and goes on after it. It is the first turn only, even if nothing was laid in it.
 3 Its doubles are links and bind nobody. "May it end on a double: no" forbids one that nothing in hand can follow.
 4 One draw each time the player is stuck: whoever drew and played a double may draw again for the tile after it.
 5 Who cannot play marks the own train; only `puremco` "also marks a train that is not started", so in the others it has
   to be started. One that is marked before it is begun may be begun by others.
 6 Everyone may cover an open double, also on another player's unmarked train.
 7 Who lays a double while none was open before the turn may use all eligible trains ("any"), not other open doubles
   whose turn has not come. Each double asks for one more tile, also a double laid as the second tile.
 8 `puremco`: the third tile is no double, goes on either of the two, was not drawn in this turn; or two end the hand.
 9 "No double after a double" means within one turn: covering the double of another player with its twin is allowed.
10 Branches: a double is satisfied when it carries that many tiles, and until then binds the table.
11 Going out on a double that must be covered: the owner draws for it, else passes; the round ends once it is covered.
12 Blocked: boneyard out of reach (empty, or no draws), everybody passed in a row, and no hand holds a playable tile.
13 Who lays the engine from the hand goes on with the first turn; who draws for it in vain hands on, nothing is marked.
14 "Nothing" after a double ends the turn unmarked; "never" leaves no open double at all.
15 Announcing the last tile is said beside the moves: it neither is one nor forbids one.
"""

from copy import deepcopy

SIXTEEN = {
    "first turn": "long",  # or "one"
    "long train may end on a double": True,
    "mexican": "none",  # or "start", "later": after everyone's first turn
    "draws": 1,  # or 0, or 999: until playable
    "follow": "double",  # or "any", "nothing", "never"
    "double after double": "one open",  # or "yes", "no", "two": if a third tile follows
    "order": "played",  # or "reverse", "any"
    "branches": 1,
    "mark": "started",  # or "any": also a train that is not started
    "unmark": "anyone",  # or "owner"
    "out on a double": "ends",  # or "covered"
}
OTHERS = {"first turn": "one", "mexican": "start", "follow": "any", "unmark": "owner"}
PRESETS = {
    "sixteen": SIXTEEN,
    "danish": SIXTEEN | OTHERS | {"double after double": "no"},
    "spanish": SIXTEEN | OTHERS | {"double after double": "yes"},
    "puremco": SIXTEEN | OTHERS | {"double after double": "two", "order": "any", "mark": "any"},
}


def is_double(tile):
    return tile[0] == tile[1]


def without(tiles, gone):
    left = list(tiles)
    for tile in gone:
        if tile in left:
            left.remove(tile)
    return left


def number_at(g, train, at):
    return g["engine"] if at == -1 else g["trains"][train]["tiles"][at][2]


def room_at(g, train, at):
    """How many tiles may still be laid onto this one."""
    tiles = g["trains"][train]["tiles"]
    room = g["rules"]["branches"] if at >= 0 and is_double(tiles[at][1:]) else 1
    return room - sum(touched == at for touched, _, _ in tiles)


def fresh_doubles(g):
    return [place for place in g["open"] if place in g["played"]]


def in_long_first_turn(g):
    return g["rules"]["first turn"] == "long" and g["turns"][g["turn"]] == 0


def forbids_other_numbers(g, tile, train, at):
    """Sides with a like number of dots touch; the first tile of a train touches the engine."""
    return number_at(g, train, at) not in tile


def forbids_covered_places(g, tile, train, at):
    """A train can only be played on from its tail end."""
    return room_at(g, train, at) < 1


def forbids_trains_of_others(g, tile, train, at):
    """Own train, Mexican train and marked trains of others are the places to play; an open double is everyone's."""
    its = g["trains"][train]
    return not (its["owner"] in (g["turn"], None) or its["marked"] or (train, at) in g["open"])


def forbids_the_mexican_train(g, tile, train, at):
    """There is no Mexican train; or: Mexican train after everyone's first turn."""
    when = g["rules"]["mexican"]
    return g["trains"][train]["owner"] is None and (when == "none" or (when == "later" and min(g["turns"]) == 0))


def forbids_leaving_the_own_train_at_first(g, tile, train, at):
    """First turn: every player lays as many tiles as can be chained on the own train."""
    return in_long_first_turn(g) and g["trains"][train]["owner"] != g["turn"]


def forbids_a_long_train_ending_on_a_double(g, tile, train, at):
    """May a long first train end on a double: no."""
    if not in_long_first_turn(g) or g["rules"]["long train may end on a double"] or not is_double(tile):
        return False
    return not any(tile[0] in other and not is_double(other) for other in without(g["hands"][g["turn"]], [tile]))


def forbids_all_but_open_doubles(g, tile, train, at):
    """While a double is open from an earlier turn, nobody may play on any other train."""
    return len(g["open"]) > len(fresh_doubles(g)) and (train, at) not in g["open"]


def forbids_following_elsewhere(g, tile, train, at):
    """Follow a double with a tile on the double only."""
    return g["rules"]["follow"] == "double" and bool(g["open"]) and (train, at) not in g["open"]


def forbids_doubles_out_of_order(g, tile, train, at):
    """Several open doubles must be satisfied in the order in which they were played (or in reverse order)."""
    due = {"played": g["open"][:1], "reverse": g["open"][-1:], "any": g["open"]}[g["rules"]["order"]]
    return (train, at) in g["open"] and (train, at) not in due


def forbids_a_double_after_a_double(g, tile, train, at):
    """A second tile must follow, and it may not be a double."""
    return g["rules"]["double after double"] == "no" and is_double(tile) and bool(fresh_doubles(g))


def forbids_a_second_open_double(g, tile, train, at):
    """One open double at a time."""
    still_open = [place for place in g["open"] if place != (train, at) or room_at(g, train, at) > 1]
    return g["rules"]["double after double"] == "one open" and is_double(tile) and bool(still_open)


def forbids_two_doubles_without_a_third_tile(g, tile, train, at):
    """Two doubles in one turn on two trains, if a third tile from the hand (not drawn) goes on one of them."""
    fresh = fresh_doubles(g)
    if g["rules"]["double after double"] != "two" or not is_double(tile) or not fresh:
        return False
    if len(fresh) > 1 or fresh[0][0] == train:
        return True
    rest = without(g["hands"][g["turn"]], [tile])
    if not rest and g["rules"]["out on a double"] == "ends":
        return False  # "It is possible for a game to end by playing two doubles without a follow-up."
    values = {tile[0], number_at(g, *fresh[0])}
    return not any(values & set(third) and not is_double(third) for third in without(rest, g["drawn"]))


def forbids_another_third_tile(g, tile, train, at):
    """After two doubles the third tile comes from the hand, was not drawn, and goes on one of those doubles."""
    if g["rules"]["double after double"] != "two" or len(fresh_doubles(g)) < 2:
        return False
    return (train, at) not in g["open"] or tile not in without(g["hands"][g["turn"]], g["drawn"])


FORBIDS = [rule for name, rule in list(globals().items()) if name.startswith("forbids_")]


def plays(g):
    for tile in g["hands"][g["turn"]]:
        for train, its in enumerate(g["trains"]):
            for at in range(-1, len(its["tiles"])):
                if not any(forbids(g, tile, train, at) for forbids in FORBIDS):
                    yield ("play", tile, train, at)


def is_over(g):
    """One hand is empty, or nobody can play and the boneyard is empty."""
    for hand, last in zip(g["hands"], g["last"], strict=True):
        if not hand and not (g["rules"]["out on a double"] == "covered" and last in g["open"]):
            return True
    players = range(len(g["hands"]))
    blocked = (g["boneyard"] == 0 or g["rules"]["draws"] == 0) and g["passes"] >= len(players)
    return blocked and not any(list(plays(g | {"turn": player, "played": [], "drawn": []})) for player in players)


def legal_moves(g):
    """Every player plays if able, draws only if not, passes only if there is nothing (more) to draw."""
    engine = (g["engine"], g["engine"])
    if not g["laid"]:
        return {("engine", engine)} if engine in g["hands"][g["turn"]] else {("draw",)}
    if is_over(g):
        return set()
    may_draw = g["boneyard"] > 0 and g["draws"] < g["rules"]["draws"]
    return set(plays(g)) or {("draw",) if may_draw else ("pass",)}


def end_turn(g):
    g["turns"][g["turn"]] += g["laid"]
    g.update(turn=(g["turn"] + 1) % len(g["hands"]), played=[], drawn=[], draws=0)


def after(g, move, drawn=None):
    """The position after `move`; `drawn` is the tile that came from the boneyard."""
    g = deepcopy(g)
    player, rules, hand = g["turn"], g["rules"], g["hands"][g["turn"]]
    if move[0] == "pass":
        own = next(train for train in g["trains"] if train["owner"] == player)
        own["marked"] |= bool(own["tiles"]) or rules["mark"] == "any"
        g["passes"] += 1
        end_turn(g)
    elif move[0] == "engine":
        hand.remove(move[1])
        g.update(laid=True, drawn=[], draws=0)
    elif move[0] == "draw":
        hand.append(drawn)
        g.update(boneyard=g["boneyard"] - 1, draws=g["draws"] + 1, drawn=[*g["drawn"], drawn])
        if not g["laid"] and drawn != (g["engine"], g["engine"]):
            end_turn(g)
    else:
        _, tile, train, at = move
        its, inner, binds = g["trains"][train], number_at(g, train, at), is_double(tile) and not in_long_first_turn(g)
        hand.remove(tile)
        its["tiles"].append((at, inner, sum(tile) - inner))
        its["marked"] &= its["owner"] != player and rules["unmark"] == "owner"
        if (train, at) in g["open"] and room_at(g, train, at) == 0:
            g["open"].remove((train, at))
        place = g["last"][player] = (train, len(its["tiles"]) - 1)
        g.update(draws=0, passes=0, played=[*g["played"], place])
        if binds and rules["follow"] != "never":
            g["open"].append(place)
        goes_on = list(plays(g)) if in_long_first_turn(g) else binds and rules["follow"] in ("any", "double")
        if not goes_on and not is_over(g):
            end_turn(g)
    return g


def perft(g, depth, boneyard):
    """How many ways the next `depth` moves can go, with the tiles of the boneyard drawn in the order given."""
    if depth == 0:
        return 1
    if ("draw",) in legal_moves(g):
        return perft(after(g, ("draw",), boneyard[0]), depth - 1, boneyard[1:])
    return sum(perft(after(g, move), depth - 1, boneyard) for move in legal_moves(g))
