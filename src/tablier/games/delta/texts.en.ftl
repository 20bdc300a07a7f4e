### Delta. $seat, $target, $home: names of players. $colour: white, yellow, red, black, blue or green. $card: a card as in the notation.

## In short
delta-brief = Bring your pawn to the village opposite before the others do. In each round everybody lays five cards in secret, then they are carried out card by card: stones go on islands, planks from stone to stone, and pawns walk over anybody’s planks. A dragon cancels the card that its colour has turned at the same time.

## Places and pieces
delta-village = { $colour ->
    [white] white village
    [yellow] yellow village
    [red] red village
    [black] black village
    [blue] blue village
   *[green] green village
}
delta-island = island { $n }
delta-gap = between { $a } and { $b }
delta-stone = a stone
delta-plank = { $colour ->
    [white] white plank
    [yellow] yellow plank
    [red] red plank
    [black] black plank
    [blue] blue plank
   *[green] green plank
} { $n }
delta-pawn = { $colour ->
    [white] white pawn
    [yellow] yellow pawn
    [red] red pawn
    [black] black pawn
    [blue] blue pawn
   *[green] green pawn
}
delta-goal = { $colour ->
    [white] goal of white
    [yellow] goal of yellow
    [red] goal of red
    [black] goal of black
    [blue] goal of blue
   *[green] goal of green
}
delta-statuette = the statuette: this player begins each phase
delta-card = { $card ->
    [stone1] Place 1 stone
    [stone2] Place 2 stones
    [plank1] Place 1 plank
    [plank2] Place 2 planks
    [remove] Remove a plank or a stone
    [move1] Move 1 plank
    [move2] Move 2 planks
   *[jump] Jump over a pawn
}
delta-dragon = { $colour ->
    [white] White dragon
    [yellow] Yellow dragon
    [red] Red dragon
    [black] Black dragon
    [blue] Blue dragon
   *[green] Green dragon
}
delta-card-hidden = hidden card
delta-hand = Hand
delta-programme = Programme
delta-reserve = Planks in reserve

## Counters
delta-supply = Stones in supply

## Who must do what
delta-status-programming = Everybody composes a programme of five cards.
delta-status-locked = Your programme is locked. The cards are revealed when everybody is ready.
delta-status-veiled = The cards of phase { $phase } are about to be revealed.
delta-status-turn = Phase { $phase } of 5: { $stage ->
    [stone] { $seat } places a stone.
    [plank] { $seat } chooses a plank.
    [gap] { $seat } lays a plank.
    [remove] { $seat } removes a plank or a stone.
    [jump] { $seat } jumps.
   *[other] { $seat } moves.
}
delta-status-won = { $seat } has reached the village opposite and wins.
delta-over-arrival = A pawn has reached its goal: the game is over.

## What you may do
delta-prompt-card = Card { $n } of 5: touch it, or drag it into a place. One dragon at most.
delta-prompt-stone = Phase { $phase }: touch an island for { $n ->
    [1] a stone.
   *[other] a stone; { $n } are due.
}
delta-prompt-plank = Phase { $phase }: choose a plank of your reserve by eye. Once sent, it is committed.
delta-prompt-gap = { $again ->
    [yes] It does not fit there. Try the { $plank } elsewhere: touch its two supports.
   *[no] Lay the { $plank }: touch the two supports, a village or a stone each.
}
delta-prompt-end = { $plank } from { $from }: touch the other support.
delta-prompt-remove = Phase { $phase }: touch a free plank, which goes to your reserve, or a bare stone.
delta-prompt-step = Phase { $phase }: touch the plank or village where your pawn goes.
delta-prompt-first = Phase { $phase }: first of two steps. Touch where your pawn goes.
delta-prompt-second = Phase { $phase }: second step. Touch where your pawn goes.
delta-prompt-jump = Phase { $phase }: jump over a pawn. Touch where yours lands.

## Before it is sent
delta-foresee-programme = Your programme is complete. Sending locks it for good.
delta-foresee-plank = Send to take the { $plank }. If no gap is right for it, it is lost.
delta-foresee-gap = Send to try the { $plank } between { $a } and { $b }.{ $eye ->
    [1] { " " }If it does not fit, it is lost.
   *[other] { "" }
}
delta-foresee-goal = Your pawn reaches its goal: you win!

## What happened
delta-say-locked = { $seat } is ready.
delta-say-revealed = Phase { $phase }: the cards are turned. { $seat } begins.
delta-say-stone = { $seat } places a stone on island { $n }.
delta-say-plank = { $seat } chooses the { $plank }.
delta-say-laid = { $seat } lays the { $plank } between { $a } and { $b }.
delta-say-missed = { $seat } tries the { $plank } between { $a } and { $b }: it does not fit.
delta-say-lost = { $why ->
    [miss] The { $plank } of { $seat } does not fit: it is lost.
   *[nowhere] { $seat } chooses the { $plank }, which fits nowhere: it is lost.
}
delta-say-taken = { $seat } takes the { $plank } away.
delta-say-lifted = { $seat } removes the stone of island { $n }.
delta-say-went = { $seat } moves: { $place }.
delta-say-arrived = { $seat } arrives: { $place }!
delta-say-dragon = { $seat } has sent a dragon against { $target }.
delta-say-cancelled = A dragon cancels the card of { $seat }: { $card }.
delta-say-nothing = { $seat } can do nothing with the card: { $card }.
delta-say-fell = { $seat } cannot go on ({ $card }) and falls into the water: back to the village!
delta-say-stuck = { $seat } cannot set out ({ $card }) and stays in the village.
delta-say-round = End of the round. The statuette goes to { $home }.
