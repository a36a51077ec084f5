/* Refusals, from what the statements of the programs lock and write (PostgreSQL 15: section 13.2 on 40001, 13.3.4 on
 * deadlocks, 13.3.2 on row locks, SELECT and LOCK on NOWAIT; chapter 62 on the checks of unique indexes). The solver is
 * not used: values count only where two constants differ. */
#include "decide/denials.h"

#include "facts/facts.h"

#include <stdlib.h>
#include <string.h>

/* A place where a program gets a lock, or adds a value of a unique key, which acts like a lock. */
typedef struct site {
    int program, statement, source;
    const ip_table *table;
    ip_lock lock;
    bool brings_key;  /* INSERT, UPDATE of a key's column */
    bool newest;      /* ON CONFLICT looks for a row that may exist */
    bool writes;      /* the row gets another version */
    bool passes_over; /* SKIP LOCKED: it never waits */
    bool many;        /* more than one row may be locked */
} site;

typedef IP_VEC(int) indexes;

typedef struct search {
    const ip_decision_input *in;
    ip_level_result *result;
    ip_arena *arena; /* of the search */
    IP_VEC(site) sites;
    indexes *of_table;   /* [tables]: sites */
    indexes *of_program; /* [programs]: sites, in program order */
    int *tracked;        /* [programs]: 1 + index of the refusal at any of its statements; 0: none yet */
} search;

/* ----------------------------------------------------------------- sites -- */

static const ip_statement *statement_of(const search *s, const site *one)
{
    return &s->in->programs[one->program]->statements.items[one->statement];
}

static bool assigns_key(const ip_statement *statement, const ip_table *table)
{
    for (int k = 0; k < table->keys.count; k++)
        for (int c = 0; c < table->keys.items[k].column_count; c++)
            if (statement->assignments && statement->assignments[table->keys.items[k].columns[c]])
                return true;
    return table->unchecked != NULL;
}

static void add_sites(search *s, int p, int index)
{
    const ip_statement *statement = &s->in->programs[p]->statements.items[index];
    bool unknown = statement->kind == IP_UNKNOWN;
    for (int q = 0; q < statement->sources.count; q++) {
        const ip_row_source *source = &statement->sources.items[q];
        const ip_table *table = source->table;
        bool target = q == 0 && !table->locks_only;
        site one = {.program = p, .statement = index, .source = q, .table = table, .lock = source->lock};
        if (table->outside || (unknown && source->reads_only))
            continue;
        one.lock = unknown && !table->locks_only ? IP_LOCK_UPDATE : one.lock;
        one.brings_key = (target && statement->kind == IP_INSERT) || unknown ||
                         (target && statement->kind == IP_UPDATE && assigns_key(statement, table));
        one.newest = source->referring ||
                     (source->newest && !statement->past_snapshot && /* the INSERT itself reports its wait */
                      (statement->check == IP_CHECK_NONE || statement->cause >= 0));
        one.passes_over = source->passes_over;
        one.writes = unknown || (target && (statement->kind == IP_UPDATE || statement->kind == IP_DELETE ||
                                            statement->kind == IP_INSERT || statement->kind == IP_TRUNCATE));
        one.many = unknown || statement->loop >= 0 ||
                   !(statement->kind == IP_INSERT ||
                     (statement->sources.count == 1 && ip_program_statement_names_one_row(statement)));
        if (one.lock == IP_LOCK_NONE && !one.brings_key && !one.newest && !one.writes)
            continue;
        int at = s->sites.count;
        IP_PUSH(s->arena, &s->sites, one);
        IP_PUSH(s->arena, &s->of_table[table->id], at);
        IP_PUSH(s->arena, &s->of_program[p], at);
    }
}

static const ip_expr *fixed(const search *s, const site *one, int column)
{
    const ip_row_source *source = &statement_of(s, one)->sources.items[one->source];
    const ip_statement *statement = statement_of(s, one);
    if (statement->kind == IP_INSERT && one->source == 0)
        return statement->assignments[column];
    return ip_facts_equated_term(source->filter, one->source, column);
}

