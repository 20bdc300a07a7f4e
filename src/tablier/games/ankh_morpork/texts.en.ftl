### The Guilds of Ankh-Morpork. $seat, $active, $other, $victim: names of players; $who: several. $kind, $good: as in the notation.

## In short
ankh-brief = Twelve points on your own turn win. The dice bring cards to the houses beside the guild that they name; with cards you build and rise in the guilds. Three points in a guild make you its member, and its first member presides over it for a point, until somebody has more. In your turn, touch what is lit: a site, a price or a card.

## Words
ankh-list = { $a }, { $b }
ankh-and-then = { $a } { $b }
ankh-both = { $a } and { $b }
ankh-nothing = nothing
ankh-kind = { $kind ->
    [wood] wood
    [brick] brick
    [wool] wool
    [grain] grain
   *[ore] ore
}
ankh-goods = { $n } { $good ->
    [wood] wood
    [brick] brick
    [wool] wool
    [grain] grain
    [ore] ore
   *[scroll] { $n ->
        [1] scroll
       *[other] scrolls
    }
}
ankh-guild = the { $kind ->
    [wood] wood guild
    [brick] brick guild
    [wool] wool guild
    [grain] grain guild
   *[ore] ore guild
}
ankh-seat-gets = { $seat } ({ $what })
ankh-points-n = { $n }

## Places
ankh-district = { $id ->
    [ore] ore guild
    [university] university
    [wood] wood guild
    [alchemists] alchemists
    [brick] brick guild
    [thieves] thieves
    [wool] wool guild
    [palace] palace
    [grain] grain guild
   *[beggars] beggars
}
ankh-site = { $n } ({ $districts })
ankh-chip = number { $n }, { $district }
ankh-shades = the Shades
ankh-dice = dice
ankh-die = the assassin’s die
ankh-bank = bank: { $kind ->
    [wood] wood
    [brick] brick
    [wool] wool
    [grain] grain
   *[ore] ore
}
ankh-rung = { $kind ->
    [wood] wood guild
    [brick] brick guild
    [wool] wool guild
    [grain] grain guild
   *[ore] ore guild
}, { $n } { $n ->
    [1] point
   *[other] points
}
ankh-cell = cell { $n } of the assassins’ track

## Pieces
ankh-piece = { $what ->
    [house] house of { $seat }
    [villa] villa of { $seat }
   *[foundation] foundation of { $seat }
}
ankh-thief = the thief: this number does nothing
ankh-fire = fire in the laboratory
ankh-result = result { $n }
ankh-president = president { $seat }; points: { $points }
ankh-vacant = no president; points: { $points }
ankh-stock = { $n } cards
ankh-assassin = an assassin at large
ankh-held = { $good ->
    [wood] wood
    [brick] brick
    [wool] wool
    [grain] grain
    [ore] ore
    [scroll] scrolls
    [guard] guards, face down
   *[vetinari] Vetinari, face down: a point each
}: { $n }
ankh-cards-hidden = hidden cards: { $n }
ankh-ask = ask for { $good ->
    [wood] wood
    [brick] brick
    [wool] wool
    [grain] grain
    [ore] ore
   *[scroll] a scroll
}{ $n ->
    [0] { "" }
   *[other] : { $n }
}

## Docks and prices
ankh-hand = Hand
ankh-discarded = You give back
ankh-gives = { $seat } gives
ankh-wants = { $seat } wants
ankh-you-give = You give
ankh-ask-for = Ask for
ankh-prices = Prices
ankh-price-foundation = foundation: { $cards }
ankh-price-house = house on your foundation: { $cards }; or { $scrolls }
ankh-price-villa = villa on your house: { $cards }; or { $scrolls }
ankh-price-token = development token: { $cards }; or { $scrolls }
ankh-price-point = guild point: { $price ->
    [1] a card
   *[other] { $price } cards
} of the guild; { $dear ->
    [1] a card
   *[other] { $dear } cards
} each after the first { $cheap ->
    [1] { "" }
   *[other] { $cheap }{ " " }
}of a turn
ankh-price-receipts = both receipts face up: any card

