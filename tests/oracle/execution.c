/* One execution at chosen visibility: which levels allow it, and whether it is an anomaly. */
#include "execution.h"

#include "constraints.h"

#include <stdlib.h>
#include <string.h>

const char *const level_names[LEVELS] = {
    [READ_ATOMIC] = "read-atomic",
    [CAUSAL_CONSISTENCY] = "causal-consistency",
    [PREFIX_CONSISTENCY] = "prefix-consistency",
    [UPDATE_ATOMIC] = "update-atomic",
    [PARALLEL_SNAPSHOT_ISOLATION] = "parallel-snapshot-isolation",
    [SNAPSHOT_ISOLATION] = "snapshot-isolation",
    [SERIALIZABILITY] = "serializability",
    [MIXED] = "mixed levels",
};

static bool by_values;

void execution_by_values(void)
{
    by_values = true;
}

/* Everything that ran in one execution, and the graph: edges[i] is the mask of instances that i precedes. */
typedef struct ran {
    const program_set *set;
    const execution *x;
    view after[MAX_INSTANCES];
    outcome outcome[MAX_INSTANCES];
    view latest; /* every committed write applied */
    bool unchecked_key;
    bool may_abort;
    unsigned aborted; /* instances */
    unsigned edges[MAX_INSTANCES];
    int now; /* instance watched */
} ran;

static void apply(view *to, const outcome *o, const view *after, int instance)
{
    for (int r = 0; r < ALL_ROWS; r++)
        for (int c = 0; c < CELLS; c++)
            if (o->wrote[r] & 1u << c) {
                to->value[r][c] = after->value[r][c];
                to->writer[r][c] = (int8_t)instance;
            }
}

static void snapshot(const ran *n, int instance, view *v)
{
    *v = n->x->initial;
    for (int u = 0; u < instance; u++)
        if (n->x->visible[instance] & 1u << u)
            apply(v, &n->outcome[u], &n->after[u], u);
}

static bool run_all(ran *n)
{
    n->latest = n->x->initial;
    n->unchecked_key = false;
    for (int i = 0; i < n->x->count; i++) {
        snapshot(n, i, &n->after[i]);
        n->unchecked_key |= !view_unique(n->set, &n->after[i]);
        outcome *o = &n->outcome[i];
        if (!run_program(n->set, n->x->program[i], i, n->x->parameters[i], &n->after[i], &n->latest, o, NULL, NULL)) {
            if (!n->may_abort || o->left_domain)
                return false;
            n->aborted |= 1u << i;
            memset(o->wrote, 0, sizeof o->wrote);
            o->inserted_absent = 0;
            o->refused = false;
        }
        n->unchecked_key |= o->refused;
        for (uint32_t rows = n->outcome[i].inserted_absent; rows; rows &= rows - 1)
            n->unchecked_key |= n->latest.value[__builtin_ctz(rows)][EXISTS];
        apply(&n->latest, &n->outcome[i], &n->after[i], i);
        n->unchecked_key |= !view_unique(n->set, &n->latest) || !view_references(n->set, &n->latest);
    }
    return true;
}

static bool conflict(const ran *n, int a, int b)
{
    for (int r = 0; r < ALL_ROWS; r++)
        if (n->outcome[a].wrote[r] && n->outcome[b].wrote[r])
            return true;
    return false;
}

static bool sees(const execution *x, int a, int b)
{
    return x->visible[b] >> a & 1;
}

bool execution_causal(const execution *x)
{
    for (int a = 0; a < x->count; a++)
        for (int b = a + 1; b < x->count; b++)
            for (int c = b + 1; c < x->count; c++)
                if (sees(x, a, b) && sees(x, b, c) && !sees(x, a, c))
                    return false;
    return true;
}

/* Each sees all before it. */
bool execution_serial(const execution *x)
{
    for (int i = 0; i < x->count; i++)
        if (x->visible[i] != (1u << i) - 1)
            return false;
    return true;
}

bool execution_prefix(const execution *x)
{
    for (int a = 0; a < x->count; a++)
        for (int b = a + 1; b < x->count; b++)
            for (int c = b + 1; c < x->count; c++)
                if (sees(x, b, c) && !sees(x, a, c))
                    return false;
    return true;
}

