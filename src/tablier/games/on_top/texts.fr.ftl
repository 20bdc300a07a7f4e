### On Top. $seat, $who : noms des joueurs, ou couleurs neutres. $colour dans top-colour : blue, yellow, red ou white.

## En bref
top-brief = Posez votre tuile contre une autre. Quand toutes les cases autour d’une intersection sont couvertes, son cercle est décompté : chaque couleur en deuxième position ajoute un pion, puis la couleur majoritaire place le sien au sommet. Seul le pion du sommet marque : la hauteur de la tour, doublée sur la bordure d’or. Chaque pion qui vous reste à la fin coûte un point.

## Lieux et pièces
top-colour = { $colour ->
    [blue] bleu
    [yellow] jaune
    [red] rouge
   *[white] blanc
  }
top-neutral = { $colour } (neutre)
top-list = { $a }, { $b }
top-and-then = { $a } { $b }
top-field = case { $n } de la piste de score
top-cell = case { $id }
top-point = intersection { $id }
top-place = emplacement { $id }
top-tray = pions, { $colour }
top-part = { $colour } { $n }
top-no-parts = aucune couleur
top-corner = { $part } en { $point }
top-tile = tuile : { $corners }
top-black = triangle noir
top-kind = tuile à angles obtus { $a } et { $b }, angles aigus { $c } et { $d }
top-kind-short = { $a }–{ $b } (angles aigus : { $c }, { $d })
top-stock = { $kind } : { $n } dans le sac
top-open = { $gold ->
    [yes] bordure d’or, { $parts }
   *[no] { $parts }
  } ; { $free ->
    [one] { $free } case libre
   *[other] { $free } cases libres
  }
top-done = { $gold ->
    [yes] bordure d’or, complète
   *[no] complète
  } : { $parts } ; de bas en haut : { $tower }
top-nobody = personne
top-left = { $who } : { $n ->
    [one] il reste { $n } pion
   *[other] il reste { $n } pions
  }
top-marker = { $seat } : { $n ->
    [one] { $n } point
   *[other] { $n } points
  }
top-drawn = Tuile piochée
top-bag = Dans le sac

## Explications
top-about-tile = Un angle aigu donne à sa couleur un sixième du cercle, un angle obtus deux sixièmes. Posez la tuile contre une autre, dans un sens ou dans l’autre.
top-about-open = Décomptée quand toutes les cases autour sont couvertes : chaque couleur en deuxième position ajoute un pion, puis celle qui a le plus de sixièmes place le sien au sommet.
top-about-open-gold = Décomptée quand toutes les cases autour sont couvertes : chaque couleur en deuxième position ajoute un pion, puis celle qui a le plus de sixièmes place le sien au sommet. Sur la bordure d’or, les points sont doublés.
top-about-done = Décomptée : le pion du sommet marque 1 point par pion de la tour. Une tour ne change plus.
top-about-done-gold = Décomptée sur la bordure d’or : le pion du sommet marque 2 points par pion de la tour. Une tour ne change plus.
top-about-tied = Décomptée sans pion : égalité pour le plus de sixièmes, ou aucun pion restant.
top-about-points = Points actuels. Chaque pion qui reste à la fin en coûte un.
top-about-team = Points des deux partenaires ensemble.
top-about-pawns = Pions qui restent à poser. Chacun coûte 1 point à la fin ; poser le dernier fait gagner aussitôt la partie.
top-about-neutral = Pions d’une couleur que personne ne joue. Ils se posent comme les autres et ne marquent rien. Quand il n’en reste plus, la partie finit.
top-about-triangles = Un trou où aucune tuile n’entre est fermé par un triangle noir. Le noir ne compte pour personne.
top-about-bag = Tuiles qui restent dans le sac. La partie finit aussi quand il est vide.

## Compteurs
top-points = Points
top-team = Équipe avec { $mate }
top-pawns = Pions
top-neutral-pawns = Neutre, { $colour }
top-triangles = Triangles
top-bag-left = Tuiles

## Le score expliqué
top-tally = { $point } : { $n ->
    [one] un pion seul{ $gold ->
        [yes] , doublé
       *[no] { "" }
    }
   *[other] tour de { $n }{ $gold ->
        [yes] , doublée
       *[no] { "" }
    }
  }
top-tally-pawns = { $n ->
    [one] { $n } pion non posé
   *[other] { $n } pions non posés
  }
top-tally-before = points antérieurs

