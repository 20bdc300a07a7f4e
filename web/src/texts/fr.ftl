## Partout
loading = Un instant…
close = Fermer
cancel = Annuler
yes = oui
no = non
go-home = Tous les jeux
menu = Menu
brief-rules = Règles complètes
rules = Règles
rules-page = Nouvel onglet
help = Aide
theme = Thème
theme-auto = système
theme-light = clair
theme-dark = sombre
error-offline = Serveur injoignable. Nouvelle tentative…
error-unreachable = Serveur injoignable. Veuillez réessayer.
error-unknown = Une erreur s’est produite ({ $status }). Veuillez réessayer.

## Accueil
home-title = Prenez place
home-lead = Des jeux de plateau contre l’ordinateur ou entre amis. Pas de compte, rien à installer : envoyez un lien et jouez.
games = Jeux
fact-seats = { $most } joueurs
fact-seats-range = { $least } à { $most } joueurs
fact-minutes = environ { $minutes } min
fact-weight = complexité { $weight }/5
play-bot = Contre l’ordinateur
play-friends = Avec des amis…
level = Niveau
compiling = Préparation du jeu (la première fois seulement)
recent = Vos tables
recent-all = Tout afficher ({ $n })
recent-fewer = Réduire
recent-over = terminée
recent-your-turn = à vous de jouer
recent-waiting = en cours

## Leçons
lessons = Leçons
lessons-of = { $game } : leçons
learn = Apprendre
learn-done = Apprendre ({ $n }/{ $all })
learn-first = Première visite ? Apprenez « { $game } » en cinq minutes, en jouant.
learn-start = Commencer la première leçon
lesson-title = { $n }/{ $all } { $title }
lesson-goal = But de la leçon
lesson-rule = La règle
lesson-show = Montrer
lesson-result = Résultat
lesson-wrong = Pas encore.
lesson-done = Réussi !
lesson-again = Réessayer
lesson-repeat = Recommencer
lesson-next = Leçon suivante
lesson-last = Jouer une partie
lesson-was-done = terminée
no-lesson = Cette leçon n’existe pas.

## Problèmes
puzzles = Problèmes
puzzles-solved = Problèmes ({ $n }/{ $all })
puzzle-of-the-day = Le problème du jour
puzzle-title = Problème { $n }/{ $all }
puzzle-task = Énoncé
puzzle-goal = Trouvez le meilleur coup. Niveau : { $level }.
puzzle-solved = Réussi !
puzzle-shown = Voici le meilleur coup.
puzzle-turn = { CAPITAL($turn) }.
puzzle-wrong = Il y a mieux.
puzzle-level = Problème de niveau { $level } résolu.
puzzle-shares = Le meilleur coup vous donne { $best } % de chances de victoire, tout autre au plus { $other } %.
puzzle-estimate = Tous les autres coups sont nettement moins bons.
puzzle-refuting = Recherche de la réponse…
puzzle-refuted = Après ce coup, vos chances de victoire tombent de { $before } % à { $after } % ; la meilleure réponse : { $reply }.
puzzle-refuted-draw = Après ce coup, vos chances de victoire tombent de { $before } % à { $after } % ; la meilleure réponse après ce tirage : { $reply }.
puzzle-refuted-end = Après ce coup, vos chances de victoire tombent de { $before } % à { $after } %.
puzzle-analyse = Analyser
puzzle-next = Problème suivant
no-puzzle = Ce problème n’existe pas.

## Les tables ouvertes
lobby = Tables ouvertes
lobby-count = { $n ->
    [0] Aucune table ouverte
   *[other] Tables ouvertes : { $n }
  }
lobby-none = Aucune table ouverte. Créez-en une et ouvrez-la à tous.
lobby-somebody = un joueur
lobby-bots = { $n ->
    [one] 1 ordinateur
   *[other] { $n } ordinateurs
  }
