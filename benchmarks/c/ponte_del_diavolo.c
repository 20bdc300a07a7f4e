/* Ponte del Diavolo in plain C, to measure the compiled Python kernel by.
 *
 * The same rules, the same incremental sets, the same generator (SplitMix64) and the same ascending order of legal
 * actions as tablier/games/ponte_del_diavolo/rules.py, so that the same seed plays the very same games, and the final
 * states have the same bytes.
 *
 *     ponte_del_diavolo 2 BOARD perft DEPTH        prints the number of sequences of that many plies
 *     ponte_del_diavolo 2 BOARD finals SEED GAMES  writes the final states, 464 bytes each
 *     ponte_del_diavolo 2 BOARD play SEED GAMES    prints the number of plies and the seconds of processor time
 *
 * The first argument is the number of seats, always 2. SEED is the state of the generator, 64 bits.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LIGHT, DARK };
enum { LIGHT_OPENS, CHOICE, DARK_OPENS, OPEN_PLAY };
enum { DARK_PASSED = 1, LAST_TURN = 2 };
enum { CELL_WORDS = 3, SLOT_WORDS = 14, MAX_CELLS = 144, MAX_SLOTS = 880, MAX_LEGAL = MAX_CELLS + MAX_SLOTS + 2 };
enum { TILES = 40, BRIDGES = 15, ISLAND = 4, ALWAYS_ENOUGH = 46 };

typedef struct {
    uint64_t w[CELL_WORDS];
} Cells;

typedef struct {
    Cells tiles[2];
    uint64_t bridges[SLOT_WORDS];
    Cells ends;
    Cells room[2];
    uint64_t spans[2][SLOT_WORDS];
    uint8_t board, light, mover, half, opening, last, over, spare;
} State;

/* The board in tables, filled once by make_tables. */
static int size, cells, slots, slot_words;
static Cells everywhere, sides[MAX_CELLS], around[MAX_CELLS], reach[MAX_CELLS], under[MAX_SLOTS];
static uint64_t over[MAX_CELLS][SLOT_WORDS], shut[MAX_SLOTS][SLOT_WORDS];
static int16_t ends[MAX_SLOTS][2], slot_between[MAX_CELLS][MAX_CELLS];

/* --- sets ------------------------------------------------------------------------------------------------------ */

static inline uint64_t bit(int i) { return UINT64_C(1) << (i & 63); }
static inline void add(uint64_t *set, int i) { set[i >> 6] |= bit(i); }
static inline void discard(uint64_t *set, int i) { set[i >> 6] &= ~bit(i); }
static inline int lowest(uint64_t x) { return __builtin_ctzll(x); }

static inline int count(const uint64_t *set, int words) {
    int n = 0;
    for (int w = 0; w < words; w++) n += __builtin_popcountll(set[w]);
    return n;
}

static inline bool empty(Cells x) { return (x.w[0] | x.w[1] | x.w[2]) == 0; }
static inline Cells both(Cells x, Cells y) {
    return (Cells){{x.w[0] & y.w[0], x.w[1] & y.w[1], x.w[2] & y.w[2]}};
}
static inline Cells either(Cells x, Cells y) {
    return (Cells){{x.w[0] | y.w[0], x.w[1] | y.w[1], x.w[2] | y.w[2]}};
}
static inline Cells minus(Cells x, Cells y) {
    return (Cells){{x.w[0] & ~y.w[0], x.w[1] & ~y.w[1], x.w[2] & ~y.w[2]}};
}
static inline int first_of(Cells x) {
    for (int w = 0; w < CELL_WORDS; w++)
        if (x.w[w]) return w * 64 + lowest(x.w[w]);
    return -1;
}

static inline int write_set(const uint64_t *set, int words, int first, int16_t *out, int n) {
    for (int w = 0; w < words; w++)
        for (uint64_t x = set[w]; x; x &= x - 1) out[n++] = (int16_t)(first + w * 64 + lowest(x));
    return n;
}

/* --- tables ---------------------------------------------------------------------------------------------------- */

static int sign(int x) { return (x > 0) - (x < 0); }

/* On which side of the line through slot s a cell lies. */
static int side_of(int s, int cell) {
    int px = ends[s][0] % size, py = ends[s][0] / size, qx = ends[s][1] % size, qy = ends[s][1] / size;
    return sign((qx - px) * (cell / size - py) - (qy - py) * (cell % size - px));
}

static bool overlap(int a, int b, int c, int d) {
    return (a < b ? a : b) <= (c > d ? c : d) && (c < d ? c : d) <= (a > b ? a : b);
}

