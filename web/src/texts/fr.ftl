## Partout
loading = Un instant…
close = Fermer
cancel = Annuler
yes = oui
no = non
go-home = Tous les jeux
menu = Menu
brief-rules = Toutes les règles
rules = Règles
help = Aide
theme = Thème : { $theme ->
    [light] clair
    [dark] sombre
   *[auto] comme l’appareil
  }
error-offline = Le serveur ne répond pas. Nouvel essai…
error-unknown = Cela n’a pas marché (erreur { $status }). Veuillez réessayer.

## Accueil
home-title = Prenez place
home-lead = Des jeux de plateau contre l’ordinateur ou entre amis : sans compte, rien à installer. Envoyez un lien et jouez.
games = Jeux
fact-seats = { $most } joueurs
fact-seats-range = { $least } à { $most } joueurs
fact-minutes = environ { $minutes } minutes
fact-weight = difficulté { $weight } sur 5
play-bot = Jouer contre l’ordinateur
play-friends = Préparer une table…
level = Niveau
compiling = Préparation du jeu (la première fois seulement)
recent = Vos tables
recent-all = Les montrer toutes ({ $n })
recent-fewer = En montrer moins
recent-over = terminée
recent-your-turn = à vous de jouer
recent-waiting = en cours

## Les tables ouvertes
lobby = Tables ouvertes
lobby-count = { $n ->
    [0] Tables ouvertes : aucune pour l’instant
   *[other] Tables ouvertes : { $n }
  }
lobby-none = Personne n’attend en ce moment. Préparez une table et ouvrez-la à tous.
lobby-somebody = quelqu’un
lobby-bots = { $n ->
    [one] l’ordinateur
   *[other] l’ordinateur à { $n } places
  }
lobby-free = { $n ->
    [one] une place libre sur { $all }
   *[other] { $n } places libres sur { $all }
  }
lobby-here = quelqu’un est à la table
lobby-away = personne n’est là pour l’instant
lobby-go = Aller à votre table
lobby-look = Regarder seulement
lobby-listed = Cette table figure sur la première page jusqu’à ce que toutes les places soient prises : qui veut peut s’asseoir.
lobby-close = La retirer de la liste
waiting-for-players = La partie commence quand toutes les places sont prises.
open-table = Ouverte à tous : la montrer sur la première page
friend-open = qui veut, ou un ami par lien

## Préparer une table
seats-count = Joueurs
seat-first = Place 1 (commence)
seat-nth = Place { $n }
seat-number = Joueur { $n }
seat-kind = Qui prend cette place ?
seat-kind-me = Moi
seat-kind-friend = Un ami, par lien
seat-kind-bot = L’ordinateur
friend-link-later = vous recevrez un lien à envoyer
your-name = Votre nom
clock = Pendule
clock-none = sans
clock-preset = { $name } : { $time }
clock-quick = Rapide
clock-calm = Calme
clock-daily = Au jour le jour
clock-leisurely = Sans hâte
clock-out-loss = Qui n’a plus de temps perd la partie.
clock-out-bot = Qui n’a plus de temps est remplacé par l’ordinateur, jusqu’à son retour.
clock-live = { $minutes } min + { $seconds } s par tour
clock-days = { $n ->
    [one] { $n } jour par tour
   *[other] { $n } jours par tour
  }
variants = Règles et variantes
swap-seats = Échanger les places
start = Commencer la partie

## Prendre place
join-title = On vous invite à jouer
join = Prendre place
seated-title = Vous êtes déjà à cette table
seated-text = Ce lien est destiné à quelqu’un d’autre : la place revient à qui l’ouvre en premier. Ne la prenez que si vous jouez à deux sur cet écran.
seated-back = Retrouver ma place
seated-also = Prendre aussi cette place
missing-title = Cette table n’existe pas
private-title = Cette table est privée
private-text = Pour regarder, demandez leur lien à ceux qui jouent. Si vous avez une place ici, ouvrez la table dans le navigateur où vous l’avez prise, ou servez-vous du lien de votre place.
missing-text = L’adresse est peut-être incomplète, ou la table a été débarrassée.

