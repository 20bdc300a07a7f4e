### Ponte del Diavolo. $seat, $other : noms des joueurs. $colour : light ou dark. Les cases s’écrivent « d4 ».

## En bref
ponte-brief = Des îles reliées par des ponts font gagner. Quatre de vos tuiles jointes par les côtés forment une île. Une île seule rapporte 1 point, deux îles reliées 3, trois 6, quatre 10. À votre tour, posez deux tuiles ou construisez un pont : choisissez deux cases libres, ou deux de vos tuiles.

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
} : aucune tuile possible

## Explications
ponte-about-tile = Quatre tuiles jointes par les côtés forment une île. Une à trois tuiles sont un banc de sable, qui ne rapporte rien mais peut relier des îles.
ponte-about-island = Une île seule rapporte 1 point ; deux îles reliées 3, trois 6, quatre 10. Aucun autre groupe de sa couleur ne peut la toucher, même en diagonale.
ponte-about-bridge = Un pont relie les groupes à ses deux bouts ; les îles reliées comptent ensemble. Une tuile ne porte qu’un seul pont.
ponte-about-under = Aucune tuile ne se pose sous un pont. Les ponts ne se croisent jamais.
ponte-about-points = Points de toutes les îles, les îles reliées ensemble.
ponte-about-islands = Groupes de quatre tuiles exactement. À égalité, le plus grand nombre d’îles l’emporte.
ponte-about-tiles = Tuiles qui restent à poser. Un tour de tuiles en prend deux.
ponte-about-bridges = Ponts restants pour les deux joueurs ensemble.

## Compteurs
ponte-points = Points
ponte-tiles = Tuiles
ponte-islands = Îles
ponte-bridges = Ponts restants

## Le score expliqué
ponte-chain = { $n ->
    [one] Île seule : { $cells }
   *[other] { $n } îles reliées : { $cells }
}

## Qui doit faire quoi
ponte-status-opening = { $seat } { YOU($seat, "ouvrez", "ouvre") } avec deux tuiles claires.
ponte-status-opening-half = { $seat } { YOU($seat, "posez", "pose") } la seconde tuile claire.
ponte-status-choice = { $seat } { YOU($seat, "choisissez", "choisit") } : prendre les claires ou jouer les foncées.
ponte-status-dark = { $seat } { YOU($seat, "posez", "pose") } deux tuiles foncées.
ponte-status-dark-half = { $seat } { YOU($seat, "posez", "pose") } la seconde tuile foncée.
ponte-status-turn = { $last ->
    [1] Dernier tour : à { $seat } de jouer.
   *[0] À { $seat } de jouer.
}
ponte-status-half = { $last ->
    [1] Dernier tour : { $seat } { YOU($seat, "posez", "pose") } { YOU($seat, "votre", "sa") } seconde tuile.
   *[0] { $seat } { YOU($seat, "posez", "pose") } { YOU($seat, "votre", "sa") } seconde tuile.
}
ponte-status-stuck = { $last ->
    [1] Dernier tour : { $seat } { YOU($seat, "pouvez", "peut") } construire un pont ou passer.
   *[0] { $seat } ne { YOU($seat, "pouvez", "peut") } plus poser deux tuiles : un pont, ou passer.
}
ponte-status-pass = { $last ->
    [1] Dernier tour : { $seat } n’{ YOU($seat, "avez", "a") } aucun coup possible et { YOU($seat, "devez", "doit") } passer.
   *[0] { $seat } n’{ YOU($seat, "avez", "a") } aucun coup possible et { YOU($seat, "devez", "doit") } passer.
}
ponte-status-won = { YOU($seat) ->
    [yes] Vous gagnez.
   *[no] Victoire { DE($seat) }.
}
ponte-status-shared = Victoire partagée.

## Ce que vous pouvez faire
ponte-prompt-opening = Posez deux tuiles claires. Votre adversaire pourra prendre les claires : cherchez l’équilibre.
ponte-prompt-opening-half = Posez la seconde tuile claire.
ponte-prompt-choice = Prenez les claires, ou jouez les foncées : posez deux tuiles foncées.
ponte-prompt-dark = Vous jouez maintenant les foncées : posez deux tuiles foncées.
ponte-prompt-dark-half = Posez la seconde tuile foncée.
ponte-prompt-turn = { $last ->
    [1] Dernier tour : posez deux tuiles, ou construisez un pont entre deux des vôtres.
   *[0] Posez deux tuiles, ou construisez un pont entre deux des vôtres.
}
ponte-prompt-tiles = { $last ->
    [1] Dernier tour : posez deux tuiles.
   *[0] Posez deux tuiles.
}
ponte-prompt-half = Posez la seconde tuile.
ponte-prompt-stuck = { $last ->
    [1] Dernier tour : construisez un pont, ou passez.
   *[0] Vous ne pouvez plus poser deux tuiles : construisez un pont, ou passez.
}
ponte-prompt-pass = Vous n’avez aucun coup possible : passez.
ponte-prompt-bridge = Un pont depuis { $from } : choisissez la tuile à l’autre bout.
ponte-button-swap = Prendre les claires
ponte-button-pass = Passer

## Un tour en conseil
ponte-do-tiles = { $dark ->
    [yes] jouer les foncées : poser
   *[no] poser
} { $n ->
    [1] une tuile sur { $a }
   *[other] deux tuiles sur { $a } et { $b }
}
ponte-do-bridge = construire un pont de { $a } à { $b }
ponte-do-swap = prendre les claires
ponte-do-pass = passer

## Ce qui s’est passé
ponte-say-tile = { $seat } { YOU($seat, "posez", "pose") } { $a }.
ponte-say-tiles = { $seat } { YOU($seat, "posez", "pose") } { $a } et { $b }.
ponte-say-keep = { $seat } { YOU($seat, "jouez", "joue") } les foncées.
ponte-say-swap = { $seat } { YOU($seat, "prenez", "prend") } les claires ; { $other } { YOU($other, "jouez", "joue") } les foncées.
ponte-say-bridge = { $seat } { YOU($seat, "construisez", "construit") } un pont de { $a } à { $b }.
ponte-say-pass = { $seat } { YOU($seat, "passez", "passe") }.
ponte-say-island = { $seat } { YOU($seat, "complétez", "complète") } une île : { $cells }.
ponte-say-linked = { $seat } { YOU($seat, "reliez", "relie") } { $n } îles : { $points } points.
ponte-say-last = Dernier tour pour { $seat }.
ponte-over-dark-passed = Les foncées passent : la partie est terminée.
ponte-over-last-turn = Les foncées ont joué leur dernier tour : la partie est terminée.
ponte-say-won = { $seat } { YOU($seat, "gagnez", "gagne") } { $points } à { $others }.
ponte-say-won-islands = { $seat } { YOU($seat, "gagnez", "gagne") } : { $points ->
    [one] { $points } point
   *[other] { $points } points
  } partout, mais davantage d’îles.
ponte-say-won-bridges = { $seat } { YOU($seat, "gagnez", "gagne") } : { $points ->
    [one] { $points } point
   *[other] { $points } points
  } et autant d’îles partout, mais davantage de ponts.
ponte-say-shared = Victoire partagée : { $points ->
    [one] { $points } point
   *[other] { $points } points
  }, autant d’îles et de ponts.
