/* Greedy shrinking: one change at a time, kept if the set still fails, until no change is. */
#include "shrink.h"

#include <string.h>

enum { MAX_ASKED = 600 };

typedef struct shrinking {
    program_set *set, candidate;
    still_fails *fails;
    void *data;
    int asked;
} shrinking;

/* Are loop variables used only inside their loops, subqueries just after where they stand? scope: mask of
 * loop variables. */
static bool body_valid(const program_set *set, int index, unsigned scope)
{
    const unsigned loop_variables = ~0u << FIRST_INDEX;
    bool inlined = false;
    for (; index != NONE; index = set->statements[index].next) {
        const statement *s = &set->statements[index];
        int expressions[EXPRESSIONS_OF];
        unsigned used = 0;
        statement_expressions(s, expressions);
        for (int i = 0; i < EXPRESSIONS_OF; i++)
            used |= expression_variables(set, expressions[i]);
        if (used & loop_variables & ~scope || (used >> SUBQUERY & 1) != inlined)
            return false;
        inlined = s->inlined;
        if (inlined && s->next == NONE)
            return false;
        unsigned inner = scope;
        if (s->kind == S_FOR_RANGE)
            inner |= 1u << (FIRST_INDEX + s->loop);
        if (s->kind == S_FOR_QUERY)
            inner |= 0xfu << (FIRST_FIELD + 4 * s->loop);
        if (!body_valid(set, s->body, inner) || !body_valid(set, s->other, inner))
            return false;
    }
    return true;
}

/* Keeps the candidate if it is a proper set that still fails. */
static bool attempt(shrinking *h)
{
    if (h->asked >= MAX_ASKED)
        return false;
    for (int p = 0; p < h->candidate.program_count; p++)
        if (!body_valid(&h->candidate, h->candidate.programs[p].first, 0))
            return false;
    h->asked++;
    if (!h->fails(h->data, &h->candidate))
        return false;
    *h->set = h->candidate;
    return true;
}

static void begin(shrinking *h)
{
    h->candidate = *h->set;
}

static bool drop_programs(shrinking *h)
{
    for (int p = 0; p < h->set->program_count && h->set->program_count > 1; p++) {
        begin(h);
        h->candidate.program_count--;
        memmove(&h->candidate.programs[p], &h->candidate.programs[p + 1],
                (size_t)(h->candidate.program_count - p) * sizeof(program));
        memmove(&h->candidate.assigned[p], &h->candidate.assigned[p + 1],
                (size_t)(h->candidate.program_count - p) * sizeof(int));
        if (h->set->serialize_a == p || h->set->serialize_b == p)
            h->candidate.serialize_a = h->candidate.serialize_b = NONE;
        h->candidate.serialize_a -= h->candidate.serialize_a > p;
        h->candidate.serialize_b -= h->candidate.serialize_b > p;
        if (attempt(h))
            return true;
    }
    return false;
}

/* Replaces statement *slot (an index in the candidate) by the chain that starts at inner. */
static void splice(program_set *set, int *slot, int inner)
{
    int next = set->statements[*slot].next;
    if (inner == NONE) {
        *slot = next;
        return;
    }
    *slot = inner;
    while (set->statements[inner].next != NONE)
        inner = set->statements[inner].next;
    set->statements[inner].next = next;
}

/* slot: offset of an index within the set, the same in the candidate. */
static bool shrink_chain(shrinking *h, size_t slot)
{
    int index = *(int *)((char *)h->set + slot);
    if (index == NONE)
        return false;
    const statement *s = &h->set->statements[index];
    const int inner[] = {NONE, s->body, s->other};
    for (int i = 0; i < 3; i++) {
        if (i && inner[i] == NONE)
            continue;
        begin(h);
        splice(&h->candidate, (int *)((char *)&h->candidate + slot), inner[i]);
        if (attempt(h))
            return true;
    }
#define OFFSET(field) ((size_t)((const char *)&s->field - (const char *)h->set))
    return shrink_chain(h, OFFSET(next)) || shrink_chain(h, OFFSET(body)) || shrink_chain(h, OFFSET(other));
}

