### Les Guildes d’Ankh-Morpork. $seat, $active, $other, $victim : noms de joueurs ; $who : plusieurs. $kind, $good : comme dans la notation.

## En bref
ankh-brief = Douze points à son propre tour font gagner. Les dés apportent des cartes aux maisons voisines de la guilde qu’ils désignent ; avec des cartes, vous bâtissez et montez dans les guildes. Trois points dans une guilde vous en font membre, et le premier membre la préside, ce qui vaut un point, jusqu’à ce qu’un autre en ait plus. À votre tour, touchez ce qui est en couleur : un terrain, un prix ou une carte.

## Mots
ankh-list = { $a }, { $b }
ankh-and-then = { $a } { $b }
ankh-both = { $a } et { $b }
ankh-nothing = rien
ankh-kind = { $kind ->
    [wood] bois
    [brick] argile
    [wool] laine
    [grain] blé
   *[ore] minerai
}
ankh-goods = { $n } { $good ->
    [wood] bois
    [brick] { $n ->
        [1] argile
       *[other] argiles
    }
    [wool] { $n ->
        [1] laine
       *[other] laines
    }
    [grain] { $n ->
        [1] blé
       *[other] blés
    }
    [ore] { $n ->
        [1] minerai
       *[other] minerais
    }
   *[scroll] { $n ->
        [1] parchemin
       *[other] parchemins
    }
}
ankh-guild = { $kind ->
    [wood] la guilde du bois
    [brick] la guilde de l’argile
    [wool] la guilde de la laine
    [grain] la guilde du blé
   *[ore] la guilde du minerai
}
ankh-seat-gets = { $seat } ({ $what })
ankh-points-n = { $n }

## Lieux
ankh-district = { $id ->
    [ore] guilde du minerai
    [university] université
    [wood] guilde du bois
    [alchemists] alchimistes
    [brick] guilde de l’argile
    [thieves] voleurs
    [wool] guilde de la laine
    [palace] palais
    [grain] guilde du blé
   *[beggars] mendiants
}
ankh-site = { $n } ({ $districts })
ankh-chip = nombre { $n }, { $district }
ankh-shades = les Ombres
ankh-dice = dés
ankh-die = le dé de l’assassin
ankh-bank = banque : { $kind ->
    [wood] bois
    [brick] argile
    [wool] laine
    [grain] blé
   *[ore] minerai
}
ankh-rung = { $kind ->
    [wood] guilde du bois
    [brick] guilde de l’argile
    [wool] guilde de la laine
    [grain] guilde du blé
   *[ore] guilde du minerai
}, { $n } { $n ->
    [0] point
    [1] point
   *[other] points
}
ankh-cell = case { $n } de la piste des assassins

## Pièces
ankh-piece = { $what ->
    [house] maison de { $seat }
    [villa] villa de { $seat }
   *[foundation] fondation de { $seat }
}
ankh-thief = le voleur : ce nombre ne fait rien
ankh-fire = le feu au laboratoire
ankh-result = résultat { $n }
ankh-president = président : { $seat } ; points : { $points }
ankh-vacant = pas de président ; points : { $points }
ankh-stock = { $n } cartes
ankh-assassin = un assassin en liberté
ankh-held = { $good ->
    [wood] bois
    [brick] argile
    [wool] laine
    [grain] blé
    [ore] minerai
    [scroll] parchemins
    [guard] gardes, face cachée
   *[vetinari] Vetinari, face cachée (un point chacun)
} : { $n }
ankh-cards-hidden = cartes cachées : { $n }
ankh-ask = demander { $good ->
    [wood] du bois
    [brick] de l’argile
    [wool] de la laine
    [grain] du blé
    [ore] du minerai
   *[scroll] un parchemin
}{ $n ->
    [0] { "" }
   *[other] { "" } : { $n }
}

## Mains et prix
ankh-hand = Main
ankh-discarded = Vous rendez
ankh-gives = { $seat } donne
ankh-wants = { $seat } veut
ankh-you-give = Vous donnez
ankh-ask-for = Demander
ankh-prices = Prix
ankh-price-foundation = fondation : { $cards }
ankh-price-house = maison sur votre fondation : { $cards } ; ou { $scrolls }
ankh-price-villa = villa sur votre maison : { $cards } ; ou { $scrolls }
ankh-price-token = jeton de développement : { $cards } ; ou { $scrolls }
ankh-price-point = point de guilde : { $price ->
    [1] une carte
   *[other] { $price } cartes
} de la guilde ; { $dear ->
    [1] une carte
   *[other] { $dear } cartes
} chacun après { $cheap ->
    [1] le premier
   *[other] les { $cheap } premiers
} du tour
ankh-price-receipts = les deux quittances face visible : une carte quelconque