lobby-free = { $n ->
    [one] 1 place libre sur { $all }
   *[other] { $n } places libres sur { $all }
  }
lobby-here = { $n ->
    [one] { $n } joueur en ligne
   *[other] { $n } joueurs en ligne
  }
labelled = { $label } : { $value }
lobby-away = personne en ligne
lobby-go = Aller à votre table
lobby-look = Regarder
lobby-listed = Cette table est affichée sur la page d’accueil jusqu’à ce que toutes les places soient prises. Tout le monde peut la rejoindre.
lobby-close = Retirer de la liste
bot-preparing = { $name } se prépare : une minute ou deux, la première fois seulement.
waiting-for-players = En attente de joueurs. La partie commence quand toutes les places sont prises.
open-table = Ouverte à tous : afficher la table sur la page d’accueil
friend-open = tout le monde, ou un ami avec le lien
hints-option = Autoriser les conseils
hints-option-help = Chaque joueur peut demander un bon coup à l’ordinateur et voit seul la réponse. Seul contre l’ordinateur, on peut toujours en demander.
hints-allowed = conseils autorisés

## Préparer une table
seats-count = Joueurs
seat-first = Place 1 (commence)
seat-nth = Place { $n }
seat-number = Joueur { $n }
seat-kind = Joué par
seat-kind-me = Moi
seat-kind-here = Un autre joueur ici
seat-kind-friend = Un ami, par lien
seat-kind-bot = L’ordinateur
friend-link-later = vous recevrez un lien à envoyer
your-name = Votre nom
their-name = Nom de ce joueur
clock = Cadence
clock-none = sans pendule
clock-preset = { $name } : { $time }
clock-quick = Rapide
clock-calm = Lente
clock-out-loss = Temps écoulé : partie perdue.
clock-out-bot = Temps écoulé : l’ordinateur joue à votre place jusqu’à votre retour.
clock-live = { $minutes } min + { $seconds } s par tour
clock-days = { $n ->
    [one] Un jour par tour
   *[other] { $n } jours par tour
  }
variants = Règles et variantes
swap-seats = Inverser les places
fill-bots = Compléter avec des ordinateurs
start = Commencer la partie

## Prendre place
join-by = { $name } vous invite à jouer à « { $game } »
join-to = Vous êtes invité à jouer à « { $game } »
join = Rejoindre
seated-title = Vous avez déjà une place à cette table
seated-text = Ce lien est destiné à un autre joueur : la première personne qui l’ouvre obtient la place. Utilisez-le seulement si vous jouez à deux sur cet écran.
seated-back = Retrouver ma place
seated-also = Prendre aussi cette place
missing-title = Table introuvable
full-title = Toutes les places sont prises
token-title = Ce lien ne donne pas de place
private-title = Cette table est privée
private-text = Pour regarder, demandez le lien à un joueur. Si vous avez une place ici, ouvrez la table dans le navigateur où vous l’avez rejointe, ou utilisez le lien de votre place.
missing-text = L’adresse est peut-être incomplète, ou la table n’existe plus.

## La table
board = Plateau
actions = Vos actions
players = Joueurs
panels = Coups et score
offline = Connexion perdue, reconnexion…
choice-lost = Choix perdu : la connexion est interrompue. Choisissez de nouveau quand elle sera revenue.
will-send = Votre coup partira dès que la connexion sera rétablie.
turn-dropped = La position a changé : le coup que vous prépariez n’est plus possible.
your-turn = À vous
seat-you = vous
seat-bot = ordinateur, niveau { $level }
seat-open = en attente d’un joueur
seat-here = en ligne
seat-away = hors ligne
open-seat = Place libre
bot-name = Ordinateur
thinking = réfléchit
to-play = doit jouer
rename = { $name } : changer le nom
invite = { $seats ->
    [2] Invitez votre adversaire :
   *[other] Invitez un ami à la place { $n } :
  }
