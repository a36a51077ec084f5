/* Compares the library's explorer with exhaustive execution, and with isoproof's verdicts. */
#include "differ.h"

#include "explored.h"
#include "search.h"
#include "shrink.h"
#include "subject.h"

#include <string.h>

typedef enum difference {
    SAME,
    NOT_RUN,      /* the library cannot run what PostgreSQL can */
    NOT_POSSIBLE, /* explored, but no execution ends so */
    NOT_EXPLORED, /* some execution's values, but no explored history's */
    NOT_SERIAL,   /* a history called serializable has values that no serial execution has */
    NOT_OPTIMAL,  /* waste where there must be none */
    CALLED_SAFE,  /* an anomaly that a client observes, at a level called safe */
    DIFFERENCES
} difference;

static const char *const difference_names[DIFFERENCES] = {
    [SAME] = "same",
    [NOT_RUN] = "the library does not run it",
    [NOT_POSSIBLE] = "explored, but no execution ends so",
    [NOT_EXPLORED] = "possible, but not explored",
    [NOT_SERIAL] = "called serializable, but no serial execution ends so",
    [NOT_OPTIMAL] = "strong optimality broken",
    [CALLED_SAFE] = "observable anomaly at a level called safe",
};

/* Where and how. */
typedef struct disagreement {
    difference what;
    oracle_level level;
    execution client;
    char text[200];
} disagreement;

static struct {
    long clients, explorations, histories, skipped, anomalies[LEVELS], unsafe[LEVELS], undecided[LEVELS];
} counted;

/* Clients call functions, and every function returns something if it has anything to return. */
static void make_callable(program_set *set)
{
    for (int p = 0; p < set->program_count; p++)
        set->programs[p].form = FORM_PLPGSQL;
}

/* Which of two rows PostgreSQL changes first decides there; the oracle looks at the end of a statement only. */
static bool order_matters(const program_set *set)
{
    for (int i = 0; i < set->statement_count; i++) {
        const statement *s = &set->statements[i];
        if (s->kind == S_UPDATE && set->tables[s->table].unique)
            return true;
    }
    return false;
}

static void draw_client(const program_set *set, random_state *random, int number, execution *x)
{
    x->count = 2 + random_chance(random, 40);
    for (int i = 0; i < x->count; i++)
        x->program[i] = number < set->program_count && i < 2 ? number : random_below(random, set->program_count);
    if (random_chance(random, 50))
        x->program[x->count - 1] = random_below(random, set->program_count);
    search_draw(set, random, x);
}

static void say_values(const execution *x, const int *values, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < x->count && used < size; i++) {
        if (values[i] == ABORTED)
            used += (size_t)snprintf(text + used, size - used, "%sT%d aborts", i ? ", " : "", i + 1);
        else if (values[i] == SQL_NULL)
            used += (size_t)snprintf(text + used, size - used, "%sT%d NULL", i ? ", " : "", i + 1);
        else
            used += (size_t)snprintf(text + used, size - used, "%sT%d %d", i ? ", " : "", i + 1, values[i]);
    }
}

/* Does some observation with these values have the property? */
static bool serial_values(const observations *all, int count, const int *values)
{
    for (int i = 0; i < all->count; i++)
        if (all->items[i].serial && memcmp(all->items[i].value, values, (size_t)count * sizeof *values) == 0)
            return true;
    return false;
}

