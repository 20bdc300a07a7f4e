## Everywhere
loading = One moment…
close = Close
cancel = Cancel
yes = yes
no = no
go-home = All games
menu = Menu
brief-rules = Full rules
rules = Rules
rules-page = New tab
help = Help
theme = Theme
theme-auto = system
theme-light = light
theme-dark = dark
error-offline = Cannot reach the server. Retrying…
error-unreachable = Cannot reach the server. Please try again.
error-unknown = Something went wrong (error { $status }). Please try again.

## Home
home-title = Pull up a chair
home-lead = Board games against the computer or with friends. No account, nothing to install: send a link and play.
games = Games
fact-seats = { $most } players
fact-seats-range = { $least }–{ $most } players
fact-minutes = about { $minutes } min
fact-weight = complexity { $weight }/5
play-bot = Play the computer
play-friends = Play with friends…
level = Level
compiling = Preparing the game (first time only)
recent = Your tables
recent-all = Show all ({ $n })
recent-fewer = Show fewer
recent-over = finished
recent-your-turn = your turn
recent-waiting = in progress

## Lessons
lessons = Lessons
lessons-of = { $game }: lessons
learn = Learn
learn-done = Learn ({ $n }/{ $all })
learn-first = New here? Learn { $game } in five minutes, by playing.
learn-start = Start the first lesson
lesson-title = { $n }/{ $all } { $title }
lesson-goal = Goal of the lesson
lesson-rule = The rule
lesson-show = Show me
lesson-result = Result
lesson-wrong = Not yet.
lesson-done = Done!
lesson-again = Try again
lesson-repeat = Repeat
lesson-next = Next lesson
lesson-last = Play a game
lesson-was-done = done
no-lesson = There is no such lesson.

## Puzzles
puzzles = Puzzles
puzzles-solved = Puzzles ({ $n }/{ $all })
puzzle-of-the-day = Puzzle of the day
puzzle-title = Puzzle { $n }/{ $all }
puzzle-task = Task
puzzle-goal = Find the best move. Level: { $level }.
puzzle-solved = Solved!
puzzle-shown = Here is the best move.
puzzle-turn = { CAPITAL($turn) }.
puzzle-wrong = Not the best.
puzzle-level = You solved a puzzle of level { $level }.
puzzle-shares = The best move gives you { $best }% of the win, any other at most { $other }%.
puzzle-estimate = All other moves are clearly weaker.
puzzle-refuting = Looking for the answer…
puzzle-refuted = After this move your share of the win falls from { $before }% to { $after }%; the best answer: { $reply }.
puzzle-refuted-draw = After this move your share of the win falls from { $before }% to { $after }%; after this draw the best answer: { $reply }.
puzzle-refuted-end = After this move your share of the win falls from { $before }% to { $after }%.
puzzle-analyse = Analyse
puzzle-next = Next puzzle
no-puzzle = There is no such puzzle.

## The lobby
lobby = Open tables
lobby-count = { $n ->
    [0] No open tables
   *[other] Open tables: { $n }
  }
lobby-none = No open tables. Create a table and open it to everyone.
lobby-somebody = a player
lobby-bots = { $n ->
    [one] 1 bot
   *[other] { $n } bots
  }
lobby-free = { $n ->
    [one] 1 of { $all } seats free
   *[other] { $n } of { $all } seats free
  }
lobby-here = { $n ->
    [one] 1 player online
   *[other] { $n } players online
  }
labelled = { $label }: { $value }
lobby-away = nobody online
lobby-go = Go to your table
lobby-look = Watch
lobby-listed = This table is listed on the home page until all seats are taken. Anyone may join.
lobby-close = Remove from the list
bot-preparing = { $name } is getting ready: this takes a minute or two, the first time only.
waiting-for-players = Waiting for players. The game starts when all seats are taken.
open-table = Open to everyone: list the table on the home page
friend-open = anyone, or a friend with the link
hints-option = Allow hints
hints-option-help = Every player may ask the computer for a good move; only that player sees the answer. Against the computer alone, hints are always allowed.
hints-allowed = hints allowed

## Setting up a table
seats-count = Players
seat-first = Seat 1 (goes first)
seat-nth = Seat { $n }
seat-number = Player { $n }
seat-kind = Played by
seat-kind-me = Me
seat-kind-here = Another player here
seat-kind-friend = A friend, by link
seat-kind-bot = The computer
friend-link-later = you will get a link to send
your-name = Your name
their-name = Name of this player
clock = Time control
clock-none = no clock
clock-preset = { $name }: { $time }
clock-quick = Fast
clock-calm = Slow
clock-out-loss = Run out of time and you lose.
clock-out-bot = Run out of time and the computer plays for you until you come back.
clock-live = { $minutes } min + { $seconds } s per turn
clock-days = { $n ->
    [one] 1 day per turn
   *[other] { $n } days per turn
  }
