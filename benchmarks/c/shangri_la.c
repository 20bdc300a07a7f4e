/* The Bridges of Shangri-La in plain C, to measure the compiled Python kernel by.
 *
 * The same rules, the same sets of villages, the same generator (SplitMix64) and the same ascending order of legal
 * actions as tablier/games/shangri_la/rules.py, so that the same seed plays the very same games, and the final states
 * have the same bytes.
 *
 *     shangri_la SEATS SHEET TIE perft DEPTH        prints the number of sequences of that many plies
 *     shangri_la SEATS SHEET TIE finals SEED GAMES  writes the final states, 128 bytes each
 *     shangri_la SEATS SHEET TIE play SEED GAMES    prints the number of plies and the seconds of processor time
 *
 * SHEET is true or false, TIE is origin or destination. SEED is the state of the generator, 64 bits.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLOURS = 4, GUILDS = 7, VILLAGES = 13, WAYS = 23, TILES = 6, STONES = 11 };
enum { SET_UP, TURN, SECOND };
enum { ORIGIN, DESTINATION };
enum { LAST_STONE = 1, STUCK = 2 };
enum { RECRUIT = GUILDS * VILLAGES, JOURNEY = 2 * RECRUIT, MAX_LEGAL = JOURNEY + 2 * WAYS + 1 };

typedef uint32_t Set; /* of villages, or of bridges */

typedef struct {
    uint16_t masters[COLOURS][GUILDS], students[COLOURS][GUILDS];
    uint32_t bridges;
    uint16_t stones;
    uint8_t seats, mover, stage, tie, over, spare[5];
} State;

/* The villages at the ends of the bridges, a to m, and the printed positions: colour and guild of each tile. */
static const char *const bridges[WAYS] = {"ab", "ad", "ae", "ag", "bc", "bf", "cf", "cj", "de", "dg", "dk", "ef",
                                          "eh", "fi", "gk", "hi", "hk", "hl", "ij", "im", "jm", "kl", "lm"};
static const char *const sheets[2][VILLAGES] = {
    {"bRrY", "", "", "bArF", "bYrP", "yFbH", "bPyY", "yRrA", "yHbD", "rDyP", "yDrR", "rHbF", "yA"},
    {"lYlFrH", "rAyD", "", "", "rPbY", "bFbH", "bAyPrF", "rRyAlP", "yRbDyH", "lRrDrY", "", "lDyFlH", "bRbPyY"}};
static const char colours[] = "rbyl", guilds[] = "HDFPRAY";

/* Filled once by make_tables. */
static int ends[WAYS][2];
static Set up[VILLAGES], down[VILLAGES];

/* --- sets ------------------------------------------------------------------------------------------------------ */

static inline Set bit(int i) { return (Set)1 << i; }
static inline int count(Set x) { return __builtin_popcount(x); }

static inline int write_set(Set x, int first, int16_t *out, int n) {
    for (; x; x &= x - 1) out[n++] = (int16_t)(first + __builtin_ctz(x));
    return n;
}

/* --- the board ------------------------------------------------------------------------------------------------- */

static void make_tables(void) {
    for (int i = 0; i < WAYS; i++) {
        for (int side = 0; side < 2; side++) ends[i][side] = bridges[i][side] - 'a';
        up[ends[i][0]] |= bit(i);
        down[ends[i][1]] |= bit(i);
    }
}

static void lay_sheet(State *s) {
    for (int village = 0; village < VILLAGES; village++)
        for (const char *tile = sheets[s->seats - 3][village]; *tile; tile += 2)
            s->masters[strchr(colours, tile[0]) - colours][strchr(guilds, tile[1]) - guilds] |= (uint16_t)bit(village);
}

/* --- rules ----------------------------------------------------------------------------------------------------- */

static inline int reserve(const State *s, int seat, int g) {
    return TILES - count(s->masters[seat][g]) - count(s->students[seat][g]);
}

static inline Set taken(const State *s, int g) {
    return s->masters[0][g] | s->masters[1][g] | s->masters[2][g] | s->masters[3][g];
}