## Compteurs
ankh-count-points = Points
ankh-count-cards = Cartes en main
ankh-count-scrolls = Parchemins
ankh-count-receipts = Quittances visibles
ankh-count-tokens = Jetons cachés
ankh-count-guards = Gardes en faction
ankh-count-stack = Jetons restants
ankh-count-assassins = Assassins restants

## Score
ankh-tally-houses = Maisons : { $n }
ankh-tally-villas = Villas : { $n }
ankh-tally-guilds = Présidences : { $guilds }
ankh-tally-arrests = Assassins arrêtés : { $n }
ankh-tally-vetinari = Jetons Vetinari : { $n }
ankh-tally-rank = { $rank ->
    [2] Capitaine du guet
   *[1] Sergent
}

## À qui de faire quoi
ankh-status-turn = { $stage ->
    [settle] { $seat } pose une des trois premières maisons.
    [gift] { $seat } prend une carte de son choix.
    [before] { $seat } lance les dés.
    [act] { $seat } décide du voleur et des assassins.
    [rob] { $seat } choisit qui voler.
    [estate] { $seat } choisit où est la maison de la victime.
    [show] { $seat } montre une carte aux mendiants.
    [library] { $seat } peut vendre des cartes à la bibliothèque.
    [laboratory] { $seat } prend une carte au laboratoire.
    [palace] { $seat } annonce un point du palais.
    [arrest] { $seat } décide d’une arrestation.
    [main] { $seat } échange et construit.
    [offering] { $seat } prépare une offre.
    [pick] { $seat } choisit avec qui échanger.
   *[chance] Tour de { $active }.
}
ankh-status-discard = Sept ! La moitié de la main est à rendre : { $who }.
ankh-status-answer = { $seat } a fait une offre. Réponses attendues : { $who }.
ankh-status-won = { $seat } a { $points } points et gagne.
ankh-over-points = Les points de la victoire sont atteints.

