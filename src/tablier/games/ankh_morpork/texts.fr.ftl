### Les Guildes d’Ankh-Morpork. $seat, $active, $other, $victim : noms de joueurs ; $who : plusieurs. $kind, $good : comme dans la notation.

## En bref
ankh-brief = Atteignez douze points à votre propre tour pour gagner. Les dés donnent des cartes aux maisons voisines de la guilde qu’ils désignent ; avec des cartes, vous bâtissez et montez dans les guildes. Trois points dans une guilde font de vous un membre, et le premier membre en est le président, ce qui vaut un point, jusqu’à ce qu’un autre en ait plus. À votre tour, choisissez ce qui est marqué : un terrain, un prix ou une carte.

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
    [house] maison { DE($seat) }
    [villa] villa { DE($seat) }
   *[foundation] fondation { DE($seat) }
}
ankh-thief = le voleur : ce nombre ne produit rien
ankh-thief-home = le voleur, chez lui
ankh-fire = feu au laboratoire
ankh-result = jet : { $n }
ankh-woken = quartier éveillé par les dés
ankh-president = président : { $seat } ; points : { $points }
ankh-vacant = pas de président ; points : { $points }
ankh-stock = { $n ->
    [one] { $n } carte
   *[other] { $n } cartes
}
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
ankh-discarded = Vous défaussez
ankh-gives = { $seat } { YOU($seat, "donnez", "donne") }
ankh-wants = { $seat } { YOU($seat, "voulez", "veut") }
ankh-you-give = Vous donnez
ankh-you-want = Vous voulez
ankh-give-to = À donner à { $seat }
ankh-get-from = { $seat } vous donne
ankh-ask-for = Vous voulez
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
} pour chaque point après { $cheap ->
    [1] le premier
   *[other] les { $cheap } premiers
} dans une même guilde et un même tour
ankh-price-receipts = les deux quittances visibles : une carte au choix