invite-friends = Inviter des amis ({ $n } places libres)
invite-title = Inviter des amis
fold = Masquer ce panneau
unfold = Montrer le panneau
zoom-out = Voir tout le plateau
copy = Copier
copied = Copié
share = Partager le lien
turn = Tourner
back = Annuler
send = Valider
type-move = Saisir un coup
drop = Tout annuler
declining = Refus…
decline-all = Tout refuser ce tour
lay = Jouer
rule = Règle { $id }
looking = { $n ->
    [0] Début de la partie.
   *[other] Position après le coup { $n }.
  }
return-to-play = Revenir à la partie
show-result = Voir le résultat

## Revoir une partie
copy-move = Copier le lien vers ce coup
analyse = Analyser à partir d’ici
analysis = { $depth ->
    [0] Analyse à partir du coup { $n }, sans effet sur la partie.
    [one] Analyse à partir du coup { $n } (1 coup), sans effet sur la partie.
   *[other] Analyse à partir du coup { $n } ({ $depth } coups), sans effet sur la partie.
  }
analysis-play = Jouer
analysis-leave = Quitter l’analyse
import = Ouvrir une partie enregistrée…
import-text = Un fichier téléchargé depuis une table, avec ou sans variantes d’analyse.
position = Saisir une position…
position-text = Pour l’analyser, ou pour jouer la suite.
position-title = Saisir une position
position-game = Jeu
position-diagram = Diagramme
position-help = Une position en texte, copiée du panneau « Variantes » du plateau d’analyse ou écrite par position.diagram() en Python. « new » est le début de la partie ; « ; moves: … » joue des coups.
position-open = Ouvrir
position-write = Position en texte
position-written = Cette position en texte :
share-game = Partager cette partie
share-game-text = Toute personne ayant le lien pourra la revoir, sans la discussion.
share-page = Page publique de cette partie :
share-picture = Partager une image du plateau

## Liens
links = Liens
open-seats = Places libres
open-seats-link = Un lien pour toutes les places libres : chaque ami qui l’ouvre prend la suivante.
open-seats-qr = Code QR de ce lien
links-watch = Spectateurs
links-watch-all = Toute personne ayant cette adresse peut regarder :
links-watch-text = Toute personne ayant ce lien peut regarder, et ne voit que ce qui est public :
links-watch-new = Créez un lien pour les spectateurs. Il remplace le lien précédent ; les spectateurs actuels restent.
links-watch-end = Exclure les spectateurs
links-watch-end-text = Les spectateurs actuels seront exclus et le lien cessera de fonctionner.
links-watch-ended = Les spectateurs ont été exclus. Pour en admettre d’autres, créez un nouveau lien.
links-make = Créer un lien
links-seat = { $name } : changer d’appareil
links-seat-text = Un lien qui transfère cette place vers un autre navigateur ou appareil, par exemple si vous perdez celui-ci.
links-seat-made = Gardez ce lien pour vous : la première personne qui l’ouvre obtient la place. Il sert une seule fois ; un lien plus récent le remplace.
watching = { $n ->
    [one] 1 spectateur
   *[other] { $n } spectateurs
  }

## Discussion et notes
chat = Discussion
chat-said = { $name } : { $text }
chat-none = Aucun message.
chat-watching = Seuls les joueurs peuvent écrire.
chat-line = Message
chat-send = Envoyer
chat-unsent = pas encore envoyé
unread = { $n ->
    [one] 1 nouveau message
   *[other] { $n } nouveaux messages
  }
notes = Mes notes
notes-text = Pour vous seul : vos notes restent dans ce navigateur.
notes-covered = Chaque joueur a des notes privées, affichées avec ses cartes.