## Counters
ankh-count-points = Points
ankh-count-cards = Cards in hand
ankh-count-scrolls = Scrolls
ankh-count-receipts = Receipts face up
ankh-count-tokens = Tokens face down
ankh-count-guards = Guards on duty
ankh-count-stack = Tokens left
ankh-count-assassins = Assassins left

## Score
ankh-tally-houses = Houses: { $n }
ankh-tally-villas = Villas: { $n }
ankh-tally-guilds = President: { $guilds }
ankh-tally-arrests = Assassins arrested: { $n }
ankh-tally-vetinari = Vetinari tokens: { $n }
ankh-tally-rank = { $rank ->
    [2] Captain of the guard
   *[1] Sergeant
}

## Who must do what
ankh-status-turn = { $stage ->
    [settle] { $seat } builds one of three first houses.
    [gift] { $seat } takes a card of choice.
    [before] { $seat } rolls the dice.
    [act] { $seat } decides on thief and assassins.
    [rob] { $seat } chooses whom to rob.
    [estate] { $seat } chooses a site for the victim’s house.
    [show] { $seat } shows a card to the beggars.
    [library] { $seat } may sell cards to the library.
    [laboratory] { $seat } takes a card from the laboratory.
    [palace] { $seat } announces a point of the palace.
    [arrest] { $seat } decides on an arrest.
    [main] { $seat } trades and builds.
    [offering] { $seat } makes an offer.
    [pick] { $seat } chooses with whom to deal.
   *[chance] Turn of { $active }.
}
ankh-status-discard = Seven! Half a hand goes back: { $who }.
ankh-status-answer = { $seat } has made an offer. Still to answer: { $who }.
ankh-status-won = { $seat } has { $points } points and wins.
ankh-over-points = The points to win have been reached.

