### On Top. $seat, $who: names of players, or neutral colours. $colour in top-colour: blue, yellow, red or white.

## In short
top-brief = Lay your tile beside another one. Where all cells around a point are covered, its circle is counted: colours that come second place a pawn first, then the colour with the majority, on top. Only the pawn on top scores, as many points as the tower is high, twice that on the golden border. Pawns that you have left at the end cost a point each.

## Places and pieces
top-colour = { $colour ->
    [blue] blue
    [yellow] yellow
    [red] red
   *[white] white
  }
top-neutral = { $colour } (neutral)
top-list = { $a }, { $b }
top-and-then = { $a } { $b }
top-field = field { $n } of the score track
top-cell = cell { $id }
top-point = intersection { $id }
top-place = place { $id }
top-tray = tray of { $colour }
top-part = { $colour } { $n }
top-no-parts = no colour
top-corner = { $part } at { $point }
top-tile = tile: { $corners }
top-black = black triangle
top-kind = tile with { $a } and { $b } in the wide corners, { $c } and { $d } in the narrow ones
top-kind-short = { $a }–{ $b } (narrow: { $c }, { $d })
top-stock = { $kind }: { $n } in the bag
top-open = { $gold ->
    [yes] golden border, { $parts }
   *[no] { $parts }
  }; { $free ->
    [one] { $free } free cell
   *[other] { $free } free cells
  }
top-done = { $gold ->
    [yes] golden border, complete
   *[no] complete
  }: { $parts }; from the bottom up: { $tower }
top-nobody = nobody
top-left = { $who }: { $n ->
    [one] { $n } pawn left
   *[other] { $n } pawns left
  }
top-marker = { $seat }: { $n ->
    [one] { $n } point
   *[other] { $n } points
  }
top-drawn = To lay
top-bag = In the bag

## Counters
top-points = Points
top-team = Team with { $mate }
top-pawns = Pawns
top-neutral-pawns = Neutral { $colour }
top-triangles = Triangles
top-bag-left = Tiles

## The score explained
top-tally = { $point }: { $n ->
    [one] a single pawn
   *[other] tower of { $n }
  }{ $gold ->
    [yes] , doubled
   *[no] { "" }
  }
top-tally-pawns = { $n ->
    [one] { $n } pawn left
   *[other] { $n } pawns left
  }
top-tally-before = points from before

## Who must do what
top-status-lay = { $seat } lays a tile.
top-status-order = { $seat } chooses the next circle.
top-status-draw = { $seat } draws a tile.
top-status-won = { $n ->
    [one] Victory: { $who }.
   *[other] Shared victory: { $who }.
  }

## What you may do
top-prompt-lay = Lay your tile: touch a dot. Touch the tile again to turn it.
top-prompt-order = Pawns run short: touch the completed circle to be scored next.

## A turn before it is sent
top-foresee-nothing = No circle is completed here. Touch the tile again to turn it, or a pale dot to move it.
top-see-tied = { $point }: a tie for first, nobody.
top-see-nobody = { $point }: no pawn left, nobody.
top-see-headless = { $point }: { $who }, without the leading colour. No points.
top-see-scores = { $point }: { $who } { $height ->
    [1] alone
   *[other] on { $below }
  }, { $n ->
    [one] { $n } point
   *[other] { $n } points
  }.
top-see-neutral = { $point }: { $who } { $height ->
    [1] alone
   *[other] on { $below }
  }, no points.

## What happened
top-say-draw = { $seat } draws { $kind }.
top-say-lay = { $seat } lays { $place }.
top-say-closed = { $n ->
    [one] A hole closes: black triangle on { $cells }.
   *[other] Holes close: black triangles on { $cells }.
  }
top-say-short = { $n ->
    [one] No triangle is left: the hole { $cells } stays open and counts as black.
   *[other] No triangle is left: the holes { $cells } stay open and count as black.
  }
top-say-tied = { $point } complete ({ $parts }): a tie for first, nobody stands there.
top-say-nobody = { $point } complete ({ $parts }): no pawn is left to stand there.
top-say-headless = { $point } complete ({ $parts }): { $who }. { $over ->
    [yes] The game ends before the leading colour comes there.
   *[no] The leading colour has no pawn left. No points.
  }
top-say-scores = { $point } complete ({ $parts }): { $who } { $height ->
    [1] stands alone
   *[other] on top of { $below }
  }{ $gold ->
    [yes] , golden border
   *[no] { "" }
  }: { $n ->
    [one] { $n } point
   *[other] { $n } points
  }.
top-say-neutral = { $point } complete ({ $parts }): { $who } { $height ->
    [1] stands alone
   *[other] on top of { $below }
  }. No points.
top-say-penalty = { $seat } has { $n ->
    [one] { $n } pawn left: −{ $n } point
   *[other] { $n } pawns left: −{ $n } points
  }.
top-over-full = The board is full: the game is over.
top-over-last-pawn = Last pawn placed: { $who }. The game is over.
top-over-neutral = All pawns of a colour are placed: { $who }. The game is over.
top-over-bag = The bag is empty: the game is over.
top-say-won = Victory: { $who }, with { $points ->
    [one] { $points } point
   *[other] { $points } points
  }.
top-say-won-pawn = Victory by the last pawn: { $who }.
top-say-shared = Shared victory: { $who }, with { $points ->
    [one] { $points } point
   *[other] { $points } points
  } each.
