/* Pairs of programs that share a column group that one of them writes. Group by group, so that programs without a
 * common group cost nothing. */
#include "proofs/conflicts.h"

#include <stdint.h>
#include <stdlib.h>

/* Programs that are not understood come last: their anomalies are seldom confirmed. */
enum { NOT_UNDERSTOOD = 1 << 20, NO_LOST_UPDATE = 1 << 12 };

typedef struct use {
    int program;
    bool reads, writes;
} use;

typedef struct uses {
    IP_VEC(use) list; /* by program, ascending */
} uses;

static void add_use(ip_arena *arena, uses *group, int program, bool reads, bool writes)
{
    int count = group->list.count;
    if (!count || group->list.items[count - 1].program != program) {
        use fresh = {.program = program};
        IP_PUSH(arena, &group->list, fresh);
        count++;
    }
    use *last = &group->list.items[count - 1];
    last->reads |= reads;
    last->writes |= writes;
}

void ip_proof_visit_groups(const ip_facts *facts, const ip_program *program, ip_group_visitor *visit, void *data)
{
    for (int s = 0; s < program->statements.count; s++) {
        const ip_statement *statement = &program->statements.items[s];
        for (int q = 0; q < statement->sources.count; q++) {
            const ip_table *table = statement->sources.items[q].table;
            const ip_table_facts *t = &facts->tables[table->id];
            for (int c = -1; c < table->columns.count; c++) {
                int group = c < 0 ? t->exists_group : t->columns[c].group;
                if (group < 0)
                    continue;
                bool reads = ip_facts_statement_reads(statement, q, c),
                     writes = ip_facts_statement_writes(statement, table, c);
                if (reads || writes)
                    visit(data, group, reads, writes);
            }
        }
    }
}

typedef struct adding {
    ip_arena *arena;
    uses *groups;
    int program, accesses;
} adding;

static void add_visited(void *data, int group, bool reads, bool writes)
{
    adding *a = data;
    a->accesses++;
    add_use(a->arena, &a->groups[group], a->program, reads, writes);
}

static int add_program(ip_arena *arena, const ip_facts *facts, const ip_program *program, int index, uses *groups)
{
    adding a = {.arena = arena, .groups = groups, .program = index};
    ip_proof_visit_groups(facts, program, add_visited, &a);
    return a.accesses;
}

/* Bits of the upper triangle, row by row. */
typedef struct matrix {
    uint8_t *bits;
    int size;
} matrix;

enum { CONFLICT = 1, BOTH_WAYS = 2 }; /* each reads what the other writes: often a lost update or a write skew */

static uint8_t *cell(matrix *m, int a, int b)
{
    return a < b ? &m->bits[(size_t)a * (size_t)m->size + (size_t)b]
                 : &m->bits[(size_t)b * (size_t)m->size + (size_t)a];
}

static void mark_group(matrix *m, const uses *group)
{
    for (int w = 0; w < group->list.count; w++) {
        const use *writer = &group->list.items[w];
        if (!writer->writes)
            continue;
        for (int o = 0; o < group->list.count; o++) {
            const use *other = &group->list.items[o];
            uint8_t both = writer->reads && other->reads && other->writes ? BOTH_WAYS : 0;
            *cell(m, writer->program, other->program) |= CONFLICT | both;
        }
    }
}

static int by_weight(const void *left, const void *right)
{
    const ip_conflict *l = left, *r = right;
    if (l->weight != r->weight)
        return l->weight < r->weight ? -1 : 1;
    if (l->a != r->a)
        return l->a < r->a ? -1 : 1;
    return l->b < r->b ? -1 : l->b > r->b;
}

static int weight_of(const ip_conflicts *conflicts, const ip_conflict *pair, uint8_t mark)
{
    int size = conflicts->accesses[pair->a] + conflicts->accesses[pair->b];
    int weight = size < NO_LOST_UPDATE ? size : NO_LOST_UPDATE - 1;
    if (!(mark & BOTH_WAYS))
        weight += NO_LOST_UPDATE;
    if (conflicts->guessed[pair->a] || conflicts->guessed[pair->b])
        weight += NOT_UNDERSTOOD;
    return weight;
}

static bool is_guessed(const ip_program *program)
{
    bool guessed = program->broken != NULL;
    for (int s = 0; s < program->statements.count && !guessed; s++)
        guessed = ip_facts_statement_guessed(&program->statements.items[s]);
    return guessed;
}

ip_conflicts ip_proof_conflicts_of(ip_arena *arena, const ip_encoding_input *input)
{
    int n = input->program_count, group_count = input->facts->groups.count;
    ip_conflicts conflicts = {.accesses = IP_NEW_ARRAY(arena, int, n),
                              .guessed = IP_NEW_ARRAY(arena, bool, n),
                              .neighbours = IP_NEW_ARRAY(arena, ip_neighbours, n)};
    uses *groups = IP_NEW_ARRAY(arena, uses, group_count);
    for (int p = 0; p < n; p++) {
        conflicts.accesses[p] = add_program(arena, input->facts, input->programs[p], p, groups);
        conflicts.guessed[p] = is_guessed(input->programs[p]);
    }
    matrix m = {IP_NEW_ARRAY(arena, uint8_t, (size_t)n * (size_t)n), n};
    for (int g = 0; g < group_count; g++)
        mark_group(&m, &groups[g]);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            uint8_t mark = *cell(&m, a, b);
            if (!mark)
                continue;
            IP_PUSH(arena, &conflicts.neighbours[a].list, b);
            ip_conflict pair = {a, b, 0};
            pair.weight = weight_of(&conflicts, &pair, mark);
            if (a <= b)
                IP_PUSH(arena, &conflicts.pairs, pair);
        }
    if (conflicts.pairs.count)
        qsort(conflicts.pairs.items, (size_t)conflicts.pairs.count, sizeof *conflicts.pairs.items, by_weight);
    return conflicts;
}
