### Le Delta. $seat, $target, $home : noms de joueurs. $colour : white, yellow, red, black, blue ou green. $card : une carte comme dans la notation.

## En bref
delta-brief = Amenez votre pion au village d’en face avant les autres. À chaque manche, chacun pose cinq cartes en secret, puis elles s’exécutent une à une : les pierres vont sur les îles, les planches de pierre en pierre, et les pions marchent sur les planches de tous. Un dragon annule la carte que sa couleur a retournée en même temps.

## Lieux et pièces
delta-village = { $colour ->
    [white] village blanc
    [yellow] village jaune
    [red] village rouge
    [black] village noir
    [blue] village bleu
   *[green] village vert
}
delta-island = île { $n }
delta-gap = entre { $a } et { $b }
delta-stone = une pierre
delta-plank = planche { $colour ->
    [white] blanche
    [yellow] jaune
    [red] rouge
    [black] noire
    [blue] bleue
   *[green] verte
} { $n }
delta-pawn = pion { $colour ->
    [white] blanc
    [yellow] jaune
    [red] rouge
    [black] noir
    [blue] bleu
   *[green] vert
}
delta-goal = but du pion { $colour ->
    [white] blanc
    [yellow] jaune
    [red] rouge
    [black] noir
    [blue] bleu
   *[green] vert
}
delta-statuette = la statuette : ce joueur commence chaque phase
delta-card = { $card ->
    [stone1] Placer 1 pierre
    [stone2] Placer 2 pierres
    [plank1] Placer 1 planche
    [plank2] Placer 2 planches
    [remove] Retirer une planche ou une pierre
    [move1] Avancer d’1 planche
    [move2] Avancer de 2 planches
   *[jump] Sauter par-dessus un pion
}
delta-dragon = Dragon { $colour ->
    [white] blanc
    [yellow] jaune
    [red] rouge
    [black] noir
    [blue] bleu
   *[green] vert
}
delta-card-hidden = carte cachée
delta-hand = Main
delta-programme = Programme
delta-reserve = Planches en réserve

## Compteurs
delta-supply = Pierres en réserve

## À qui de faire quoi
delta-status-programming = Chacun compose un programme de cinq cartes.
delta-status-locked = Votre programme est verrouillé. Les cartes seront révélées quand tout le monde sera prêt.
delta-status-veiled = Les cartes de la phase { $phase } vont être révélées.
delta-status-turn = Phase { $phase } sur 5 : { $stage ->
    [stone] { $seat } place une pierre.
    [plank] { $seat } choisit une planche.
    [gap] { $seat } pose une planche.
    [remove] { $seat } retire une planche ou une pierre.
    [jump] { $seat } saute.
   *[other] { $seat } se déplace.
}
delta-status-won = { $seat } a atteint le village opposé et gagne.
delta-over-arrival = Un pion a atteint son but : la partie est finie.

## Ce que l’on peut faire
delta-prompt-card = Carte { $n } sur 5 : touchez-la ou glissez-la. Un dragon au plus.
delta-prompt-stone = Phase { $phase } : touchez une île pour { $n ->
    [1] y placer une pierre.
   *[other] y placer une pierre ; il en reste { $n } à placer.
}
delta-prompt-plank = Phase { $phase } : choisissez à l’œil une planche de votre réserve. Une fois envoyée, elle est engagée.
delta-prompt-gap = { $again ->
    [yes] Elle ne va pas là. Essayez ailleurs ({ $plank }) : touchez ses deux appuis.
   *[no] À poser : { $plank }. Touchez les deux appuis, villages ou pierres.
}
delta-prompt-end = { $plank }, premier appui : { $from }. Touchez l’autre appui.
delta-prompt-remove = Phase { $phase } : touchez une planche libre, qui rejoint votre réserve, ou une pierre nue.
delta-prompt-step = Phase { $phase } : touchez la planche ou le village où va votre pion.
delta-prompt-first = Phase { $phase } : premier de deux pas. Touchez où va votre pion.
delta-prompt-second = Phase { $phase } : second pas. Touchez où va votre pion.
delta-prompt-jump = Phase { $phase } : sautez par-dessus un pion. Touchez où le vôtre retombe.

## Avant l’envoi
delta-foresee-programme = Programme complet. Une fois envoyé, il est verrouillé.
delta-foresee-plank = Envoyez pour engager votre choix : { $plank }. Si elle ne va nulle part, elle est perdue.
delta-foresee-gap = Envoyez pour l’essayer ({ $plank }) entre { $a } et { $b }.{ $eye ->
    [1] { " " }Si elle ne va pas, elle est perdue.
   *[other] { "" }
}
delta-foresee-goal = Votre pion atteint son but : vous gagnez !

## Ce qui s’est passé
delta-say-locked = Programme verrouillé : { $seat }.
delta-say-revealed = Phase { $phase } : les cartes sont retournées. { $seat } commence.
delta-say-stone = { $seat } place une pierre sur l’île { $n }.
delta-say-plank = { $seat } choisit une planche : { $plank }.
delta-say-laid = { $seat } pose une planche entre { $a } et { $b } ({ $plank }).
delta-say-missed = { $seat } essaie une planche entre { $a } et { $b } ({ $plank }) : elle ne va pas.
delta-say-lost = { $why ->
    [miss] { $seat } a mal jugé : { $plank } perdue.
   *[nowhere] { $seat } choisit une planche qui ne va nulle part : { $plank } perdue.
}
delta-say-taken = { $seat } retire une planche : { $plank }.
delta-say-lifted = { $seat } retire la pierre de l’île { $n }.
delta-say-went = { $seat } se déplace : { $place }.
delta-say-arrived = { $seat } arrive : { $place } !
delta-say-dragon = { $seat } a envoyé un dragon contre { $target }.
delta-say-cancelled = Un dragon annule la carte de { $seat } : { $card }.
delta-say-nothing = { $seat } ne peut rien faire de sa carte : { $card }.
delta-say-fell = { $seat } ne peut pas avancer ({ $card }) et tombe à l’eau : retour au village !
delta-say-stuck = { $seat } ne peut pas partir ({ $card }) et reste au village.
delta-say-round = Fin du tour. La statuette passe à { $home }.
