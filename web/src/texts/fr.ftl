## Partout
loading = Un instant…
close = Fermer
cancel = Annuler
yes = oui
no = non
go-home = Tous les jeux
menu = Menu
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
recent-over = terminée
recent-your-turn = à vous de jouer
recent-waiting = en cours

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
swap-seats = Échanger les places
start = Commencer la partie

## Prendre place
join-title = On vous invite à jouer
join = Prendre place
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
seat-bot = ordinateur, niveau { $level }
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
help-intro = Touchez un point pour y jouer. Retour reprend ce qui n’est pas encore envoyé, et toucher de nouveau le même endroit aussi ; ce qui peut être tourné l’est alors. Touchez un endroit sans point pour savoir quelle règle l’interdit. Sur le plateau, ces touches servent :
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
pace = Vitesse
pace-slow = lente
pace-normal = normale
pace-fast = rapide
pace-instant = immédiate
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
