### Ponte del Diavolo. $seat, $other: names of players. $colour: light or dark. Cells come as "d4".

## In short
ponte-brief = Islands joined by bridges win. Four of your tiles joined edge to edge are an island. A single island scores 1 point, two linked islands 3, three 6, four 10. On your turn, place two tiles or build one bridge: choose two free cells, or two of your own tiles.

## Places and pieces
ponte-cell = { $name }
ponte-tile = { $colour ->
    [light] light tile
   *[dark] dark tile
}, { $size ->
    [4] island
    [1] sandbar of 1 tile
   *[other] sandbar of { $size } tiles
}
ponte-bridge = bridge from { $from } to { $to }
ponte-under = { $n ->
    [one] under the bridge { $bridges }
   *[other] under the bridges { $bridges }
}: no tile allowed

## Explanations
ponte-about-tile = Four tiles joined edge to edge are an island. One to three are a sandbar, which scores nothing but can carry a link between islands.
ponte-about-island = An island scores 1 point by itself; two linked islands score 3, three 6, four 10. No other group of its colour may touch it, not even diagonally.
ponte-about-bridge = A bridge links the groups at its ends; linked islands score together. A tile carries the end of one bridge at most.
ponte-about-under = No tile may be placed under a bridge. Bridges never cross.
ponte-about-points = Points of all islands, linked ones together.
ponte-about-islands = Groups of exactly four tiles. More islands break a tie.
ponte-about-tiles = Tiles left to place. A turn of tiles takes two.
ponte-about-bridges = Bridges left for both players together.

## Counters
ponte-points = Points
ponte-tiles = Tiles
ponte-islands = Islands
ponte-bridges = Bridges left

## The score explained
ponte-chain = { $n ->
    [one] Single island: { $cells }
   *[other] { $n } linked islands: { $cells }
}

## Who must do what
ponte-status-opening = { $seat } { YOU($seat, "open", "opens") } with two light tiles.
ponte-status-opening-half = { $seat } { YOU($seat, "are", "is") } placing the second light tile.
ponte-status-choice = { $seat } { YOU($seat, "are", "is") } choosing: take light, or play dark.
ponte-status-dark = { $seat } { YOU($seat, "are", "is") } placing two dark tiles.
ponte-status-dark-half = { $seat } { YOU($seat, "are", "is") } placing the second dark tile.
ponte-status-turn = { $last ->
    [1] Last turn: { $seat } to play.
   *[0] { $seat } to play.
}
ponte-status-half = { $last ->
    [1] Last turn: { $seat } { YOU($seat, "are", "is") } placing a second tile.
   *[0] { $seat } { YOU($seat, "are", "is") } placing a second tile.
}
ponte-status-stuck = { $last ->
    [1] Last turn: { $seat } can build a bridge or pass.
   *[0] { $seat } cannot place two tiles: a bridge, or a pass.
}
ponte-status-pass = { $last ->
    [1] Last turn: { $seat } { YOU($seat, "have", "has") } no legal move and must pass.
   *[0] { $seat } { YOU($seat, "have", "has") } no legal move and must pass.
}
ponte-status-won = { $seat } { YOU($seat, "win", "wins") }.
ponte-status-shared = Shared victory.

## What you may do
ponte-prompt-opening = Place two light tiles. Your opponent may then take light, so keep it even.
ponte-prompt-opening-half = Place the second light tile.
ponte-prompt-choice = Take light, or play dark: place two dark tiles.
ponte-prompt-dark = You now play dark: place two dark tiles.
ponte-prompt-dark-half = Place the second dark tile.
ponte-prompt-turn = { $last ->
    [1] Last turn: place two tiles, or build a bridge between two of your tiles.
   *[0] Place two tiles, or build a bridge between two of your tiles.
}
ponte-prompt-tiles = { $last ->
    [1] Last turn: place two tiles.
   *[0] Place two tiles.
}
ponte-prompt-half = Place the second tile.
ponte-prompt-stuck = { $last ->
    [1] Last turn: build a bridge, or pass.
   *[0] You cannot place two tiles: build a bridge, or pass.
}
ponte-prompt-pass = You have no legal move: pass.
ponte-prompt-bridge = A bridge from { $from }: choose the tile at the other end.
ponte-button-swap = Take light
ponte-button-pass = Pass

## A turn as advice
ponte-do-tiles = { $dark ->
    [yes] play dark: place
   *[no] place
} { $n ->
    [1] a tile on { $a }
   *[other] tiles on { $a } and { $b }
}
ponte-do-bridge = build a bridge from { $a } to { $b }
ponte-do-swap = take light
ponte-do-pass = pass

## What happened
ponte-say-tile = { $seat } { YOU($seat, "place", "places") } { $a }.
ponte-say-tiles = { $seat } { YOU($seat, "place", "places") } { $a } and { $b }.
ponte-say-keep = { $seat } { YOU($seat, "play", "plays") } dark.
ponte-say-swap = { $seat } { YOU($seat, "take", "takes") } light; { $other } { YOU($other, "play", "plays") } dark.
ponte-say-bridge = { $seat } { YOU($seat, "build", "builds") } a bridge from { $a } to { $b }.
ponte-say-pass = { $seat } { YOU($seat, "pass", "passes") }.
ponte-say-island = { $seat } { YOU($seat, "complete", "completes") } an island: { $cells }.
ponte-say-linked = { $seat } { YOU($seat, "link", "links") } { $n } islands: { $points } points.
ponte-say-last = { $seat } { YOU($seat, "have", "has") } one last turn.
ponte-over-dark-passed = Dark passes: the game ends.
ponte-over-last-turn = Dark has played the last turn: the game ends.
ponte-say-won = { $seat } { YOU($seat, "win", "wins") } { $points }–{ $others }.
ponte-say-won-islands = { $seat } { YOU($seat, "win", "wins") }: { $points ->
    [one] { $points } point
   *[other] { $points } points
  } each, but more islands.
ponte-say-won-bridges = { $seat } { YOU($seat, "win", "wins") }: { $points ->
    [one] { $points } point
   *[other] { $points } points
  } and as many islands each, but more bridges.
ponte-say-shared = Shared victory: { $points ->
    [one] { $points } point
   *[other] { $points } points
  }, as many islands and bridges each.