## Explications
ankh-about-district = { $id ->
    [university] Sur ses nombres, chaque bâtiment ici rapporte un parchemin à son propriétaire.
    [alchemists] Sur un 5, chaque bâtiment ici peut vendre une carte à la bibliothèque contre des parchemins. Sur un 10, chacun prend une carte au choix au laboratoire, qui brûle ensuite jusqu’au prochain 5 ou 10.
    [palace] Sur ses nombres, chaque bâtiment ici donne à son propriétaire un point dans une guilde au choix.
    [beggars] Sur ses nombres, le joueur qui a le plus de cartes en montre une et la garde ; chaque bâtiment ici rapporte une carte de cette sorte.
    [thieves] Sur un sept, avec un bâtiment ici, vous pouvez déplacer le voleur sur tout nombre sauf le 7 et le laboratoire ; sans bâtiment ici, seulement le renvoyer chez lui. Ou engagez un assassin : il réussit plus souvent avec des bâtiments ici.
   *[guild] Sur ses nombres, chaque maison ici rapporte une carte à son propriétaire, chaque villa deux. Bâtir ici donne un point de guilde ; trois points font un membre, et le membre qui en a le plus est président.
}
ankh-about-shades = La tanière du voleur. Il n’y bloque rien.
ankh-about-foundation = Réserve ce terrain à une maison de son propriétaire.
ankh-about-house = Vaut un point de victoire. Elle peut devenir une villa.
ankh-about-villa = Vaut deux points de victoire. Elle rapporte deux cartes d’une guilde.
ankh-about-flag = Le président d’une guilde a un point de victoire et échange à la banque deux cartes de sa sorte contre une.
ankh-about-mark = Les points d’un joueur dans une guilde. Trois font un membre, qui échange à la banque trois cartes de sa sorte contre une. Ils ne se perdent jamais.
ankh-about-thief = Bloque le nombre où il se trouve. Le joueur qui l’y déplace tire une carte de la main d’un joueur qui a un bâtiment dans ce quartier.
ankh-about-fire = Le laboratoire brûle et ne donne rien : le prochain 5 ou 10 éteint le feu.
ankh-about-assassin = Un assassin en liberté. Quand son nombre sort, un garde en faction du joueur dont c’est le tour l’arrête, pour un point de victoire.
ankh-about-bank = Cartes qui restent à la banque. À votre tour, quatre cartes d’une sorte en achètent une ici ; les membres de leur guilde en donnent trois, son président deux.
ankh-about-resource = Paie bâtiments, jetons et points de guilde. Un sept coûte la moitié d’une main de plus de sept cartes, sauf avec une quittance visible.
ankh-about-scroll = Les parchemins paient une carte au choix, un jeton, une maison ou une villa, ou fixent le résultat des dés. Ils ne sont ni volés ni défaussés.
ankh-about-guard = Un garde déplace le voleur ou engage un assassin ; ensuite, en faction, il peut en arrêter un.
ankh-about-vetinari = Un point de victoire, caché aux autres jusqu’à la fin.
ankh-about-back = Seul le nombre de ces cartes est public.
ankh-about-cost = { $what ->
    [foundation] Le début d’une maison, sur un terrain libre près de vos bâtiments.
    [house] Remplace votre fondation : un point de victoire.
    [villa] Remplace votre maison : deux points de victoire, et deux cartes d’une guilde.
    [token] Pioché face cachée : un garde, ou Vetinari avec un point de victoire.
    [point] Un point dans une guilde au choix, sans bâtiment.
   *[receipts] Une quittance visible protège votre main des sept et des voleurs. Une se retourne à chacun de vos tours.
}
ankh-about-points = Points de victoire, pour autant que vous les connaissez. Douze font gagner, à son propre tour.
ankh-about-cards = Avec plus de sept cartes et sans quittance visible, un sept en coûte la moitié.
ankh-about-receipts = Une quittance visible protège la main des sept et des voleurs. Une se retourne à chaque tour de son propriétaire.
ankh-about-tokens = Jetons de développement cachés : des gardes, ou Vetinari avec un point de victoire chacun.
ankh-about-guards = Gardes joués et pas encore utilisés. Chacun peut arrêter un assassin, pour un point de victoire.
ankh-about-stack = Jetons de développement à acheter : des gardes, et Vetinari avec un point de victoire chacun.
ankh-about-assassins = Assassins encore à engager.

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
    [settle] { $seat } { YOU($seat, "placez", "place") } une des trois premières maisons.
    [gift] { $seat } { YOU($seat, "prenez", "prend") } une carte.
    [before] { $seat } { YOU($seat, "allez", "va") } lancer les dés.
    [act] { $seat } { YOU($seat, "décidez", "décide") } du voleur et des assassins.
    [rob] { $seat } { YOU($seat, "choisissez", "choisit") } { YOU($seat, "votre", "sa") } victime.
    [estate] { $seat } { YOU($seat, "choisissez", "choisit") } un terrain pour la maison de la victime.
    [show] { $seat } { YOU($seat, "montrez", "montre") } une carte aux mendiants.
    [library] { $seat } { YOU($seat, "pouvez", "peut") } vendre des cartes à la bibliothèque.
    [laboratory] { $seat } { YOU($seat, "prenez", "prend") } une carte au laboratoire.
    [palace] { $seat } { YOU($seat, "annoncez", "annonce") } un point du palais.
    [arrest] { $seat } { YOU($seat, "décidez", "décide") } d’une arrestation.
    [main] { $seat } { YOU($seat, "échangez", "échange") } et { YOU($seat, "construisez", "construit") }.
    [offering] { $seat } { YOU($seat, "préparez", "prépare") } une offre.
    [pick] { $seat } { YOU($seat, "choisissez", "choisit") } une offre.
   *[chance] À { $active } de jouer.
}
ankh-status-discard = Sept ! Moitié de la main à défausser : { $who }.
ankh-status-answer = { $own ->
    [yes] Votre offre est faite.
   *[no] { $seat } { YOU($seat, "avez", "a") } fait une offre.
} Réponses attendues : { $who }.
ankh-status-won = { $seat } { YOU($seat, "gagnez", "gagne") } avec { $points } points.
ankh-over-points = { $points } points atteints.
ankh-rolls = Lancers de dés

