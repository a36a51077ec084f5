/* The applications of table 1 of Biswas, Kakwani, Vedurada, Enea & Lal ("MonkeyDB", OOPSLA 2021) on the library's
 * store: in how many of so many runs their assertions fail. Clients, operations and assertions are those of the paper's
 * artifact (rnbguy/oopsla21artifact, microbenchmarks, the runs called fixed), each operation one transaction; Twitter,
 * too, with three operations a client, as section 7.2 has it. Before each operation a client sleeps for 0 to 3 ms, as
 * the published tool does where it varies the order; here a clock says so that is not waited for.
 *
 *   server-applications [RUNS]
 *
 * Prints the mean number of runs until the assertion fails, beside the published one. Fails when one of them does not
 * fail at causal consistency, or a client that does not compare sessions fails at serializability. */
#include "base/clock.h"
#include "library/libisoproof_store.h"
#include "test.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CLIENTS = 3, MOST_OPERATIONS = 4, LONGEST_PAUSE = 4, DEFAULT_RUNS = 400, MOST_SEEN = 16 };

typedef struct run {
    isoproof_store *store;
    uint64_t random;
    int seen[MOST_SEEN]; /* what the assertion is about */
    int pushed;          /* stack: nodes so far */
} run;

/* client: which of them, from 0; it is a session of its own. */
typedef void operation(run *r, int client);

typedef struct application {
    const char *name;
    const char *const *initial; /* key, value, …, NULL */
    operation *clients[MOST_CLIENTS][MOST_OPERATIONS];
    bool (*fails)(const run *r);
    double published; /* mean runs until the assertion fails, at causal consistency */
    bool across;      /* it compares what two sessions see: a serial order may have one of them in the past */
} application;

static int draw(run *r, int below)
{
    r->random ^= r->random >> 12; /* xorshift* (Marsaglia 2003) */
    r->random ^= r->random << 25;
    r->random ^= r->random >> 27;
    return (int)((r->random * UINT64_C(0x2545F4914F6CDD1D) >> 16) % (uint64_t)below);
}

/* ---- keys whose values are numbers ---- */

static void begin(run *r, int client)
{
    CHECK(isoproof_store_begin(r->store, client, ISOPROOF_READS_ANY));
}

/* false: the level does not allow what the transaction has written beside what it has read, which is to be done again.
 */
static bool commit(run *r)
{
    bool committed = isoproof_store_commit(r->store);
    CHECK(committed || strcmp(isoproof_store_sqlstate(r->store), "40001") == 0);
    return committed;
}

/* Of a key that is not there: 0. */
static int get(run *r, const char *key)
{
    const char *value = isoproof_store_get(r->store, key);
    CHECK(!isoproof_store_message(r->store));
    return value ? atoi(value) : 0;
}

static void put(run *r, const char *key, int value)
{
    char text[24];
    snprintf(text, sizeof text, "%d", value);
    CHECK(isoproof_store_put(r->store, key, text));
}

/* ---- a stack: head, and nodes with what is below them; each read, write and compare-and-set is a transaction ---- */

static const char *node_key(int node, char *key, size_t size)
{
    snprintf(key, size, "node %d", node);
    return key;
}

static int get_alone(run *r, int client, const char *key)
{
    int value;
    do {
        begin(r, client);
        value = get(r, key);
    } while (!commit(r));
    return value;
}

static bool set_head(run *r, int client, int from, int to)
{
    bool same;
    do {
        begin(r, client);
        same = get(r, "head") == from;
        if (same)
            put(r, "head", to);
    } while (!commit(r));
    return same;
}

static void push(run *r, int client)
{
    char key[24];
    int node = ++r->pushed, head;
    do {
        head = get_alone(r, client, "head");
        do {
            begin(r, client);
            put(r, node_key(node, key, sizeof key), head);
        } while (!commit(r));
    } while (!set_head(r, client, head, node));
}

static void pop(run *r, int client)
{
    char key[24];
    int head, next;
    do {
        head = get_alone(r, client, "head");
        if (!head)
            return;
        next = get_alone(r, client, node_key(head, key, sizeof key));
    } while (!set_head(r, client, head, next));
    r->seen[head]++;
}

static bool popped_twice(const run *r)
{
    for (int i = 0; i < MOST_SEEN; i++)
        if (r->seen[i] > 1)
            return true;
    return false;
}

/* ---- courseware: sets of students are bits; course 1 has one seat, course 2 has two ---- */

enum { IN_FIRST_1, IN_ANY_1, IN_FIRST_2, IN_REMOVED_1 };

