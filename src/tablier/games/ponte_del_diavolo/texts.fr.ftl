### Ponte del Diavolo. $seat, $other : noms des joueurs. $colour : light ou dark. Les cases s’écrivent « d4 ».

## En bref
ponte-brief = Des îles reliées par des ponts font gagner : quatre tuiles de votre couleur côte à côte sont une île. Seule, elle vaut 1 point ; deux îles reliées en valent 3, trois 6, quatre 10. À votre tour, posez deux tuiles ou jetez un pont : touchez deux cases libres, ou deux de vos tuiles.

## Cases et pièces
ponte-cell = { $name }
ponte-tile = { $colour ->
    [light] tuile claire
   *[dark] tuile foncée
}, { $size ->
    [4] île
    [1] banc de sable d’une tuile
   *[other] banc de sable de { $size } tuiles
}
ponte-bridge = pont de { $from } à { $to }
ponte-under = { $n ->
    [one] sous le pont { $bridges }
   *[other] sous les ponts { $bridges }
}, aucune tuile possible

## Compteurs
ponte-points = Points
ponte-tiles = Tuiles
ponte-islands = Îles
ponte-bridges = Ponts restants

## Le score expliqué
ponte-chain = { $n ->
    [one] Une île isolée en { $cells }
   *[other] { $n } îles reliées : { $cells }
}

## Qui doit faire quoi
ponte-status-opening = { $seat } ouvre avec deux tuiles claires.
ponte-status-opening-half = { $seat } ouvre : encore une tuile claire.
ponte-status-choice = { $seat } prend les claires, ou garde les foncées et pose deux tuiles.
ponte-status-dark = { $seat } pose deux tuiles foncées.
ponte-status-dark-half = { $seat } pose encore une tuile foncée.
ponte-status-turn = { $last ->
    [1] Dernier tour de la partie : à { $seat } de jouer.
   *[0] À { $seat } de jouer.
}
ponte-status-half = { $last ->
    [1] Dernier tour de la partie : { $seat } pose sa seconde tuile.
   *[0] { $seat } pose sa seconde tuile.
}
ponte-status-stuck = { $last ->
    [1] Dernier tour de la partie : { $seat } jette un pont ou passe.
   *[0] { $seat } ne peut plus poser deux tuiles : un pont, ou passer.
}
ponte-status-pass = { $last ->
    [1] Dernier tour de la partie : { $seat } ne peut que passer.
   *[0] { $seat } ne peut que passer.
}
ponte-status-won = { $seat } gagne.
ponte-status-shared = Victoire partagée.

## Ce que vous pouvez faire
ponte-prompt-opening = Vous ouvrez la partie : posez deux tuiles claires où vous voulez.
ponte-prompt-opening-half = Posez la seconde tuile claire.
ponte-prompt-choice = Prenez les claires, ou gardez les foncées et posez deux tuiles.
ponte-prompt-dark = Vous jouez maintenant les foncées : posez deux tuiles.
ponte-prompt-dark-half = Posez la seconde tuile foncée.
ponte-prompt-turn = { $last ->
    [1] Dernier tour de la partie : posez deux tuiles, ou jetez un pont entre deux des vôtres.
   *[0] Posez deux tuiles, ou jetez un pont entre deux des vôtres.
}
ponte-prompt-tiles = { $last ->
    [1] Dernier tour de la partie : posez deux tuiles.
   *[0] Posez deux tuiles.
}
ponte-prompt-half = Posez la seconde tuile.
ponte-prompt-stuck = { $last ->
    [1] Dernier tour de la partie : jetez un pont, ou passez.
   *[0] Vous ne pouvez plus poser deux tuiles : jetez un pont, ou passez.
}
ponte-prompt-pass = Vous ne pouvez plus rien jouer : passez.
ponte-prompt-bridge = Un pont depuis { $from } : jusqu’à quelle tuile ?
ponte-button-swap = Prendre les claires
ponte-button-pass = Passer

## Ce qui s’est passé
ponte-say-tile = { $seat } pose { $a }.
ponte-say-tiles = { $seat } pose { $a } et { $b }.
ponte-say-keep = { $seat } garde les foncées.
ponte-say-swap = { $seat } prend les claires ; { $other } jouera les foncées.
ponte-say-bridge = { $seat } jette un pont de { $a } à { $b }.
ponte-say-pass = { $seat } passe.
ponte-say-island = { $seat } achève une île : { $cells }.
ponte-say-linked = { $seat } relie { $n } îles : { $points } points.
ponte-say-last = Il reste un dernier tour à { $seat }.
ponte-over-dark-passed = Les foncées ont passé : la partie est finie.
ponte-over-last-turn = Les foncées ont joué le dernier tour : la partie est finie.
ponte-say-won = { $seat } gagne { $points } à { $others }.
ponte-say-won-islands = { $seat } gagne : { $points } points partout, mais plus d’îles.
ponte-say-won-bridges = { $seat } gagne : { $points } points et autant d’îles partout, mais plus de ponts.
ponte-say-shared = { $points } points, autant d’îles et de ponts partout : victoire partagée.
