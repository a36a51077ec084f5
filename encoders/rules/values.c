/* Values that a column never has again: the possible values in versions after, or before, the version of a statement
 * that writes by key (transitions.h). */
#include "execution/encoding_internal.h"

#include <string.h>

typedef struct changing {
    ip_version version;
    const ip_transitions *transitions;
    Z3_ast applies; /* the write surely happens */
    bool has_before, has_after;
    ip_term before, after;
    int constant; /* index of the constant that it assigns, NULL included; -1: see .after */
} changing;

static const ip_transitions *transitions_of(const ip_encoding *e, const ip_table *table, int column)
{
    ip_found_before before = IP_FOUND_SEEN;
    for (int p = 0; p < e->input.program_count; p++)
        if (ip_encoding_reading(e, p)->statements) /* locks are an engine's */
            before = ip_encoding_reading(e, p)->engine && before != IP_FOUND_BY_ITSELF ? IP_FOUND_LOCKED
                                                                                       : IP_FOUND_BY_ITSELF;
    if (!e->terms.rules[IP_RULE_FOUND_BEFORE])
        before = IP_FOUND_BY_ITSELF;
    return e->input.facts->tables[table->id].columns[column].transitions[before];
}

static ip_type type_of(const changing *n)
{
    return n->version.table->columns.items[n->version.column].type;
}

static Z3_ast holds(ip_encoding *e, const ip_transitions *t, ip_term term, int value, ip_type type)
{
    const ip_build *b = &e->terms.build;
    ip_site nowhere = {0};
    if (value == ip_transitions_null(t))
        return term.null;
    if (value < t->count)
        return ip_term_and(b, ip_term_not(b, term.null),
                           ip_term_equal(b, term.value, ip_term_eval(&e->terms, &nowhere, t->values[value]).value));
    Z3_ast none = type.kind == IP_BOOLEAN ? b->no : ip_term_not(b, term.null);
    for (int i = 0; i < t->count; i++)
        none = ip_term_and(b, none, ip_term_not(b, holds(e, t, term, i, type)));
    return none;
}

/* The version read is the write's, or a later one. */
static Z3_ast follows(ip_encoding *e, const changing *n, ip_term read)
{
    const ip_build *b = &e->terms.build;
    const ip_transitions *t = n->transitions;
    ip_type type = type_of(n);
    int other = ip_transitions_other(t);
    ip_terms all = {0};
    for (int from = 0; from <= other; from++) {
        if (n->constant >= 0 && from != n->constant)
            continue;
        Z3_ast left = n->constant >= 0 ? b->yes : holds(e, t, n->after, from, type);
        for (int to = 0; to <= other; to++)
            if (!(t->leads_to[from] >> to & 1))
                IP_PUSH(e->arena, &all, ip_term_implies(b, left, ip_term_not(b, holds(e, t, read, to, type))));
        if (from == other && !t->others_change && t->leads_to[from] == 1ULL << other)
            IP_PUSH(e->arena, &all, ip_term_implies(b, left, ip_term_equal(b, read.value, n->after.value)));
    }
    return ip_term_all(b, &all);
}

/* The version read is the version that the write replaces, or an earlier one. */
static Z3_ast precedes(ip_encoding *e, const changing *n, ip_term read)
{
    const ip_build *b = &e->terms.build;
    const ip_transitions *t = n->transitions;
    ip_type type = type_of(n);
    int other = ip_transitions_other(t);
    ip_terms all = {0};
    bool entered = t->others_change;
    for (int to = 0; to <= other; to++) {
        Z3_ast found = holds(e, t, n->before, to, type);
        for (int from = 0; from <= other; from++)
            if (!(t->leads_to[from] >> to & 1))
                IP_PUSH(e->arena, &all, ip_term_implies(b, found, ip_term_not(b, holds(e, t, read, from, type))));
    }
    for (int from = 0; from < other; from++)
        entered = entered || (t->leads_to[from] >> other & 1);
    if (!entered)
        IP_PUSH(e->arena, &all,
                ip_term_implies(b, holds(e, t, n->before, other, type), ip_term_equal(b, read.value, n->before.value)));
    return ip_term_all(b, &all);
}

static void compare(ip_encoding *e, Z3_ast reads, ip_term read, Z3_ast after, Z3_ast before, void *data)
{
    const changing *n = data;
    const ip_build *b = &e->terms.build;
    Z3_ast both = ip_term_and(b, n->applies, reads);
    if (both == b->no)
        return;
    if (n->has_after && after != b->no)
        ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, both, after), follows(e, n, read)));
    if (n->has_before && before != b->no)
        ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, both, before), precedes(e, n, read)));
}

static bool names_columns(const ip_expr *e)
{
    bool any = e->kind == IP_EXPR_COLUMN || e->kind == IP_EXPR_UNKNOWN;
    for (int i = 0; i < e->arg_count; i++)
        any = any || names_columns(e->args[i]);
    return any;
}

/* Conversions between times may change the value, but not whether it is NULL: only infinity has no time of day
 * (PostgreSQL 15, src/backend/utils/adt/date.c, timestamp_time). */
static bool is_there_if_given(const ip_expr *given, ip_type type)
{
    const char *name = type.kind == IP_TIME && type.name ? type.name : "";
    return given->type.kind == IP_TIME && !type.array && !names_columns(given) &&
           (strncmp(name, "timestamp", strlen("timestamp")) == 0 || strcmp(name, "date") == 0);
}