variants = Rules and variants
swap-seats = Reverse the seats
fill-bots = Fill with bots
start = Start the game

## Sitting down
join-by = { $name } invites you to play { $game }
join-to = You are invited to play { $game }
join = Join
seated-title = You already have a seat at this table
seated-text = This link is for another player: the first person who opens it gets the seat. Use it only if two of you play on this screen.
seated-back = Go to my seat
seated-also = Take this seat as well
missing-title = Table not found
full-title = All seats are taken
token-title = This link gives no seat
private-title = This table is private
private-text = To watch, ask a player for the link. If you have a seat here, open the table in the browser in which you joined, or use your seat’s link.
missing-text = The address may be incomplete, or the table no longer exists.

## The table
board = Board
actions = Your actions
players = Players
panels = Moves and score
offline = Connection lost, reconnecting…
choice-lost = Not recorded: the connection is lost. Choose again when it is back.
will-send = Your turn will be sent when the connection is back.
turn-dropped = The position has changed: the move you had prepared is no longer possible.
your-turn = Your turn
seat-you = you
seat-bot = computer, level { $level }
seat-open = waiting for a player
seat-here = online
seat-away = offline
open-seat = Free seat
bot-name = Computer
thinking = thinking
to-play = to play
rename = { $name }: change name
invite = { $seats ->
    [2] Invite your opponent:
   *[other] Invite a friend to seat { $n }:
  }
invite-friends = Invite friends ({ $n } free seats)
invite-title = Invite friends
fold = Hide this panel
unfold = Show the panel
zoom-out = Zoom out
copy = Copy
copied = Copied
share = Share the link
turn = Rotate
back = Undo
send = Confirm
type-move = Enter a move
drop = Clear all
declining = Declining…
decline-all = Decline all this turn
lay = Play
rule = Rule { $id }
looking = { $n ->
    [0] Start of the game.
   *[other] Position after move { $n }.
  }
return-to-play = Return to the game
show-result = Show the result

## Looking back
copy-move = Copy a link to this move
analyse = Analyse from here
analysis = { $depth ->
    [0] Analysis from move { $n }. The real game is not affected.
    [one] Analysis from move { $n } (1 move). The real game is not affected.
   *[other] Analysis from move { $n } ({ $depth } moves). The real game is not affected.
  }
analysis-play = Play
analysis-leave = Leave analysis
import = Open a saved game…
import-text = A file downloaded from a table, with or without lines of an analysis.
position = Set up a position…
position-text = To analyse it, or to play on from it.
position-title = Set up a position
position-game = Game
position-diagram = Diagram
position-help = A position as text, copied from the panel “Lines” of the analysis board, or written by position.diagram() in Python. “new” is the start of the game; “; moves: …” plays on.
position-open = Open
position-write = Position as text
position-written = This position as text:
share-game = Share this game
share-game-text = Anyone with the link can replay it. The chat stays private.
share-page = Public page of this game:
share-picture = Share a picture of the board

## Links
links = Links
open-seats = Free seats
open-seats-link = One link for all free seats: each friend who opens it takes the next one.
open-seats-qr = QR code of this link
links-watch = Watching
links-watch-all = Anyone with this address can watch:
links-watch-text = Anyone with this link can watch, and sees only public information:
links-watch-new = Make a link for spectators. It replaces the previous link; current spectators stay.
links-watch-end = Stop spectators
links-watch-end-text = Current spectators will be removed, and the link stops working.
links-watch-ended = Spectators have been removed. To allow new ones, make a new link.
links-make = Make a link
links-seat = { $name }: move the seat to another device
links-seat-text = A link that moves this seat to another browser or device, for example if you lose this one.
links-seat-made = Keep this link to yourself: the first person who opens it gets the seat. It works once; a newer link replaces it.
watching = { $n ->
    [one] 1 spectator
   *[other] { $n } spectators
  }

## Talk and notes
chat = Chat
chat-said = { $name }: { $text }
chat-none = No messages yet.
chat-watching = Only players can write.
chat-line = Message
chat-send = Send
chat-unsent = not sent yet
unread = { $n ->
    [one] 1 new message
   *[other] { $n } new messages
  }
notes = My notes
notes-text = Only for you: your notes stay in this browser.
notes-covered = Each player has private notes, shown together with their cards.