## Qui doit faire quoi
top-status-lay = { $seat } { YOU($seat, "posez", "pose") } une tuile.
top-status-order = { $seat } { YOU($seat, "choisissez", "choisit") } le prochain cercle.
top-status-draw = { $seat } { YOU($seat, "piochez", "pioche") } une tuile.
top-status-won = { $n ->
    [one] { $many ->
        [yes] Équipe gagnante : { $who }.
       *[no] { YOU($who) ->
            [yes] Vous gagnez.
           *[no] Victoire { DE($who) }.
        }
    }
   *[other] Victoire partagée : { $who }.
  }

## Ce que vous pouvez faire
top-prompt-lay = Posez votre tuile : choisissez un anneau. Choisissez de nouveau la tuile pour la tourner.
top-prompt-order = Des pions s’épuisent : choisissez le cercle à décompter d’abord.

## Un coup avant l’envoi
top-foresee-nothing = Aucun cercle n’est complété ici. Choisissez de nouveau la tuile pour la tourner, ou un anneau pâle pour la déplacer.
top-see-tied = { $point } : égalité en tête, aucun pion.
top-see-nobody = { $point } : aucun pion restant, pas de tour.
top-see-headless = { $point } : { $who }, sans la couleur majoritaire. Aucun point.
top-see-scores = { $point } : { $who }{ $height ->
    [1] , un pion seul
   *[other] { " " }sur { $below }
  }, { $n ->
    [one] { $n } point
   *[other] { $n } points
  }.
top-see-neutral = { $point } : { $who }{ $height ->
    [1] , un pion seul
   *[other] { " " }sur { $below }
  }, aucun point.

## Un tour en conseil
top-do-lay = poser la tuile en { $place }
top-do-score = décompter ensuite { $point }

## Ce qui s’est passé
top-say-draw = { $seat } { YOU($seat, "piochez", "pioche") } { $kind }.
top-say-lay = { $seat } { YOU($seat, "posez", "pose") } la tuile en { $place }.
top-say-closed = { $n ->
    [one] Un trou se ferme : triangle noir en { $cells }.
   *[other] Des trous se ferment : triangles noirs en { $cells }.
  }
top-say-short = { $n ->
    [one] Plus de triangles : le trou { $cells } reste vide et compte comme noir.
   *[other] Plus de triangles : les trous { $cells } restent vides et comptent comme noirs.
  }
top-say-tied = { $point } complète ({ $parts }) : égalité en tête, aucun pion.
top-say-nobody = { $point } complète ({ $parts }) : aucun pion restant.
top-say-headless = { $point } complète ({ $parts }) : { $who }. { $over ->
    [yes] La partie se termine avant que la couleur majoritaire n’ajoute son pion.
   *[no] La couleur majoritaire n’a plus de pion. Aucun point.
  }
top-say-scores = { $point } complète ({ $parts }) : { $who }{ $height ->
    [1] , un pion seul
   *[other] { " " }sur { $below }
  }{ $gold ->
    [yes] , bordure d’or
   *[no] { "" }
  } : { $n ->
    [one] { $n } point
   *[other] { $n } points
  }.
top-say-neutral = { $point } complète ({ $parts }) : { $who }{ $height ->
    [1] , un pion seul
   *[other] { " " }sur { $below }
  }. Aucun point.
top-say-penalty = { $seat } { YOU($seat, "gardez", "garde") } { $n ->
    [one] { $n } pion : −{ $n } point
   *[other] { $n } pions : −{ $n } points
  }.
top-over-full = Le plateau est plein : la partie est terminée.
top-over-last-pawn = Dernier pion posé : { $who }. La partie est terminée.
top-over-neutral = Tous les pions d’une couleur posés : { $who }. La partie est terminée.
top-over-bag = Le sac est vide : la partie est terminée.
top-say-won = { $many ->
    [yes] Équipe gagnante : { $who }
   *[no] { YOU($who) ->
        [yes] Vous gagnez
       *[no] Victoire { DE($who) }
    }
}, avec { $points ->
    [one] { $points } point
   *[other] { $points } points
  }.
top-say-won-pawn = { $many ->
    [yes] Équipe gagnante : { $who },
    [shared] Victoire partagée : { $who },
   *[no] { YOU($who) ->
        [yes] Vous gagnez
       *[no] Victoire { DE($who) }
    }
} par le dernier pion.
top-say-shared = Victoire partagée : { $who }, avec { $points ->
    [one] { $points } point
   *[other] { $points } points
  } chacun.