/* The levels that allow u's snapshot and u's commit: each axiom binds the instance whose snapshot it is about. */
static unsigned levels_of_instance(const ran *n, int u)
{
    const execution *x = n->x;
    bool transitive = true, prefixes = true, all = true, no_conflict = true;
    for (int b = 0; b < u; b++) {
        all &= sees(x, b, u);
        no_conflict &= sees(x, b, u) || !conflict(n, b, u);
        for (int a = 0; a < b; a++)
            if (sees(x, b, u) && !sees(x, a, u)) {
                prefixes = false;
                transitive &= !sees(x, a, b);
            }
    }
    return 1u << READ_ATOMIC | (unsigned)transitive << CAUSAL_CONSISTENCY | (unsigned)prefixes << PREFIX_CONSISTENCY |
           (unsigned)no_conflict << UPDATE_ATOMIC |
           (unsigned)(transitive && no_conflict) << PARALLEL_SNAPSHOT_ISOLATION |
           (unsigned)(prefixes && no_conflict) << SNAPSHOT_ISOLATION | (unsigned)all << SERIALIZABILITY;
}

/* Instances of the two chosen programs see each other. */
static bool chosen_are_serial(const ran *n)
{
    int a = n->set->serialize_a, b = n->set->serialize_b;
    for (int u = 0; u < n->x->count; u++)
        for (int t = 0; t < u; t++) {
            int p = n->x->program[t], q = n->x->program[u];
            if (((p == a && q == b) || (p == b && q == a)) && !sees(n->x, t, u))
                return false;
        }
    return true;
}

static unsigned levels_of(const ran *n)
{
    unsigned every = ~0u, mixed = chosen_are_serial(n);
    for (int u = 0; u < n->x->count; u++) {
        unsigned here = levels_of_instance(n, u);
        every &= here;
        mixed &= here >> n->set->assigned[n->x->program[u]] & 1;
    }
    return (every & ((1u << MIXED) - 1)) | mixed << MIXED;
}

static bool cyclic(const unsigned *edges, int count)
{
    unsigned reach[MAX_INSTANCES];
    memcpy(reach, edges, sizeof reach);
    for (int via = 0; via < count; via++)
        for (int i = 0; i < count; i++)
            if (reach[i] >> via & 1)
                reach[i] |= reach[via];
    for (int i = 0; i < count; i++)
        if (reach[i] >> i & 1)
            return true;
    return false;
}

/* CYCLE: i read a cell; later versions of it are written by u, the version read by w. A row seen present
 * is overwritten by its end, one seen absent by its beginning. */
static void broad_edges(ran *n)
{
    int count = n->x->count;
    memset(n->edges, 0, sizeof n->edges);
    for (int i = 0; i < count; i++) {
        view before;
        snapshot(n, i, &before);
        for (int r = 0; r < ALL_ROWS; r++) {
            for (int c = 0; c < CELLS; c++) {
                unsigned cell = 1u << c;
                bool reads = n->outcome[i].read[r] & cell;
                int from = before.writer[r][c];
                if (reads && from != INITIAL)
                    n->edges[from] |= 1u << i;
                for (int u = 0; u < count; u++) {
                    if (u == i || !(n->outcome[u].wrote[r] & cell))
                        continue;
                    if (reads && u > from &&
                        (c != EXISTS || n->after[u].value[r][EXISTS] != n->outcome[i].saw_present[r]))
                        n->edges[i] |= 1u << u;
                    if (u < i && n->outcome[i].wrote[r] & cell)
                        n->edges[u] |= 1u << i;
                }
            }
        }
    }
}

static bool same_result(query_result a, query_result b)
{
    return a.rows == b.rows && a.value == b.value;
}

/* The version of a cell just before u's. */
static int version_before(const ran *n, int u, int row, int cell)
{
    while (--u >= 0)
        if (n->outcome[u].wrote[row] & 1u << cell)
            return n->after[u].value[row][cell];
    return n->x->initial.value[row][cell];
}

/* The query returns the column, and u has changed it. */
static bool is_item(unsigned returned, int cell, int seen, int other)
{
    return (returned >> cell & 1) && !(by_values && seen == other);
}

/* SURE_CYCLE: at a query of instance n->now, would it return something else if it saw, of one row, what u
 * wrote (then RW), or what was there before u (then WR)? Columns taken from a row that it returns count
 * whatever their values, unless by_values. */