## Settings
settings = Settings
appearance = Appearance
language = Language
palette = Player colours
palette-standard = standard
palette-safe = for any colour vision
playing = Playing
setting-send = Play a turn as soon as it is complete
setting-send-text = Without Confirm, unless something hidden is revealed or drawn.
setting-decline = Decline offers that I cannot pay
setting-decline-text = After a short time, as if by hand.
setting-targets = Mark where I can play
setting-targets-text = On the board, on your turn.
setting-sounds = Move sounds
setting-sounds-text = Quiet and short; silent while this page is hidden.
alerts = When it is your turn
alert-marker = Mark the tab
alert-marker-text = A dot on the tab’s icon and title.
alert-sound = Play a sound
alert-sound-text = Two soft notes when you are not at the table.
alert-notify = Show a notification
alert-notify-text = While this page is open in the background. It shows only the game and that it’s your turn.
alert-notify-not = Not available in this browser: notifications need a page served over https.
alert-notify-denied = The browser blocks notifications from this page.

privacy = My data
privacy-none = The server has no data about this browser.
privacy-since = The server has identified this browser by a random cookie since { $day }. There is no account, address or password.
privacy-seat = { $game }, seat { $n }
privacy-said = { $n ->
    [0] No chat messages
    [one] 1 chat message
   *[other] { $n } chat messages
  }
privacy-watches = { $n ->
    [one] 1 table watched by link
   *[other] { $n } tables watched by link
  }
privacy-text = Moves are stored with the tables. Your notes and settings are stored in this browser only.
privacy-download = Download
privacy-erase-ask = Erase…
privacy-erase = Erase everything
privacy-erase-text = The server forgets this browser, its names and its links; this browser forgets its notes. You lose your seats immediately. Your opponents keep the games, without your name, and your chat messages.

## Names of places, as they are read aloud
spot-empty = empty
spot-last = last move
spot-chosen = chosen
spot-playable = playable
slot = slot { $n }

## Moves and score
moves = Moves
no-moves = No moves yet.
legend = What the pictures mean
scrub = Browse the moves
scrub-first = First position
scrub-previous = Previous move
scrub-next = Next move
scrub-last = Last move
score = Score
no-score = no points yet
points = { $n ->
    [one] { $n } point
   *[other] { $n } points
  }

## The end
result-you-win = You win!
result-you-lose = You lost
result-won-by = You won { $best } to { $other }
result-lost-by = You lost { $best } to { $other }
result-place = You came { $place ->
    [2] second
    [3] third
    [4] fourth
    [5] fifth
   *[6] sixth
  } of { $seats }
result-wins = { $name } wins
result-wins-by = { $name } wins { $best } to { $other }
result-shared = Shared victory
result-team = Winning team: { $names }
result-part = { $what } ({ $n })
result-rest = { $count ->
    [one] 1 more
   *[other] { $count } more
  } ({ $n })
resign = Resign
player = Player
resign-title = Resign?
resign-leave = Leave the game?
resign-text = { $on ->
    [yes] The computer takes over your seat and the game goes on.
   *[no] { $seats ->
        [2] The game ends and your opponent wins.
       *[other] The game ends and you come last.
      }
  }
rematch = Rematch
rematch-accept = Accept the rematch
rematch-waiting = Waiting for: { $who }
rematch-offered = { $name } offers a rematch.
rematch-go = Go to the rematch
replay = Replay
replay-stop = Stop
download = Download the game

## Help
help-intro = Choose a ring to play there; after an arc, choose a second place. Undo, or the same place again, takes back a step that you have not confirmed. A place without a mark tells which rule forbids it. Rest the pointer or a finger on anything to learn what it is.
help-table = At the table
help-keys = Keyboard
key-enter = Enter
key-escape = Esc
help-arrows = move around the board
help-targets = next and previous target
help-enter = play there
help-turn = rotate the last piece, if it can be rotated
help-escape = undo
help-send = confirm the turn, from the board
help-scrub = previous and next move of the game
help-help = this help
help-type = You can also enter moves in the game’s notation, below the buttons.

## A story told line by line, and secrets
ready = ready
skip = Skip
speed = Speed
speed-slow = slow
speed-normal = normal
speed-fast = fast
speed-instant = instant
show-mine = Show my cards
hide-mine = Hide my cards
handover = Pass the device to { $name }
handover-text = The next screen is for this player only.
handover-go = I am { $name }
slot-full = Slot { $n }: { $what }
slot-empty = Slot { $n }, empty
slot-tools = Card in slot { $n }
slot-left = Move one slot earlier
slot-right = Move one slot later
slot-remove = Remove
programmes = Programmes
histogram-expected = (line: expected)
histogram-bar = { $outcome }: { $count }, expected { $expected }
stopped-by = cancelled by { $name }
help-slots = Put cards into their slots by choosing or dragging them. Choose a card in its slot to move or remove it; on the keyboard, arrows move it and Delete removes it.