## Réglages
settings = Réglages
appearance = Apparence
language = Langue
palette = Couleurs des joueurs
palette-standard = standard
palette-safe = adaptées au daltonisme
playing = En jeu
setting-send = Jouer le coup dès qu’il est complet
setting-send-text = Sans valider, sauf si quelque chose de caché est révélé ou tiré.
setting-decline = Refuser les offres que je ne peux pas payer
setting-decline-text = Après un court instant, comme à la main.
setting-targets = Montrer où je peux jouer
setting-targets-text = Sur le plateau, à votre tour.
setting-sounds = Sons des coups
setting-sounds-text = Discrets et brefs ; muets quand cette page est masquée.
alerts = Quand c’est à vous de jouer
alert-marker = Marquer l’onglet
alert-marker-text = Un point sur l’icône et le titre de l’onglet.
alert-sound = Jouer un son
alert-sound-text = Deux notes douces quand vous n’êtes pas à la table.
alert-notify = Afficher une notification
alert-notify-text = Quand cette page est ouverte à l’arrière-plan. Elle indique seulement le jeu, et que c’est à vous de jouer.
alert-notify-not = Indisponible dans ce navigateur : les notifications exigent une page servie en https.
alert-notify-denied = Le navigateur bloque les notifications de cette page.

privacy = Mes données
privacy-none = Le serveur n’a aucune donnée sur ce navigateur.
privacy-since = Le serveur identifie ce navigateur par un cookie aléatoire depuis le { $day }. Ni compte, ni adresse, ni mot de passe.
privacy-seat = { $game }, place { $n }
privacy-said = { $n ->
    [0] Aucun message dans les discussions
    [one] 1 message dans les discussions
   *[other] { $n } messages dans les discussions
  }
privacy-watches = { $n ->
    [one] { $n } table regardée par lien
   *[other] { $n } tables regardées par lien
  }
privacy-text = Les coups sont enregistrés avec les tables. Vos notes et vos réglages ne sont enregistrés que dans ce navigateur.
privacy-download = Télécharger
privacy-erase-ask = Effacer…
privacy-erase = Tout effacer
privacy-erase-text = Le serveur oublie ce navigateur, ses noms et ses liens ; ce navigateur oublie ses notes. Vous perdez immédiatement vos places. Vos adversaires gardent les parties, sans votre nom, et vos messages.

## Noms des lieux, tels qu’ils sont lus
spot-empty = libre
spot-last = dernier coup
spot-chosen = sélection
spot-playable = jouable
slot = emplacement { $n }

## Coups et score
moves = Coups
no-moves = Aucun coup joué.
legend = Signification des images
scrub = Parcourir les coups
scrub-first = Première position
scrub-previous = Coup précédent
scrub-next = Coup suivant
scrub-last = Dernier coup
score = Score
no-score = aucun point
points = { $n ->
    [one] { $n } point
   *[other] { $n } points
  }

## La fin
result-you-win = Vous avez gagné !
result-you-lose = Vous avez perdu
result-won-by = Vous avez gagné { $best } à { $other }
result-lost-by = Vous avez perdu { $other } à { $best }
result-place = Vous terminez { $place ->
    [2] deuxième
    [3] troisième
    [4] quatrième
    [5] cinquième
   *[6] sixième
  } sur { $seats }
result-wins = Victoire { DE($name) }
result-wins-by = Victoire { DE($name) }, { $best } à { $other }
result-shared = Victoire partagée
result-team = Équipe gagnante : { $names }
result-part = { $what } ({ $n })
result-rest = { $count ->
    [one] 1 autre
   *[other] { $count } autres
  } ({ $n })
resign = Abandonner
player = Joueur
resign-title = Abandonner ?
resign-leave = Quitter la partie ?
resign-text = { $on ->
    [yes] L’ordinateur prend votre place et la partie continue.
   *[no] { $seats ->
        [2] La partie se termine et votre adversaire gagne.
       *[other] La partie se termine et vous êtes classé dernier.
      }
  }
