### Les Ponts de Shangri-La. $seat, $who : noms des joueurs. $colour : red, blue, yellow ou lilac. $id : une lettre de la notation.

## En bref
shangri-brief = Chacun de vos maîtres dans les villages vaut un point à la fin. À votre tour, placez un maître dans un village où vous en avez un, recrutez deux disciples, ou envoyez tous les disciples d’un village sur un pont, qui s’effondre ensuite. Ils deviennent maîtres sur les emplacements libres et chassent les maîtres d’un village plus faible.

## Lieux et pièces
shangri-village = { $name } ({ $id })
shangri-guild = { $id ->
    [H] guérisseur
    [D] éleveur de dragons
    [F] gardien du feu
    [P] prêtre
    [R] faiseur de pluie
    [A] astrologue
   *[Y] ami du yéti
}
shangri-space = { $guild }, { $village }
shangri-gorge = gorge entre { $a } et { $b }
shangri-stands = pont intact
shangri-bridge = pont { $a } – { $b }
shangri-tile = { $guild } ({ $colour ->
    [red] rouge
    [blue] bleu
    [yellow] jaune
   *[lilac] lilas
})
shangri-pair = { $tile } avec un disciple
shangri-nobody = village vide
shangri-contents = { $masters ->
    [one] { $masters } maître
   *[other] { $masters } maîtres
}, { $students ->
    [0] aucun disciple
    [one] { $students } disciple
   *[other] { $students } disciples
} : { $who }
shangri-stone = pierre de sagesse : village en paix
shangri-reserve = Réserve
shangri-stock = { $guild }, { $n } en réserve
shangri-list = { $a }, { $b }
shangri-and-then = { $a } { $b }

## Explications
shangri-about-village = La force est le nombre de tuiles, maîtres et disciples ; à égalité, celui qui a le plus de maîtres l’emporte. Les disciples d’un village plus fort chassent des maîtres, ceux d’un village plus faible ne prennent que les emplacements libres.
shangri-about-peace = En paix : personne n’y place, n’y recrute, n’en part ni n’y arrive. Ses maîtres comptent toujours.
shangri-about-bridge = Un pont sert à un seul voyage, puis s’effondre. Un village sans pont reçoit une pierre de sagesse.
shangri-about-master = Une tuile sur un emplacement est un maître et vaut 1 point à la fin. Il ne quitte jamais son village, mais les disciples d’un village plus fort peuvent le chasser.
shangri-about-student = Un disciple se trouve sur un maître de sa couleur et de sa guilde. Il ne vaut rien, renforce son village et en part au prochain voyage.
shangri-about-masters = Maîtres sur le plateau. Chacun vaut 1 point à la fin.
shangri-about-villages = Villages où ce joueur a un maître. À égalité, le plus grand nombre de villages l’emporte.
shangri-about-tiles = Tuiles en réserve. Les tuiles chassées y reviennent.
shangri-about-stones = Pierres de sagesse sur le plateau. La dernière met fin à la partie.

## Compteurs
shangri-masters = Maîtres
shangri-villages = Villages
shangri-tiles = Réserve
shangri-stones = sur { $all } pierres

## Le score expliqué
shangri-tally = { $village } : { $who }

## Qui doit faire quoi
shangri-status-set-up = Mise en place : { $seat } { YOU($seat, "posez", "pose") } une tuile.
shangri-status-turn = À { $seat } de jouer.
shangri-status-second = { $seat } { YOU($seat, "recrutez", "recrute") } un second disciple.
shangri-status-won = { $n ->
    [one] { YOU($who) ->
        [yes] Vous gagnez.
       *[no] Victoire { DE($who) }.
    }
   *[other] Victoire partagée : { $who }.
}