static bool is_constant(const ip_expr *expr)
{
    return expr && (expr->kind == IP_EXPR_INTEGER || expr->kind == IP_EXPR_TEXT);
}

/* Two constants in one column of a key: other rows. */
static bool are_apart(const search *s, const site *a, const site *b)
{
    const ip_key *key = ip_catalog_table_identity(a->table);
    for (int c = 0; key && c < key->column_count; c++) {
        const ip_expr *x = fixed(s, a, key->columns[c]), *y = fixed(s, b, key->columns[c]);
        if (is_constant(x) && is_constant(y) && x->kind == y->kind && strcmp(x->text, y->text) != 0)
            return true;
    }
    return false;
}

/* Whether a transaction at one may wait for a transaction that has passed the other. */
static bool waits_for(const search *s, const site *wait, const site *hold)
{
    const ip_statement *holder = statement_of(s, hold);
    if (are_apart(s, wait, hold))
        return false;
    bool inserted = holder->kind == IP_INSERT && hold->source == 0;
    if ((wait->brings_key && (hold->brings_key || hold->writes)) || (wait->newest && hold->writes))
        return true;
    /* No other transaction sees a row before the inserting transaction ends. */
    return !inserted && wait->lock != IP_LOCK_NONE && hold->lock != IP_LOCK_NONE &&
           !(statement_of(s, wait)->kind == IP_INSERT && wait->source == 0) &&
           ip_catalog_locks_exclude(hold->lock, wait->lock);
}

/* ---------------------------------------------------------------- results -- */

static ip_denied *denied_at(search *s, int program, int statement, ip_denial denial)
{
    const ip_program *of = s->in->programs[program];
    ip_range range = of->statements.items[statement].range;
    for (int i = s->result->denials.count - 1; i >= 0; i--) {
        ip_denied *there = &s->result->denials.items[i];
        if (there->program != program)
            break;
        if (there->denial == denial && there->range.source == range.source && there->range.begin == range.begin)
            return there;
    }
    ip_denied one = {.program = program, .statement = statement, .denial = denial, .range = range};
    one.with = IP_NEW_ARRAY(s->in->arena, bool, s->in->program_count);
    one.handled = of->statements.items[statement].handled >> denial & 1;
    IP_PUSH(s->in->arena, &s->result->denials, one);
    return &s->result->denials.items[s->result->denials.count - 1];
}

/* At any of the program's statements, and at COMMIT. */
static void add_tracked(search *s, int program, int with)
{
    if (!s->tracked[program]) {
        ip_denied one = {.program = program,
                         .statement = -1,
                         .denial = IP_DENIED_NOT_SERIALIZED,
                         .range = s->in->programs[program]->range,
                         .with = IP_NEW_ARRAY(s->in->arena, bool, s->in->program_count)};
        IP_PUSH(s->in->arena, &s->result->denials, one);
        s->tracked[program] = s->result->denials.count;
    }
    s->result->denials.items[s->tracked[program] - 1].with[with] = true;
}

static void add(search *s, const site *one, ip_denial denial, int with)
{
    denied_at(s, one->program, one->statement, denial)->with[with] = true;
}

/* --------------------------------------------------------- unique violation -- */

static bool arbitrates(const ip_statement *look, const ip_statement *insert, const ip_key *key)
{
    const ip_row_source *source = look->sources.count ? &look->sources.items[0] : NULL;
    if (look->kind != IP_SELECT || !source || !source->newest || look->check != IP_CHECK_NONE || look->uncertain ||
        look->step != insert->step || source->table != insert->sources.items[0].table)
        return false;
    for (int c = 0; c < key->column_count; c++)
        if (!ip_facts_equated_term(source->filter, 0, key->columns[c]))
            return false;
    return true;
}