/* Replaces an expression by a part of itself or by a constant. */
static bool shrink_expression(shrinking *h, size_t slot, bool may_vanish, bool condition)
{
    int index = *(int *)((char *)h->set + slot);
    if (index == NONE)
        return false;
    const expression e = h->set->expressions[index];
    int parts[3] = {NONE, NONE, NONE};
    bool connective = e.kind == E_AND || e.kind == E_OR || e.kind == E_NOT;
    if ((condition && connective) || e.kind == E_ADD || e.kind == E_SUBTRACT || e.kind == E_COALESCE) {
        parts[0] = e.left;
        parts[1] = e.right;
    }
    if (may_vanish) {
        begin(h);
        *(int *)((char *)&h->candidate + slot) = NONE;
        if (attempt(h))
            return true;
    }
    for (int i = 0; i < 2; i++) {
        if (parts[i] == NONE)
            continue;
        begin(h);
        *(int *)((char *)&h->candidate + slot) = parts[i];
        if (attempt(h))
            return true;
    }
    if (e.kind == E_PARAMETER || e.kind == E_VARIABLE || (e.kind == E_CONSTANT && e.value > 1)) {
        for (int value = 0; value < 2; value++) {
            begin(h);
            int constant = set_expression(&h->candidate, E_CONSTANT, value, NONE, NONE);
            *(int *)((char *)&h->candidate + slot) = constant;
            if (constant != NONE && attempt(h))
                return true;
        }
    }
    if (e.left == NONE)
        return false;
    const expression *at = &h->set->expressions[index];
    return shrink_expression(h, (size_t)((const char *)&at->left - (const char *)h->set), false, connective) ||
           shrink_expression(h, (size_t)((const char *)&at->right - (const char *)h->set), false, connective);
}

static bool shrink_statement(shrinking *h, int index)
{
    const statement *s = &h->set->statements[index];
    bool many = s->kind != S_SELECT && !(s->kind == S_UPDATE && s->variable != NONE); /* rows */
    if (shrink_expression(h, OFFSET(column_where), true, true) || shrink_expression(h, OFFSET(key_where), many, many) ||
        shrink_expression(h, OFFSET(condition), false, true) || shrink_expression(h, OFFSET(key[0]), false, false) ||
        shrink_expression(h, OFFSET(key[1]), false, false) ||
        shrink_expression(h, OFFSET(values[0]), s->kind == S_UPDATE && s->values[1] != NONE, false) ||
        shrink_expression(h, OFFSET(values[1]), s->kind == S_UPDATE && s->values[0] != NONE, false) ||
        shrink_expression(h, OFFSET(high), false, false))
        return true;
#undef OFFSET
    statement *c = &h->candidate.statements[index];
    if (s->second != NONE) {
        begin(h);
        c->second = c->second_variable = NONE;
        if (attempt(h))
            return true;
    }
    if (s->kind == S_UPDATE && s->variable != NONE) {
        begin(h);
        c->variable = c->column = NONE;
        if (attempt(h))
            return true;
    }
    if ((s->kind == S_UPDATE || s->kind == S_DELETE) && s->second_variable != NONE) {
        begin(h);
        c->second_variable = NONE;
        if (attempt(h))
            return true;
    }
    if (s->inlined && s->joined) {
        begin(h);
        c->joined = false;
        if (attempt(h))
            return true;
    }
    if (s->lock != LOCK_NONE) {
        begin(h);
        c->lock = LOCK_NONE;
        if (attempt(h))
            return true;
    }
    if ((s->assigned && !s->inlined) || s->or_nothing || s->descending) {
        begin(h);
        c->assigned = s->inlined;
        c->or_nothing = c->descending = false;
        if (attempt(h))
            return true;
    }
    return false;
}