static bool meet(int s, int t) {
    int a = ends[s][0], b = ends[s][1], c = ends[t][0], d = ends[t][1];
    return side_of(s, c) * side_of(s, d) <= 0 && side_of(t, a) * side_of(t, b) <= 0 &&
           overlap(a % size, b % size, c % size, d % size) && overlap(a / size, b / size, c / size, d / size);
}

static void make_tables(int board) {
    /* dx, dy of the other end, then of the one or two cells in between (PONTE-5.2) */
    static const int shapes[8][6] = {{0, 2, 0, 1, 0, 1},  {2, 0, 1, 0, 1, 0},   {2, 2, 1, 1, 1, 1},
                                     {2, -2, 1, -1, 1, -1}, {1, 2, 0, 1, 1, 1}, {1, -2, 0, -1, 1, -1},
                                     {2, 1, 1, 0, 1, 1},  {2, -1, 1, 0, 1, -1}};
    size = board;
    cells = board * board;
    for (int cell = 0; cell < cells; cell++) {
        int x = cell % size, y = cell / size;
        add(everywhere.w, cell);
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if ((!dx && !dy) || x + dx < 0 || x + dx >= size || y + dy < 0 || y + dy >= size) continue;
                add(around[cell].w, cell + dy * size + dx);
                if (!dx || !dy) add(sides[cell].w, cell + dy * size + dx);
            }
        for (int k = 0; k < 8; k++) {
            const int *d = shapes[k];
            if (x + d[0] >= size || y + d[1] < 0 || y + d[1] >= size) continue;
            int other = cell + d[1] * size + d[0];
            ends[slots][0] = (int16_t)cell;
            ends[slots][1] = (int16_t)other;
            slot_between[cell][other] = slot_between[other][cell] = (int16_t)slots;
            add(reach[cell].w, other);
            add(reach[other].w, cell);
            for (int i = 2; i < 6; i += 2) {
                int below = cell + d[i + 1] * size + d[i];
                add(under[slots].w, below);
                add(over[below], slots);
            }
            slots++;
        }
    }
    slot_words = (slots + 63) / 64;
    for (int s = 0; s < slots; s++)
        for (int t = 0; t < slots; t++)
            if (meet(s, t)) add(shut[s], t);
}

/* --- rules ----------------------------------------------------------------------------------------------------- */

static inline Cells spread(const Cells near[], Cells from) {
    Cells out = {{0}};
    for (int w = 0; w < CELL_WORDS; w++)
        for (uint64_t x = from.w[w]; x; x &= x - 1) out = either(out, near[w * 64 + lowest(x)]);
    return out;
}

/* The tiles joined by sides to one on this cell, be it there or not; growth stops beyond an island. */
static inline int group(Cells tiles, int cell, Cells *out) {
    Cells all = {{0}}, edge = both(sides[cell], tiles);
    int n = 1;
    add(all.w, cell);
    while (!empty(edge)) {
        all = either(all, edge);
        n += count(edge.w, CELL_WORDS);
        if (n > ISLAND) break;
        edge = minus(both(spread(sides, edge), tiles), all);
    }
    *out = all;
    return n;
}

static inline bool fits(Cells tiles, int cell) {
    Cells joined;
    int n = group(tiles, cell, &joined);
    if (n != ISLAND) return n < ISLAND;
    return empty(both(spread(around, joined), minus(tiles, joined)));
}

/* Take away the room that a new tile costs its own colour. */
static void close_room(Cells tiles, Cells *room, int cell) {
    Cells own, other;
    int n = group(tiles, cell, &own);
    Cells closed = spread(around, own);
    if (n == ISLAND) {
        *room = minus(*room, closed);
        return;
    }
    Cells others = minus(tiles, own);
    bool crowded = !empty(both(closed, others));
    for (Cells touching = both(closed, others); !empty(touching); touching = minus(touching, other)) {
        group(tiles, first_of(touching), &other);
        closed = either(closed, spread(sides, other));
    }
    Cells suspects = both(closed, *room);
    for (int w = 0; w < CELL_WORDS; w++)
        for (uint64_t x = suspects.w[w]; x; x &= x - 1) {
            int suspect = w * 64 + lowest(x);
            bool shut_now;
            if (n + 1 == ISLAND && !empty(both(sides[suspect], own)))
                shut_now = crowded || !empty(both(around[suspect], others));
            else
                shut_now = !empty(both(sides[suspect], others)) && !fits(tiles, suspect);
            if (shut_now) discard(room->w, suspect);
        }
}

