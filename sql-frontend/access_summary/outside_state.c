/* Which routines and scripts read or write state outside of rows, by the words that they reach
 * (access_summary/reachable_names.h). */
#define _GNU_SOURCE /* strcasestr */
#include "access_summary/outside_state.h"

#include "parse/lexer.h"
#include "access_summary/definition_change.h"
#include "access_summary/outside_state_word.h"
#include "parse/pg_parse.h"
#include "access_summary/reachable_names.h"
#include "catalog/sequence.h"
#include "catalog/unit_index.h"
#include "parse/statement.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

/* ---- what statements do ---- */

static const char described[] = "\3describes", temporary[] = "\3makes temporary tables";
static const char resets_all[] = "\1setval *";

/* TRUNCATE … RESTART IDENTITY: the sequences are those that the table's columns draw from. */
static void mark_restart(ip_reach *reach, int node, const PgQuery__TruncateStmt *truncate)
{
    const ip_definitions *d = ip_summary_reach_definitions(reach);
    size_t i;
    const ip_tree *item;
    bool cascades = IP_GET(truncate, behavior) == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE;
    IP_LIST_EACH(IP_ITEMS(truncate, relations), i, item)
    {
        const ip_table *table = ip_catalog_schema_table(d->schema, IP_TEXT(ip_as_range_var(item), relname));
        if (!table || cascades) {
            ip_summary_reach_add(reach, node, resets_all);
            continue;
        }
        for (int c = 0; c < table->columns.count; c++)
            if (table->columns.items[c].sequence)
                ip_summary_reach_add(
                    reach, node, ip_arena_printf(d->arena, "\1setval %s", ip_summary_reach_sequence(reach, table, c)));
    }
}

static void mark_statement(ip_reach *reach, int node, const ip_tree *statement)
{
    const PgQuery__CreateStmt *create = ip_as_create_stmt(statement);
    const PgQuery__TruncateStmt *truncate = ip_as_truncate_stmt(statement);
    const PgQuery__OnCommitAction on_commit =
        create ? create->oncommit : IP_GET(ip_parse_into_of(statement), on_commit);
    if (ip_summary_meaning_is_temporary(statement) && on_commit != PG_QUERY__ON_COMMIT_ACTION__ONCOMMIT_DROP)
        ip_summary_reach_add(reach, node, temporary);
    if (!ip_summary_meaning_is_temporary(statement) && ip_summary_meaning_of(statement) != IP_MEANING_STAYS)
        ip_summary_reach_add(reach, node, described);
    if (truncate) /* a new file, whose number pg_class shows at once */
        ip_summary_reach_add(reach, node, described);
    if (IP_GET(truncate, restart_seqs))
        mark_restart(reach, node, truncate);
}

static bool may_mark(const char *text)
{
    static const char *const begins[] = {"create", "alter",   "drop",    "comment", "security", "analyze",
                                         "vacuum", "reindex", "cluster", "select",  "truncate", "with"};
    while (*text == ' ' || *text == '\n' || *text == '\t' || *text == '\r')
        text++;
    if (strncasecmp(text, "select", 6) == 0 || strncasecmp(text, "with", 4) == 0)
        return strcasestr(text, "into") != NULL;
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (strncasecmp(text, begins[i], strlen(begins[i])) == 0)
            return true;
    return strncmp(text, "--", 2) == 0 || strncmp(text, "/*", 2) == 0;
}

static void mark(ip_reach *reach, int node, const ip_pl_statement *s)
{
    const char *text = s->kind == IP_PL_NULL ? s->schema_text : s->sql_text;
    ip_parse_error error;
    for (int i = 0; i <= s->shapes.count; i++) {
        const char *one = i < s->shapes.count ? s->shapes.items[i] : text;
        const ip_tree *statements =
            one && may_mark(one) ? ip_parse_pg_parse(ip_summary_reach_definitions(reach)->arena, one, &error) : NULL;
        for (size_t k = 0; k < ip_parse_list_size(statements); k++)
            mark_statement(reach, node, ip_parse_statement_at(statements, k));
    }
}

/* ---- which programs do what ---- */

/* What a word says, kept: routines that call each other reach the same words. */
typedef struct known_word {
    const char *word; /* as access_summary/reachable_names.c keeps it: one pointer a word */
    int does;
} known_word;

typedef struct finder {
    const ip_definitions *d;
    known_word *known;
    ip_reach *reach;
    int *does; /* [units] */
    bool *described, *temporary, *fills;
    ip_outside_states *states;
} finder;