## Ce que l’on peut faire
ankh-warning = { $risk ->
    [over] { $n } cartes sans quittance : un sept vous en coûte { $half } !
    [near] { $n } cartes sans quittance : une de plus serait risquée.
   *[no] { "" }
}
ankh-prompt-settle = Maison { $n } sur 3 : choisissez un terrain libre.{ $n ->
    [3] { " " }Elle donne deux cartes de la guilde voisine ; sans guilde, une carte au choix.
   *[other] { "" }
}
ankh-prompt-gift = Aucune guilde n’est voisine de cette maison : choisissez la carte à prendre.
ankh-prompt-before = Lancez les dés.{ $fix ->
    [yes] { " " }Ou choisissez vos parchemins : { $n } fixent le résultat.
   *[no] { "" }
} { $warning }
ankh-prompt-discard = Sept ! Choisissez les cartes à défausser : encore { $n } sur { $all }.
ankh-prompt-act = { $can ->
    [chip] Choisissez un nombre pour le voleur, ou continuez.
    [chip-hire] Choisissez un nombre pour le voleur, ou deux cartes pour engager un assassin, ou continuez.
    [shades] Choisissez les Ombres pour y renvoyer le voleur, ou continuez.
    [shades-hire] Choisissez les Ombres pour y renvoyer le voleur, ou deux cartes pour engager un assassin, ou continuez.
    [no-hire] Vous n’avez pas de licence pour voler. Choisissez deux cartes pour engager un assassin, ou continuez.
   *[no] { $seven ->
        [yes] Vous avez fait 7, mais vous ne pouvez rien en faire.
       *[no] Vous n’avez pas de licence pour voler et ne pouvez pas engager d’assassin.
    }
}
ankh-prompt-rob = Choisissez à qui vous tirez une carte.
ankh-prompt-estate = Choisissez un terrain libre : la maison de la victime est à vous.
ankh-prompt-show = Vous avez le plus de cartes : choisissez celle à montrer aux mendiants. Vous la gardez.
ankh-prompt-library = { $n ->
    [1] Vendre une carte à la bibliothèque pour { $pays } ?
   *[other] Vendre jusqu’à { $n } cartes à la bibliothèque pour { $pays } chacune ?
}
ankh-prompt-laboratory = Le laboratoire vous donne { $n ->
    [1] une carte
   *[other] { $n } cartes
} : choisissez une ressource.
ankh-prompt-palace = Choisissez une guilde pour un point du palais ({ $n } à annoncer).
ankh-prompt-arrest = Un assassin est sur la case { $n }. Votre garde peut l’arrêter.
ankh-prompt-main = Bâtissez, achetez, jouez une carte ou terminez.{ $offers ->
    [spent] { " " }Plus d’offre ce tour-ci.
   *[left] { "" }
} { $warning }
ankh-prompt-offering = { $began ->
    [yes] { $want ->
        [rien] Vous donnez { $give }. Choisissez ce que vous voulez.
       *[other] { $give ->
            [rien] Vous voulez { $want }. Choisissez ce que vous donnez.
           *[other] Vous donnez { $give } contre { $want }.
        }
    }
   *[no] Choisissez dans votre main ce que vous donnez, puis ce que vous voulez.
}
ankh-prompt-answer = { $countering ->
    [yes] { $began ->
        [yes] { $want ->
            [rien] Vous donnez { $give }. Choisissez ce que vous voulez.
           *[other] { $give ->
                [rien] Vous voulez { $want }. Choisissez ce que vous donnez.
               *[other] Vous donnez plutôt { $give } contre { $want }.
            }
        }
       *[no] Contre-offre : choisissez ce que vous donnez, puis ce que vous voulez.
    }
   *[no] { $seat } vous offre { $give } contre { $want }.{ $can ->
        [yes] { "" }
       *[no] { " " }Vous n’avez pas ces cartes.
    }
}
ankh-prompt-pick = { $answers }. Choisissez une offre.
ankh-accepts = { $seat } { YOU($seat, "acceptez", "accepte") }
ankh-counters = { $seat } { YOU($seat, "faites", "fait") } une contre-offre
ankh-begun-cost = { $what ->
    [foundation] Fondation : choisissez un terrain libre près de vos bâtiments.
    [house] Maison : choisissez votre fondation.
    [villa] Villa : choisissez votre maison.
    [point] Point de guilde : choisissez la guilde, ou une de ses cartes.
   *[receipts] Quittances : choisissez la carte à payer.
}
ankh-begun-scroll = Parchemins : choisissez une carte ({ $card } parchemins), le jeton ({ $token }), votre fondation ({ $house }) ou votre maison ({ $villa }).
ankh-begun-fix = { $n } parchemins : choisissez le résultat des dés.
ankh-begun-bounty = Prime : { $kind } et une autre carte. Choisissez l’autre.
ankh-begun-bank = Banque : { $what } contre une carte. Choisissez celle que vous voulez.
ankh-button-roll = Lancer les dés
ankh-button-offer = Échanger
ankh-button-propose = Proposer
ankh-button-accept = Accepter
ankh-button-refuse = Refuser
ankh-button-counter = Contre-offre
ankh-button-promote = Promotion
ankh-button-arrest = Arrêter
ankh-button-end = Fin du tour
ankh-button-rob = { $seat }
ankh-button-deal = Accepter
ankh-button-pass = { $stage ->
    [act] Continuer
    [library] Ne plus vendre
    [estate] Renoncer
    [arrest] Le laisser filer
   *[pick] Tout refuser
}

