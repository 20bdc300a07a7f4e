### Delta. $seat, $target, $home: names of players. $colour: white, yellow, red, black, blue or green. $card: a card as in the notation.

## In short
delta-brief = Bring your pawn to the village opposite before the others do. In each round, everyone secretly programs five cards, which are then carried out card by card: place stones on islands, lay planks from stone to stone, and walk over anyone’s planks. A dragon cancels the card that its target reveals at the same time.

## Places and pieces
delta-village = { $colour ->
    [white] the white village
    [yellow] the yellow village
    [red] the red village
    [black] the black village
    [blue] the blue village
   *[green] the green village
}
delta-island = island { $n }
delta-gap = between { $a } and { $b }
delta-stone = stone
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
    [white] goal of the white pawn
    [yellow] goal of the yellow pawn
    [red] goal of the red pawn
    [black] goal of the black pawn
    [blue] goal of the blue pawn
   *[green] goal of the green pawn
}
delta-statuette = statuette: goes first in each phase
delta-card = { $card ->
    [stone1] Place 1 stone
    [stone2] Place 2 stones
    [plank1] Lay 1 plank
    [plank2] Lay 2 planks
    [remove] Remove a plank or a stone
    [move1] Walk 1 plank
    [move2] Walk 2 planks
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
delta-card-chosen = { $card }, slot { $n } of the programme
delta-card-hidden = hidden card
delta-card-cancelled = { $card }, cancelled by { OF($by) } dragon
delta-hand = Hand
delta-programme = Programme
delta-reserve = Planks in reserve

## Explanations
delta-about-card = { $card ->
    [stone1] Place a stone on any free island.
    [stone2] Place two stones on free islands.
    [plank1] Choose one of your planks, then two stones, or a village and a stone. It must have the right length, cross no plank and pass over no island.
    [plank2] Lay two of your planks, one after the other. Each must have the right length, cross no plank and pass over no island.
    [remove] Take a plank without a pawn into your reserve, or a bare stone back to the supply.
    [move1] Your pawn walks to a neighbouring plank or village. If it cannot, it falls into the water and goes home.
    [move2] Your pawn walks two steps. If it cannot move at all, it falls into the water and goes home.
   *[jump] Your pawn leaps over a pawn on a neighbouring plank and lands just behind it. If it cannot, it falls into the water and goes home.
}
delta-about-dragon = Cancels the action that the player of this colour reveals in the same phase. A programme holds one dragon at most.
delta-about-back = Hidden until its phase.
delta-about-plank = Rests on two stones, or on a village and a stone, if it has the right length. Everyone may walk on it.
delta-about-stone = Carries up to three planks, laid by any player. A bare stone can be removed.
delta-about-pawn = Walks on planks and into villages, never on stones alone. The first pawn in its goal wins.
delta-about-flag = The pawn of this colour wins by reaching this village.
delta-about-statuette = Its holder goes first in each phase. It passes on clockwise after every round.
delta-about-island = Takes one stone, which carries planks. The stones belong to everyone.
delta-about-village = Carries up to three planks without a stone. Every pawn may enter; only its own goal wins.
delta-about-stones = Stones left for everyone.

## Counters
delta-supply = Stones left

## Who must do what
delta-status-programming = Everyone is programming five cards.
delta-status-locked = Your programme is locked. The cards are revealed when everyone is ready.
delta-status-veiled = Revealing the cards of phase { $phase }…
delta-status-turn = Phase { $phase } of 5: { $stage ->
    [stone] { $seat } { YOU($seat, "are", "is") } placing a stone.
    [plank] { $seat } { YOU($seat, "are", "is") } choosing a plank.
    [gap] { $seat } { YOU($seat, "are", "is") } laying a plank.
    [remove] { $seat } { YOU($seat, "are", "is") } removing a plank or a stone.
    [jump] { $seat } { YOU($seat, "are", "is") } jumping.
   *[other] { $seat } { YOU($seat, "are", "is") } walking.
}
delta-status-won = { $seat } { YOU($seat, "reach", "reaches") } the village opposite and { YOU($seat, "win", "wins") }.
delta-over-arrival = A pawn has reached its goal: the game ends.

## What you may do
delta-prompt-card = Pick card { $n } of 5. You may play one dragon.
delta-prompt-stone = Phase { $phase }: { $n ->
    [1] place a stone: choose an island.
   *[other] place { $n } stones: choose an island.
}
delta-prompt-plank = Phase { $phase }: choose a plank. { $eye ->
    [friendly] The gaps that it fits are shown next; if there are none, it is lost.
   *[own] You must use it, even if it fits nowhere.
}
delta-prompt-gap = { $again ->
    [yes] It does not fit. Try the { $plank } elsewhere: choose its two ends.
   *[no] Lay the { $plank }: choose its two ends, villages or stones.
}
delta-prompt-end = The { $plank } from { $from }: choose the other end.
delta-prompt-remove = Phase { $phase }: choose a free plank, which goes to your reserve, or a bare stone.
delta-prompt-step = Phase { $phase }: choose the plank or village to which your pawn walks.
delta-prompt-first = Phase { $phase }: first of two steps. Choose where your pawn walks.
delta-prompt-second = Phase { $phase }: second step. Choose where your pawn walks.
delta-prompt-jump = Phase { $phase }: jump over a pawn. Choose where your pawn lands.

## Before it is sent
delta-foresee-programme = Lock in this programme?
delta-foresee-plank = Take the { $plank }? If it fits nowhere, it is lost.
delta-foresee-gap = Lay the { $plank } from { $a } to { $b }?{ $eye ->
    [1] { " " }If it does not fit, it is lost.
   *[other] { "" }
}
delta-foresee-goal = Your pawn reaches its goal: you win!

## A turn as advice
delta-then = { $a }, then { $b }
delta-cards = { $a } · { $b }
delta-do-programme = choose the cards ({ $cards })
delta-do-stone = place a stone on island { $n }
delta-do-plank = take the { $plank }
delta-do-lay = lay the { $plank } from { $a } to { $b }
delta-do-take-plank = remove the plank from { $a } to { $b }
delta-do-take-stone = remove the stone from island { $n }
delta-do-walk = go to the plank from { $a } to { $b }
delta-do-enter = go to { $village }

## What happened
delta-say-locked = { $seat } { YOU($seat, "have", "has") } locked a programme.
delta-say-revealed = Phase { $phase }: the cards are revealed. { $seat } { YOU($seat, "go", "goes") } first.
delta-say-stone = { $seat } { YOU($seat, "place", "places") } a stone on island { $n }.
delta-say-plank = { $seat } { YOU($seat, "take", "takes") } the { $plank }.
delta-say-laid = { $seat } { YOU($seat, "lay", "lays") } the { $plank } from { $a } to { $b }.
delta-say-missed = { $seat } { YOU($seat, "try", "tries") } the { $plank } from { $a } to { $b }: it does not fit.
delta-say-lost = { $why ->
    [miss] The { $plank } does not fit: { $seat } { YOU($seat, "lose", "loses") } it.
   *[nowhere] The { $plank } fits nowhere: { $seat } { YOU($seat, "lose", "loses") } it.
}
delta-say-taken = { $seat } { YOU($seat, "remove", "removes") } the { $plank }.
delta-say-lifted = { $seat } { YOU($seat, "remove", "removes") } the stone from island { $n }.
delta-say-went = { $where ->
    [plank] { $seat } { YOU($seat, "walk", "walks") } onto the plank from { $a } to { $b }.
   *[village] { $seat } { YOU($seat, "walk", "walks") } into { $a }.
}
delta-say-arrived = { $seat } { YOU($seat, "reach", "reaches") } { $a }!
delta-say-dragon = { $seat } { YOU($seat, "send", "sends") } a dragon against { $target }.
delta-say-cancelled = { OF($by) } dragon cancels { OF($seat) } card: { $card }.
delta-say-nothing = { $seat } cannot use the card: { $card }.
delta-say-fell = { $seat } cannot move ({ $card }) and { YOU($seat, "fall", "falls") } into the water: back to the village!
delta-say-stuck = { $seat } cannot leave the village ({ $card }).
delta-say-round = End of the round. The statuette goes to { $home }.