## Ce que l’on peut faire
ankh-warning = { $risk ->
    [over] { $n } cartes sans quittance : un sept en coûte { $half } !
    [near] { $n } cartes sans quittance : une de plus serait risquée.
   *[no] { "" }
}
ankh-prompt-settle = Maison { $n } sur 3 : touchez un terrain libre.{ $n ->
    [3] { " " }Elle rapporte deux cartes de la guilde qu’elle touche.
   *[other] { "" }
}
ankh-prompt-gift = Aucune guilde ne touche cette maison : touchez la sorte de carte à prendre.
ankh-prompt-before = Lancez les dés. { $fix ->
    [yes] Ou touchez vos parchemins : { $n } fixent le résultat.
   *[no] { "" }
} { $warning }
ankh-prompt-discard = Sept ! Touchez les cartes à rendre : encore { $n } sur { $all }.
ankh-prompt-act = { $can ->
    [chip] Touchez un nombre pour y envoyer le voleur, ou laissez-le.
    [chip-hire] Touchez un nombre pour le voleur, ou deux cartes pour engager un assassin, ou ne faites ni l’un ni l’autre.
    [shades] Touchez les Ombres pour y renvoyer le voleur, ou laissez-le.
    [shades-hire] Touchez les Ombres pour y renvoyer le voleur, ou deux cartes pour engager un assassin, ou ne faites ni l’un ni l’autre.
    [no-hire] Pas de licence pour voler. Touchez deux cartes pour engager un assassin, ou ne faites rien.
   *[no] Pas de licence pour voler, pas d’assassin à engager : rien à faire.
}{ $seven ->
    [yes] { " " }(Sept)
   *[no] { "" }
}
ankh-prompt-rob = À qui tirez-vous une carte ?
ankh-prompt-estate = Touchez un terrain libre : la maison de la victime est à vous.
ankh-prompt-show = Vous avez le plus de cartes : touchez celle à montrer aux mendiants. Vous la gardez.
ankh-prompt-library = La bibliothèque paie { $pays } pour une carte, { $n ->
    [1] une fois
   *[other] { $n } fois
}. Touchez une carte, ou arrêtez-vous.
ankh-prompt-laboratory = Le laboratoire rapporte { $n ->
    [1] une carte
   *[other] { $n } cartes
} au choix : touchez une sorte dans votre main.
ankh-prompt-palace = Touchez une guilde pour un point du palais ; { $n ->
    [1] un seul
   *[other] { $n }
} à annoncer.
ankh-prompt-arrest = Un assassin est sur la case { $n }. Votre garde peut l’arrêter.
ankh-prompt-main = Touchez un terrain, un prix ou une carte. { $warning }
ankh-prompt-offering = { $began ->
    [yes] Vous donnez { $give } contre { $want }.
   *[no] Touchez dans votre main ce que vous donnez, puis ce que vous demandez.
}
ankh-prompt-answer = { $countering ->
    [yes] { $began ->
        [yes] Vous donnez plutôt { $give } contre { $want }.
       *[no] Contre-offre : touchez ce que vous donnez, puis ce que vous demandez.
    }
   *[no] { $seat } donne { $give } contre { $want } de vous.{ $can ->
        [yes] { "" }
       *[no] { " " }Vous n’avez pas cela.
    }
}
ankh-prompt-pick = { $answers }. Avec qui échangez-vous ?
ankh-accepts = { $seat } accepte
ankh-offers = { $seat } donne { $give } contre { $want }
ankh-begun-cost = { $what ->
    [foundation] Fondation : touchez un terrain libre près de vos maisons.
    [house] Maison : touchez votre fondation.
    [villa] Villa : touchez votre maison.
    [point] Point de guilde : touchez la guilde, ou une carte de sa sorte.
   *[receipts] Quittances : touchez la carte qui les paie.
}
ankh-begun-scroll = Parchemins : touchez une carte ({ $card } parchemins), le jeton ({ $token }), votre fondation ({ $house }) ou votre maison ({ $villa }).
ankh-begun-fix = { $n } parchemins : touchez le nombre qui doit sortir.
ankh-begun-bounty = Prime : { $kind } et une autre carte. Touchez l’autre.
ankh-begun-bank = Banque : { $what } contre une carte. Touchez celle que vous voulez.
ankh-button-roll = Lancer les dés
ankh-button-offer = Échange
ankh-button-propose = Proposer
ankh-button-accept = Accepter
ankh-button-refuse = Refuser
ankh-button-counter = Contre-offre
ankh-button-promote = Promotion
ankh-button-arrest = Arrêter
ankh-button-end = Fin du tour
ankh-button-rob = { $seat }
ankh-button-deal = { $seat }
ankh-button-pass = { $stage ->
    [act] Ni l’un ni l’autre
    [library] Arrêter là
    [estate] Renoncer
    [arrest] Le laisser filer
   *[pick] Avec personne
}

## Avant l’envoi
ankh-foresee = { $what }
ankh-you-pay = Vous payez { $goods }.
ankh-you-get = Vous recevez { $goods }.
ankh-you-rise = { $n } { $n ->
    [1] point
   *[other] points
} dans { $guild }{ $member ->
    [yes] , et vous voilà membre !
   *[no] .
}
ankh-you-have = { $n } points de victoire sur { $all }.
ankh-foresee-win = C’est la victoire !
ankh-foresee-end = Finir le tour ? { $warning }
ankh-foresee-offer = Offrir { $give } contre { $want } : tous les autres répondent en même temps.
ankh-foresee-counter = Répondre par { $give } contre { $want }.
ankh-foresee-answer = { $answer ->
    [yes] Accepter : vous recevez { $give } et donnez { $want }.
   *[no] Refuser { $give } contre { $want }.
}
ankh-foresee-discard = Vous rendez { $goods }.
ankh-foresee-steal = Voleur : { $place }. Vous tirez sans la voir une carte de { $seat }.
ankh-foresee-thief = Voleur : { $place }. Personne n’est volé.
ankh-foresee-token = Vous tirez un jeton face cachée : un garde, ou Vetinari.
ankh-foresee-die = La prime est payée de toute façon. Il réussit sur { $least } ou plus.