## Avant l’envoi
ankh-foresee = { $what }
ankh-you-pay = Vous payez { $goods }.
ankh-you-get = Vous recevez { $goods }.
ankh-you-rise = { $n } { $n ->
    [1] point
   *[other] points
} dans { $guild }{ $member ->
    [yes] { "" } : vous êtes membre !
   *[no] .
}
ankh-you-have = { $n ->
    [one] { $n } point de victoire sur { $all }.
   *[other] { $n } points de victoire sur { $all }.
}
ankh-foresee-win = Vous gagnez !
ankh-foresee-end = Finir le tour ? { $warning }
ankh-foresee-offer = Offrir { $give } contre { $want } à tous ?
ankh-foresee-counter = Répondre par { $give } contre { $want } ?
ankh-foresee-answer = { $answer ->
    [yes] Accepter : vous recevez { $give } et donnez { $want }.
   *[no] Refuser { $give } contre { $want }.
}
ankh-foresee-discard = Vous défaussez { $goods }.
ankh-foresee-steal = Voleur : { $place }. Vous tirez au hasard une carte { DE($seat) }.
ankh-foresee-thief = Voleur : { $place }. Personne n’est volé.
ankh-foresee-token = Vous tirez un jeton face cachée : un garde ou Vetinari.
ankh-foresee-die = La prime est payée dans tous les cas. L’assassin réussit sur { $least } ou plus.

