### The Guilds of Ankh-Morpork. $seat, $active, $other, $victim: names of players; $who: several. $kind, $good: as in the notation.

## In short
ankh-brief = Reach twelve points on your own turn to win. The dice give cards to the houses next to the guild that they name; with cards you build and rise in the guilds. Three points in a guild make you a member, and the first member is its president, worth a point, until someone has more. On your turn, choose what is marked: a site, a price or a card.

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
    [house] { OF($seat) } house
    [villa] { OF($seat) } villa
   *[foundation] { OF($seat) } foundation
}
ankh-thief = the thief: this number produces nothing
ankh-thief-home = the thief, at home
ankh-fire = fire in the laboratory
ankh-result = roll: { $n }
ankh-woken = woken by the dice
ankh-president = president { $seat }; points: { $points }
ankh-vacant = no president; points: { $points }
ankh-stock = { $n ->
    [one] 1 card
   *[other] { $n } cards
}
ankh-assassin = an assassin at large
ankh-held = { $good ->
    [wood] wood
    [brick] brick
    [wool] wool
    [grain] grain
    [ore] ore
    [scroll] scrolls
    [guard] guards, face down
   *[vetinari] Vetinari, face down (a point each)
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
ankh-discarded = You discard
ankh-gives = { $seat } { YOU($seat, "give", "gives") }
ankh-wants = { $seat } { YOU($seat, "want", "wants") }
ankh-you-give = You give
ankh-you-want = You want
ankh-give-to = You give { $seat }
ankh-get-from = { $seat } { YOU($seat, "give", "gives") } you
ankh-ask-for = You want
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
} for each one after the first { $cheap ->
    [1] { "" }
   *[other] { $cheap }{ " " }
}in one guild and turn
ankh-price-receipts = both receipts face up: any card

