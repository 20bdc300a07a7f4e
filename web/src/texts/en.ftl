## Everywhere
loading = One moment…
close = Close
cancel = Cancel
yes = yes
no = no
go-home = All games
menu = Menu
brief-rules = All the rules
rules = Rules
help = Help
theme = Theme: { $theme ->
    [light] light
    [dark] dark
   *[auto] as the device
  }
error-offline = The server cannot be reached. Trying again…
error-unknown = That did not work (error { $status }). Please try again.

## Home
home-title = Pull up a chair
home-lead = Board games against the computer or with friends: no account, nothing to install. Send a link and play.
games = Games
fact-seats = { $most } players
fact-seats-range = { $least } to { $most } players
fact-minutes = about { $minutes } minutes
fact-weight = weight { $weight } of 5
play-bot = Play against the computer
play-friends = Set up a table…
level = Level
compiling = Getting the game ready (only the first time)
recent = Your tables
recent-all = Show all { $n }
recent-fewer = Show fewer
recent-over = finished
recent-your-turn = your turn
recent-waiting = in play

## The lobby
lobby = Open tables
lobby-count = { $n ->
    [0] Open tables: none at the moment
   *[other] Open tables: { $n }
  }
lobby-none = Nobody is waiting just now. Set up a table and open it to everybody.
lobby-somebody = somebody
lobby-bots = { $n ->
    [one] the computer
   *[other] the computer at { $n } seats
  }
lobby-free = { $n ->
    [one] one seat of { $all } is free
   *[other] { $n } seats of { $all } are free
  }
lobby-here = somebody is at the table
lobby-away = nobody is there right now
lobby-go = Go to your table
lobby-look = Just look
lobby-listed = This table is listed on the first page until all seats are taken: whoever likes may sit down.
lobby-close = Take it off the list
waiting-for-players = Play begins when all seats are taken.
open-table = Open to everybody: list the table on the first page
friend-open = whoever likes, or a friend by link

## Setting up a table
seats-count = Players
seat-first = Seat 1 (plays first)
seat-nth = Seat { $n }
seat-number = Player { $n }
seat-kind = Who sits here?
seat-kind-me = Me
seat-kind-friend = A friend, by link
seat-kind-bot = The computer
friend-link-later = you get a link to send
your-name = Your name
clock = Clock
clock-none = none
clock-preset = { $name }: { $time }
clock-quick = Quick
clock-calm = Calm
clock-daily = Daily
clock-leisurely = Leisurely
clock-out-loss = Whoever is out of time loses.
clock-out-bot = Whoever is out of time is replaced by the computer, until they come back.
clock-live = { $minutes } min + { $seconds } s a turn
clock-days = { $n ->
    [one] { $n } day for each turn
   *[other] { $n } days for each turn
  }
variants = Rules and variants
swap-seats = Swap the seats
start = Start the game

## Sitting down
join-title = You are invited to a game
join = Sit down
seated-title = You sit at this table already
seated-text = This link is for somebody else: whoever opens it first has the seat. Take it only if two of you play on this screen.
seated-back = Go to my seat
seated-also = Take this seat, too
missing-title = There is no such table
private-title = This table is private
private-text = To watch, ask those who play for their link. If you have a seat here, open the table in the browser in which you sat down, or use your seat’s link.
missing-text = The address may be incomplete, or the table has been cleared away.

## The table
board = Board
actions = Your actions
players = Players
panels = Moves and score
offline = Connection lost, reconnecting…
will-send = Your turn is sent as soon as the connection is back.
turn-dropped = Meanwhile the position has changed: what you had chosen is not possible any more.
your-turn = Your turn
seat-you = you
seat-bot = computer, level { $level }
seat-open = waiting for somebody to sit down
seat-here = at the table
seat-away = not connected
open-seat = Free seat
bot-name = Computer
thinking = thinking
to-play = to play
rename = { $name }: change the name
invite = Send this link to whoever shall take seat { $n }:
copy = Copy
copied = Copied
share = Share the link
turn = Turn
back = Back
send = Send
type-move = Type a move
lay = Play
rule = Rule { $id }
looking = { $n ->
    [0] You are looking at the start.
   *[other] You are looking at move { $n }.
  }
return-to-play = Return to play
show-result = Show the result

## Looking back
copy-move = Copy the link to this move
analyse = Try moves out from here
analysis = { $tried ->
    [0] You are trying things out from move { $n }: nothing of it is played.
    [one] You are trying things out from move { $n }, one move so far: nothing of it is played.
   *[other] You are trying things out from move { $n }, { $tried } moves so far: nothing of it is played.
  }
analysis-play = Try
analysis-leave = Stop trying
import = Look at a record:
import-text = A file that was downloaded from a table. Every move of it is checked.
share-game = Share this game
share-game-text = Everybody who has the link may then look at it, without what was said.
share-page = The page of this game, for everybody:

## Links
links = Links
links-watch = To watch
links-watch-all = Whoever has this address may watch:
links-watch-text = Whoever has this link may watch, and sees only what everybody may see:
links-watch-new = A link for those who want to watch. If there was one before, it no longer works; those who came by it stay.
links-watch-end = Let nobody watch any more
links-watch-end-text = Those who watch now are shown out, and the link stops working.
links-watch-ended = Nobody watches any more. For those who may come again, make a new link.
links-make = Make a link
links-seat = { $name }: move the seat
links-seat-text = A link that brings this seat to another browser or device, for instance if this one should be lost. It works once, and is for you alone.
links-seat-made = Keep this link to yourself. Whoever opens it first has the seat; it works once, and a newer one replaces it:
watching = { $n ->
    [one] one person is watching
   *[other] { $n } people are watching
  }

