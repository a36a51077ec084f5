/* The applications of the paper's table 1 ("MonkeyDB", OOPSLA 2021) on the store, as a library: in how many of so many
 * runs their assertions fail. Each operation's transactions come in a random order of the clients; every read chooses.
 *
 *   server-applications [RUNS]
 *
 * Prints the mean number of runs until the assertion fails, beside the published one; how operations are drawn differs.
 * Fails when one of them does not fail at causal consistency, or fails at serializability. */
#include "base/clock.h"
#include "store/store.h"
#include "test.h"

#include <stdlib.h>

enum { SEVERAL = 3, DEFAULT_RUNS = 400 };

typedef struct run {
    ip_store *store;
    uint64_t random;
    int session[SEVERAL + 1];
} run;

static int draw(run *r, int below)
{
    r->random ^= r->random >> 12;
    r->random ^= r->random << 25;
    r->random ^= r->random >> 27;
    return (int)((r->random * UINT64_C(0x2545F4914F6CDD1D) >> 16) % (uint64_t)below);
}

static void begin(run *r, int session)
{
    ip_store_begin(r->store, r->session[session], IP_STORE_UNIFORM);
    ip_store_statement(r->store, 0, true);
}

/* Of an object that was never written: 0. */
static int64_t get(run *r, int object)
{
    ip_datum value = {0};
    CHECK(ip_store_read(r->store, object, false, &value) == IP_STORE_ANSWERED);
    return value.kind == IP_DATUM_INTEGER ? value.as.integer : 0;
}

static void put(run *r, int object, int64_t value)
{
    ip_store_write(r->store, object, ip_datum_integer(value));
}

/* false: what it has written is not allowed, and gone. */
static bool commit(run *r)
{
    bool allowed = ip_store_check(r->store) == IP_STORE_ANSWERED;
    if (allowed)
        ip_store_commit(r->store);
    else
        ip_store_abort(r->store);
    return allowed;
}

static int64_t get_alone(run *r, int session, int object)
{
    begin(r, session);
    int64_t value = get(r, object);
    commit(r);
    return value;
}

static void give(run *r, int object, int64_t value)
{
    begin(r, SEVERAL);
    put(r, object, value);
    commit(r);
}

/* ---- a stack: head, nodes; each read, write and compare-and-set a transaction of its own. Is an element popped twice?
 */
enum { HEAD = 0, NODES = 1, MOST_OPERATIONS = 3 };

typedef struct stack_client {
    bool pops[MOST_OPERATIONS];
    int done, stage;
    int64_t head, next;
} stack_client;

static void stack_step(run *r, int c, stack_client *s, int *popped)
{
    bool pops = s->pops[s->done];
    int own = NODES + 1 + c * MOST_OPERATIONS + s->done;
    if (s->stage == 0) {
        s->head = get_alone(r, c, HEAD);
        s->stage = 1;
        if (pops && !s->head)
            s->stage = 0;
        if (pops && !s->head)
            s->done++;
    } else if (s->stage == 1) {
        begin(r, c);
        if (pops)
            s->next = get(r, NODES + (int)s->head);
        else
            put(r, own, s->head);
        commit(r);
        s->stage = 2;
    } else {
        begin(r, c);
        bool same = get(r, HEAD) == s->head;
        if (same)
            put(r, HEAD, pops ? s->next : own - NODES);
        same = commit(r) && same;
        s->stage = 0;
        if (same && pops)
            popped[s->head]++;
        s->done += same;
    }
}

static bool stack_fails(run *r)
{
    stack_client clients[SEVERAL] = {0};
    int popped[64] = {0};
    bool twice = false;
    for (int c = 0; c < SEVERAL; c++)
        for (int o = 0; o < MOST_OPERATIONS; o++)
            clients[c].pops[o] = draw(r, 2) == 0;
    for (int steps = 0; steps < 200;) {
        int c = draw(r, SEVERAL);
        steps++;
        if (clients[c].done < MOST_OPERATIONS)
            stack_step(r, c, &clients[c], popped);
    }
    for (int i = 0; i < 64; i++)
        twice = twice || popped[i] > 1;
    return twice;
}

/* ---- courseware: a course with one seat; three clients enroll three times each ---- */
enum { ENROLLED = 0, COURSE = 1 };

static bool overflow_fails(run *r)
{
    int left[SEVERAL] = {3, 3, 3}, enrolled = 0;
    for (int n = 0; n < 9;) {
        int c = draw(r, SEVERAL);
        if (!left[c])
            continue;
        begin(r, c);
        int64_t set = get(r, ENROLLED);
        if (set == 0)
            put(r, ENROLLED, (int64_t)1 << n);
        enrolled += commit(r) && set == 0;
        left[c]--;
        n++;
    }
    return enrolled > 1;
}