## La table
board = Plateau
actions = Vos actions
players = Joueurs
panels = Coups et score
offline = Connexion perdue, nouvel essai…
will-send = Votre coup partira dès que la connexion reviendra.
turn-dropped = La position a changé entre-temps : ce que vous aviez choisi n’est plus possible.
your-turn = À vous
seat-you = vous
seat-bot = ordinateur, niveau { $level }
seat-open = on attend quelqu’un
seat-here = à la table
seat-away = non connecté
open-seat = Place libre
bot-name = Ordinateur
thinking = réfléchit
to-play = doit jouer
rename = { $name } : changer le nom
invite = Envoyez ce lien à qui prendra la place { $n } :
copy = Copier
copied = Copié
share = Partager le lien
turn = Tourner
back = Retour
send = Envoyer
type-move = Écrire un coup
lay = Jouer
rule = Règle { $id }
looking = { $n ->
    [0] Vous regardez le début.
   *[other] Vous regardez le coup { $n }.
  }
return-to-play = Revenir au jeu
show-result = Voir le résultat

## Revoir une partie
copy-move = Copier le lien vers ce coup
analyse = Essayer des coups à partir d’ici
analysis = { $tried ->
    [0] Vous essayez des coups à partir du coup { $n } : rien n’en est joué.
    [one] Vous essayez des coups à partir du coup { $n }, un jusqu’ici : rien n’en est joué.
   *[other] Vous essayez des coups à partir du coup { $n }, { $tried } jusqu’ici : rien n’en est joué.
  }
analysis-play = Essayer
analysis-leave = Cesser d’essayer
import = Regarder une partie enregistrée :
import-text = Un fichier téléchargé depuis une table. Chacun de ses coups est vérifié.
share-game = Montrer cette partie
share-game-text = Quiconque a le lien peut alors la regarder, sans ce qui s’est dit.
share-page = La page de cette partie, pour tous :

## Liens
links = Liens
links-watch = Pour regarder
links-watch-all = Quiconque a cette adresse peut regarder :
links-watch-text = Quiconque a ce lien peut regarder, et ne voit que ce que tous peuvent voir :
links-watch-new = Un lien pour ceux qui veulent regarder. S’il y en avait un auparavant, il n’ouvre plus rien ; ceux qui sont venus par lui restent.
links-watch-end = Ne plus laisser regarder
links-watch-end-text = Ceux qui regardent en ce moment doivent sortir, et le lien n’ouvre plus rien.
links-watch-ended = Plus personne ne regarde. Pour ceux qui peuvent revenir, créez un nouveau lien.
links-make = Créer un lien
links-seat = { $name } : déplacer la place
links-seat-text = Un lien qui amène cette place dans un autre navigateur ou sur un autre appareil, par exemple si celui-ci venait à manquer. Il sert une fois, et n’est que pour vous.
links-seat-made = Gardez ce lien pour vous. Le premier qui l’ouvre a la place ; il sert une fois, et un plus récent le remplace :
watching = { $n ->
    [one] une personne regarde
   *[other] { $n } personnes regardent
  }

## Discussion et notes
chat = Discussion
chat-none = Personne n’a encore rien dit.
chat-watching = Ceux qui jouent parlent ici.
chat-line = Dire quelque chose
chat-send = Dire
unread = { $n ->
    [one] une nouvelle ligne
   *[other] { $n } nouvelles lignes
  }
notes = Mes notes
notes-text = Rien que pour vous : elles restent dans ce navigateur et ne sont envoyées à personne.
notes-covered = Chaque joueur a ses propres notes ; elles se montrent en même temps que ses cartes.

## Réglages
settings = Réglages
alerts = Quand c’est à vous de jouer
alert-marker = Marquer l’onglet
alert-marker-text = Un point sur l’icône de l’onglet et dans son titre.
alert-sound = Jouer un son
alert-sound-text = Deux notes douces, sauf si vous regardez la table.
alert-notify = Afficher une notification
alert-notify-text = Tant que cette page est ouverte mais hors de vue. Elle dit seulement le jeu et que c’est à vous.
alert-notify-not = Ce navigateur n’en propose pas ici ; il faut une page servie par https.
alert-notify-denied = Le navigateur n’autorise pas les notifications de cette page.

privacy = Ce qui est gardé de moi
privacy-none = Le serveur ne sait rien de ce navigateur : il n’a encore pris place nulle part.
privacy-since = Le serveur connaît ce navigateur par un cookie aléatoire depuis le { $day }. Il n’y a ni compte, ni adresse, ni mot de passe.
privacy-seat = { $game }, place { $n }
privacy-said = { $n ->
    [0] rien n’a été dit
    [one] une ligne dite
   *[other] { $n } lignes dites
  }
privacy-watches = { $n ->
    [0] aucune table regardée par un lien
    [one] une table regardée par un lien
   *[other] { $n } tables regardées par un lien
  }