## Clocks, taking back, leaving, chance
clock-long = { $days } d { $hours } h
clock-of = { $name }: time left
clock-low = You are low on time.
undo = Take back
taken-back = Taken back:
undo-ask = Ask to take back
undo-asked = { $name } asks to take back a move.
undo-waiting = Waiting for an answer…
nothing-there = Nothing to do there now. { $task }
undo-withdraw = Withdraw
agree = Accept
disagree = Decline
vote = { $name } is away: let the computer play
vote-free = { $name }: let the computer play
vote-in = (in { $time })
vote-asked = { $name } wants the computer to play for { $absent }.
seat-lost = The computer is playing for you.
come-back = Take my seat back
fair = Provably fair draws
fair-text = No one can choose or predict the draws of this game. They follow from a secret number of the server, fixed by the commitment below, a random number of each player’s browser, and the moves played.
fair-commitment = Commitment (SHA-256 of the secret number)
fair-nonce = Number of { $name }
fair-seed = Secret number
fair-later = revealed at the end
fair-check = To verify the draws, download the game when it is over and run “tablier verify” on the file.

## Hints, analysis and review
hint = Hint
move-written = { $plies }
move-words = { CAPITAL($turn) }
hint-where = A good move is here: { $places }.
hint-what = { CAPITAL($turn) }. Confirm plays it.
hint-why = { CAPITAL($turn) }: you win about { $n }% of the time.
hint-points = It changes your score by { $n } at once.
hint-worse = { CAPITAL($turn) }: only { $n }%.
hint-threat = The reply may be: { $turn }.
search-start = Analyse
search-stop = Stop analysing
search-on = Searching, deeper and deeper…
search-done = Search complete
search-busy = The server is busy; trying again…
win-shares = Win shares
best-moves = Best moves
best-play = Play on the analysis board
percent = { $n }%
percent-proved = { $n }%, proved
review = Game review
review-begin = Review the game
review-making = Reviewing the game…
review-accuracy = accuracy { $n }
review-luck = luck { $n }
review-luck-about = Luck: by how much chance changed a player’s share of the win, in percentage points, over the whole game, so it can pass 100.
review-moments = Decisive moments
review-lost = Move { $move }: { $name } −{ $n }%
review-played = Played: { $turn }.
review-better = Better: { $turn }.
review-strokes = Good and bad luck
review-stroke = Move { $move }: { $name } { $n }%
review-calm = No turn cost much.
review-end = { $name }: { $n }% at the end.
retry = Try again from here
retry-seat = You play as
retry-level = Computer
lines = Lines
lines-none = The moves that you play on the analysis board are kept here, in this browser.
lines-from = { $n ->
    [0] From the start
   *[other] After move { $n }
  }
lines-name = Name of this line
lines-up = Move up
lines-delete = Delete
lines-save = Save in a file
lines-save-about = The game with its lines, for “Open a saved game” and for Python
lines-link = A link that opens these lines:
lines-long = These lines are too long for a link.
lines-private = Share the game first: then a link can open these lines.
lines-broken = This link contains no readable lines.

# Games of this device
broken-title = This game cannot be read
broken-text = The saved game is damaged, or comes from another version. You can export it from the home page.
home-lead-local = Board games against the computer, or together at one screen. No account, nothing to install: your games stay on this device.
play-here = Choose the players…
host-downloading = Loading the games…
host-starting = Starting the games…
host-missing = A file of the table could not be loaded. Check the connection, then load the page again. Your games are saved.
host-memory = There is too little memory. Close other tabs and programs, then load the page again. Your games are saved.
host-storage = This browser does not let the page save games, as in a private window. Open the page in a normal window.
host-failed = The table could not start in this browser. Load the page again, or update the browser. Your games are saved.
reload = Load again
export-games = Export all games
export-game = Export
export-none = There is nothing to export.
import-text-local = A file downloaded from a table, or games exported on this page.
restored = { $n ->
    [0] No game was restored.
    [one] One game was restored.
   *[other] { $n } games were restored.
  }
restored-known = { $n ->
    [one] One was here already.
   *[other] { $n } were here already.
  }
restored-unread = These cannot be restored:
delete-game = Delete
delete-game-sure = Really delete?
recent-manage = All saved games