/* ---- courseware: a course that is empty is removed; somebody is seen in it afterwards ---- */
static bool removed_fails(run *r)
{
    int left[SEVERAL] = {1, 2, 2};
    bool fails = false;
    give(r, COURSE, 1);
    ip_store_settle(r->store);
    for (int n = 0; n < 5;) {
        int c = draw(r, SEVERAL);
        if (!left[c])
            continue;
        begin(r, c);
        int64_t course = get(r, COURSE);
        int64_t set = c < 2 && !course ? 0 : get(r, ENROLLED);
        if (c == 0 && course && !set)
            put(r, COURSE, 0);
        if (c == 1 && course)
            put(r, ENROLLED, set | (int64_t)1 << n);
        commit(r);
        fails = fails || (c == 2 && !course && set);
        left[c]--;
        n++;
    }
    return fails;
}

/* ---- shopping: a cart with one item; one adds another, one removes all, one sees it empty and then with two ---- */
static bool shopping_fails(run *r)
{
    int left[SEVERAL] = {1, 1, 2};
    int64_t seen[2] = {-1, -1};
    give(r, 0, 1);
    ip_store_settle(r->store);
    for (int n = 0; n < 4;) {
        int c = draw(r, SEVERAL);
        if (!left[c])
            continue;
        begin(r, c);
        int64_t items = get(r, 0);
        if (c == 0)
            put(r, 0, items + 1);
        if (c == 1)
            put(r, 0, 0);
        commit(r);
        if (c == 2)
            seen[2 - left[c]] = items;
        left[c]--;
        n++;
    }
    return seen[0] == 0 && seen[1] == 2;
}

/* ---- Twitter: B tweets; A reads B's timeline in one session, then follows B and reads the feed in another ---- */
static bool twitter_fails(run *r)
{
    enum { TWEETS = 0, FOLLOWS = 1 };
    int tweeted = 0, read = 0;
    int64_t timeline = 0, feed = 0;
    while (tweeted < 3 || read < 3) {
        if (draw(r, 2) ? tweeted < 3 : read == 3) {
            begin(r, 0);
            put(r, TWEETS, get(r, TWEETS) | (int64_t)1 << tweeted);
            tweeted++;
        } else if (read == 0) {
            begin(r, 1);
            timeline = get(r, TWEETS);
            read++;
        } else {
            begin(r, 2);
            if (read == 1)
                put(r, FOLLOWS, 1);
            else
                feed = get(r, FOLLOWS) ? get(r, TWEETS) : 0;
            read++;
        }
        commit(r);
    }
    return (timeline & ~feed) != 0;
}

typedef struct application {
    const char *name;
    bool (*fails)(run *r);
    double published; /* mean runs until the assertion fails, at causal consistency */
    bool across;      /* it compares what two sessions see: a serial order may have one of them in the past */
} application;

static const application applications[] = {{"stack, an element popped twice", stack_fails, 3.7, false},
                                           {"courseware, more enrolled than seats", overflow_fails, 10.6, false},
                                           {"courseware, a student in a removed course", removed_fails, 57.5, false},
                                           {"shopping, an item reappears", shopping_fails, 20.2, false},
                                           {"Twitter, tweets missing in the feed", twitter_fails, 6.3, true}};

static int failing(const application *a, const ip_level *level, int runs, ip_diagnostics *diagnostics)
{
    int failed = 0;
    for (int i = 0; i < runs; i++) {
        run r = {.store = ip_store_new(level, 1, (uint64_t)i, diagnostics), .random = (uint64_t)i * 2654435761u + 1};
        for (int s = 0; s <= SEVERAL; s++)
            r.session[s] = ip_store_connect(r.store);
        failed += a->fails(&r);
        ip_store_free(r.store);
    }
    return failed;
}

TEST_SUITE(server_applications)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    int runs = argc > 1 ? atoi(argv[1]) : DEFAULT_RUNS;
    const ip_level *causal = ip_level_load_for_histories(arena, "causal", &diagnostics);
    const ip_level *serial = ip_level_load_for_histories(arena, "ser", &diagnostics);
    CHECK(causal && serial);
    for (size_t i = 0; causal && serial && i < sizeof applications / sizeof *applications; i++) {
        const application *a = &applications[i];
        double begun = ip_clock();
        int failed = failing(a, causal, runs, &diagnostics);
        double each = (ip_clock() - begun) / runs;
        printf("%-45s %7.1f runs to failure (published %.1f), %.3f ms a run\n", a->name,
               failed ? (double)runs / failed : 0.0, a->published, each * 1000);
        CHECK(failed > 0);
        if (!a->across)
            CHECK_INT(failing(a, serial, runs / 8, &diagnostics), 0);
    }
    ip_arena_free(arena);
    return TEST_RESULT();
}