static difference compare_level(const execution *x, oracle_level level, observations *all, exploration *got,
                                disagreement *d)
{
    if (got->failure[0]) {
        snprintf(d->text, sizeof d->text, "%s", got->failure);
        return NOT_RUN;
    }
    if (!got->complete)
        return SAME;
    if (level <= CAUSAL_CONSISTENCY && (got->blocked || got->histories != got->end_states)) {
        snprintf(d->text, sizeof d->text, "%ld histories, %ld end states, %ld blocked", got->histories, got->end_states,
                 got->blocked);
        return NOT_OPTIMAL;
    }
    for (int i = 0; i < got->seen.count; i++) {
        const observation *o = &got->seen.items[i];
        const observation *known = observation_find(all, x->count, o->value, &o->state);
        say_values(x, o->value, d->text, sizeof d->text);
        if (!known || !(known->levels >> level & 1)) {
            if (observation_find(all, x->count, o->value, NULL))
                strncat(d->text, " (the final rows)", sizeof d->text - strlen(d->text) - 1);
            return NOT_POSSIBLE;
        }
        if (o->serial && !serial_values(all, x->count, o->value))
            return NOT_SERIAL;
    }
    for (int i = 0; i < all->count; i++)
        if (all->items[i].levels >> level & 1 && !observation_find(&got->seen, x->count, all->items[i].value, NULL)) {
            say_values(x, all->items[i].value, d->text, sizeof d->text);
            return NOT_EXPLORED;
        }
    return SAME;
}

/* Levels at which the client observes what no serial order gives, with constraints that hold all along. Where an
 * instance aborts, what it saw is no anomaly: dependencies are between committed ones. */
static unsigned anomalous(const observations *all, int count)
{
    unsigned levels = 0;
    for (int i = 0; i < all->count; i++) {
        bool committed = true;
        for (int t = 0; t < count; t++)
            committed = committed && all->items[i].value[t] != ABORTED;
        if (committed && !all->items[i].serial)
            levels |= all->items[i].checked;
    }
    return levels;
}

static bool mixed_is_ours(const program_set *set)
{
    return set->serialize_a == NONE;
}

/* The first disagreement over clients drawn for the set. */
static void examine(const program_set *set, uint64_t seed, const differ_options *o, disagreement *d)
{
    static observations all;
    static exploration got;
    random_state random = {seed ^ 0xc11e47};
    unsigned found = 0;
    static execution witness[LEVELS];
    d->what = SAME;
    explorable *e = explorable_new(set, d->text, sizeof d->text);
    if (!e) {
        d->what = NOT_RUN;
        return;
    }
    bool compared = !order_matters(set);
    for (int c = 0; c < o->clients && d->what == SAME; c++) {
        execution *x = &d->client;
        draw_client(set, &random, c, x);
        exhaust(set, x, &all);
        if (!all.complete) {
            counted.skipped++;
            continue;
        }
        counted.clients++;
        for (int l = 0; l < LEVELS && d->what == SAME && compared; l++) {
            if (l == MIXED && !mixed_is_ours(set))
                continue;
            d->level = (oracle_level)l;
            explorable_run(e, x, (oracle_level)l, &got);
            counted.explorations++;
            counted.histories += got.histories;
            d->what = compare_level(x, (oracle_level)l, &all, &got, d);
        }
        unsigned here = anomalous(&all, x->count) & ~found;
        for (int l = 0; l < LEVELS; l++)
            if (here >> l & 1)
                witness[l] = *x;
        found |= here;
    }
    explorable_free(e);
    if (d->what != SAME || !found)
        return;
    opinion opinion;
    subject_ask(set, found, o->timeout, &opinion);
    for (int l = 0; l < LEVELS && !opinion.drawn_count; l++) {
        counted.anomalies[l] += found >> l & 1;
        counted.unsafe[l] += opinion.answer[l] == ANSWER_UNSAFE;
        counted.undecided[l] += opinion.answer[l] == ANSWER_UNDECIDED;
        if (found >> l & 1 && opinion.answer[l] == ANSWER_SAFE && d->what == SAME) {
            d->what = CALLED_SAFE;
            d->level = (oracle_level)l;
            d->client = witness[l];
        }
    }
}

typedef struct wanted {
    difference what;
    uint64_t seed;
    const differ_options *options;
} wanted;

static bool still_differs(void *data, const program_set *set)
{
    const wanted *w = data;
    static disagreement d;
    examine(set, w->seed, w->options, &d);
    return d.what == w->what;
}