## Explanations
ankh-about-district = { $id ->
    [university] On its numbers, each building here brings its owner a scroll.
    [alchemists] On a 5, each building here may sell a card to the library for scrolls. On a 10, each takes a card of its owner’s choice from the laboratory, which then burns until the next 5 or 10.
    [palace] On its numbers, each building here gives its owner a point in any guild.
    [beggars] On its numbers, the player with the most cards shows one and keeps it; each building here brings a card of that kind.
    [thieves] On a seven, with a building here, you may move the thief to any number but the 7 and the laboratory; without one you may only send him home. Or you may hire an assassin, who succeeds more often with buildings here.
   *[guild] On its numbers, each house here brings its owner a card, each villa two. Building here gives a guild point; three points make a member, and the member with the most points is president.
}
ankh-about-shades = The thief’s home. He blocks nothing here.
ankh-about-foundation = Keeps this site for a house of its owner.
ankh-about-house = Worth one victory point. It can become a villa.
ankh-about-villa = Worth two victory points. It brings two cards from a guild.
ankh-about-flag = The president of a guild has a victory point and trades two cards of its kind for one at the bank.
ankh-about-mark = A player’s points in a guild. Three make a member, who trades three cards of its kind for one at the bank. Points are never lost.
ankh-about-thief = Blocks the number on which he stands. Moving him there draws a card from a player with a building in that district.
ankh-about-fire = The laboratory burns and gives nothing: the next 5 or 10 puts the fire out.
ankh-about-assassin = An assassin at large. When his number is rolled, a guard on duty of the player whose turn it is arrests him for a victory point.
ankh-about-bank = Cards left in the bank. On your turn, four cards of a kind buy one here; members of their guild give three, its president two.
ankh-about-resource = Pays for buildings, tokens and guild points. A seven halves hands of more than seven cards, unless a receipt is face up.
ankh-about-scroll = Scrolls pay for any card, a token, a house or a villa, or set the result of the dice. They are never stolen or discarded.
ankh-about-guard = A guard moves the thief or hires an assassin; afterwards, on duty, it can arrest one.
ankh-about-vetinari = A victory point, hidden from the others until the end.
ankh-about-back = Only the number of these cards is public.
ankh-about-cost = { $what ->
    [foundation] The beginning of a house, on a free site near your buildings.
    [house] Takes the place of your foundation: one victory point.
    [villa] Takes the place of your house: two victory points, and two cards from a guild.
    [token] Drawn face down: a guard, or Vetinari with a victory point.
    [point] A point in any guild, without a building there.
   *[receipts] A receipt face up saves your hand from sevens and thieves. One is turned face down on each of your turns.
}
ankh-about-points = Victory points, as far as you know them. Twelve win on your own turn.
ankh-about-cards = With more than seven cards and no receipt face up, a seven costs half of them.
ankh-about-receipts = A receipt face up saves the hand from sevens and thieves. One is turned face down on each turn of its owner.
ankh-about-tokens = Development tokens face down: guards, or Vetinari with a victory point each.
ankh-about-guards = Guards played and not used yet. Each can arrest an assassin for a victory point.
ankh-about-stack = Development tokens left to buy: guards, and Vetinari with a victory point each.
ankh-about-assassins = Assassins left to hire.

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
    [settle] { $seat } { YOU($seat, "are", "is") } placing one of three first houses.
    [gift] { $seat } { YOU($seat, "are", "is") } taking a card.
    [before] Waiting for { $seat } to roll the dice.
    [act] { $seat } { YOU($seat, "are", "is") } deciding about the thief and the assassins.
    [rob] { $seat } { YOU($seat, "are", "is") } choosing a victim.
    [estate] { $seat } { YOU($seat, "are", "is") } choosing a site for the victim’s house.
    [show] { $seat } { YOU($seat, "are", "is") } showing a card to the beggars.
    [library] { $seat } may sell cards to the library.
    [laboratory] { $seat } { YOU($seat, "are", "is") } taking a card from the laboratory.
    [palace] { $seat } { YOU($seat, "are", "is") } announcing a point of the palace.
    [arrest] { $seat } { YOU($seat, "are", "is") } deciding on an arrest.
    [main] { $seat } { YOU($seat, "are", "is") } trading and building.
    [offering] { $seat } { YOU($seat, "are", "is") } making an offer.
    [pick] { $seat } { YOU($seat, "are", "is") } choosing an offer.
   *[chance] { $active } { YOU($active, "are", "is") } to play.
}
ankh-status-discard = Seven! Discarding half a hand: { $who }.
ankh-status-answer = { $own ->
    [yes] Your offer is made.
   *[no] { $seat } { YOU($seat, "have", "has") } made an offer.
} Waiting for: { $who }.
ankh-status-won = { $seat } { YOU($seat, "win", "wins") } with { $points } points.
ankh-over-points = { $points } points reached.
ankh-rolls = Rolls of the dice