/* The written value, as the column stores it. */
static bool find_after(ip_encoding *e, changing *n, const ip_site *site, const ip_expr *given)
{
    ip_type type = type_of(n);
    if (!ip_facts_stored_as_given(given, type) && is_there_if_given(given, type)) {
        n->constant = -1;
        const ip_expr any = {.kind = IP_EXPR_UNKNOWN, .type = type, .index = -1 - n->version.column};
        n->after = ip_term_eval(&e->terms, site, &any);
        n->after.null = ip_term_eval(&e->terms, site, given).null;
        return true;
    }
    if (!ip_facts_stored_as_given(given, type))
        return false;
    n->constant = ip_facts_transitions_constant(n->transitions, given);
    if (n->constant >= 0)
        return true;
    if (names_columns(given))
        return false;
    n->after = ip_term_eval(&e->terms, site, given);
    return Z3_get_sort(e->terms.build.z3, n->after.value) == ip_term_sort_of(&e->terms.build, type);
}

static void state_column(ip_encoding *e, ip_point *point, const ip_site *site, changing *n)
{
    n->has_before = site->statement->kind == IP_UPDATE;
    if (n->has_before)
        n->before = ip_encoding_version_replaced(e, point, site, &n->version);
    n->has_after = find_after(e, n, site, site->statement->assignments[n->version.column]);
    ip_encoding_each_version_read(e, point, &n->version, compare, n);
}

/* transitions.h orders versions only where each one overwrites the version before it. */
void ip_rules_state_values(ip_encoding *e, ip_point *point, int other)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_program *program = e->input.programs[point->program];
    const ip_statement *s = &program->statements.items[point->statement];
    const ip_table *table = s->sources.items[0].table;
    if (!c->rules[IP_RULE_TRANSITIONS] || !c->rules[IP_RULE_FROZEN] || !c->writers_chain || point->source != 0 ||
        other == point->slot || (s->kind != IP_UPDATE && s->kind != IP_INSERT))
        return;
    ip_view *view = &ip_encoding_view_at(e, &point->stand, point->slot)->view;
    ip_site site = ip_encoding_view_site(view, program, point->statement);
    Z3_ast writes = b->no;
    for (int column = 0; column < table->columns.count; column++) {
        const ip_transitions *t = transitions_of(e, table, column);
        if (!t || !s->assignments[column] || ip_term_changed_before(c, program, s, table, column))
            continue;
        if (writes == b->no)
            writes = ip_term_and(b, ip_encoding_runs(e, point->slot, point->program),
                                 ip_encoding_surely_changes(c, view, program, point->statement));
        changing n = {.version = {point->slot, other, column, table, point->stand.place.keys[table->id],
                                  ip_facts_lock_taken(s, 0)},
                      .transitions = t,
                      .applies = writes};
        if (writes != b->no)
            state_column(e, point, &site, &n);
    }
}

/* ---- snapshots of one instance ---- */

/* The version in a later snapshot is the same or a later one, as snapshots grow (PostgreSQL 15, section 13.2.1). */
static void state_pair_of_snapshots(ip_encoding *e, const ip_table *table, const Z3_ast *key,
                                    const ip_snapshot *earlier, const ip_snapshot *later, Z3_ast runs)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    Z3_ast there = ip_term_and3(b, runs, ip_term_alive(c, earlier, table, key), ip_term_alive(c, later, table, key));
    for (int column = 0; column < table->columns.count; column++) {
        const ip_column_facts *facts = &e->input.facts->tables[table->id].columns[column];
        const ip_transitions *t = transitions_of(e, table, column);
        if (!t || !facts->updated || !facts->read)
            continue;
        changing n = {.version = {.table = table, .column = column},
                      .transitions = t,
                      .constant = -1,
                      .after = ip_term_seen(c, earlier, table, column, key)};
        Z3_ast after = follows(e, &n, ip_term_seen(c, later, table, column, key));
        ip_encoding_state(e, ip_term_implies(b, there, after));
    }
}

/* Only outside of loops, where each snapshot is taken once. Kept plans have older snapshots. */
static bool has_snapshot_in_order(const ip_statement *s, const ip_table *table)
{
    bool about = false;
    for (int q = 0; q < s->sources.count; q++)
        about = about || s->sources.items[q].table == table;
    return about && s->loop < 0 && !s->kept && !s->early && s->kind != IP_UNKNOWN && s->kind != IP_ABORT;
}

void ip_rules_state_later_values(ip_encoding *e, ip_view *view, const ip_table *table)
{
    ip_terms_context *c = &e->terms;
    const Z3_ast *key = view->place->keys[table->id];
    if (!c->rules[IP_RULE_TRANSITIONS] || !c->rules[IP_RULE_FROZEN] || !c->writers_chain)
        return;
    for (int p = 0; p < e->input.program_count; p++) {
        if (ip_encoding_never_runs(e, view->slot, p))
            continue;
        const ip_program *program = e->input.programs[p];
        IP_VEC(ip_snapshot) before = {0};
        int step = -1;
        for (int i = 0; i < program->statements.count && ip_encoding_reading(e, p)->statements; i++) {
            const ip_statement *s = &program->statements.items[i];
            if (s->step <= step || !has_snapshot_in_order(s, table))
                continue;
            step = s->step;
            ip_site site = ip_encoding_view_site(view, program, i);
            ip_snapshot snapshot = ip_term_snapshot_of(c, &site);
            for (int k = 0; k < before.count; k++)
                state_pair_of_snapshots(e, table, key, &before.items[k], &snapshot, ip_encoding_runs(e, view->slot, p));
            IP_PUSH(e->arena, &before, snapshot);
        }
    }
}