rematch = Revanche
rematch-accept = Accepter la revanche
rematch-waiting = En attente de : { $who }
rematch-offered = { $name } propose une revanche.
rematch-go = Aller à la revanche
replay = Revoir
replay-stop = Arrêter
download = Télécharger la partie

## Aide
help-intro = Choisissez un anneau pour y jouer ; après un arc, choisissez un second endroit. Annuler, ou de nouveau le même endroit, revient sur une étape non validée. Un endroit sans marque dit quelle règle l’interdit. Laissez le pointeur ou un doigt sur un élément pour savoir ce que c’est.
help-table = À la table
help-keys = Clavier
key-enter = Entrée
key-escape = Échap
help-arrows = se déplacer sur le plateau
help-targets = cible suivante, précédente
help-enter = y jouer
help-turn = tourner la dernière pièce, si elle se tourne
help-escape = annuler
help-send = valider le coup, depuis le plateau
help-scrub = coup précédent, suivant de la partie
help-help = cette aide
help-type = Vous pouvez aussi saisir les coups dans la notation du jeu, sous les boutons.

## Un récit ligne par ligne, et des secrets
ready = prêt
skip = Accélérer
speed = Vitesse
speed-slow = lente
speed-normal = normale
speed-fast = rapide
speed-instant = instantanée
show-mine = Voir mes cartes
hide-mine = Cacher mes cartes
handover = Passez l’appareil à { $name }
handover-text = L’écran suivant est réservé à ce joueur.
handover-go = Je suis { $name }
slot-full = Emplacement { $n } : { $what }
slot-empty = Emplacement { $n }, vide
slot-tools = Carte de l’emplacement { $n }
slot-left = Avancer d’un emplacement
slot-right = Reculer d’un emplacement
slot-remove = Retirer
programmes = Programmes
histogram-expected = (trait : attendu)
histogram-bar = { $outcome } : { $count }, attendu { $expected }
stopped-by = annulée par { $name }
help-slots = Placez les cartes en les choisissant ou en les faisant glisser. Choisissez une carte placée pour la déplacer ou la retirer ; au clavier, les flèches la déplacent et Suppr la retire.

## Pendules, reprises, départs, hasard
clock-long = { $days } j { $hours } h
clock-of = { $name } : temps restant
clock-low = Il vous reste peu de temps.
undo = Reprendre le coup
taken-back = Repris :
undo-ask = Demander à reprendre
undo-asked = { $name } demande à reprendre un coup.
undo-waiting = En attente d’une réponse…
nothing-there = Rien à faire ici pour l’instant. { $task }
undo-withdraw = Retirer la demande
agree = Accepter
disagree = Refuser
vote = { $name } n’est plus là : laisser jouer l’ordinateur
vote-free = { $name } : laisser jouer l’ordinateur
vote-in = (dans { $time })
vote-asked = { $name } souhaite que l’ordinateur joue pour { $absent }.
seat-lost = L’ordinateur joue à votre place.
come-back = Reprendre ma place
fair = Tirages vérifiables
fair-text = Personne ne peut choisir ni prévoir les tirages. Ils découlent d’un nombre secret du serveur, fixé par l’engagement ci-dessous, d’un nombre aléatoire du navigateur de chaque joueur et des coups joués.
fair-commitment = Engagement (SHA-256 du nombre secret)
fair-nonce = Nombre { DE($name) }
fair-seed = Nombre secret
fair-later = révélé à la fin
fair-check = Pour vérifier les tirages, téléchargez la partie une fois terminée et lancez « tablier verify » sur le fichier.

