### The Bridges of Shangri-La. $seat, $who: names of players. $colour: red, blue, yellow or lilac. $id: a letter of the notation.

## In short
shangri-brief = Each of your masters in the villages is worth a point at the end. On your turn, place a master in a village where you have one, recruit two students, or send all students of a village over a bridge, which then falls. They become masters on free spaces and drive out the masters of a weaker village.

## Places and pieces
shangri-village = { $name } ({ $id })
shangri-guild = { $id ->
    [H] healer
    [D] dragon breeder
    [F] fire keeper
    [P] priest
    [R] rainmaker
    [A] astrologer
   *[Y] yeti friend
}
shangri-space = { $guild }, { $village }
shangri-gorge = gorge between { $a } and { $b }
shangri-stands = bridge intact
shangri-bridge = bridge { $a } – { $b }
shangri-tile = { $colour ->
    [red] red
    [blue] blue
    [yellow] yellow
   *[lilac] lilac
} { $guild }
shangri-pair = { $tile } with a student
shangri-nobody = empty village
shangri-contents = { $masters ->
    [one] { $masters } master
   *[other] { $masters } masters
}, { $students ->
    [0] no student
    [one] { $students } student
   *[other] { $students } students
}: { $who }
shangri-stone = stone of wisdom: village at peace
shangri-reserve = Reserve
shangri-stock = { $guild }, { $n } in reserve
shangri-list = { $a }, { $b }
shangri-and-then = { $a } { $b }

## Explanations
shangri-about-village = Strength is the number of tiles, masters and students together; in a tie, more masters win. Students from a stronger village drive out masters, those from a weaker one only take free spaces.
shangri-about-peace = At peace: nobody places, recruits, leaves or arrives here. Its masters still score.
shangri-about-bridge = A bridge holds for one journey, then it falls. A village without bridges gets a stone of wisdom.
shangri-about-master = A tile on a space is a master and scores 1 point at the end. It never leaves its village, but students from a stronger village may drive it out.
shangri-about-student = A student lies on a master of its own colour and guild. It scores nothing, adds to the strength of its village, and leaves on the next journey from there.
shangri-about-masters = Masters on the board. Each is worth 1 point at the end.
shangri-about-villages = Villages with a master of this player. More villages break a tie.
shangri-about-tiles = Tiles in reserve. Tiles driven out come back to it.
shangri-about-stones = Stones of wisdom on the board. The last one ends the game.

## Counters
shangri-masters = Masters
shangri-villages = Villages
shangri-tiles = Reserve
shangri-stones = of { $all } stones

## The score explained
shangri-tally = { $village }: { $who }

## Who must do what
shangri-status-set-up = Set-up: { $seat } { YOU($seat, "are", "is") } placing a tile.
shangri-status-turn = { $seat } to play.
shangri-status-second = { $seat } { YOU($seat, "are", "is") } recruiting a second student.
shangri-status-won = { $n ->
    [one] { $who } { YOU($who, "win", "wins") }.
   *[other] Shared victory: { $who }.
}

## What you may do
shangri-prompt-set-up = { $seats ->
    [3] Set-up: choose a tile from your reserve, then a village. At most two tiles per village, only one of them yours.
   *[other] Set-up: choose a tile from your reserve, then a village. At most three tiles per village, at most two of them yours.
}
shangri-prompt-turn = { $can ->
    [all] Choose a tile from your reserve to place a master or recruit, or a village from which your students leave.
    [tiles] Choose a tile from your reserve to place a master or recruit.
   *[journeys] Choose a village from which your students leave.
}
shangri-prompt-second = Recruit a second student: choose its tile, then the village of its master.
shangri-prompt-tile = { $can ->
    [masters] Choose the village where your { $guild } becomes a master.
    [students] Choose the village where your { $guild } becomes a student of your master.
   *[both] Choose a village: your { $guild } becomes a master on a free space, a student on your own master.
}
shangri-prompt-journey = From { $from } (masters + students: { $masters } + { $students }): choose the destination.

## A journey before it is sent
shangri-many = { $n } { $colour ->
    [red] red
    [blue] blue
    [yellow] yellow
   *[lilac] lilac
}
shangri-with-students = { $n ->
    [one] with { $n } student
   *[other] with { $n } students
}
shangri-foresee = { $from } { $am } + { $as } = { $a }, { $to } { $bm } + { $bs } = { $b }. { $verdict }

## A turn as advice
shangri-both = { $a } and { $b }
shangri-do-master = place a master: { $what }
shangri-do-student = recruit { $n ->
    [1] a student
   *[other] two students
}: { $what }
shangri-do-journey = send the students of { $from } to { $to }

## What happened
shangri-put = { $guild } in { $village }
shangri-say-place = { $seat } { YOU($seat, "place", "places") } a master: { $what }.
shangri-say-recruit = { $seat } { YOU($seat, "recruit", "recruits") }: { $what }.
shangri-say-journey = { $seat } { YOU($seat, "lead", "leads") } the students of { $from } to { $to }. Masters + students: { $am } + { $as } against { $bm } + { $bs }. { $verdict }
shangri-verdict = { $cause ->
    [tiles] { $village } is stronger.
    [masters] Equal strength; { $village } wins with more masters.
    [origin] Equal strength; { $village } wins as the origin.
   *[goal] Equal strength; { $village } wins as the destination.
}
shangri-say-settled = New masters: { $who }.
shangri-say-joined = Back to students: { $who }.
shangri-say-expelled = Driven out: { $who }.
shangri-say-returned = Back to the reserve: { $who }.
shangri-say-fallen = The bridge { $a } – { $b } falls.
shangri-say-stone = Stone of wisdom for { $village }: { $n } of { $all }.
shangri-say-no-place = No space is left for { OF($seat) } tiles: they stay in reserve.
shangri-say-passed-over = { $seat } { YOU($seat, "have", "has") } no legal move and { YOU($seat, "are", "is") } skipped.
shangri-say-ready = Set-up complete. { $seat } { YOU($seat, "go", "goes") } first.
shangri-over-stones = The last stone of wisdom is placed: the game ends.
shangri-over-stuck = No player has a legal move: the game ends.
shangri-say-won = { $who } { YOU($who, "win", "wins") } with { $points } masters.
shangri-say-won-villages = { $who } { YOU($who, "win", "wins") }: equal on { $points } masters, but in { $villages } villages to { $others }.
shangri-say-shared = Shared victory: { $who }, with { $points } masters and as many villages each.
