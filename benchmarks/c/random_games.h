/* Random games, perft and the command line of a C program. Before this file is included, the program defines its game:
 * State with its field over, legal, apply and MAX_LEGAL. The generator is the kernels' own (SplitMix64), so that the
 * same seed plays the same games.
 */
static inline uint64_t next64(uint64_t *rng) {
    uint64_t z = *rng += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* A uniform integer below n, without bias (Lemire, TOMACS 2019). */
static inline int below(uint64_t *rng, uint32_t n) {
    uint64_t m = (next64(rng) >> 32) * n;
    if ((uint32_t)m < n)
        for (uint32_t threshold = -n % n; (uint32_t)m < threshold;) m = (next64(rng) >> 32) * n;
    return (int)(m >> 32);
}

static long play(State *s, uint64_t *rng) {
    int16_t actions[MAX_LEGAL];
    long plies = 0;
    for (; !s->over; plies++) apply(s, actions[below(rng, (uint32_t)legal(s, actions))]);
    return plies;
}

static uint64_t perft(const State *s, int depth) {
    int16_t actions[MAX_LEGAL];
    if (depth == 0 || s->over) return 1;
    int n = legal(s, actions);
    if (depth == 1) return (uint64_t)n;
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        State next = *s;
        apply(&next, actions[i]);
        total += perft(&next, depth - 1);
    }
    return total;
}

/* Run the command `perft`, `finals` or `play` with its arguments; returns the exit status. */
static int run(const State *root, int argc, char **argv) {
    if (!strcmp(argv[0], "perft")) {
        printf("%llu\n", (unsigned long long)perft(root, atoi(argv[1])));
        return 0;
    }
    uint64_t rng = strtoull(argv[1], NULL, 10);
    long games = argc > 2 ? atol(argv[2]) : 1, plies = 0;
    bool finals = !strcmp(argv[0], "finals");
    clock_t begin = clock();
    for (long g = 0; g < games; g++) {
        State s = *root;
        plies += play(&s, &rng);
        if (finals) fwrite(&s, sizeof s, 1, stdout);
    }
    if (!finals) printf("%ld %.9f\n", plies, (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