## Conseils, analyse et bilan
hint = Conseil
move-written = { $plies }
move-words = { CAPITAL($turn) }
hint-where = Un bon coup se trouve ici : { $places }.
hint-what = Conseil : { $turn }. Validez pour le jouer.
hint-why = { CAPITAL($turn) } : vous gagnez dans environ { $n } % des cas.
hint-points = Votre score change aussitôt de { $n }.
hint-worse = { CAPITAL($turn) } : seulement { $n } %.
hint-threat = La réponse peut être : { $turn }.
search-start = Analyser
search-stop = Arrêter l’analyse
search-on = Recherche de plus en plus profonde…
search-done = Recherche terminée
search-busy = Le serveur est occupé ; nouvel essai…
win-shares = Chances de victoire
best-moves = Meilleurs coups
best-play = Jouer sur le plateau d’analyse
percent = { $n } %
percent-proved = { $n } %, prouvé
review = Bilan de la partie
review-begin = Faire le bilan de la partie
review-making = Bilan en cours…
review-accuracy = précision { $n }
review-luck = chance { $n }
review-luck-about = Chance : somme, sur toute la partie, de ce que le hasard a changé aux chances de victoire d’un joueur, en points de pourcentage. Elle peut dépasser 100.
review-moments = Moments décisifs
review-lost = Coup { $move } : { $name } −{ $n } %
review-played = Joué : { $turn }.
review-better = Mieux : { $turn }.
review-strokes = Chance et malchance
review-stroke = Coup { $move } : { $name } { $n } %
review-calm = Aucun coup n’a coûté cher.
review-end = { $name } : { $n } % à la fin.
retry = Rejouer à partir d’ici
retry-seat = Vous jouez
retry-level = Ordinateur
lines = Variantes
lines-none = Les coups que vous jouez sur le plateau d’analyse sont conservés ici, dans ce navigateur.
lines-from = { $n ->
    [0] Depuis le début
   *[other] Après le coup { $n }
  }
lines-name = Nom de cette variante
lines-up = Monter
lines-delete = Supprimer
lines-save = Enregistrer dans un fichier
lines-save-about = La partie avec ses variantes, pour « Ouvrir une partie enregistrée » et pour Python
lines-link = Un lien qui ouvre ces variantes :
lines-long = Ces variantes sont trop longues pour un lien.
lines-private = Partagez d’abord la partie : un lien pourra alors ouvrir ces variantes.
lines-broken = Ce lien ne contient aucune variante lisible.

# Parties de cet appareil
broken-title = Cette partie est illisible
broken-text = La partie enregistrée est abîmée, ou vient d’une autre version. Vous pouvez l’exporter depuis la page d’accueil.
home-lead-local = Des jeux de plateau contre l’ordinateur ou à plusieurs devant un écran. Pas de compte, rien à installer : vos parties restent sur cet appareil.
play-here = Choisir les joueurs…
host-downloading = Chargement des jeux…
host-starting = Démarrage des jeux…
host-missing = Un fichier de la table n’a pas pu être chargé. Vérifiez la connexion, puis rechargez la page. Vos parties sont enregistrées.
host-memory = La mémoire ne suffit pas. Fermez d’autres onglets et programmes, puis rechargez la page. Vos parties sont enregistrées.
host-storage = Ce navigateur ne laisse pas la page enregistrer de parties, comme en navigation privée. Ouvrez la page dans une fenêtre normale.
host-failed = La table n’a pas pu démarrer dans ce navigateur. Rechargez la page, ou mettez le navigateur à jour. Vos parties sont enregistrées.
reload = Recharger
export-games = Exporter toutes les parties
export-game = Exporter
export-none = Il n’y a rien à exporter.
import-text-local = Un fichier téléchargé depuis une table, ou des parties exportées sur cette page.
restored = { $n ->
    [0] Aucune partie n’a été restaurée.
    [one] Une partie a été restaurée.
   *[other] { $n } parties ont été restaurées.
  }
restored-known = { $n ->
    [one] Une était déjà là.
   *[other] { $n } étaient déjà là.
  }
restored-unread = Ces parties ne peuvent pas être restaurées :
delete-game = Supprimer
delete-game-sure = Supprimer vraiment ?
recent-manage = Toutes les parties enregistrées