/* Some key of the row for which ON CONFLICT does not look, and which does not come from a sequence. */
static bool may_be_duplicate(const search *s, const site *one)
{
    const ip_program *program = s->in->programs[one->program];
    const ip_statement *statement = statement_of(s, one);
    const ip_table_facts *facts = &s->in->facts->tables[one->table->id];
    if (statement->kind == IP_UNKNOWN || one->table->unchecked)
        return true;
    for (int k = 0; k < one->table->keys.count; k++) {
        const ip_key *key = &one->table->keys.items[k];
        bool assigned = statement->kind == IP_INSERT, covered = false;
        for (int c = 0; c < key->column_count; c++)
            assigned = assigned || (statement->assignments && statement->assignments[key->columns[c]]);
        for (int i = 0; i < one->statement && statement->kind == IP_INSERT; i++)
            covered = covered || arbitrates(&program->statements.items[i], statement, key);
        covered = covered || (facts->fresh && key->columns == facts->key);
        if (assigned && !covered)
            return true;
    }
    return false;
}

/* The same terms for all columns of a key: the row that the transaction has locked already. */
static bool same_row(const search *s, const site *a, const site *b)
{
    const ip_key *key = ip_catalog_table_identity(a->table);
    if (!key || a->table != b->table || statement_of(s, a)->loop >= 0 || statement_of(s, b)->loop >= 0)
        return false;
    for (int c = 0; c < key->column_count; c++) {
        const ip_expr *x = fixed(s, a, key->columns[c]), *y = fixed(s, b, key->columns[c]);
        bool same =
            x && y && x->kind == y->kind &&
            (is_constant(x) ? strcmp(x->text, y->text) == 0
                            : (x->kind == IP_EXPR_PARAMETER || x->kind == IP_EXPR_VARIABLE) && x->index == y->index);
        if (!same)
            return false;
    }
    return true;
}

/* While the transaction holds the lock of the first, it does not wait at the second: the row is the same, and locked as
 * strongly. */
static bool covers(const search *s, const site *first, const site *second)
{
    return first->statement < second->statement && first->lock >= second->lock && !second->brings_key &&
           !second->newest && statement_of(s, first)->kind != IP_INSERT && same_row(s, first, second);
}