static void reachable(const program_set *set, int index, bool *seen)
{
    for (; index != NONE; index = set->statements[index].next) {
        seen[index] = true;
        reachable(set, set->statements[index].body, seen);
        reachable(set, set->statements[index].other, seen);
    }
}

static bool shrink_schema(shrinking *h)
{
    for (int p = 0; p < h->set->program_count; p++)
        if (h->set->programs[p].result != NONE) {
            begin(h);
            h->candidate.programs[p].result = NONE;
            if (attempt(h))
                return true;
        }
    if (h->set->serialize_a != NONE) {
        begin(h);
        h->candidate.serialize_a = h->candidate.serialize_b = NONE;
        if (attempt(h))
            return true;
    }
    for (int t = 0; t < h->set->table_count; t++) {
        const table *q = &h->set->tables[t];
        if (q->unique || q->positive) {
            begin(h);
            h->candidate.tables[t].unique = h->candidate.tables[t].positive = 0;
            if (attempt(h))
                return true;
        }
        if (q->reference) {
            begin(h);
            h->candidate.tables[t].reference = REFERENCE_NONE;
            h->candidate.tables[t].to_column = false;
            if (attempt(h))
                return true;
        }
        if (q->on_delete || q->on_update) {
            begin(h);
            h->candidate.tables[t].on_delete = q->on_update ? q->on_delete : ACTION_NONE;
            h->candidate.tables[t].on_update = ACTION_NONE;
            if (attempt(h))
                return true;
        }
        for (int c = 0; c < q->column_count; c++)
            if (!q->not_null[c]) {
                begin(h);
                h->candidate.tables[t].not_null[c] = true;
                if (attempt(h))
                    return true;
            }
    }
    return false;
}

static bool shrink_once(shrinking *h)
{
    if (drop_programs(h))
        return true;
    bool seen[MAX_STATEMENTS] = {false};
    for (int p = 0; p < h->set->program_count; p++) {
        if (shrink_chain(h, (size_t)((char *)&h->set->programs[p].first - (char *)h->set)))
            return true;
        reachable(h->set, h->set->programs[p].first, seen);
    }
    for (int i = 0; i < h->set->statement_count; i++)
        if (seen[i] && shrink_statement(h, i))
            return true;
    return shrink_schema(h);
}

static bool uses_parameter(const program_set *set, int index, int parameter)
{
    if (index == NONE)
        return false;
    const expression *e = &set->expressions[index];
    return (e->kind == E_PARAMETER && e->value == parameter) || uses_parameter(set, e->left, parameter) ||
           uses_parameter(set, e->right, parameter);
}

/* Last parameters and the last table that nothing names. */
static void tidy(program_set *set)
{
    bool second_used = false;
    for (int p = 0; p < set->program_count; p++) {
        bool seen[MAX_STATEMENTS] = {false}, used[MAX_PARAMETERS] = {false};
        reachable(set, set->programs[p].first, seen);
        for (int i = 0; i < set->statement_count; i++) {
            const statement *s = &set->statements[i];
            if (!seen[i])
                continue;
            int expressions[EXPRESSIONS_OF];
            statement_expressions(s, expressions);
            for (int e = 0; e < EXPRESSIONS_OF; e++)
                for (int q = 0; q < MAX_PARAMETERS; q++)
                    used[q] |= uses_parameter(set, expressions[e], q);
            second_used |= s->table == 1;
        }
        while (set->programs[p].parameter_count && !used[set->programs[p].parameter_count - 1])
            set->programs[p].parameter_count--;
    }
    if (!second_used)
        set->table_count = 1;
}

void set_shrink(program_set *set, still_fails *fails, void *data)
{
    shrinking h = {.set = set, .fails = fails, .data = data};
    while (shrink_once(&h))
        ;
    h.candidate = *set;
    tidy(&h.candidate);
    if (fails(data, &h.candidate))
        *set = h.candidate;
}
