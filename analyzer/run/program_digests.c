/* Digests of programs: of their texts, and of the texts of other programs that they run. A routine that only others
 * call is none of the programs, and so belongs to what the files have beside them. */
#include "run/program_digests.h"

#include "base/text_table.h"
#include "base/words.h"
#include "proofs/shown_nothing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    ip_range range; /* of the whole definition */
    uint64_t digest;
    int next;  /* another such program of the same name (texts.names); -1: none */
    int taken; /* the last turn in which it was taken */
} text;

typedef struct place {
    ip_range range;
    int program;
} place;

typedef IP_VEC(uint64_t) digests;

typedef struct texts {
    ip_arena *arena;
    const ip_workload *workload;
    text *items;         /* [programs] */
    ip_text_table names; /* of programs without statements, in lower case → number of the first such program */
    place *places;       /* [programs]: by source and offset */
    int turn;
    digests taken; /* in this turn */
} texts;

static const char *begin_of(ip_range range)
{
    return range.source ? range.source->text + range.begin : "";
}

static size_t length_of(ip_range range)
{
    return range.source ? range.end - range.begin : 0;
}

/* ----------------------------------------------------------------- names -- */

/* A function without statements may be a part of a default, a check or a view. */
static void add_name(texts *t, int p)
{
    const ip_program *program = t->workload->programs.items[p];
    t->items[p].next = -1;
    if (program->statements.count)
        return;
    char *name = ip_arena_strdup(t->arena, ip_last_part(program->name));
    for (char *c = name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    ip_text_entry *entry = ip_text_table_add(t->arena, &t->names, name);
    const int *first = entry->value;
    t->items[p].next = first ? *first : -1;
    int *here = IP_NEW(t->arena, int);
    *here = p;
    entry->value = here;
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

static void take(texts *t, int program)
{
    text *item = &t->items[program];
    if (item->taken == t->turn)
        return;
    item->taken = t->turn;
    IP_PUSH(t->arena, &t->taken, item->digest);
}

/* Takes the programs without statements that are named there: as a word anywhere, also in comments and strings. */
static void take_named(texts *t, const char *at, size_t length)
{
    enum { LONGEST = 64 }; /* as PostgreSQL's names */
    for (size_t i = 0; i < length; i++) {
        char word[LONGEST];
        size_t n = 0;
        for (; i < length && is_of_word(at[i]); i++)
            if (n + 1 < LONGEST)
                word[n++] = (char)tolower((unsigned char)at[i]);
        word[n] = '\0';
        const int *first = n ? ip_text_table_find(&t->names, word) : NULL;
        for (int p = first ? *first : -1; p >= 0; p = t->items[p].next)
            take(t, p);
    }
}

/* ---------------------------------------------------------------- places -- */

static int compare_places(const void *a, const void *b)
{
    const ip_range *x = &((const place *)a)->range, *y = &((const place *)b)->range;
    if (x->source != y->source)
        return (uintptr_t)x->source < (uintptr_t)y->source ? -1 : 1;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* The first place that does not begin before this one; [programs]: none. */
static int first_from(const texts *t, const ip_source *source, size_t offset)
{
    const place from = {{source, offset, offset}, -1};
    int low = 0, high = t->workload->programs.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare_places(&t->places[middle], &from) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The program whose definition this is in. */
static void take_at(texts *t, ip_range range)
{
    ip_range at = ip_range_in_file(range);
    int before = first_from(t, at.source, at.begin + 1) - 1;
    const place *found = before >= 0 ? &t->places[before] : NULL;
    if (found && found->range.source == at.source && at.begin < found->range.end)
        take(t, found->program);
}

/* --------------------------------------------------------------- digests -- */

static void begin_turn(texts *t, uint64_t with)
{
    t->turn++;
    t->taken.count = 0;
    IP_PUSH(t->arena, &t->taken, with);
}

/* In whatever order the programs were taken. */
static uint64_t end_turn(const texts *t)
{
    ip_proof_shown_nothing_sort(t->taken.items + 1, t->taken.count - 1);
    return ip_hash(t->taken.items, sizeof *t->taken.items * (size_t)t->taken.count);
}

/* Of a text, whose blanks and empty lines are as good as one blank. */
static uint64_t digest_without_blanks(texts *t, const char *at, size_t length)
{
    char *copy = ip_arena_alloc(t->arena, length + 1);
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        if (!isspace((unsigned char)at[i]))
            copy[n++] = at[i];
        else if (n == 0 || copy[n - 1] != ' ')
            copy[n++] = ' ';
    return ip_hash(copy, n);
}

/* What the files have beside the programs. */
static uint64_t rest_of(texts *t, const ip_run *run, const char *with)
{
    digests all = {0};
    IP_PUSH(t->arena, &all, ip_hash(with, strlen(with)));
    begin_turn(t, 0);
    for (int f = 0; f < run->sources.count; f++) {
        const ip_source *source = ip_range_in_file((ip_range){run->sources.items[f], 0, 0}).source;
        size_t at = 0;
        for (int i = first_from(t, source, 0); at < source->length; i++) {
            bool more = i < t->workload->programs.count && t->places[i].range.source == source;
            ip_range next = more ? t->places[i].range : (ip_range){source, source->length, source->length};
            if (next.begin > at) {
                IP_PUSH(t->arena, &all, digest_without_blanks(t, source->text + at, next.begin - at));
                take_named(t, source->text + at, next.begin - at);
            }
            at = next.end > at ? next.end : at;
        }
    }
    t->taken.items[0] = ip_hash(all.items, sizeof *all.items * (size_t)all.count);
    return end_turn(t);
}

const uint64_t *ip_run_program_digests(ip_run *run, const char *with)
{
    int n = run->workload->programs.count;
    texts t = {.arena = run->arena,
               .workload = run->workload,
               .items = IP_NEW_ARRAY(run->arena, text, n),
               .places = IP_NEW_ARRAY(run->arena, place, n)};
    for (int p = 0; p < n; p++) {
        const ip_program *program = run->workload->programs.items[p];
        ip_range range = ip_range_in_file(program->range);
        t.items[p] = (text){range, ip_hash(begin_of(range), length_of(range)), -1, 0};
        t.places[p] = (place){range, p};
        add_name(&t, p);
    }
    if (n)
        qsort(t.places, (size_t)n, sizeof *t.places, compare_places);
    uint64_t rest = rest_of(&t, run, with), *found = IP_NEW_ARRAY(run->arena, uint64_t, n);
    for (int p = 0; p < n; p++) {
        const ip_program *program = run->workload->programs.items[p];
        begin_turn(&t, rest);
        take(&t, p);
        for (int i = 0; i < program->read.count; i++)
            take_at(&t, program->read.items[i]);
        found[p] = end_turn(&t);
    }
    return found;
}