static void enroll(run *r, int client, int student, const char *status, const char *students, int seats)
{
    char key[24];
    snprintf(key, sizeof key, "student %d", student);
    do {
        begin(r, client);
        if (get(r, key) && get(r, status)) {
            int set = get(r, students), count = 0;
            for (int rest = set; rest; rest &= rest - 1)
                count++;
            if (count >= seats)
                put(r, status, 0);
            else
                put(r, students, set | 1 << student);
        }
    } while (!commit(r));
}

static void first_enrolls_in_1(run *r, int client)
{
    enroll(r, client, 1, "course 1", "students 1", 1);
}

static void first_enrolls_in_2(run *r, int client)
{
    enroll(r, client, 1, "course 2", "students 2", 2);
}

static void second_enrolls_in_1(run *r, int client)
{
    enroll(r, client, 2, "course 1", "students 1", 1);
}

/* Of the courses that are on the list. */
static void see_enrollments(run *r, int client, int sets[3])
{
    do {
        begin(r, client);
        int list = get(r, "courses");
        sets[1] = list & 2 ? get(r, "students 1") : 0;
        sets[2] = list & 4 ? get(r, "students 2") : 0;
    } while (!commit(r));
}

static void first_sees_itself(run *r, int client)
{
    int sets[3];
    see_enrollments(r, client, sets);
    r->seen[IN_FIRST_1] = sets[1] >> 1 & 1;
}

static void first_counts_itself(run *r, int client)
{
    int sets[3];
    see_enrollments(r, client, sets);
    r->seen[IN_ANY_1] = (sets[1] >> 1 & 1) + (sets[2] >> 1 & 1);
}

static void second_sees_itself(run *r, int client)
{
    int sets[3];
    see_enrollments(r, client, sets);
    r->seen[IN_FIRST_2] = sets[1] >> 2 & 1;
}

static void remove_2(run *r, int client)
{
    do {
        begin(r, client);
        put(r, "course 2", 0);
        put(r, "courses", get(r, "courses") & ~4);
        put(r, "students 2", 0);
    } while (!commit(r));
}

static void see_removed(run *r, int client)
{
    r->seen[IN_REMOVED_1] = get_alone(r, client, "students 2") >> 1 & 1;
}

static bool too_many(const run *r)
{
    return r->seen[IN_FIRST_1] && r->seen[IN_FIRST_2];
}

/* The first student sees itself in course 2, and the second sees it there after the course was removed. */
static bool in_removed(const run *r)
{
    return r->seen[IN_REMOVED_1] && r->seen[IN_ANY_1] == r->seen[IN_FIRST_1] + 1;
}

/* ---- shopping: a cart with one item; one client removes it, the other adds three ---- */

enum { REMOVER_FIRST, REMOVER_SECOND, ADDER_FIRST, ADDER_SECOND };

static void remove_item(run *r, int client)
{
    do {
        begin(r, client);
        if (get(r, "cart"))
            put(r, "cart", 0);
    } while (!commit(r));
}

static void add_three(run *r, int client)
{
    do {
        begin(r, client);
        put(r, "cart", get(r, "cart") + 3);
    } while (!commit(r));
}

static void see_cart_first(run *r, int client)
{
    r->seen[client ? ADDER_FIRST : REMOVER_FIRST] = get_alone(r, client, "cart");
}

static void see_cart_again(run *r, int client)
{
    r->seen[client ? ADDER_SECOND : REMOVER_SECOND] = get_alone(r, client, "cart");
}

/* The removed one is in the cart again, beside the three. */
static bool reappears(const run *r)
{
    return (r->seen[REMOVER_FIRST] == 0 || r->seen[REMOVER_FIRST] == 4) && r->seen[REMOVER_SECOND] == 4 &&
           r->seen[ADDER_FIRST] == 4 && r->seen[ADDER_SECOND] == 4;
}

/* ---- Twitter: one tweets, another one sees that in one session, and has followed in a second one ---- */

enum { TIMELINE, MISSING };

static void tweet(run *r, int client)
{
    do {
        begin(r, client);
        put(r, "tweets", get(r, "tweets") + 1);
    } while (!commit(r));
}

static void follow(run *r, int client)
{
    do {
        begin(r, client);
        put(r, "follows", 1);
    } while (!commit(r));
}

static void see_feed(run *r, int client)
{
    int feed;
    do {
        begin(r, client);
        feed = get(r, "follows") ? get(r, "tweets") : 0;
    } while (!commit(r));
    r->seen[MISSING] |= feed < r->seen[TIMELINE];
}