static void watch(void *data, const query_site *site)
{
    ran *n = data;
    const view *v = site->view;
    query_result seen = query_evaluate(site, v);
    unsigned items = query_items(n->set, site->statement);
    int base = site->statement->table * ROWS, rows = table_rows(&n->set->tables[site->statement->table]);
    view changed = *v;
    for (int u = 0; u < n->x->count; u++)
        for (int r = base; u != n->now && r < base + rows; r++) {
            unsigned cells = n->outcome[u].wrote[r] & ~v->own[r];
            if (!cells)
                continue;
            unsigned returned = seen.rows >> (r - base) & 1 ? items : 0;
            bool overwrites = false, provides = false;
            for (int c = 0; c < CELLS; c++)
                if (cells & 1u << c && u > v->writer[r][c]) {
                    changed.value[r][c] = n->after[u].value[r][c];
                    overwrites |= is_item(returned, c, v->value[r][c], changed.value[r][c]);
                }
            if (overwrites || !same_result(seen, query_evaluate(site, &changed)))
                n->edges[n->now] |= 1u << u;
            memcpy(changed.value[r], v->value[r], sizeof changed.value[r]);
            for (int c = 0; c < CELLS; c++)
                if (cells & 1u << c && u == v->writer[r][c]) {
                    changed.value[r][c] = version_before(n, u, r, c);
                    provides |= is_item(returned, c, v->value[r][c], changed.value[r][c]);
                }
            if (provides || !same_result(seen, query_evaluate(site, &changed)))
                n->edges[u] |= 1u << n->now;
            memcpy(changed.value[r], v->value[r], sizeof changed.value[r]);
        }
}

static void sure_edges(ran *n)
{
    int count = n->x->count;
    memset(n->edges, 0, sizeof n->edges);
    for (n->now = 0; n->now < count; n->now++) {
        view v;
        outcome o;
        snapshot(n, n->now, &v);
        run_program(n->set, n->x->program[n->now], n->now, n->x->parameters[n->now], &v, NULL, &o, watch, n);
    }
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++)
            for (int r = 0; r < ALL_ROWS; r++) {
                unsigned both = n->outcome[a].wrote[r] & n->outcome[b].wrote[r];
                /* the columns of a row that its writer deleted at last are no version */
                bool dead = !n->after[a].value[r][EXISTS] || !n->after[b].value[r][EXISTS];
                if (dead ? both & 1u << EXISTS : both)
                    n->edges[a] |= 1u << b;
            }
}

static bool same_state(const program_set *set, const view *a, const view *b)
{
    for (int t = 0; t < set->table_count; t++)
        for (int r = t * ROWS; r < t * ROWS + table_rows(&set->tables[t]); r++) {
            if (a->value[r][EXISTS] != b->value[r][EXISTS])
                return false;
            for (int c = 1; a->value[r][EXISTS] && c <= set->tables[t].column_count; c++)
                if (a->value[r][c] != b->value[r][c])
                    return false;
        }
    return true;
}

/* Does some serial order, continuing from state after the instances in done, give what the execution gave? */
static bool some_serial_order(const ran *n, const view *state, unsigned done)
{
    if (done == (1u << n->x->count) - 1)
        return same_state(n->set, state, &n->latest);
    for (int i = 0; i < n->x->count; i++) {
        if (done >> i & 1)
            continue;
        view next = *state;
        outcome o;
        memset(next.own, 0, sizeof next.own);
        if (run_program(n->set, n->x->program[i], i, n->x->parameters[i], &next, NULL, &o, NULL, NULL) &&
            o.trace == n->outcome[i].trace && some_serial_order(n, &next, done | 1u << i))
            return true;
    }
    return false;
}

/* Checks of these are no reads of the two grades of cycles. */
static bool checks_constraints(const program_set *set)
{
    for (int t = 0; t < set->table_count; t++)
        if (set->tables[t].unique || set->tables[t].reference)
            return true;
    return false;
}

verdict execution_judge(const program_set *set, const execution *x, unsigned wanted)
{
    static unsigned judged;
    ran n = {.set = set, .x = x};
    verdict v = {0};
    if (!run_all(&n))
        return v;
    v.committed = true;
    v.levels = levels_of(&n);
    v.unchecked_key = n.unchecked_key;
    if (!(v.levels & wanted))
        return v;
    broad_edges(&n);
    v.is[CYCLE] = cyclic(n.edges, x->count);
    if (v.is[CYCLE]) {
        sure_edges(&n);
        v.is[SURE_CYCLE] = cyclic(n.edges, x->count);
        v.is[OBSERVABLE] = !some_serial_order(&n, &x->initial, 0);
    } else if (checks_constraints(set)) {
        /* A dependency by a constraint's check alone: then only this grade finds the cycle, and implies the others. */
        bool observable = !execution_serial(x) && !some_serial_order(&n, &x->initial, 0);
        for (int c = 0; c < CERTAINTIES; c++)
            v.is[c] = observable;
    } else if (++judged % 64 == 0) {
        /* The oracle's own theorem: an acyclic graph has an equal serial order; and sure edges are edges. */
        sure_edges(&n);
        if (cyclic(n.edges, x->count) || !some_serial_order(&n, &x->initial, 0)) {
            fputs("the oracle contradicts itself: acyclic, yet no equal serial order or a sure cycle\n", stderr);
            set_print(set, stderr);
            execution_print(set, x, stderr);
            exit(2);
        }
    }
    return v;
}