## What you may do
ankh-warning = { $risk ->
    [over] { $n } cards without a receipt: a seven costs you { $half }!
    [near] { $n } cards without a receipt: one more is risky.
   *[no] { "" }
}
ankh-prompt-settle = House { $n } of 3: choose a free site.{ $n ->
    [3] { " " }It gives two cards of the adjacent guild; without a guild, one card of your choice.
   *[other] { "" }
}
ankh-prompt-gift = No guild is adjacent to this house: choose the card that you take.
ankh-prompt-before = Roll the dice.{ $fix ->
    [yes] { " " }Or choose your scrolls: { $n } of them set the result.
   *[no] { "" }
} { $warning }
ankh-prompt-discard = Seven! Choose the cards to discard: { $n } more of { $all }.
ankh-prompt-act = { $can ->
    [chip] Choose a number for the thief, or continue.
    [chip-hire] Choose a number for the thief, or two cards to hire an assassin, or continue.
    [shades] Choose the Shades to send the thief home, or continue.
    [shades-hire] Choose the Shades to send the thief home, or two cards to hire an assassin, or continue.
    [no-hire] You have no licence to steal. Choose two cards to hire an assassin, or continue.
   *[no] { $seven ->
        [yes] You rolled a 7, but you can do nothing with it.
       *[no] You have no licence to steal and cannot hire an assassin.
    }
}
ankh-prompt-rob = Choose whose card you draw.
ankh-prompt-estate = Choose a free site: the victim’s house is yours.
ankh-prompt-show = You have the most cards: choose the one that you show to the beggars. You keep it.
ankh-prompt-library = { $n ->
    [1] Sell one card to the library for { $pays }?
   *[other] Sell up to { $n } cards to the library for { $pays } each?
}
ankh-prompt-laboratory = The laboratory gives you { $n ->
    [1] a card
   *[other] { $n } cards
}: choose a resource.
ankh-prompt-palace = Choose a guild for a point from the palace ({ $n } to announce).
ankh-prompt-arrest = An assassin is on { $n }. Your guard can arrest him.
ankh-prompt-main = Build, buy, play a card or end your turn.{ $offers ->
    [spent] { " " }No more offers this turn.
   *[left] { "" }
} { $warning }
ankh-prompt-offering = { $began ->
    [yes] { $want ->
        [nothing] You give { $give }. Now choose what you want.
       *[other] { $give ->
            [nothing] You want { $want }. Now choose what you give.
           *[other] You give { $give } for { $want }.
        }
    }
   *[no] Choose cards from your hand to give, then what you want.
}
ankh-prompt-answer = { $countering ->
    [yes] { $began ->
        [yes] { $want ->
            [nothing] You give { $give }. Now choose what you want.
           *[other] { $give ->
                [nothing] You want { $want }. Now choose what you give.
               *[other] You give { $give } for { $want } instead.
            }
        }
       *[no] Your counter-offer: choose what you give, then what you want.
    }
   *[no] { $seat } offers you { $give } for { $want }.{ $can ->
        [yes] { "" }
       *[no] { " " }You do not have these cards.
    }
}
ankh-prompt-pick = { $answers }. Choose an offer.
ankh-accepts = { $seat } { YOU($seat, "accept", "accepts") }
ankh-counters = { $seat } { YOU($seat, "make", "makes") } a counter-offer
ankh-begun-cost = { $what ->
    [foundation] Foundation: choose a free site near your buildings.
    [house] House: choose your foundation.
    [villa] Villa: choose your house.
    [point] Guild point: choose the guild, or a card of the guild.
   *[receipts] Receipts: choose the card that you pay.
}
ankh-begun-scroll = Scrolls: choose a card ({ $card } scrolls), the token ({ $token }), your foundation ({ $house }) or your house ({ $villa }).
ankh-begun-fix = { $n } scrolls: choose the result of the roll.
ankh-begun-bounty = Bounty: { $kind } and another card. Choose the other card.
ankh-begun-bank = Bank: { $what } for one card. Choose the card that you want.
ankh-button-roll = Roll the dice
ankh-button-offer = Trade
ankh-button-propose = Propose
ankh-button-accept = Accept
ankh-button-refuse = Decline
ankh-button-counter = Counter-offer
ankh-button-promote = Promote
ankh-button-arrest = Arrest
ankh-button-end = End turn
ankh-button-rob = { $seat }
ankh-button-deal = Accept
ankh-button-pass = { $stage ->
    [act] Continue
    [library] Stop selling
    [estate] Decline
    [arrest] Let him go
   *[pick] Decline all
}

## Before it is sent
ankh-foresee = { $what }
ankh-you-pay = You pay { $goods }.
ankh-you-get = You get { $goods }.
ankh-you-rise = { $n } { $n ->
    [1] point
   *[other] points
} in { $guild }{ $member ->
    [yes] : you are a member!
   *[no] .
}
ankh-you-have = { $n } of { $all } victory points.
ankh-foresee-win = You win!
ankh-foresee-end = End your turn? { $warning }
ankh-foresee-offer = Offer { $give } for { $want } to everyone?
ankh-foresee-counter = Answer with { $give } for { $want }?
ankh-foresee-answer = { $answer ->
    [yes] Accept: you get { $give } and give { $want }.
   *[no] Decline { $give } for { $want }.
}
ankh-foresee-discard = You discard { $goods }.
ankh-foresee-steal = Thief: { $place }. You draw a random card from { $seat }.
ankh-foresee-thief = Thief: { $place }. No one is robbed.
ankh-foresee-token = You draw a face-down token: a guard or Vetinari.
ankh-foresee-die = You pay the bounty either way. The assassin succeeds on { $least } or more.