## What you may do
ankh-warning = { $risk ->
    [over] { $n } cards, no receipt: a seven costs { $half }!
    [near] { $n } cards, no receipt: one more is risky.
   *[no] { "" }
}
ankh-prompt-settle = House { $n } of 3: touch a free site.{ $n ->
    [3] { " " }It brings two cards of the guild that it touches.
   *[other] { "" }
}
ankh-prompt-gift = No guild touches this house: touch the kind of card that you take.
ankh-prompt-before = Roll the dice. { $fix ->
    [yes] Or touch your scrolls: { $n } of them fix the result.
   *[no] { "" }
} { $warning }
ankh-prompt-discard = Seven! Touch the cards to give back: { $n } more of { $all }.
ankh-prompt-act = { $can ->
    [chip] Touch a number to send the thief there, or leave him.
    [chip-hire] Touch a number for the thief, or two cards to hire an assassin, or do neither.
    [shades] Touch the Shades to send the thief home, or leave him.
    [shades-hire] Touch the Shades to send the thief home, or two cards to hire an assassin, or do neither.
    [no-hire] No licence to steal. Touch two cards to hire an assassin, or do nothing.
   *[no] No licence to steal, no assassin to be had: nothing to be done.
}{ $seven ->
    [yes] { " " }(Seven)
   *[no] { "" }
}
ankh-prompt-rob = Whose card do you draw?
ankh-prompt-estate = Touch a free site: the victim’s house is yours.
ankh-prompt-show = You have the most cards: touch the one that you show to the beggars. You keep it.
ankh-prompt-library = The library pays { $pays } for a card, { $n ->
    [1] once
   *[other] { $n } times
}. Touch a card, or stop.
ankh-prompt-laboratory = The laboratory brings { $n ->
    [1] a card
   *[other] { $n } cards
} of your choice: touch a kind in your hand.
ankh-prompt-palace = Touch a guild for a point of the palace; { $n ->
    [1] one
   *[other] { $n }
} to announce.
ankh-prompt-arrest = An assassin stands on { $n }. Your guard can arrest him.
ankh-prompt-main = Touch a site, a price or a card. { $warning }
ankh-prompt-offering = { $began ->
    [yes] You give { $give } for { $want }.
   *[no] Touch cards of your hand to give them, then what you ask for.
}
ankh-prompt-answer = { $countering ->
    [yes] { $began ->
        [yes] You give { $give } for { $want } instead.
       *[no] Your counter-offer: touch what you give, then what you ask for.
    }
   *[no] { $seat } gives { $give } for your { $want }.{ $can ->
        [yes] { "" }
       *[no] { " " }You do not have that.
    }
}
ankh-prompt-pick = { $answers }. With whom do you deal?
ankh-accepts = { $seat } accepts
ankh-offers = { $seat } gives { $give } for { $want }
ankh-begun-cost = { $what ->
    [foundation] Foundation: touch a free site near your houses.
    [house] House: touch your foundation.
    [villa] Villa: touch your house.
    [point] Guild point: touch the guild, or a card of its kind.
   *[receipts] Receipts: touch the card that you pay.
}
ankh-begun-scroll = Scrolls: touch a card ({ $card } scrolls), the token ({ $token }), your foundation ({ $house }) or your house ({ $villa }).
ankh-begun-fix = { $n } scrolls: touch the number that shall come up.
ankh-begun-bounty = Bounty of { $kind } and another card: touch that.
ankh-begun-bank = Bank: { $what } for one card. Touch the one you want.
ankh-button-roll = Roll the dice
ankh-button-offer = Trade
ankh-button-propose = Propose
ankh-button-accept = Accept
ankh-button-refuse = Refuse
ankh-button-counter = Counter-offer
ankh-button-promote = Promotion
ankh-button-arrest = Arrest
ankh-button-end = End turn
ankh-button-rob = { $seat }
ankh-button-deal = { $seat }
ankh-button-pass = { $stage ->
    [act] Neither
    [library] Stop
    [estate] Decline
    [arrest] Let him go
   *[pick] With nobody
}

## Before it is sent
ankh-foresee = { $what }
ankh-you-pay = You pay { $goods }.
ankh-you-get = You get { $goods }.
ankh-you-rise = { $n } { $n ->
    [1] point
   *[other] points
} in { $guild }{ $member ->
    [yes] : a member!
   *[no] .
}
ankh-you-have = { $n } of { $all } victory points.
ankh-foresee-win = That wins the game!
ankh-foresee-end = End the turn? { $warning }
ankh-foresee-offer = Offer { $give } for { $want }: all the others answer at once.
ankh-foresee-counter = Answer with { $give } for { $want }.
ankh-foresee-answer = { $answer ->
    [yes] Accept: you get { $give } and give { $want }.
   *[no] Refuse { $give } for { $want }.
}
ankh-foresee-discard = You give back { $goods }.
ankh-foresee-steal = Thief: { $place }. You draw a card of { $seat } unseen.
ankh-foresee-thief = Thief: { $place }. Nobody is robbed.
ankh-foresee-token = You draw a token face down: a guard, or Vetinari.
ankh-foresee-die = The bounty is paid either way. He succeeds on { $least } or more.