## Un tour en conseil
ankh-do-settle = placer une maison sur le terrain { $site }
ankh-do-found = construire une fondation sur le terrain { $site }
ankh-do-house = construire une maison sur le terrain { $site }
ankh-do-villa = construire une villa sur le terrain { $site }
ankh-do-scroll-house = construire une maison sur le terrain { $site } avec des parchemins
ankh-do-scroll-villa = construire une villa sur le terrain { $site } avec des parchemins
ankh-do-thief = déplacer le voleur : { $place }
ankh-do-rob = tirer une carte { DE($seat) }
ankh-do-deal = accepter l’offre { DE($seat) }
ankh-do-bank = échanger à la banque : { $give } contre { $want }
ankh-do-offer = proposer { $give } contre { $want }
ankh-do-take = prendre { $goods }
ankh-do-scroll-take = prendre { $goods } pour des parchemins
ankh-do-show = montrer aux mendiants : { $kind }
ankh-do-sell = vendre { $goods } à la bibliothèque
ankh-do-discard = défausser { $goods }
ankh-do-turn-up = payer { $goods } pour les quittances
ankh-do-palace = annoncer un point dans { $guild }
ankh-do-point = acheter un point dans { $guild }
ankh-do-hire = engager un assassin pour { $goods }
ankh-do-fix = fixer le résultat à { $n } avec des parchemins
ankh-do-roll = lancer les dés
ankh-do-guard = jouer un garde
ankh-do-pass = { $stage ->
    [act] ne toucher ni au voleur ni aux assassins
    [library] ne plus vendre à la bibliothèque
    [estate] renoncer à la maison de la victime
    [arrest] laisser filer l’assassin
   *[pick] refuser toutes les offres
}
ankh-do-accept = accepter l’offre
ankh-do-refuse = refuser l’offre
ankh-do-token = acheter un jeton de développement
ankh-do-scroll-token = acheter un jeton de développement avec des parchemins
ankh-do-promote = prendre la promotion
ankh-do-arrest = arrêter l’assassin
ankh-do-end = finir le tour

