### The Bridges of Shangri-La. $seat, $who: names of players. $colour: red, blue, yellow or lilac. $id: a letter of the notation.

## In short
shangri-brief = Each of your masters in the villages is worth a point at the end. In your turn you place a master in a village where you have one, recruit two students, or send all students of a village over a bridge, which then falls. They become masters on free spaces, and drive out the masters of a weaker village.

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
shangri-stands = the bridge stands
shangri-bridge = bridge { $a } – { $b }
shangri-tile = { $colour ->
    [red] red
    [blue] blue
    [yellow] yellow
   *[lilac] lilac
} { $guild }
shangri-pair = { $tile } with a student
shangri-nobody = nobody there yet
shangri-contents = { $masters ->
    [one] { $masters } master
   *[other] { $masters } masters
}, { $students ->
    [0] no student
    [one] { $students } student
   *[other] { $students } students
}: { $who }
shangri-stone = a stone of wisdom: at peace
shangri-reserve = Reserve
shangri-stock = { $guild }, { $n } in reserve
shangri-list = { $a }, { $b }
shangri-and-then = { $a } { $b }

## Counters
shangri-masters = Masters
shangri-villages = Villages
shangri-tiles = Reserve
shangri-stones = Stones, of { $all }

## The score explained
shangri-tally = { $village }: { $who }

## Who must do what
shangri-status-set-up = Set-up: { $seat } places a tile.
shangri-status-turn = { $seat } to play.
shangri-status-second = { $seat } recruits a second student.
shangri-status-won = { $n ->
    [one] { $who } wins.
   *[other] A shared victory: { $who }.
}

## What you may do
shangri-prompt-set-up = { $seats ->
    [3] Set-up: touch a tile of your reserve, then a village. At most two tiles in each, not both yours.
   *[other] Set-up: touch a tile of your reserve, then a village. At most three tiles in each, two of them yours.
}
shangri-prompt-turn = { $can ->
    [all] Touch a tile of your reserve to place a master or recruit, or a village where your students set out.
    [tiles] Touch a tile of your reserve: place a master, or recruit.
   *[journeys] Touch a village where your students set out.
}
shangri-prompt-second = Recruit a second student: touch its tile, then the village of its master.
shangri-prompt-tile = { $can ->
    [masters] Touch the village where your { $guild } becomes a master.
    [students] Touch the village where your master takes the { $guild } as a student.
   *[both] Touch a village: your { $guild } becomes a master on a free space, a student on your own master.
}
shangri-prompt-journey = From { $from } (masters + students: { $masters } + { $students }): touch the village to go to.

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

## What happened
shangri-put = { $guild } in { $village }
shangri-say-place = { $seat } places a master: { $what }.
shangri-say-recruit = { $seat } recruits: { $what }.
shangri-say-journey = { $seat } leads the students of { $from } to { $to }. Masters + students: { $am } + { $as } against { $bm } + { $bs }. { $verdict }
shangri-verdict = { $cause ->
    [tiles] { $village } is stronger.
    [masters] As many tiles, but more masters: { $village } is stronger.
    [origin] As many tiles and masters: { $village }, the origin, counts as stronger.
   *[goal] As many tiles and masters: { $village }, the destination, counts as stronger.
}
shangri-say-settled = New masters: { $who }.
shangri-say-joined = Students again: { $who }.
shangri-say-expelled = Driven out: { $who }.
shangri-say-returned = Back to the reserve: { $who }.
shangri-say-fallen = The bridge { $a } – { $b } falls.
shangri-say-stone = A stone of wisdom for { $village }: { $n } of { $all }.
shangri-say-no-place = No tile of { $seat } fits any more: { $seat } keeps it in reserve.
shangri-say-passed-over = { $seat } can do nothing and is passed over.
shangri-say-ready = All is set up. { $seat } has the first turn.
shangri-over-stones = The last stone of wisdom lies: the game is over.
shangri-over-stuck = Nobody can do anything more: the game is over.
shangri-say-won = { $who } wins with { $points } masters.
shangri-say-won-villages = { $who } wins: { $points } masters like others, but in { $villages } villages to { $others }.
shangri-say-shared = { $who }: { $points } masters each, in as many villages. A shared victory.