## A turn as advice
ankh-do-settle = place a house on site { $site }
ankh-do-found = build a foundation on site { $site }
ankh-do-house = build a house on site { $site }
ankh-do-villa = build a villa on site { $site }
ankh-do-scroll-house = build a house on site { $site } for scrolls
ankh-do-scroll-villa = build a villa on site { $site } for scrolls
ankh-do-thief = move the thief to { $place }
ankh-do-rob = draw a card from { $seat }
ankh-do-deal = accept { OF($seat) } offer
ankh-do-bank = trade { $give } for { $want } with the bank
ankh-do-offer = offer { $give } for { $want }
ankh-do-take = take { $goods }
ankh-do-scroll-take = take { $goods } for scrolls
ankh-do-show = show { $kind } to the beggars
ankh-do-sell = sell { $goods } to the library
ankh-do-discard = discard { $goods }
ankh-do-turn-up = pay { $goods } for receipts
ankh-do-palace = announce a point in { $guild }
ankh-do-point = buy a point in { $guild }
ankh-do-hire = hire an assassin for { $goods }
ankh-do-fix = set the roll to { $n } with scrolls
ankh-do-roll = roll the dice
ankh-do-guard = play a guard
ankh-do-pass = { $stage ->
    [act] leave the thief and the assassins alone
    [library] sell no more to the library
    [estate] decline the victim’s house
    [arrest] let the assassin go
   *[pick] decline all offers
}
ankh-do-accept = accept the offer
ankh-do-refuse = decline the offer
ankh-do-token = buy a development token
ankh-do-scroll-token = buy a development token for scrolls
ankh-do-promote = take the promotion
ankh-do-arrest = arrest the assassin
ankh-do-end = end the turn