## Ce qui s’est passé
ankh-say-settles = { $seat } { YOU($seat, "placez", "place") } une maison : { $site }.
ankh-say-inherits = { $seat } { YOU($seat, "reprenez", "reprend") } la maison de la victime : { $site }.
ankh-say-receives = { $seat } { YOU($seat, "recevez", "reçoit") } { $goods }.
ankh-say-builds = { $seat } { YOU($seat, "construisez", "construit") } une { $what ->
    [foundation] fondation
    [house] maison
   *[villa] villa
} : { $site }{ $scrolls ->
    [0] .
   *[other] , pour { $scrolls } parchemins.
}
ankh-say-thief = { $seat } { YOU($seat, "déplacez", "déplace") } le voleur : { $place }.
ankh-say-deal = { $seat } → { $other } : { $give } contre { $want }.
ankh-say-bank = { $seat } { YOU($seat, "échangez", "échange") } { $give } contre { $want } à la banque.
ankh-say-takes = { $seat } { YOU($seat, "prenez", "prend") } { $goods }{ $scrolls ->
    [0] .
   *[other] { " " }pour { $scrolls } parchemins.
}
ankh-say-shows = { $seat } { YOU($seat, "montrez", "montre") } aux mendiants : { $kind }.
ankh-say-sells = { $seat } { YOU($seat, "vendez", "vend") } { $goods } à la bibliothèque pour { $scrolls } parchemins.
ankh-say-receipts = { $seat } { YOU($seat, "payez", "paie") } { $goods } et { YOU($seat, "remettez vos", "remet ses") } deux quittances face visible.
ankh-say-announces = { $seat } { YOU($seat, "annoncez", "annonce") } un point dans { $guild }.
ankh-say-buys-point = { $seat } { YOU($seat, "payez", "paie") } { $goods } pour un point dans { $guild }.
ankh-say-hires = { $seat } { YOU($seat, "engagez", "engage") } un assassin pour { $goods } : case { $n }.
ankh-say-fixes = { $seat } { YOU($seat, "fixez", "fixe") } le résultat à { $n } avec { $scrolls } parchemins.
ankh-say-guard = { $seat } { YOU($seat, "jouez", "joue") } un garde.
ankh-say-passes = { $stage ->
    [act] { $seat } ne { YOU($seat, "touchez", "touche") } ni au voleur ni aux assassins.
    [library] { $seat } ne { YOU($seat, "vendez", "vend") } plus à la bibliothèque.
    [estate] { $seat } { YOU($seat, "renoncez", "renonce") } à la maison de la victime.
    [arrest] { $seat } { YOU($seat, "laissez", "laisse") } filer l’assassin.
   *[pick] { $seat } { YOU($seat, "refusez", "refuse") } toutes les offres.
}
ankh-say-offering = { $seat } { YOU($seat, "préparez", "prépare") } une offre.
ankh-say-offers = { $seat } { YOU($seat, "offrez", "offre") } { $give } contre { $want }.
ankh-say-token = { $seat } { YOU($seat, "achetez", "achète") } un jeton de développement{ $scrolls ->
    [0] .
   *[other] { " " }pour { $scrolls } parchemins.
}
ankh-say-promoted = Promotion : { $seat } { YOU($seat, "devenez", "devient") } { $rank ->
    [2] capitaine du guet
   *[1] sergent
}.
ankh-say-ends = { $seat } { YOU($seat, "finissez", "finit") } { YOU($seat, "votre", "son") } tour.
ankh-say-discards = { $seat } { YOU($seat, "défaussez", "défausse") } { $goods }.
ankh-say-chosen = { $seat } { YOU($seat, "avez", "a") } choisi les cartes à défausser.
ankh-say-answered = { $seat } { YOU($seat, "avez", "a") } répondu.
ankh-say-answer-yes = { $seat } { YOU($seat, "acceptez", "accepte") }.
ankh-say-answer-no = { $seat } { YOU($seat, "refusez", "refuse") }.
ankh-say-answer-counter = { $seat } { YOU($seat, "proposez", "propose") } plutôt { $give } contre { $want }.
ankh-say-lapsed = Personne n’accepte.
ankh-say-rolls = { $seat } { YOU($seat, "lancez", "lance") } les dés : { $n }.
ankh-say-steals = { YOU($victim) ->
    [yes] { $seat } vous tire une carte.
   *[no] { $seat } { YOU($seat, "tirez", "tire") } une carte { DE($victim) }.
}
ankh-say-stolen-by-you = Vous avez tiré : { $kind }.
ankh-say-stolen-from-you = Vous avez perdu : { $kind }.
ankh-say-strikes = Le dé donne { $n } : { YOU($seat) ->
    [yes] votre assassin
   *[no] l’assassin { DE($seat) }
} { $done ->
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
ankh-say-short = La banque n’a pas assez de cartes ({ $kind }) : personne n’en reçoit.
ankh-say-university = De l’université : { $who }.
ankh-say-got = Vous recevez { $goods }.
ankh-say-quiet = Personne ne reçoit rien.
ankh-say-beggars = Des mendiants : { $who }.
ankh-say-beggars-none = La banque n’a plus cette carte pour les mendiants.
ankh-say-rises = { $seat } { YOU($seat, "avez", "a") } { $n } { $n ->
    [1] point
   *[other] points
} dans { $guild }{ $member ->
    [yes] { " " }et en { YOU($seat, "devenez", "devient") } membre.
   *[no] .
}
ankh-say-presides = { $seat } { YOU($seat, "présidez", "préside") } désormais { $guild }.
ankh-say-fire = { $on ->
    [1] Le laboratoire explose et prend feu.
   *[0] L’incendie du laboratoire est éteint.
}
ankh-say-arrests = { $seat } { YOU($seat, "arrêtez", "arrête") } l’assassin de la case { $n }.
ankh-say-receipt = { $seat } { YOU($seat, "retournez", "retourne") } une quittance : { $n ->
    [0] il n’en reste aucune visible
   *[other] il en reste { $n } visible
}.
ankh-say-warning = Attention : vous avez { $n } cartes sans quittance. Un sept vous en coûterait { $half }.