static const ip_reach_words *reached_by(const finder *f, int unit)
{
    return ip_summary_reach_of(f->reach, f->d->units.items[unit]);
}

/* The text of the first argument, if the word marks a call of that function; NULL. */
static const char *argument_of(const char *text, const char *call)
{
    size_t length = strlen(call);
    bool marks = *text == IP_REACH_CALL || *text == IP_REACH_DEFAULT;
    return marks && strncmp(text + 1, call, length) == 0 && text[1 + length] == ' ' ? text + 2 + length : NULL;
}

/* Does it call the function for that sequence? NULL: for any. A default draws where rows come. */
static bool calls(const finder *f, int unit, const char *function, const char *sequence)
{
    const ip_reach_words *reached = reached_by(f, unit);
    bool any = false;
    for (int i = 0; i < reached->count && !any; i++) {
        const char *of = argument_of(reached->items[i], function);
        any = of && (*reached->items[i] == IP_REACH_CALL || f->fills[unit]) &&
              (!sequence || strcmp(of, "*") == 0 || strcmp(of, sequence) == 0);
    }
    return any;
}

static bool cycles(const finder *f, const char *sequence)
{
    bool any = false;
    for (int i = 0; i < f->d->cycling.count; i++)
        any = any || !sequence || strcmp(f->d->cycling.items[i], sequence) == 0;
    return any;
}

/* State that no program writes, or none reads, is ignored. */
static void settle(finder *f, ip_outside_state state)
{
    bool read = false, written = false;
    for (int u = 0; u < f->d->units.count; u++) {
        read = read || state.reads[u];
        written = written || state.writes[u];
    }
    if (!read || !written)
        return;
    state.table = ip_catalog_outside_table(f->d->arena, f->d->schema, state.what);
    IP_PUSH(f->d->arena, f->states, state);
}

static ip_outside_state new_state(const finder *f, const char *what, int does)
{
    ip_outside_state state = {.what = what, .does = does};
    state.reads = IP_NEW_ARRAY(f->d->arena, bool, f->d->units.count);
    state.writes = IP_NEW_ARRAY(f->d->arena, bool, f->d->units.count);
    return state;
}

/* NULL: all of them. */
static void find_sequence(finder *f, const char *sequence)
{
    ip_outside_state state = new_state(
        f, sequence ? ip_arena_printf(f->d->arena, "sequence %s", sequence) : "sequences", IP_LOOKS_AT_NUMBERS);
    state.called = "val";
    for (int u = 0; u < f->d->units.count; u++) {
        bool drawn = calls(f, u, "nextval", sequence), set = calls(f, u, "setval", sequence);
        state.writes[u] = set || (drawn && cycles(f, sequence));
        state.reads[u] = drawn || set || (f->does[u] & IP_LOOKS_AT_NUMBERS) != 0;
    }
    settle(f, state);
}

