### On Top. $seat, $who: names of players, or neutral colours. $colour in top-colour: blue, yellow, red or white.

## In short
top-brief = Place your tile next to another one. When all cells around a point are covered, its circle is scored: each second-placed colour adds a pawn, then the majority colour puts its pawn on top. Only the top pawn scores: the height of the tower, doubled on the golden border. Each pawn that you have left at the end costs a point.

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
top-tray = pawns of { $colour }
top-part = { $colour } { $n }
top-no-parts = no colour
top-corner = { $part } at { $point }
top-tile = tile: { $corners }
top-black = black triangle
top-kind = tile with { $a } and { $b } in the obtuse corners, { $c } and { $d } in the acute ones
top-kind-short = { $a }–{ $b } (acute: { $c }, { $d })
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
top-drawn = Drawn tile
top-bag = In the bag

## Explanations
top-about-tile = An acute corner gives its colour one sixth of a circle, an obtuse corner two sixths. Place the tile next to another one; both ways round are allowed.
top-about-open = Scored when all cells around it are covered: each second-placed colour adds a pawn, then the colour with the most sixths puts its pawn on top.
top-about-open-gold = Scored when all cells around it are covered: each second-placed colour adds a pawn, then the colour with the most sixths puts its pawn on top. On the golden border points are doubled.
top-about-done = Scored: the pawn on top gets 1 point for each pawn of the tower. A tower never changes.
top-about-done-gold = Scored on the golden border: the pawn on top gets 2 points for each pawn of the tower. A tower never changes.
top-about-tied = Scored without pawns: a tie for the most sixths, or no pawns left.
top-about-points = Points so far. Each pawn left at the end costs one.
top-about-team = Points of both partners together.
top-about-pawns = Pawns left to place. Each costs 1 point at the end; placing the last one wins at once.
top-about-neutral = Pawns of a colour that nobody plays. They are placed like the others and score nothing. When none is left, the game ends.
top-about-triangles = A hole in which no tile fits is closed with a black triangle. Black counts for nobody.
top-about-bag = Tiles left in the bag. The game also ends when it is empty.

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
top-tally-before = earlier points

## Who must do what
top-status-lay = { $seat } { YOU($seat, "are", "is") } placing a tile.
top-status-order = { $seat } { YOU($seat, "are", "is") } choosing the next circle.
top-status-draw = { $seat } { YOU($seat, "are", "is") } drawing a tile.
top-status-won = { $n ->
    [one] { $many ->
        [yes] Winning team: { $who }
       *[no] { $who } { YOU($who, "win", "wins") }
    }.
   *[other] Shared victory: { $who }.
  }

## What you may do
top-prompt-lay = Place your tile: choose a ring. Choose the tile again to rotate it.
top-prompt-order = Pawns are running out: choose which circle is scored first.

## A turn before it is sent
top-foresee-nothing = No circle is completed here. Choose the tile again to rotate it, or a pale ring to move it.
top-see-tied = { $point }: tie for first, no pawn.
top-see-nobody = { $point }: no pawns left, no tower.
top-see-headless = { $point }: { $who }, without the majority colour. No points.
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

## A turn as advice
top-do-lay = place the tile on { $place }
top-do-score = score { $point } next

## What happened
top-say-draw = { $seat } { YOU($seat, "draw", "draws") } { $kind }.
top-say-lay = { $seat } { YOU($seat, "place", "places") } the tile on { $place }.
top-say-closed = { $n ->
    [one] A hole closes: black triangle on { $cells }.
   *[other] Holes close: black triangles on { $cells }.
  }
top-say-short = { $n ->
    [one] No triangles left: the hole { $cells } stays empty and counts as black.
   *[other] No triangles left: the holes { $cells } stay empty and count as black.
  }
top-say-tied = { $point } complete ({ $parts }): tie for first, no pawn.
top-say-nobody = { $point } complete ({ $parts }): no pawns left.
top-say-headless = { $point } complete ({ $parts }): { $who }. { $over ->
    [yes] The game ends before the majority colour adds its pawn.
   *[no] The majority colour has no pawn left. No points.
  }
top-say-scores = { $point } complete ({ $parts }): { $who } { $height ->
    [1] alone
   *[other] on top of { $below }
  }{ $gold ->
    [yes] , golden border
   *[no] { "" }
  }: { $n ->
    [one] { $n } point
   *[other] { $n } points
  }.
top-say-neutral = { $point } complete ({ $parts }): { $who } { $height ->
    [1] alone
   *[other] on top of { $below }
  }. No points.
top-say-penalty = { $seat } { YOU($seat, "have", "has") } { $n ->
    [one] { $n } pawn left: −{ $n } point
   *[other] { $n } pawns left: −{ $n } points
  }.
top-over-full = The board is full: the game ends.
top-over-last-pawn = Last pawn placed: { $who }. The game ends.
top-over-neutral = All pawns of one colour placed: { $who }. The game ends.
top-over-bag = The bag is empty: the game ends.
top-say-won = { $many ->
    [yes] Winning team: { $who },
   *[no] { $who } { YOU($who, "win", "wins") }
  } with { $points ->
    [one] { $points } point
   *[other] { $points } points
  }.
top-say-won-pawn = { $many ->
    [yes] Winning team: { $who },
    [shared] Shared victory: { $who },
   *[no] { $who } { YOU($who, "win", "wins") }
  } with the last pawn.
top-say-shared = Shared victory: { $who }, with { $points ->
    [one] { $points } point
   *[other] { $points } points
  } each.