static inline Set lively(const State *s) { return ~(Set)s->stones & (bit(VILLAGES) - 1); }

static inline Set settled(const State *s, int seat) {
    Set found = 0;
    for (int g = 0; g < GUILDS; g++) found |= s->masters[seat][g];
    return found;
}

/* The villages where a seat's students can set out. */
static inline Set origins(const State *s, int seat) {
    Set found = 0;
    for (int g = 0; g < GUILDS; g++) found |= s->students[seat][g];
    return found & lively(s);
}

/* The villages where a seat's master of a guild can take a student. */
static inline Set teachers(const State *s, int seat, int g) {
    return s->masters[seat][g] & ~(Set)s->students[seat][g] & lively(s);
}

/* The villages where the limits of the set-up leave room: three tiles and two of a colour, or two and one. */
static Set vacant(const State *s, int seat) {
    Set every[4] = {~0u, 0, 0, 0}, own[4] = {~0u, 0, 0, 0}; /* with that many tiles or more */
    for (int g = 0; g < GUILDS; g++) {
        Set all = taken(s, g), mine = s->masters[seat][g];
        for (int n = 3; n > 0; n--) {
            every[n] |= every[n - 1] & all;
            own[n] |= own[n - 1] & mine;
        }
    }
    return lively(s) & ~every[s->seats - 1] & ~own[s->seats - 2];
}

static int settling(const State *s, int seat, int16_t *out) {
    Set room = vacant(s, seat);
    int n = 0;
    for (int g = 0; g < GUILDS; g++)
        if (!s->masters[seat][g]) n = write_set(room & ~taken(s, g), g * VILLAGES, out, n);
    return n;
}

static int placing(const State *s, int seat, int16_t *out, int n) {
    Set home = settled(s, seat) & lively(s);
    for (int g = 0; g < GUILDS; g++)
        if (reserve(s, seat, g)) n = write_set(home & ~taken(s, g), g * VILLAGES, out, n);
    return n;
}

static int recruiting(const State *s, int seat, int16_t *out, int n) {
    for (int g = 0; g < GUILDS; g++)
        if (reserve(s, seat, g)) n = write_set(teachers(s, seat, g), RECRUIT + g * VILLAGES, out, n);
    return n;
}

static int travelling(const State *s, int seat, int16_t *out, int n) {
    Set ascending = 0, descending = 0;
    for (Set x = origins(s, seat); x; x &= x - 1) {
        ascending |= up[__builtin_ctz(x)];
        descending |= down[__builtin_ctz(x)];
    }
    n = write_set(s->bridges & ascending, JOURNEY, out, n);
    return write_set(s->bridges & descending, JOURNEY + WAYS, out, n);
}

static int legal(const State *s, int16_t *out) {
    int seat = s->mover;
    if (s->stage == SET_UP) return settling(s, seat, out);
    if (s->stage == SECOND) return recruiting(s, seat, out, 0);
    return travelling(s, seat, out, recruiting(s, seat, out, placing(s, seat, out, 0)));
}

static bool can_settle(const State *s, int seat) {
    Set room = vacant(s, seat);
    for (int g = 0; g < GUILDS; g++)
        if (!s->masters[seat][g] && room & ~taken(s, g)) return true;
    return false;
}

static bool can_recruit(const State *s, int seat) {
    for (int g = 0; g < GUILDS; g++)
        if (reserve(s, seat, g) && teachers(s, seat, g)) return true;
    return false;
}

static bool can_act(const State *s, int seat) {
    if (can_recruit(s, seat) || origins(s, seat)) return true;
    Set home = settled(s, seat) & lively(s);
    for (int g = 0; g < GUILDS; g++)
        if (reserve(s, seat, g) && home & ~taken(s, g)) return true;
    return false;
}