static void print_client(const program_set *set, const execution *x, FILE *out)
{
    execution serial = *x;
    for (int i = 0; i < x->count; i++)
        serial.visible[i] = (1u << i) - 1;
    execution_print(set, &serial, out);
}

static void write_report(const program_set *set, uint64_t seed, const disagreement *d, FILE *out)
{
    fprintf(out, "-- seed %llu: %s", (unsigned long long)seed, difference_names[d->what]);
    if (d->what != NOT_RUN || d->client.count)
        fprintf(out, " at %s", level_names[d->level]);
    fprintf(out, "%s%s\n", d->text[0] ? ": " : "", d->text);
    if (d->level == MIXED)
        assignment_print(set, out);
    set_print(set, out);
    if (d->client.count) {
        fputs("\n/* the client, run serially:\n", out);
        print_client(set, &d->client, out);
        fputs("*/\n", out);
    }
}

static void report(program_set *set, uint64_t seed, const differ_options *o, disagreement *d)
{
    wanted w = {d->what, seed, o};
    set_shrink(set, still_differs, &w);
    examine(set, seed, o, d);
    write_report(set, seed, d, stdout);
    fputs("\n", stdout);
    fflush(stdout);
    if (!o->save)
        return;
    char path[4096];
    snprintf(path, sizeof path, "%s/explored-%llu.sql", o->save, (unsigned long long)seed);
    FILE *file = fopen(path, "w");
    if (file) {
        write_report(set, seed, d, file);
        fclose(file);
    }
}

int differ_run(const differ_options *o)
{
    int failed = 0;
    for (int i = 0; i < o->sets; i++) {
        static program_set set;
        static disagreement d;
        uint64_t seed = o->seed + (uint64_t)i;
        random_state random = {seed};
        set_generate(&set, &random);
        make_callable(&set);
        d = (disagreement){0};
        examine(&set, seed, o, &d);
        if (d.what != SAME) {
            failed++;
            report(&set, seed, o, &d);
        }
    }
    printf("%d sets, seed %llu: %ld clients (%ld more left the small domain), %ld explorations, %ld histories\n",
           o->sets, (unsigned long long)o->seed, counted.clients, counted.skipped, counted.explorations,
           counted.histories);
    for (int l = 0; l < LEVELS; l++)
        if (counted.anomalies[l])
            printf("  %-28s observable anomalies in %ld sets; isoproof: %ld unsafe, %ld undecided\n", level_names[l],
                   counted.anomalies[l], counted.unsafe[l], counted.undecided[l]);
    printf("sets with a disagreement: %d\n", failed);
    return failed;
}

void differ_show(const differ_options *o)
{
    static program_set set;
    static observations all;
    static exploration got;
    char why[200];
    random_state random = {o->seed}, clients = {o->seed ^ 0xc11e47};
    set_generate(&set, &random);
    make_callable(&set);
    set_print(&set, stdout);
    assignment_print(&set, stdout);
    explorable *e = explorable_new(&set, why, sizeof why);
    if (!e)
        printf("-- not run: %s\n", why);
    for (int c = 0; c < o->clients && e; c++) {
        static execution x;
        draw_client(&set, &clients, c, &x);
        exhaust(&set, &x, &all);
        printf("-- client %d%s\n", c, all.complete ? "" : ", not complete");
        print_client(&set, &x, stdout);
        for (int l = 0; l < LEVELS; l++) {
            explorable_run(e, &x, (oracle_level)l, &got);
            printf("   %s: %ld histories %s\n", level_names[l], got.histories, got.failure);
        }
        for (int i = 0; i < all.count; i++) {
            char text[200];
            say_values(&x, all.items[i].value, text, sizeof text);
            printf("   %s, levels %x, checked %x%s\n", text, all.items[i].levels, all.items[i].checked,
                   all.items[i].serial ? ", serial" : "");
        }
    }
    explorable_free(e);
}