## What happened
ankh-say-settles = { $seat } builds a house: { $site }.
ankh-say-inherits = { $seat } moves into the victim’s house: { $site }.
ankh-say-receives = { $seat } receives { $goods }.
ankh-say-builds = { $seat } builds a { $what ->
    [foundation] foundation
    [house] house
   *[villa] villa
}: { $site }{ $scrolls ->
    [0] .
   *[other] , for { $scrolls } scrolls.
}
ankh-say-thief = { $seat } moves the thief: { $place }.
ankh-say-deal = { $seat } gives { $other } { $give } for { $want }.
ankh-say-bank = { $seat } changes { $give } for { $want } at the bank.
ankh-say-takes = { $seat } takes { $goods }{ $scrolls ->
    [0] .
   *[other] { " " }for { $scrolls } scrolls.
}
ankh-say-shows = { $seat } shows the beggars { $kind }.
ankh-say-sells = { $seat } sells the library { $goods } for { $scrolls } scrolls.
ankh-say-receipts = { $seat } pays { $goods } and turns both receipts up.
ankh-say-announces = { $seat } announces a point in { $guild }.
ankh-say-buys-point = { $seat } pays { $goods } for a point in { $guild }.
ankh-say-hires = { $seat } hires an assassin for { $goods }; he waits on cell { $n }.
ankh-say-fixes = { $seat } fixes the result with { $scrolls } scrolls: { $n }.
ankh-say-guard = { $seat } plays a guard.
ankh-say-passes = { $stage ->
    [act] { $seat } leaves thief and assassins alone.
    [library] { $seat } sells the library nothing more.
    [estate] { $seat } declines the victim’s house.
    [arrest] { $seat } lets the assassin go.
   *[pick] { $seat } deals with nobody.
}
ankh-say-offering = { $seat } is making an offer.
ankh-say-offers = { $seat } offers { $give } for { $want }.
ankh-say-token = { $seat } buys a development token{ $scrolls ->
    [0] .
   *[other] { " " }for { $scrolls } scrolls.
}
ankh-say-promoted = Promotion: { $seat } is now { $rank ->
    [2] captain of the guard
   *[1] sergeant
}.
ankh-say-ends = { $seat } ends the turn.
ankh-say-discards = { $seat } gives back { $goods }.
ankh-say-chosen = { $seat } has chosen what to give back.
ankh-say-answered = { $seat } has answered.
ankh-say-answer-yes = { $seat } accepts.
ankh-say-answer-no = { $seat } refuses.
ankh-say-answer-counter = { $seat } would give { $give } for { $want }.
ankh-say-lapsed = The offer lapses.
ankh-say-rolls = { $seat } rolls { $n ->
    [8] an 8
    [11] an 11
   *[other] a { $n }
}.
ankh-say-steals = { $seat } draws a card of { $victim }.
ankh-say-stolen-by-you = You have drawn { $kind }.
ankh-say-stolen-from-you = It was { $kind }.
ankh-say-strikes = The die shows { $n }: the assassin of { $seat } { $done ->
    [yes] succeeds
   *[no] fails
}.
ankh-say-drawn = { $token ->
    [guard] You have drawn a guard.
   *[vetinari] You have drawn Vetinari: a point, hidden for now.
}
ankh-say-too-many = Too many cards: { $who }.
ankh-say-produces = From { $guild }: { $who }.
ankh-say-blocked = The thief is in the way: { $place }.
ankh-say-short = The bank cannot give all their { $kind }: nobody gets any.
ankh-say-university = From the university: { $who }.
ankh-say-quiet = Nobody receives anything.
ankh-say-beggars = From the beggars: { $who }.
ankh-say-beggars-none = The bank has no such card for the beggars.
ankh-say-rises = { $seat } has { $n } { $n ->
    [1] point
   *[other] points
} in { $guild }{ $member ->
    [yes] { " " }and becomes a member.
   *[no] .
}
ankh-say-presides = { $seat } now presides over { $guild }.
ankh-say-fire = { $on ->
    [1] The laboratory explodes and burns.
   *[0] The fire in the laboratory is out.
}
ankh-say-arrests = { $seat } arrests the assassin of cell { $n }.
ankh-say-receipt = { $seat } turns a receipt down; { $n ->
    [0] none is left
   *[other] { $n } left
} face up.
ankh-say-warning = Careful: you hold { $n } cards without a receipt. A seven would cost { $half }.