## Talk and notes
chat = Talk
chat-none = Nobody has said anything yet.
chat-watching = Those who play talk here.
chat-line = Say something
chat-send = Say
unread = { $n ->
    [one] one new line
   *[other] { $n } new lines
  }
notes = My notes
notes-text = Only for you: they stay in this browser and are sent to nobody.
notes-covered = Each player has notes of their own; they show while their cards do.

## Settings
settings = Settings
alerts = When it is your turn
alert-marker = Mark the tab
alert-marker-text = A dot on the tab’s icon and in its title.
alert-sound = Play a sound
alert-sound-text = Two soft notes, unless you are looking at the table.
alert-notify = Show a notification
alert-notify-text = While this page is open but out of sight. It tells only the game and that it is your turn.
alert-notify-not = This browser offers none here; they need a page served over https.
alert-notify-denied = The browser does not allow notifications for this page.

privacy = What is kept of me
privacy-none = The server knows nothing of this browser: it has not sat down anywhere yet.
privacy-since = The server knows this browser by a random cookie since { $day }. There is no account, address or password.
privacy-seat = { $game }, seat { $n }
privacy-said = { $n ->
    [0] nothing said
    [one] one line said
   *[other] { $n } lines said
  }
privacy-watches = { $n ->
    [0] no table watched by a link
    [one] one table watched by a link
   *[other] { $n } tables watched by a link
  }
privacy-text = The moves are in the records of the tables. Your notes and settings are kept in this browser alone.
privacy-download = Download it
privacy-erase-ask = Erase it…
privacy-erase = Erase everything
privacy-erase-text = The server forgets this browser, its names and its links, and this browser its notes. Your seats are lost to you at once. The games stay for those you played with, without your name; what you said there stays, too.

## Names of places, as they are read aloud
spot-empty = empty
spot-last = last move
spot-chosen = chosen
spot-playable = playable
slot = place { $n }

## Moves and score
moves = Moves
no-moves = Nothing has been played yet.
scrub = Go through the moves
scrub-first = To the start
scrub-previous = One move back
scrub-next = One move forward
scrub-last = To the present
score = Score
no-score = no points yet
points = { $n ->
    [one] { $n } point
   *[other] { $n } points
  }

## The end
result-you-win = You win!
result-wins = { $name } wins
result-shared = A shared victory
result-lines = How the points come about
resign = Resign
resign-title = Give the game up?
resign-leave = Leave the game?
resign-text = { $on ->
    [yes] The computer plays on in your place, and the others go on with their game.
   *[no] { $seats ->
        [2] The game ends at once and your opponent wins.
       *[other] The game ends at once, and you are last.
      }
  }
rematch = Rematch
rematch-accept = Accept the rematch
rematch-waiting = Waiting for the others…
rematch-offered = { $name } offers a rematch.
rematch-go = Go to the rematch
view-board = View the board
download = Download the record

## Help
help-intro = Touch a dot to play there. Back takes back what you have not sent yet, and so does touching the same place again; what can be turned is turned by that. Touch a place without a dot to learn which rule forbids it.
help-table = At the table
help-keys = Keys on the board
help-arrows = walk over the board
help-targets = next and previous playable place
help-enter = play there
help-turn = turn what you have just laid
help-escape = take back
help-send = send the turn
help-scrub = one move back or forward in the game
help-help = this help
help-type = Moves can also be typed in the game's notation, under the buttons.

## A story told line by line, and secrets
ready = ready
skip = Skip
speed = Speed
speed-slow = slow
speed-normal = normal
speed-fast = fast
speed-instant = at once
show-mine = Show my cards
hide-mine = Hide my cards
handover = Pass the device to { $name }
handover-text = What follows is for the eyes of this player only.
handover-go = I am { $name }
slot-full = Place { $n }: { $what }
slot-empty = Place { $n }, empty
slot-tools = Card in place { $n }
slot-left = Further left
slot-right = Further right
slot-remove = Take back
help-slots = Cards are put into their places by touching or dragging them. Touch one in its place to move it or take it back; with the keyboard, the arrows move it and Delete takes it back.

## Clocks, taking back, leaving, chance
clock-long = { $days } d { $hours } h
clock-of = { $name }: time left
clock-low = You have little time left.
undo = Take back
undo-ask = Ask to take back
undo-asked = { $name } asks to take back a move.
undo-waiting = Waiting for the others to agree…
agree = Agree
disagree = Decline
vote = { $name } is away: let the computer play
vote-in = (in { $time })
vote-asked = { $name } wants the computer to play for { $absent }.
seat-lost = The computer is playing for you.
come-back = Take my seat back
fair = Fair chance
fair-text = All that chance decides in this game was fixed before anybody could know it: it follows from a secret number, to which the server is bound by the commitment below, from a number of each player’s browser, and from the moves played before.
fair-commitment = Commitment (SHA-256 of the secret number)
fair-nonce = Number of { $name }
fair-seed = Secret number
fair-later = is told when the game is over
fair-check = To check it, download the record when the game is over and run “tablier verify” on the file: every draw is computed again.