## Ce qui s’est passé
ankh-say-settles = { $seat } pose une maison : { $site }.
ankh-say-inherits = { $seat } s’installe chez la victime : { $site }.
ankh-say-receives = { $seat } reçoit { $goods }.
ankh-say-builds = { $seat } construit une { $what ->
    [foundation] fondation
    [house] maison
   *[villa] villa
} : { $site }{ $scrolls ->
    [0] .
   *[other] , pour { $scrolls } parchemins.
}
ankh-say-thief = { $seat } déplace le voleur : { $place }.
ankh-say-deal = { $seat } donne à { $other } { $give } contre { $want }.
ankh-say-bank = { $seat } change { $give } contre { $want } à la banque.
ankh-say-takes = { $seat } prend { $goods }{ $scrolls ->
    [0] .
   *[other] { " " }pour { $scrolls } parchemins.
}
ankh-say-shows = { $seat } montre aux mendiants une carte : { $kind }.
ankh-say-sells = { $seat } vend à la bibliothèque { $goods } pour { $scrolls } parchemins.
ankh-say-receipts = { $seat } paie { $goods } et retourne ses deux quittances face visible.
ankh-say-announces = { $seat } annonce un point dans { $guild }.
ankh-say-buys-point = { $seat } paie { $goods } pour un point dans { $guild }.
ankh-say-hires = { $seat } engage un assassin pour { $goods } ; il attend sur la case { $n }.
ankh-say-fixes = { $seat } fixe le résultat avec { $scrolls } parchemins : { $n }.
ankh-say-guard = { $seat } joue un garde.
ankh-say-passes = { $stage ->
    [act] { $seat } laisse voleur et assassins où ils sont.
    [library] { $seat } ne vend plus rien à la bibliothèque.
    [estate] { $seat } renonce à la maison de la victime.
    [arrest] { $seat } laisse filer l’assassin.
   *[pick] { $seat } n’échange avec personne.
}
ankh-say-offering = { $seat } prépare une offre.
ankh-say-offers = { $seat } offre { $give } contre { $want }.
ankh-say-token = { $seat } achète un jeton de développement{ $scrolls ->
    [0] .
   *[other] { " " }pour { $scrolls } parchemins.
}
ankh-say-promoted = Promotion : { $seat } est { $rank ->
    [2] capitaine du guet
   *[1] sergent
}.
ankh-say-ends = { $seat } finit son tour.
ankh-say-discards = { $seat } rend { $goods }.
ankh-say-chosen = { $seat } a choisi ses cartes à rendre.
ankh-say-answered = { $seat } a répondu.
ankh-say-answer-yes = { $seat } accepte.
ankh-say-answer-no = { $seat } refuse.
ankh-say-answer-counter = { $seat } donnerait { $give } contre { $want }.
ankh-say-lapsed = L’offre tombe.
ankh-say-rolls = { $seat } lance les dés : { $n }.
ankh-say-steals = { $seat } tire une carte de { $victim }.
ankh-say-stolen-by-you = Vous avez tiré une carte : { $kind }.
ankh-say-stolen-from-you = C’était : { $kind }.
ankh-say-strikes = Le dé montre { $n } : l’assassin de { $seat } { $done ->
    [yes] réussit
   *[no] échoue
}.
ankh-say-drawn = { $token ->
    [guard] Vous avez tiré un garde.
   *[vetinari] Vous avez tiré Vetinari : un point, caché pour l’instant.
}
ankh-say-too-many = Trop de cartes : { $who }.
ankh-say-produces = De { $guild } : { $who }.
ankh-say-blocked = Le voleur bloque : { $place }.
ankh-say-short = La banque ne peut servir tout le monde ({ $kind }) : personne n’en reçoit.
ankh-say-university = De l’université : { $who }.
ankh-say-quiet = Personne ne reçoit rien.
ankh-say-beggars = Des mendiants : { $who }.
ankh-say-beggars-none = La banque n’a plus cette carte pour les mendiants.
ankh-say-rises = { $seat } a { $n } { $n ->
    [1] point
   *[other] points
} dans { $guild }{ $member ->
    [yes] { " " }et en devient membre.
   *[no] .
}
ankh-say-presides = { $seat } préside désormais { $guild }.
ankh-say-fire = { $on ->
    [1] Le laboratoire explose et brûle.
   *[0] Le feu du laboratoire est éteint.
}
ankh-say-arrests = { $seat } arrête l’assassin de la case { $n }.
ankh-say-receipt = { $seat } retourne une quittance ; visibles : { $n }.
ankh-say-warning = Attention : vous avez { $n } cartes sans quittance. Un sept en coûterait { $half }.
