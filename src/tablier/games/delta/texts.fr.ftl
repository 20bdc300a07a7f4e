### Le Delta. $seat, $target, $home : noms de joueurs. $colour : white, yellow, red, black, blue ou green. $card : une carte comme dans la notation.

## En bref
delta-brief = Amenez votre pion au village d’en face avant les autres. À chaque manche, chacun programme cinq cartes en secret, puis elles s’exécutent une à une : placez des pierres sur les îles, posez des planches de pierre en pierre, marchez sur les planches de tous. Un dragon annule la carte que sa cible révèle au même moment.

## Lieux et pièces
delta-village = { $colour ->
    [white] le village blanc
    [yellow] le village jaune
    [red] le village rouge
    [black] le village noir
    [blue] le village bleu
   *[green] le village vert
}
delta-island = l’île { $n }
delta-gap = entre { $a } et { $b }
delta-stone = pierre
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
delta-goal = { $colour ->
    [white] but du pion blanc
    [yellow] but du pion jaune
    [red] but du pion rouge
    [black] but du pion noir
    [blue] but du pion bleu
   *[green] but du pion vert
}
delta-statuette = statuette : commence chaque phase
delta-card = { $card ->
    [stone1] Placer une pierre
    [stone2] Placer 2 pierres
    [plank1] Poser une planche
    [plank2] Poser 2 planches
    [remove] Retirer une planche ou une pierre
    [move1] Avancer d’une planche
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
delta-card-chosen = { $card }, emplacement { $n } du programme
delta-card-hidden = carte cachée
delta-card-cancelled = { $card }, annulée par { YOU($by) ->
    [yes] votre dragon
   *[no] le dragon { DE($by) }
}
delta-hand = Main
delta-programme = Programme
delta-reserve = Planches en réserve

## Explications
delta-about-card = { $card ->
    [stone1] Placez une pierre sur une île libre.
    [stone2] Placez deux pierres sur des îles libres.
    [plank1] Choisissez une de vos planches, puis deux pierres, ou un village et une pierre. Elle doit avoir la bonne longueur, ne croiser aucune planche et ne passer sur aucune île.
    [plank2] Posez deux de vos planches, l’une après l’autre. Chacune doit avoir la bonne longueur, ne croiser aucune planche et ne passer sur aucune île.
    [remove] Prenez une planche sans pion dans votre réserve, ou remettez une pierre nue dans la réserve commune.
    [move1] Votre pion avance sur une planche voisine ou dans un village voisin. S’il ne peut pas, il tombe à l’eau et rentre au village.
    [move2] Votre pion avance de deux pas. S’il ne peut pas bouger, il tombe à l’eau et rentre au village.
   *[jump] Votre pion saute par-dessus un pion sur une planche voisine et retombe juste derrière. S’il ne peut pas, il tombe à l’eau et rentre au village.
}
delta-about-dragon = Annule l’action que le joueur de cette couleur révèle dans la même phase. Un dragon au plus par programme.
delta-about-back = Cachée jusqu’à sa phase.
delta-about-plank = Repose sur deux pierres, ou sur un village et une pierre, si elle a la bonne longueur. Tout le monde peut y marcher.
delta-about-stone = Porte jusqu’à trois planches, de n’importe quel joueur. Une pierre nue peut être retirée.
delta-about-pawn = Marche sur les planches et dans les villages, jamais sur une pierre seule. Le premier pion à son but gagne.
delta-about-flag = Le pion de cette couleur gagne en atteignant ce village.
delta-about-statuette = Son détenteur joue en premier à chaque phase. Elle passe au joueur suivant après chaque manche.
delta-about-island = Reçoit une pierre, qui porte des planches. Les pierres sont à tout le monde.
delta-about-village = Porte jusqu’à trois planches sans pierre. Tout pion peut y entrer ; seul son propre but fait gagner.
delta-about-stones = Pierres qui restent, pour tout le monde.

## Compteurs
delta-supply = Pierres restantes

## À qui de faire quoi
delta-status-programming = Chacun programme cinq cartes.
delta-status-locked = Votre programme est verrouillé. Les cartes sont révélées quand tout le monde est prêt.
delta-status-veiled = Révélation des cartes de la phase { $phase }…
delta-status-turn = Phase { $phase } sur 5 : { $stage ->
    [stone] { $seat } { YOU($seat, "placez", "place") } une pierre.
    [plank] { $seat } { YOU($seat, "choisissez", "choisit") } une planche.
    [gap] { $seat } { YOU($seat, "posez", "pose") } une planche.
    [remove] { $seat } { YOU($seat, "retirez", "retire") } une planche ou une pierre.
    [jump] { $seat } { YOU($seat, "sautez", "saute") }.
   *[other] { $seat } { YOU($seat, "avancez", "avance") }.
}
delta-status-won = { $seat } { YOU($seat, "atteignez", "atteint") } le village d’en face et { YOU($seat, "gagnez", "gagne") }.
delta-over-arrival = Un pion a atteint son but : la partie est terminée.

## Ce que l’on peut faire
delta-prompt-card = Choisissez la carte { $n } sur 5. Un dragon au plus.
delta-prompt-stone = Phase { $phase } : { $n ->
    [1] choisissez une île où placer une pierre.
   *[other] placez { $n } pierres ; choisissez une île.
}
delta-prompt-plank = Phase { $phase } : choisissez une planche. { $eye ->
    [friendly] La table montre ensuite où elle convient ; si elle ne convient nulle part, elle est perdue.
   *[own] Vous devrez l’utiliser, même si elle ne convient nulle part.
}
delta-prompt-gap = { $again ->
    [yes] Elle n’a pas la bonne longueur. Essayez la { $plank } ailleurs : choisissez ses deux bouts.
   *[no] Posez la { $plank } : choisissez ses deux bouts, villages ou pierres.
}
delta-prompt-end = La { $plank } depuis { $from } : choisissez l’autre bout.
delta-prompt-remove = Phase { $phase } : choisissez une planche libre, qui rejoint votre réserve, ou une pierre nue.
delta-prompt-step = Phase { $phase } : choisissez la planche ou le village où va votre pion.
delta-prompt-first = Phase { $phase } : premier pas sur deux. Choisissez où va votre pion.
delta-prompt-second = Phase { $phase } : second pas. Choisissez où va votre pion.
delta-prompt-jump = Phase { $phase } : sautez par-dessus un pion. Choisissez où le vôtre retombe.

## Avant l’envoi
delta-foresee-programme = Verrouiller ce programme ?
delta-foresee-plank = Prendre la { $plank } ? Si elle ne convient nulle part, elle est perdue.
delta-foresee-gap = Poser la { $plank } entre { $a } et { $b } ?{ $eye ->
    [1] { " " }Si elle ne convient pas, elle est perdue.
   *[other] { "" }
}
delta-foresee-goal = Votre pion atteint son but : vous gagnez !

## Un tour en conseil
delta-then = { $a }, puis { $b }
delta-cards = { $a } · { $b }
delta-do-programme = choisir les cartes ({ $cards })
delta-do-stone = placer une pierre sur l’île { $n }
delta-do-plank = prendre la { $plank }
delta-do-lay = poser la { $plank } entre { $a } et { $b }
delta-do-take-plank = retirer la planche entre { $a } et { $b }
delta-do-take-stone = retirer la pierre de l’île { $n }
delta-do-walk = aller sur la planche entre { $a } et { $b }
delta-do-enter = aller dans { $village }

## Ce qui s’est passé
delta-say-locked = { $seat } { YOU($seat, "avez", "a") } verrouillé { YOU($seat, "votre", "son") } programme.
delta-say-revealed = Phase { $phase } : les cartes sont révélées. { $seat } { YOU($seat, "commencez", "commence") }.
delta-say-stone = { $seat } { YOU($seat, "placez", "place") } une pierre sur l’île { $n }.
delta-say-plank = { $seat } { YOU($seat, "prenez", "prend") } la { $plank }.
delta-say-laid = { $seat } { YOU($seat, "posez", "pose") } la { $plank } entre { $a } et { $b }.
delta-say-missed = { $seat } { YOU($seat, "essayez", "essaie") } la { $plank } entre { $a } et { $b } : mauvaise longueur.
delta-say-lost = { $why ->
    [miss] La { $plank } n’a pas la bonne longueur : { $seat } la { YOU($seat, "perdez", "perd") }.
   *[nowhere] La { $plank } ne convient nulle part : { $seat } la { YOU($seat, "perdez", "perd") }.
}
delta-say-taken = { $seat } { YOU($seat, "retirez", "retire") } la { $plank }.
delta-say-lifted = { $seat } { YOU($seat, "retirez", "retire") } la pierre de l’île { $n }.
delta-say-went = { $where ->
    [plank] { $seat } { YOU($seat, "avancez", "avance") } sur la planche entre { $a } et { $b }.
   *[village] { $seat } { YOU($seat, "entrez", "entre") } dans { $a }.
}
delta-say-arrived = { $seat } { YOU($seat, "atteignez", "atteint") } { $a } !
delta-say-dragon = { $seat } { YOU($seat, "envoyez", "envoie") } un dragon contre { $target }.
delta-say-cancelled = { YOU($by) ->
    [yes] Votre dragon
   *[no] Le dragon { DE($by) }
} annule { YOU($seat) ->
    [yes] votre carte
   *[no] la carte { DE($seat) }
} : { $card }.
delta-say-nothing = { $seat } ne { YOU($seat, "pouvez", "peut") } pas jouer { YOU($seat, "votre", "sa") } carte : { $card }.
delta-say-fell = { $seat } ne { YOU($seat, "pouvez", "peut") } pas avancer ({ $card }) et { YOU($seat, "tombez", "tombe") } à l’eau : retour au village !
delta-say-stuck = { $seat } ne { YOU($seat, "pouvez", "peut") } pas quitter le village ({ $card }).
delta-say-round = Fin de la manche. La statuette { YOU($home) ->
    [yes] vous revient
   *[no] passe à { $home }
}.