/* A row that the transaction has surely locked as strongly before this place. */
static bool is_held(const search *s, const site *one)
{
    const indexes *own = &s->of_program[one->program];
    for (int i = 0; i < own->count; i++) {
        const site *before = &s->sites.items[own->items[i]];
        const ip_statement *statement = statement_of(s, before);
        if (before->statement >= one->statement)
            break;
        if (!statement->path && !statement->uncertain && covers(s, before, one))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------ each site -- */

static void compare(search *s, const site *one, const site *other, bool duplicate, bool held)
{
    const ip_statement *statement = statement_of(s, one);
    const ip_level *level = s->in->levels[one->program];
    if (duplicate && other->brings_key && !are_apart(s, one, other))
        add(s, one, IP_DENIED_DUPLICATE, other->program);
    bool waits = !held && waits_for(s, one, other);
    /* With one snapshot for each transaction: the row has a version that is not in the snapshot. */
    bool inserts = statement->kind == IP_INSERT && one->source == 0;
    if (waits && other->writes && !one->table->locks_only && !inserts && !ip_level_has_statement_snapshots(level))
        add(s, one, IP_DENIED_NOT_SERIALIZED, other->program);
    if (waits && (statement->no_wait || statement->times_out))
        add(s, one, IP_DENIED_LOCK, other->program);
}

static void compare_all(search *s)
{
    for (int i = 0; i < s->sites.count; i++) {
        const site *one = &s->sites.items[i];
        const indexes *others = &s->of_table[one->table->id];
        bool duplicate = one->brings_key && may_be_duplicate(s, one), held = is_held(s, one);
        for (int k = 0; k < others->count; k++)
            compare(s, one, &s->sites.items[others->items[k]], duplicate, held);
    }
}

/* -------------------------------------------------------------- tracked reads -- */

/* Where reads are tracked, any statement, and COMMIT, may fail after the transaction has read what another one writes,
 * or written what another one reads. Whole tables count, since locks on rows become locks on pages and tables (13.2.3;
 * Ports & Grittner 2012, section 5.2). */
static void find_tracked(search *s)
{
    const ip_decision_input *in = s->in;
    indexes *readers = IP_NEW_ARRAY(s->arena, indexes, in->schema->tables.count);
    indexes *writers = IP_NEW_ARRAY(s->arena, indexes, in->schema->tables.count);
    for (int p = 0; p < in->program_count; p++)
        for (int i = 0; i < in->programs[p]->statements.count; i++) {
            const ip_statement *statement = &in->programs[p]->statements.items[i];
            for (int q = 0; q < statement->sources.count; q++) {
                int table = statement->sources.items[q].table->id;
                indexes *of_both[] = {&readers[table], &writers[table]};
                bool writes = statement->kind == IP_UNKNOWN
                                  ? !statement->sources.items[q].reads_only
                                  : q == 0 && statement->kind != IP_SELECT && statement->kind != IP_ABORT;
                for (int w = 0; w <= writes && !statement->sources.items[q].table->locks_only; w++)
                    if (!of_both[w]->count || of_both[w]->items[of_both[w]->count - 1] != p)
                        IP_PUSH(s->arena, of_both[w], p);
            }
        }
    for (int t = 0; t < in->schema->tables.count; t++)
        for (int w = 0; w < writers[t].count; w++)
            for (int r = 0; r < readers[t].count; r++) {
                int writer = writers[t].items[w], reader = readers[t].items[r];
                if (ip_level_tracks_overwriters(in->levels[writer]))
                    add_tracked(s, writer, reader);
                if (ip_level_tracks_overwriters(in->levels[reader]))
                    add_tracked(s, reader, writer);
            }
}

/* ------------------------------------------------------------------ deadlocks -- */

/* Whether the transaction may wait at the second while it holds the lock of the first. */
static bool comes_after(const search *s, const site *first, const site *second)
{
    if (first == second)
        return first->many;
    const ip_statement *a = statement_of(s, first), *b = statement_of(s, second);
    bool again = a->loop >= 0 && b->loop >= 0;
    /* ON CONFLICT is about one row, which it finds or inserts. */
    if ((first->newest || second->newest) && first->table == second->table && a->step == b->step && !first->many &&
        !second->many)
        return false;
    return (first->statement < second->statement && !covers(s, first, second)) || again ||
           (first->statement == second->statement && (first->many || second->many));
}

/* Sites that wait and sites that hold, in one graph: 2*i waits at i, 2*i+1 holds i. */
typedef struct walk {
    search *s;
    int *order, *low, *component, *stack;
    bool *on_stack, *held;
    int *path, *tried; /* the nodes that were entered and not left; [node] how many of its edges were tried */
    int next, depth, length, components;
} walk;

static bool leads(const walk *w, int from, int to)
{
    const site *a = &w->s->sites.items[from / 2], *b = &w->s->sites.items[to / 2];
    if (from % 2 == to % 2)
        return false;
    if (from % 2 == 0)
        return !w->held[from / 2] && !a->passes_over && !statement_of(w->s, a)->no_wait && waits_for(w->s, a, b);
    return a->program == b->program && comes_after(w->s, a, b);
}

static const indexes *next_of(const walk *w, int node)
{
    const site *one = &w->s->sites.items[node / 2];
    return node % 2 ? &w->s->of_program[one->program] : &w->s->of_table[one->table->id];
}

static void enter(walk *w, int node)
{
    w->order[node] = w->low[node] = ++w->next;
    w->stack[w->depth++] = node;
    w->on_stack[node] = true;
    w->path[w->length++] = node;
}

static void leave(walk *w)
{
    int node = w->path[--w->length], member;
    int from = w->length ? w->path[w->length - 1] : node;
    if (w->low[node] < w->low[from])
        w->low[from] = w->low[node];
    if (w->low[node] != w->order[node])
        return;
    do {
        member = w->stack[--w->depth];
        w->on_stack[member] = false;
        w->component[member] = w->components;
    } while (member != node);
    w->components++;
}

/* Strongly connected components (Tarjan 1972), without recursion: in large files a path has tens of thousands of sites.
 */
static void visit(walk *w, int root)
{
    enter(w, root);
    while (w->length) {
        int node = w->path[w->length - 1];
        const indexes *next = next_of(w, node);
        if (w->tried[node] == next->count) {
            leave(w);
            continue;
        }
        int to = 2 * next->items[w->tried[node]++] + (node % 2 == 0);
        if (!leads(w, node, to))
            continue;
        if (!w->order[to])
            enter(w, to);
        else if (w->on_stack[to] && w->order[to] < w->low[node])
            w->low[node] = w->order[to];
    }
}

static void find_deadlocks(search *s)
{
    int nodes = 2 * s->sites.count;
    walk w = {.s = s,
              .order = IP_NEW_ARRAY(s->arena, int, nodes),
              .low = IP_NEW_ARRAY(s->arena, int, nodes),
              .component = IP_NEW_ARRAY(s->arena, int, nodes),
              .stack = IP_NEW_ARRAY(s->arena, int, nodes),
              .on_stack = IP_NEW_ARRAY(s->arena, bool, nodes),
              .path = IP_NEW_ARRAY(s->arena, int, nodes),
              .tried = IP_NEW_ARRAY(s->arena, int, nodes),
              .held = IP_NEW_ARRAY(s->arena, bool, s->sites.count)};
    for (int i = 0; i < s->sites.count; i++)
        w.held[i] = is_held(s, &s->sites.items[i]);
    for (int node = 0; node < nodes; node++)
        if (!w.order[node])
            visit(&w, node);
    int *sizes = IP_NEW_ARRAY(s->arena, int, nodes);
    for (int node = 0; node < nodes; node++)
        sizes[w.component[node]]++;
    /* Any transaction that waits for a lock on a cycle may be refused: it stands in the queue for the row, before the
     * transactions on the cycle (src/backend/access/heap/README.tuplock; storage/lmgr/README on soft edges). */
    for (int i = 0; i < s->sites.count; i++) {
        const site *one = &s->sites.items[i];
        const indexes *others = &s->of_table[one->table->id];
        for (int k = 0; k < others->count; k++) {
            int hold = 2 * others->items[k] + 1;
            if (sizes[w.component[hold]] > 1 && leads(&w, 2 * i, hold))
                add(s, one, IP_DENIED_DEADLOCK, s->sites.items[others->items[k]].program);
        }
    }
}

/* --------------------------------------------------------------------- whole -- */

static int by_place(const void *a, const void *b)
{
    const ip_denied *x = a, *y = b;
    int place = (x->statement < 0) - (y->statement < 0);
    return x->program != y->program       ? x->program - y->program
           : place                        ? place
           : x->statement != y->statement ? x->statement - y->statement
                                          : (int)x->denial - (int)y->denial;
}

void ip_decide_find_denials(const ip_decision_input *in, ip_level_result *result)
{
    for (int p = 0; p < in->program_count; p++)
        if (!*ip_level_engine(in->levels[p]))
            return;
    search s = {.in = in, .result = result, .arena = ip_arena_new()};
    s.of_table = IP_NEW_ARRAY(s.arena, indexes, in->schema->tables.count);
    s.tracked = IP_NEW_ARRAY(s.arena, int, in->program_count);
    s.of_program = IP_NEW_ARRAY(s.arena, indexes, in->program_count);
    for (int p = 0; p < in->program_count; p++)
        for (int i = 0; i < in->programs[p]->statements.count; i++)
            add_sites(&s, p, i);
    compare_all(&s);
    find_deadlocks(&s);
    find_tracked(&s);
    if (result->denials.count)
        qsort(result->denials.items, (size_t)result->denials.count, sizeof *result->denials.items, by_place);
    ip_arena_free(s.arena);
}