privacy-text = Les coups sont dans les parties enregistrées des tables. Vos notes et vos réglages ne sont gardés que dans ce navigateur.
privacy-download = Télécharger
privacy-erase-ask = Effacer…
privacy-erase = Tout effacer
privacy-erase-text = Le serveur oublie ce navigateur, ses noms et ses liens, et ce navigateur ses notes. Vous perdez aussitôt vos places. Les parties restent pour ceux avec qui vous avez joué, sans votre nom ; ce que vous y avez dit reste aussi.

## Noms des lieux, tels qu’ils sont lus
spot-empty = libre
spot-last = dernier coup
spot-chosen = choisi
spot-playable = jouable
slot = emplacement { $n }

## Coups et score
moves = Coups
no-moves = Rien n’a encore été joué.
scrub = Parcourir les coups
scrub-first = Au début
scrub-previous = Un coup en arrière
scrub-next = Un coup en avant
scrub-last = Au présent
score = Score
no-score = pas encore de points
points = { $n ->
    [one] { $n } point
   *[other] { $n } points
  }

## La fin
result-you-win = Vous gagnez !
result-wins = { $name } gagne
result-shared = Victoire partagée
result-lines = Le détail des points
resign = Abandonner
resign-title = Abandonner la partie ?
resign-leave = Quitter la partie ?
resign-text = { $on ->
    [yes] L’ordinateur joue à votre place, et les autres poursuivent leur partie.
   *[no] { $seats ->
        [2] La partie s’arrête aussitôt et votre adversaire gagne.
       *[other] La partie s’arrête aussitôt, et vous terminez en dernière position.
      }
  }
rematch = Revanche
rematch-accept = Accepter la revanche
rematch-waiting = On attend les autres…
rematch-offered = { $name } propose une revanche.
rematch-go = Aller à la revanche
view-board = Voir le plateau
download = Télécharger la partie

## Aide
help-intro = Touchez un point pour y jouer. Retour reprend ce qui n’est pas encore envoyé, et toucher de nouveau le même endroit aussi ; ce qui peut être tourné l’est alors. Touchez un endroit sans point pour savoir quelle règle l’interdit.
help-table = À la table
help-keys = Touches sur le plateau
help-arrows = parcourir le plateau
help-targets = lieu jouable suivant, précédent
help-enter = y jouer
help-turn = tourner ce qui vient d’être posé
help-escape = reprendre
help-send = envoyer le coup
help-scrub = un coup en arrière ou en avant dans la partie
help-help = cette aide
help-type = Les coups peuvent aussi s’écrire dans la notation du jeu, sous les boutons.

## Un récit ligne par ligne, et des secrets
ready = prêt
skip = Passer
speed = Vitesse
speed-slow = lente
speed-normal = normale
speed-fast = rapide
speed-instant = immédiate
show-mine = Voir mes cartes
hide-mine = Cacher mes cartes
handover = Passez l’appareil à { $name }
handover-text = La suite est pour les seuls yeux de ce joueur.
handover-go = Je suis { $name }
slot-full = Emplacement { $n } : { $what }
slot-empty = Emplacement { $n }, vide
slot-tools = Carte de l’emplacement { $n }
slot-left = Vers la gauche
slot-right = Vers la droite
slot-remove = Reprendre
help-slots = Touchez une carte ou faites-la glisser pour la placer. Touchez-la à son emplacement pour la déplacer ou la reprendre ; au clavier, les flèches la déplacent et Suppr la reprend.

## Pendules, reprises, départs, hasard
clock-long = { $days } j { $hours } h
clock-of = { $name } : temps restant
clock-low = Il vous reste peu de temps.
undo = Reprendre le coup
undo-ask = Demander à reprendre
undo-asked = { $name } demande à reprendre un coup.
undo-waiting = On attend l’accord des autres…
agree = D’accord
disagree = Refuser
vote = { $name } n’est pas là : laisser jouer l’ordinateur
vote-in = (dans { $time })
vote-asked = { $name } souhaite que l’ordinateur joue pour { $absent }.
seat-lost = L’ordinateur joue à votre place.
come-back = Reprendre ma place
fair = Hasard vérifiable
fair-text = Tout ce que le hasard décide dans cette partie était fixé avant que quiconque puisse le savoir : cela découle d’un nombre secret, auquel l’engagement ci-dessous lie le serveur, d’un nombre choisi par le navigateur de chaque joueur et des coups joués auparavant.
fair-commitment = Engagement (SHA-256 du nombre secret)
fair-nonce = Nombre de { $name }
fair-seed = Nombre secret
fair-later = révélé à la fin de la partie
fair-check = Pour vérifier, téléchargez la partie une fois finie et lancez « tablier verify » sur le fichier : chaque tirage est recalculé.