uint64_t row_hash(int table, const int *fields, int count)
{
    random_state row = {(uint64_t)(table + 1)};
    for (int i = 0; i < count; i++)
        row.state = random_next(&row) ^ (uint64_t)fields[i];
    return random_next(&row);
}

/* The same whatever the order of rows, and whichever slots rows without a key have. */
static uint64_t state_hash(const program_set *set, const view *v)
{
    uint64_t sum = 0;
    for (int t = 0; t < set->table_count; t++)
        for (int r = 0; r < table_rows(&set->tables[t]); r++) {
            const int *cells = v->value[t * ROWS + r];
            int fields[MAX_KEY + MAX_COLUMNS], count = 0;
            for (int k = 0; k < set->tables[t].key_count; k++)
                fields[count++] = table_row_key(&set->tables[t], r, k);
            for (int c = 0; c < set->tables[t].column_count; c++)
                fields[count++] = cells[1 + c];
            if (cells[EXISTS])
                sum += row_hash(t, fields, count);
        }
    return sum;
}

void execution_end(const program_set *set, const execution *x, ending *out)
{
    static ran n;
    n.set = set;
    n.x = x;
    n.may_abort = true;
    n.aborted = 0;
    *out = (ending){.left_domain = !run_all(&n)};
    if (out->left_domain)
        return;
    out->aborted = n.aborted;
    for (int i = 0; i < x->count; i++)
        out->result[i] = n.outcome[i].result;
    out->levels = levels_of(&n);
    out->unchecked_key = n.unchecked_key;
    out->state = state_hash(set, &n.latest);
}

static void print_value(int value, FILE *out)
{
    if (value == SQL_NULL)
        fputs("NULL", out);
    else
        fprintf(out, "%d", value);
}

static void print_state(const program_set *set, const view *v, FILE *out)
{
    for (int t = 0; t < set->table_count; t++) {
        const table *q = &set->tables[t];
        fprintf(out, " t%d {", t);
        for (int r = 0; r < table_rows(q); r++) {
            const int *cells = v->value[t * ROWS + r];
            if (!cells[EXISTS])
                continue;
            fputs(" (", out);
            if (q->key_count == 1)
                fprintf(out, "%d; ", r);
            else if (q->key_count == 2)
                fprintf(out, "%d, %d; ", r / 3, r % 3);
            for (int c = 0; c < q->column_count; c++) {
                fputs(c ? ", " : "", out);
                print_value(cells[1 + c], out);
            }
            fputs(")", out);
        }
        fputs(" }", out);
    }
    fputs("\n", out);
}

static void print_edges(const ran *n, const char *title, FILE *out)
{
    fprintf(out, "  %s:", title);
    for (int i = 0; i < n->x->count; i++)
        for (int j = 0; j < n->x->count; j++)
            if (n->edges[i] >> j & 1)
                fprintf(out, " T%d->T%d", i + 1, j + 1);
    fputs("\n", out);
}

void assignment_print(const program_set *set, FILE *out)
{
    fputs("--", out);
    for (int p = 0; p < set->program_count; p++)
        fprintf(out, "%s f%d at %s", p ? "," : "", p, level_names[set->assigned[p]]);
    if (set->serialize_a != NONE)
        fprintf(out, "; serialize f%d:f%d", set->serialize_a, set->serialize_b);
    fputs("\n", out);
}

void execution_print(const program_set *set, const execution *x, FILE *out)
{
    ran n = {.set = set, .x = x};
    bool committed = run_all(&n);
    fputs("  initially", out);
    print_state(set, &x->initial, out);
    for (int i = 0; i < x->count; i++) {
        fprintf(out, "  T%d = f%d(", i + 1, x->program[i]);
        for (int p = 0; p < set->programs[x->program[i]].parameter_count; p++) {
            fputs(p ? ", " : "", out);
            print_value(x->parameters[i][p], out);
        }
        fputs("), sees", out);
        for (int u = 0; u < i; u++)
            if (x->visible[i] >> u & 1)
                fprintf(out, " T%d", u + 1);
        fputs(x->visible[i] ? "\n" : " none of the others\n", out);
    }
    if (!committed)
        return;
    fputs("  finally", out);
    print_state(set, &n.latest, out);
    broad_edges(&n);
    print_edges(&n, "dependencies", out);
    sure_edges(&n);
    print_edges(&n, "of these surely", out);
    fprintf(out, "  some serial order gives the same: %s\n", some_serial_order(&n, &x->initial, 0) ? "yes" : "no");
}