static int first_tiles(const State *s, int colour, int16_t *out) {
    Cells room = s->room[colour], tiles = s->tiles[colour];
    if (TILES - count(tiles.w, CELL_WORDS) < 2) return 0;
    if (count(room.w, CELL_WORDS) >= ALWAYS_ENOUGH) return write_set(room.w, CELL_WORDS, 0, out, 0);
    Cells unknown = room, good = {{0}};
    for (int trial = first_of(unknown); trial >= 0; trial = first_of(unknown)) {
        Cells left = room, with = tiles;
        discard(unknown.w, trial);
        discard(left.w, trial);
        add(with.w, trial);
        close_room(with, &left, trial);
        if (!empty(left)) add(good.w, trial);
        good = either(good, left);
        unknown = minus(unknown, left);
    }
    return write_set(good.w, CELL_WORDS, 0, out, 0);
}

static int legal(const State *s, int16_t *out) {
    int colour = s->mover;
    if (s->half) return write_set(s->room[colour].w, CELL_WORDS, 0, out, 0);
    int n = first_tiles(s, colour, out);
    bool stuck = n == 0;
    if (s->opening == OPEN_PLAY) {
        if (count(s->bridges, slot_words) < BRIDGES) n = write_set(s->spans[colour], slot_words, cells, out, n);
        if (stuck) out[n++] = (int16_t)(cells + slots);
    } else if (s->opening == CHOICE) {
        out[n++] = (int16_t)(cells + slots + 1);
    }
    return n;
}

static bool crosses(const State *s, int slot) {
    for (int w = 0; w < slot_words; w++)
        if (s->bridges[w] & shut[slot][w]) return true;
    return false;
}

static void lay(State *s, int colour, int cell) {
    add(s->tiles[colour].w, cell);
    discard(s->room[LIGHT].w, cell);
    discard(s->room[DARK].w, cell);
    for (int w = 0; w < slot_words; w++) {
        s->spans[LIGHT][w] &= ~over[cell][w];
        s->spans[DARK][w] &= ~over[cell][w];
    }
    Cells all = either(s->tiles[LIGHT], s->tiles[DARK]);
    Cells partners = minus(both(reach[cell], s->tiles[colour]), s->ends);
    for (int w = 0; w < CELL_WORDS; w++)
        for (uint64_t x = partners.w[w]; x; x &= x - 1) {
            int slot = slot_between[cell][w * 64 + lowest(x)];
            if (empty(both(all, under[slot])) && !crosses(s, slot)) add(s->spans[colour], slot);
        }
    close_room(s->tiles[colour], &s->room[colour], cell);
}

static void build(State *s, int slot) {
    add(s->bridges, slot);
    add(s->ends.w, ends[slot][0]);
    add(s->ends.w, ends[slot][1]);
    for (int w = 0; w < slot_words; w++) {
        s->spans[LIGHT][w] &= ~shut[slot][w];
        s->spans[DARK][w] &= ~shut[slot][w];
    }
    s->room[LIGHT] = minus(s->room[LIGHT], under[slot]);
    s->room[DARK] = minus(s->room[DARK], under[slot]);
}

static void apply(State *s, int action) {
    int colour = s->mover, pass = cells + slots;
    if (action < cells) {
        lay(s, colour, action);
        if (!s->half) {
            s->half = 1;
            if (s->opening == CHOICE) s->opening = DARK_OPENS;
            return;
        }
        if (s->opening != OPEN_PLAY) s->opening = s->opening == LIGHT_OPENS ? CHOICE : OPEN_PLAY;
    } else if (action < pass) {
        build(s, action - cells);
    } else if (action == pass) {
        if (colour == DARK && !s->last) {
            s->over = DARK_PASSED;
            return;
        }
        if (colour == LIGHT) s->last = 1;
    } else {
        s->light = 1 - s->light;
        s->opening = DARK_OPENS;
        return;
    }
    if (s->last && colour == DARK) {
        s->over = LAST_TURN;
        return;
    }
    s->half = 0;
    s->mover = (uint8_t)(1 - colour);
}

static State start(void) {
    State s = {.board = (uint8_t)size};
    s.room[LIGHT] = s.room[DARK] = everywhere;
    return s;
}

#include "random_games.h"

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: %s 2 BOARD perft DEPTH | finals SEED GAMES | play SEED GAMES\n", argv[0]);
        return 2;
    }
    make_tables(atoi(argv[2]));
    State root = start();
    return run(&root, argc - 3, argv + 3);
}
