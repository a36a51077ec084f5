/* Searches random executions of a set of programs for anomalies. */
#include "search.h"

#include "constraints.h"

#include <string.h>

static void keep_below_counter(const program_set *set, const struct drawn *d, view *v)
{
    const table *t = &set->tables[d->table];
    for (int r = 0; r < table_rows(t); r++)
        for (int c = 0; c < table_rows(&set->tables[d->counter_table]); c++) {
            const int *counter = v->value[d->counter_table * ROWS + c];
            if (counter[EXISTS] && table_row_key(t, r, d->key) >= counter[1 + d->counter_column])
                v->value[d->table * ROWS + r][EXISTS] = 0;
        }
}

static void drop_dangling(const program_set *set, view *v)
{
    for (int r = ROWS; set->table_count > 1 && r < ALL_ROWS; r++) {
        if (refer_dangling(set, v, r))
            v->value[r][EXISTS] = 0;
    }
}

/* Initial rows lie at the small end of the domain, where programs meet. */
static void draw_initial(const program_set *set, random_state *random, view *v)
{
    memset(v->value, 0, sizeof v->value);
    memset(v->writer, INITIAL, sizeof v->writer);
    memset(v->own, 0, sizeof v->own);
    do {
        bool wide = random_chance(random, 30);
        int presence = 20 + 20 * random_below(random, 5);
        for (int t = 0; t < set->table_count; t++) {
            const table *q = &set->tables[t];
            int rows = q->key_count == 2 ? (wide ? 9 : 5) : 3 + wide;
            for (int r = t * ROWS; r < t * ROWS + rows; r++) {
                v->value[r][EXISTS] = random_chance(random, presence);
                for (int c = 0; c < q->column_count; c++) {
                    int draw = random_below(random, 20);
                    v->value[r][1 + c] = draw < 17   ? draw % 3
                                         : draw < 18 ? 3
                                         : draw < 19 ? (c == 0 && q->positive ? 4 : -1)
                                                     : (q->not_null[c] ? 5 : SQL_NULL);
                }
            }
        }
        drop_dangling(set, v);
    } while (!view_unique(set, v));
    for (int i = 0; i < set->drawn_count; i++)
        keep_below_counter(set, &set->drawn[i], v);
}

static void draw_parameters(const program_set *set, random_state *random, execution *x)
{
    int spread = 2 + random_chance(random, 30);
    for (int i = 0; i < x->count; i++)
        for (int p = 0; p < set->programs[x->program[i]].parameter_count; p++)
            x->parameters[i][p] = random_chance(random, 92)   ? random_below(random, spread)
                                  : random_chance(random, 80) ? random_below(random, 5) - 1
                                                              : SQL_NULL;
}

void search_draw(const program_set *set, random_state *random, execution *x)
{
    draw_initial(set, random, &x->initial);
    draw_parameters(set, random, x);
}

/* Every visibility over count instances but the serial one, by what it satisfies. */
enum { ANY, TRANSITIVE, PREFIX, FAMILIES };

typedef struct patterns {
    int count[FAMILIES];
    uint8_t visible[FAMILIES][64][MAX_INSTANCES];
} patterns;

static const patterns *patterns_of(int instances)
{
    static patterns created[MAX_INSTANCES + 1];
    static bool ready[MAX_INSTANCES + 1];
    patterns *p = &created[instances];
    if (ready[instances])
        return p;
    ready[instances] = true;
    int pairs = instances * (instances - 1) / 2;
    for (unsigned bits = 0; bits < (1u << pairs) - 1; bits++) {
        execution x = {.count = instances};
        int bit = 0;
        for (int b = 1; b < instances; b++)
            for (int a = 0; a < b; a++, bit++)
                x.visible[b] |= (bits >> bit & 1) << a;
        bool in[FAMILIES] = {[ANY] = true, [TRANSITIVE] = execution_causal(&x), [PREFIX] = execution_prefix(&x)};
        for (int f = 0; f < FAMILIES; f++)
            if (in[f]) {
                for (int i = 0; i < instances; i++)
                    p->visible[f][p->count[f]][i] = (uint8_t)x.visible[i];
                p->count[f]++;
            }
    }
    return p;
}

static void record(findings *out, const execution *x, const verdict *v)
{
    for (int l = 0; l < LEVELS; l++)
        for (int c = 0; c < CERTAINTIES; c++) {
            if (!(v->levels >> l & 1) || !v->is[c])
                continue;
            out->found_unchecked[l][c] = true;
            if (v->unchecked_key || (out->found[l][c] && out->least[l][c] <= x->count))
                continue;
            out->found[l][c] = true;
            out->least[l][c] = x->count;
            out->witness[l][c] = *x;
        }
}

/* Under serializability there is nothing to find. */
static bool complete(const findings *f, unsigned levels)
{
    for (int l = 0; l < LEVELS; l++)
        if (l != SERIALIZABILITY && levels >> l & 1 && !f->found[l][OBSERVABLE])
            return false;
    return true;
}

/* Visibilities that satisfy less say nothing of these levels. */
static int least_family(unsigned levels)
{
    if (!(levels & ~(1u << PREFIX_CONSISTENCY | 1u << SNAPSHOT_ISOLATION | 1u << SERIALIZABILITY)))
        return PREFIX;
    return levels & (1u << READ_ATOMIC | 1u << UPDATE_ATOMIC | 1u << MIXED) ? ANY : TRANSITIVE;
}

static void try_executions(const program_set *set, random_state *random, int instances, int times, unsigned levels,
                           findings *out)
{
    int least = least_family(levels);
    const patterns *p = patterns_of(instances);
    execution x = {.count = instances};
    for (int i = 0; i < times; i++) {
        if (i % 4 == 0)
            draw_initial(set, random, &x.initial);
        for (int j = 0; j < instances; j++)
            x.program[j] = instances == 2 ? (j ? i / set->program_count : i) % set->program_count
                                          : random_below(random, set->program_count);
        draw_parameters(set, random, &x);
        int family = least + random_below(random, FAMILIES - least), pattern = random_below(random, p->count[family]);
        for (int j = 0; j < instances; j++)
            x.visible[j] = p->visible[family][pattern][j];
        verdict v = execution_judge(set, &x, levels);
        out->tried++;
        out->committed += v.committed;
        out->cyclic += v.is[CYCLE];
        if (v.is[CYCLE])
            record(out, &x, &v);
        if (i % 256 == 255 && complete(out, levels))
            return;
    }
}

void search_run(const program_set *set, random_state *random, const budget *budget, unsigned levels, findings *out)
{
    memset(out, 0, sizeof *out);
    if (!complete(out, levels))
        try_executions(set, random, 2, budget->pairs, levels, out);
    if (!complete(out, levels))
        try_executions(set, random, 3, budget->triples, levels, out);
    if (!complete(out, levels))
        try_executions(set, random, 4, budget->quadruples, levels, out);
}