## Ce que vous pouvez faire
shangri-prompt-set-up = { $seats ->
    [3] Mise en place : choisissez une tuile de votre réserve, puis un village. Deux tuiles au plus par village, dont une seule à vous.
   *[other] Mise en place : choisissez une tuile de votre réserve, puis un village. Trois tuiles au plus par village, dont deux à vous au plus.
}
shangri-prompt-turn = { $can ->
    [all] Choisissez une tuile de votre réserve pour placer un maître ou recruter, ou un village d’où partent vos disciples.
    [tiles] Choisissez une tuile de votre réserve pour placer un maître ou recruter.
   *[journeys] Choisissez un village d’où partent vos disciples.
}
shangri-prompt-second = Recrutez un second disciple : choisissez sa tuile, puis le village de son maître.
shangri-prompt-tile = { $can ->
    [masters] Choisissez le village où votre { $guild } devient maître.
    [students] Choisissez le village où votre { $guild } devient le disciple de votre maître.
   *[both] Choisissez un village : votre { $guild } devient maître sur un emplacement libre, disciple sur votre propre maître.
}
shangri-prompt-journey = Départ : { $from } (maîtres + disciples : { $masters } + { $students }). Choisissez le village d’arrivée.

## Un voyage avant l’envoi
shangri-many = { $n } { $colour ->
    [red] { $n ->
        [one] rouge
       *[other] rouges
    }
    [blue] { $n ->
        [one] bleu
       *[other] bleus
    }
    [yellow] { $n ->
        [one] jaune
       *[other] jaunes
    }
   *[lilac] lilas
}
shangri-with-students = { $n ->
    [one] avec { $n } disciple
   *[other] avec { $n } disciples
}
shangri-foresee = { $from } { $am } + { $as } = { $a }, { $to } { $bm } + { $bs } = { $b }. { $verdict }

## Un tour en conseil
shangri-both = { $a } et { $b }
shangri-do-master = placer un maître : { $what }
shangri-do-student = recruter { $n ->
    [1] un disciple
   *[other] deux disciples
} : { $what }
shangri-do-journey = emmener les disciples { DE($from) } à { $to }

## Ce qui s’est passé
shangri-put = { $guild } à { $village }
shangri-say-place = { $seat } { YOU($seat, "placez", "place") } un maître : { $what }.
shangri-say-recruit = { $seat } { YOU($seat, "recrutez", "recrute") } : { $what }.
shangri-say-journey = { $seat } { YOU($seat, "emmenez", "emmène") } les disciples : { $from } → { $to }. Maîtres + disciples : { $am } + { $as } contre { $bm } + { $bs }. { $verdict }
shangri-verdict = { $cause ->
    [tiles] { $village } est plus fort.
    [masters] Forces égales ; { $village } l’emporte avec plus de maîtres.
    [origin] Forces égales ; { $village } l’emporte comme village de départ.
   *[goal] Forces égales ; { $village } l’emporte comme village d’arrivée.
}
shangri-say-settled = Nouveaux maîtres : { $who }.
shangri-say-joined = Redevenus disciples : { $who }.
shangri-say-expelled = Chassés : { $who }.
shangri-say-returned = Retour en réserve : { $who }.
shangri-say-fallen = Le pont { $a } – { $b } s’effondre.
shangri-say-stone = Pierre de sagesse pour { $village } : { $n } sur { $all }.
shangri-say-no-place = Aucun emplacement ne convient plus { YOU($seat) ->
    [yes] à vos tuiles
   *[no] aux tuiles { DE($seat) }
}, qui restent en réserve.
shangri-say-passed-over = { $seat } n’{ YOU($seat, "avez", "a") } aucun coup possible et { YOU($seat, "passez votre", "passe son") } tour.
shangri-say-ready = Mise en place terminée. { $seat } { YOU($seat, "commencez", "commence") }.
shangri-over-stones = La dernière pierre de sagesse est posée : la partie est terminée.
shangri-over-stuck = Plus aucun joueur n’a de coup possible : la partie est terminée.
shangri-say-won = { $who } { YOU($who, "gagnez", "gagne") } avec { $points } maîtres.
shangri-say-won-villages = { $who } { YOU($who, "gagnez", "gagne") } : égalité à { $points } maîtres, mais dans { $villages } villages contre { $others }.
shangri-say-shared = Victoire partagée : { $who }, avec { $points } maîtres et autant de villages chacun.