## What happened
ankh-say-settles = { $seat } { YOU($seat, "place", "places") } a house: { $site }.
ankh-say-inherits = { $seat } { YOU($seat, "take", "takes") } over the victim’s house: { $site }.
ankh-say-receives = { $seat } { YOU($seat, "get", "gets") } { $goods }.
ankh-say-builds = { $seat } { YOU($seat, "build", "builds") } a { $what ->
    [foundation] foundation
    [house] house
   *[villa] villa
}: { $site }{ $scrolls ->
    [0] .
   *[other] , for { $scrolls } scrolls.
}
ankh-say-thief = { $seat } { YOU($seat, "move", "moves") } the thief: { $place }.
ankh-say-deal = { $seat } → { $other }: { $give } for { $want }.
ankh-say-bank = { $seat } { YOU($seat, "trade", "trades") } { $give } for { $want } with the bank.
ankh-say-takes = { $seat } { YOU($seat, "take", "takes") } { $goods }{ $scrolls ->
    [0] .
   *[other] { " " }for { $scrolls } scrolls.
}
ankh-say-shows = { $seat } { YOU($seat, "show", "shows") } { $kind } to the beggars.
ankh-say-sells = { $seat } { YOU($seat, "sell", "sells") } { $goods } to the library for { $scrolls } scrolls.
ankh-say-receipts = { $seat } { YOU($seat, "pay", "pays") } { $goods } and { YOU($seat, "turn", "turns") } both receipts face up.
ankh-say-announces = { $seat } { YOU($seat, "announce", "announces") } a point in { $guild }.
ankh-say-buys-point = { $seat } { YOU($seat, "pay", "pays") } { $goods } for a point in { $guild }.
ankh-say-hires = { $seat } { YOU($seat, "hire", "hires") } an assassin for { $goods }: cell { $n }.
ankh-say-fixes = { $seat } { YOU($seat, "set", "sets") } the roll to { $n } with { $scrolls } scrolls.
ankh-say-guard = { $seat } { YOU($seat, "play", "plays") } a guard.
ankh-say-passes = { $stage ->
    [act] { $seat } { YOU($seat, "leave", "leaves") } the thief and the assassins alone.
    [library] { $seat } { YOU($seat, "stop", "stops") } selling to the library.
    [estate] { $seat } { YOU($seat, "decline", "declines") } the victim’s house.
    [arrest] { $seat } { YOU($seat, "let", "lets") } the assassin go.
   *[pick] { $seat } { YOU($seat, "decline", "declines") } all offers.
}
ankh-say-offering = { $seat } { YOU($seat, "are", "is") } making an offer.
ankh-say-offers = { $seat } { YOU($seat, "offer", "offers") } { $give } for { $want }.
ankh-say-token = { $seat } { YOU($seat, "buy", "buys") } a development token{ $scrolls ->
    [0] .
   *[other] { " " }for { $scrolls } scrolls.
}
ankh-say-promoted = Promotion: { $seat } { YOU($seat, "are", "is") } now { $rank ->
    [2] captain of the guard
   *[1] sergeant
}.
ankh-say-ends = { $seat } { YOU($seat, "end", "ends") } the turn.
ankh-say-discards = { $seat } { YOU($seat, "discard", "discards") } { $goods }.
ankh-say-chosen = { $seat } { YOU($seat, "have", "has") } chosen cards to discard.
ankh-say-answered = { $seat } { YOU($seat, "have", "has") } answered.
ankh-say-answer-yes = { $seat } { YOU($seat, "accept", "accepts") }.
ankh-say-answer-no = { $seat } { YOU($seat, "decline", "declines") }.
ankh-say-answer-counter = { $seat } { YOU($seat, "offer", "offers") } { $give } for { $want } instead.
ankh-say-lapsed = Nobody accepts.
ankh-say-rolls = { $seat } { YOU($seat, "roll", "rolls") } { $n ->
    [8] an 8
    [11] an 11
   *[other] a { $n }
}.
ankh-say-steals = { $seat } { YOU($seat, "draw", "draws") } a card from { $victim }.
ankh-say-stolen-by-you = You drew { $kind }.
ankh-say-stolen-from-you = You lost { $kind }.
ankh-say-strikes = The die shows { $n }: { OF($seat) } assassin { $done ->
    [yes] succeeds
   *[no] fails
}.
ankh-say-drawn = { $token ->
    [guard] You drew a guard.
   *[vetinari] You drew Vetinari: a point, hidden for now.
}
ankh-say-too-many = Too many cards: { $who }.
ankh-say-produces = From { $guild }: { $who }.
ankh-say-blocked = The thief blocks { $place }.
ankh-say-short = The bank does not have enough { $kind }: nobody gets any.
ankh-say-university = From the university: { $who }.
ankh-say-got = You get { $goods }.
ankh-say-quiet = Nobody gets anything.
ankh-say-beggars = From the beggars: { $who }.
ankh-say-beggars-none = The bank has no such card for the beggars.
ankh-say-rises = { $seat } { YOU($seat, "have", "has") } { $n } { $n ->
    [1] point
   *[other] points
} in { $guild }{ $member ->
    [yes] { " " }and { YOU($seat, "become", "becomes") } a member.
   *[no] .
}
ankh-say-presides = { $seat } { YOU($seat, "are", "is") } now president of { $guild }.
ankh-say-fire = { $on ->
    [1] The laboratory explodes and is on fire.
   *[0] The fire in the laboratory is out.
}
ankh-say-arrests = { $seat } { YOU($seat, "arrest", "arrests") } the assassin on cell { $n }.
ankh-say-receipt = { $seat } { YOU($seat, "turn", "turns") } a receipt face down: { $n ->
    [0] none left
   *[other] { $n } left
} face up.
ankh-say-warning = Careful: you hold { $n } cards without a receipt. A seven would cost you { $half }.