static void see_timeline(run *r, int client)
{
    int timeline = get_alone(r, client, "tweets");
    if (timeline > r->seen[TIMELINE])
        r->seen[TIMELINE] = timeline;
}

static bool misses(const run *r)
{
    return r->seen[MISSING];
}

/* ---- */

static const char *const nothing[] = {NULL};
static const char *const one_item[] = {"cart", "1", NULL};
static const char *const courses[] = {"student 1", "1", "student 2", "1", "course 1", "1",
                                      "course 2",  "1", "courses",   "6", NULL};

#define COURSEWARE                                                                                                     \
    {                                                                                                                  \
        {first_enrolls_in_1, first_sees_itself, first_enrolls_in_2, first_counts_itself},                              \
        {                                                                                                              \
            second_enrolls_in_1, second_sees_itself, remove_2, see_removed                                             \
        }                                                                                                              \
    }

static const application applications[] = {
    {"stack, an element popped twice",
     nothing,
     {{push, push, pop}, {pop, push, pop}, {pop, pop}},
     popped_twice,
     3.7,
     false},
    {"courseware, more enrolled than seats", courses, COURSEWARE, too_many, 10.6, false},
    {"courseware, a student in a removed course", courses, COURSEWARE, in_removed, 57.5, false},
    {"shopping, an item reappears",
     one_item,
     {{remove_item, see_cart_first, see_cart_again}, {add_three, see_cart_first, see_cart_again}},
     reappears,
     20.2,
     false},
    {"Twitter, tweets missing in the feed",
     nothing,
     {{tweet, tweet, tweet}, {follow, see_feed, see_feed}, {see_timeline, see_timeline, see_timeline}},
     misses,
     6.3,
     true},
    {"the same, as the artifact has it",
     nothing,
     {{tweet, tweet}, {follow, see_feed}, {see_timeline}},
     misses,
     6.3,
     true}};

/* The client that sleeps least continues; any of several that wake at the same time. */
static int next_client(run *r, const application *a, const int *done, const int *wakes)
{
    int best = -1, equal = 0;
    for (int c = 0; c < MOST_CLIENTS; c++) {
        if (done[c] == MOST_OPERATIONS || !a->clients[c][done[c]])
            continue;
        if (best < 0 || wakes[c] < wakes[best])
            equal = 0;
        if ((best < 0 || wakes[c] <= wakes[best]) && draw(r, ++equal) == 0)
            best = c;
    }
    return best;
}

static bool fails(run *r, const application *a, unsigned long long seed)
{
    int done[MOST_CLIENTS] = {0}, wakes[MOST_CLIENTS];
    CHECK(isoproof_store_open(r->store, seed));
    for (int c = 0; c < MOST_CLIENTS; c++) {
        CHECK_INT(isoproof_store_connect(r->store), c);
        wakes[c] = draw(r, LONGEST_PAUSE);
    }
    do {
        begin(r, 0);
        for (int i = 0; a->initial[i]; i += 2)
            CHECK(isoproof_store_put(r->store, a->initial[i], a->initial[i + 1]));
    } while (!commit(r));
    CHECK(isoproof_store_settle(r->store));
    for (int c; (c = next_client(r, a, done, wakes)) >= 0; wakes[c] += draw(r, LONGEST_PAUSE))
        a->clients[c][done[c]++](r, c);
    return a->fails(r);
}

static int failing(const application *a, const char *level, int runs)
{
    int failed = 0;
    isoproof_store *store = isoproof_store_new();
    CHECK(isoproof_store_set_level(store, level));
    for (int i = 0; i < runs; i++) {
        run r = {.store = store, .random = (uint64_t)i * 2654435761u + 1};
        failed += fails(&r, a, (unsigned long long)i);
    }
    isoproof_store_free(store);
    return failed;
}

TEST_SUITE(server_applications)
{
    int runs = argc > 1 ? atoi(argv[1]) : DEFAULT_RUNS;
    for (size_t i = 0; i < sizeof applications / sizeof *applications; i++) {
        const application *a = &applications[i];
        double begun = ip_cpu_clock();
        int failed = failing(a, "causal", runs);
        double each = (ip_cpu_clock() - begun) / runs;
        printf("%-45s %7.1f runs to failure (published %.1f), %.3f ms a run\n", a->name,
               failed ? (double)runs / failed : 0.0, a->published, each * 1000);
        CHECK(failed > 0);
        if (!a->across)
            CHECK_INT(failing(a, "ser", runs / 8), 0);
    }
    return TEST_RESULT();
}