static bool contains(const ip_reach_words *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

/* Sequences that are set, or that cycle. A name without draws may be the former name of a renamed sequence. */
static void find_sequences(finder *f)
{
    ip_reach_words names = {0};
    for (int i = 0; i < f->d->cycling.count; i++)
        IP_PUSH(f->d->arena, &names, f->d->cycling.items[i]);
    for (int u = 0; u < f->d->units.count; u++) {
        const ip_reach_words *reached = reached_by(f, u);
        for (int i = 0; i < reached->count; i++) {
            const char *set = argument_of(reached->items[i], "setval");
            if (set && !contains(&names, set))
                IP_PUSH(f->d->arena, &names, set);
        }
    }
    bool all = contains(&names, "*");
    for (int i = 0; i < names.count && !all; i++) {
        bool drawn = false;
        for (int u = 0; u < f->d->units.count; u++)
            drawn = drawn || calls(f, u, "nextval", names.items[i]);
        all = !drawn && !ip_catalog_sequence_is(f->d, names.items[i]);
    }
    for (int i = 0; i < names.count && !all; i++)
        find_sequence(f, names.items[i]);
    if (all)
        find_sequence(f, NULL);
}

/* Writes are visible only to programs that read the state. */
static void find_others(finder *f)
{
    ip_outside_state numbers = new_state(f, "numbers drawn from sequences", IP_LOOKS_AT_NUMBERS);
    ip_outside_state objects = new_state(f, "large objects", IP_READS_OBJECTS | IP_WRITES_OBJECTS);
    ip_outside_state catalogs = new_state(f, "rows of the catalogs", IP_READS_DESCRIPTIONS);
    ip_outside_state sizes = new_state(f, "sizes on disk", IP_READS_SIZES);
    ip_outside_state activity = new_state(f, "activity of the server", IP_READS_ACTIVITY);
    for (int u = 0; u < f->d->units.count; u++) {
        int does = f->does[u];
        numbers.reads[u] = (does & IP_LOOKS_AT_NUMBERS) != 0;
        numbers.writes[u] = calls(f, u, "nextval", NULL) || calls(f, u, "setval", NULL);
        objects.reads[u] = (does & IP_READS_OBJECTS) != 0;
        objects.writes[u] = (does & IP_WRITES_OBJECTS) != 0;
        catalogs.reads[u] = (does & IP_READS_DESCRIPTIONS) != 0;
        catalogs.writes[u] = f->described[u] || f->temporary[u];
        sizes.reads[u] = (does & IP_READS_SIZES) != 0;
        sizes.writes[u] = (does & IP_CHANGES_ROWS) != 0;
        activity.reads[u] = (does & IP_READS_ACTIVITY) != 0;
        activity.writes[u] = true;
    }
    settle(f, numbers);
    settle(f, objects);
    settle(f, catalogs);
    settle(f, sizes);
    settle(f, activity);
}

enum { KNOWN_WORDS = 1 << 14 };

static int does_word(finder *f, const char *word)
{
    known_word *kept = &f->known[((uintptr_t)word >> 3) % KNOWN_WORDS];
    if (kept->word != word)
        *kept = (known_word){word, ip_summary_outside_does(f->d, word)};
    return kept->does;
}

/* All words of a unit, once. */
static void read_words(finder *f, int unit)
{
    const ip_reach_words *reached = reached_by(f, unit);
    for (int i = 0; i < reached->count; i++) {
        const char *word = reached->items[i];
        if (*word == IP_REACH_CALL || *word == IP_REACH_DEFAULT)
            continue;
        f->described[unit] = f->described[unit] || strcmp(word, described) == 0;
        f->temporary[unit] = f->temporary[unit] || strcmp(word, temporary) == 0;
        f->fills[unit] = f->fills[unit] || strcmp(word, "insert") == 0 || strcmp(word, "merge") == 0 ||
                         strcmp(word, "copy") == 0 || strcmp(word, "default") == 0;
        if (strcmp(word, ip_summary_reach_sequence_read) == 0)
            f->does[unit] |= IP_LOOKS_AT_NUMBERS;
        f->does[unit] |= *word == IP_REACH_MARK ? IP_NOTHING : does_word(f, word);
    }
}

static bool says(const ip_definitions *d, const ip_outside_state *state, const char *word)
{
    size_t length = strlen(word), end = state->called ? strlen(state->called) : 0;
    return (end && length > end && strcmp(word + length - end, state->called) == 0) ||
           (ip_summary_outside_does(d, word) & state->does) != 0;
}

ip_range ip_summary_outside_place(const ip_definitions *d, const ip_unit *unit, const ip_outside_state *state)
{
    const ip_source *source = unit->body.source;
    size_t end = unit->body.end;
    for (ip_token t = ip_parse_lex(source, unit->body.begin, end, false); source && t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, end, false))
        if (t.kind == IP_TOKEN_WORD && says(d, state, ip_parse_token_name(d->arena, source, t)))
            return (ip_range){source, t.begin, t.end};
    return unit->range;
}

/* A text that is not known before it runs may touch any table, so no proof covers it together with others, and it is
 * ignored here. */
const ip_outside_states *ip_summary_outside_find(const ip_definitions *d)
{
    static const char *const functions[] = {"nextval", "setval", NULL};
    ip_outside_states *states = IP_NEW(d->arena, ip_outside_states);
    int count = d->units.count;
    finder f = {.d = d, .states = states, .reach = ip_summary_reach_new(d, functions, mark)};
    f.does = IP_NEW_ARRAY(d->arena, int, count);
    f.known = IP_NEW_ARRAY(d->arena, known_word, KNOWN_WORDS);
    f.described = IP_NEW_ARRAY(d->arena, bool, count);
    f.temporary = IP_NEW_ARRAY(d->arena, bool, count);
    f.fills = IP_NEW_ARRAY(d->arena, bool, count);
    for (int u = 0; u < count; u++)
        read_words(&f, u);
    find_sequences(&f);
    find_others(&f);
    return states;
}
