### Ponte del Diavolo. $seat, $other: names of players. $colour: light or dark. Cells come as "d4".

## In short
ponte-brief = Islands joined by bridges win: four tiles of your colour side by side are an island. One is worth 1 point, two linked ones 3, three 6, four 10. In your turn you lay two tiles or build one bridge: touch two free cells, or two of your own tiles.

## Places and pieces
ponte-cell = { $name }
ponte-tile = { $colour ->
    [light] light tile
   *[dark] dark tile
}, { $size ->
    [4] island
    [1] sandbar of one
   *[other] sandbar of { $size }
}
ponte-bridge = bridge { $from } to { $to }
ponte-under = { $n ->
    [one] under the bridge { $bridges }
   *[other] under the bridges { $bridges }
}, no tile may be laid

## Counters
ponte-points = Points
ponte-tiles = Tiles
ponte-islands = Islands
ponte-bridges = Bridges left

## The score explained
ponte-chain = { $n ->
    [one] A single island at { $cells }
   *[other] { $n } islands linked: { $cells }
}

## Who must do what
ponte-status-opening = { $seat } opens with two light tiles.
ponte-status-opening-half = { $seat } opens: one more light tile.
ponte-status-choice = { $seat } takes light, or stays dark and lays two tiles.
ponte-status-dark = { $seat } lays two dark tiles.
ponte-status-dark-half = { $seat } lays one more dark tile.
ponte-status-turn = { $last ->
    [1] Last turn of the game: { $seat } to play.
   *[0] { $seat } to play.
}
ponte-status-half = { $last ->
    [1] Last turn of the game: { $seat } lays a second tile.
   *[0] { $seat } lays a second tile.
}
ponte-status-stuck = { $last ->
    [1] Last turn of the game: { $seat } builds a bridge or passes.
   *[0] { $seat } can no longer lay two tiles: a bridge, or a pass.
}
ponte-status-pass = { $last ->
    [1] Last turn of the game: { $seat } can only pass.
   *[0] { $seat } can only pass.
}
ponte-status-won = { $seat } wins.
ponte-status-shared = The players share the victory.

## What you may do
ponte-prompt-opening = You open: lay two light tiles anywhere.
ponte-prompt-opening-half = Lay the second light tile.
ponte-prompt-choice = Take light, or stay dark and lay two dark tiles.
ponte-prompt-dark = You are dark now: lay two dark tiles.
ponte-prompt-dark-half = Lay the second dark tile.
ponte-prompt-turn = { $last ->
    [1] Last turn of the game: lay two tiles, or build a bridge between two of yours.
   *[0] Lay two tiles, or build a bridge between two of yours.
}
ponte-prompt-tiles = { $last ->
    [1] Last turn of the game: lay two tiles.
   *[0] Lay two tiles.
}
ponte-prompt-half = Lay the second tile.
ponte-prompt-stuck = { $last ->
    [1] Last turn of the game: build a bridge, or pass.
   *[0] You can no longer lay two tiles: build a bridge, or pass.
}
ponte-prompt-pass = You can play nothing more: pass.
ponte-prompt-bridge = A bridge from { $from }: to which tile?
ponte-button-swap = Take light
ponte-button-pass = Pass

## What happened
ponte-say-tile = { $seat } lays { $a }.
ponte-say-tiles = { $seat } lays { $a } and { $b }.
ponte-say-keep = { $seat } stays dark.
ponte-say-swap = { $seat } takes light; { $other } plays dark.
ponte-say-bridge = { $seat } builds a bridge from { $a } to { $b }.
ponte-say-pass = { $seat } passes.
ponte-say-island = { $seat } completes an island: { $cells }.
ponte-say-linked = { $seat } links { $n } islands: { $points } points.
ponte-say-last = { $seat } has one last turn.
ponte-over-dark-passed = Dark has passed: the game is over.
ponte-over-last-turn = Dark has had the last turn: the game is over.
ponte-say-won = { $seat } wins, { $points } to { $others }.
ponte-say-won-islands = { $seat } wins: { $points } points each, but more islands.
ponte-say-won-bridges = { $seat } wins: { $points } points each and as many islands, but more bridges.
ponte-say-shared = { $points } points each, as many islands and bridges: a shared victory.