/* The turn goes to the first seat, from this one on, that can act. */
static void hand_over(State *s, int seat) {
    if (s->stage == SET_UP) {
        for (int k = 0; k < s->seats; k++)
            if (can_settle(s, (seat + k) % s->seats)) {
                s->mover = (uint8_t)((seat + k) % s->seats);
                return;
            }
        s->stage = TURN;
        seat = 0;
    }
    for (int k = 0; k < s->seats; k++)
        if (can_act(s, (seat + k) % s->seats)) {
            s->mover = (uint8_t)((seat + k) % s->seats);
            return;
        }
    s->over = STUCK;
}

/* All tiles of a village, then its masters, as one number. */
static inline int strength(const State *s, int village) {
    int masters = 0, students = 0;
    for (int seat = 0; seat < COLOURS; seat++)
        for (int g = 0; g < GUILDS; g++) {
            masters += s->masters[seat][g] >> village & 1;
            students += s->students[seat][g] >> village & 1;
        }
    return (masters + students) * 8 + masters;
}

static void arrive(State *s, int seat, int g, Set here, bool stronger) {
    uint16_t at = (uint16_t)here;
    if (!(taken(s, g) & here)) {
        s->masters[seat][g] |= at;
    } else if (stronger && s->masters[seat][g] & here) {
        s->students[seat][g] |= at;
    } else if (stronger) {
        for (int other = 0; other < COLOURS; other++) {
            s->masters[other][g] &= (uint16_t)~at;
            s->students[other][g] &= (uint16_t)~at;
        }
        s->masters[seat][g] |= at;
    }
}

static void journey(State *s, int bridge, int side) {
    int origin = ends[bridge][side], goal = ends[bridge][1 - side];
    int here = strength(s, origin), there = strength(s, goal);
    bool stronger = here > there || (here == there && s->tie == ORIGIN);
    for (int g = 0; g < GUILDS; g++)
        for (int seat = 0; seat < COLOURS; seat++)
            if (s->students[seat][g] & bit(origin)) {
                s->students[seat][g] &= (uint16_t)~bit(origin);
                arrive(s, seat, g, bit(goal), stronger);
            }
    s->bridges &= ~bit(bridge);
    if (!(s->bridges & (up[origin] | down[origin]))) s->stones |= (uint16_t)bit(origin);
    if (!(s->bridges & (up[goal] | down[goal]))) s->stones |= (uint16_t)bit(goal);
}

static void apply(State *s, int action) {
    int seat = s->mover;
    if (action < RECRUIT) {
        s->masters[seat][action / VILLAGES] |= (uint16_t)bit(action % VILLAGES);
    } else if (action < JOURNEY) {
        int space = action - RECRUIT;
        s->students[seat][space / VILLAGES] |= (uint16_t)bit(space % VILLAGES);
        if (s->stage == TURN && can_recruit(s, seat)) {
            s->stage = SECOND;
            return;
        }
        s->stage = TURN;
    } else {
        journey(s, (action - JOURNEY) % WAYS, (action - JOURNEY) / WAYS);
        if (count(s->stones) >= STONES) {
            s->over = LAST_STONE;
            return;
        }
    }
    hand_over(s, seat + 1);
}

static State start(int seats, bool sheet, int tie) {
    State s = {.bridges = bit(WAYS) - 1, .seats = (uint8_t)seats, .tie = (uint8_t)tie};
    if (seats < COLOURS) { /* the red village is at peace, and its bridges are left out */
        s.stones = (uint16_t)bit('c' - 'a');
        s.bridges &= ~(up['c' - 'a'] | down['c' - 'a']);
    }
    if (sheet) lay_sheet(&s);
    hand_over(&s, 0);
    return s;
}

#include "random_games.h"

int main(int argc, char **argv) {
    if (argc < 6) {
        fprintf(stderr, "usage: %s SEATS SHEET TIE perft DEPTH | finals SEED GAMES | play SEED GAMES\n", argv[0]);
        return 2;
    }
    make_tables();
    State root = start(atoi(argv[1]), !strcmp(argv[2], "true"), strcmp(argv[3], "origin") ? DESTINATION : ORIGIN);
    return run(&root, argc - 4, argv + 4);
}
