/* Program sets: adding to them, and what is asked of their statements. */
#include "set.h"

#include <string.h>

uint64_t random_next(random_state *random)
{
    /* splitmix64: Steele, Lea & Flood 2014 */
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int random_below(random_state *random, int n)
{
    return (int)((random_next(random) >> 32) * (uint64_t)n >> 32);
}

bool random_chance(random_state *random, int percent)
{
    return random_below(random, 100) < percent;
}

int set_expression(program_set *set, operator_kind kind, int value, int left, int right)
{
    if (set->expression_count == MAX_EXPRESSIONS)
        return NONE;
    set->expressions[set->expression_count] = (expression){kind, value, left, right};
    return set->expression_count++;
}

int set_statement(program_set *set, statement_kind kind)
{
    if (set->statement_count == MAX_STATEMENTS)
        return NONE;
    set->statements[set->statement_count] = (statement){.kind = kind,
                                                        .key_where = NONE,
                                                        .column_where = NONE,
                                                        .column = NONE,
                                                        .of_key = NONE,
                                                        .second = NONE,
                                                        .variable = NONE,
                                                        .second_variable = NONE,
                                                        .key = {NONE, NONE},
                                                        .values = {NONE, NONE},
                                                        .condition = NONE,
                                                        .low = NONE,
                                                        .high = NONE,
                                                        .body = NONE,
                                                        .other = NONE,
                                                        .next = NONE};
    return set->statement_count++;
}

void statement_expressions(const statement *s, int *expressions)
{
    const int all[EXPRESSIONS_OF] = {s->key_where, s->column_where, s->key[0], s->key[1], s->values[0],
                                     s->values[1], s->condition,    s->low,    s->high};
    memcpy(expressions, all, sizeof all);
}

unsigned expression_variables(const program_set *set, int index)
{
    if (index == NONE)
        return 0;
    const expression *e = &set->expressions[index];
    return (e->kind == E_VARIABLE ? 1u << e->value : 0) | expression_variables(set, e->left) |
           expression_variables(set, e->right);
}

bool statement_joins(const program_set *set, const statement *query, const statement *s)
{
    if (!query->joined || query->kind != S_SELECT || s->key_where == NONE || set->tables[s->table].key_count != 1 ||
        (s->kind != S_SELECT && s->kind != S_UPDATE && s->kind != S_DELETE) || s->assigned)
        return false;
    const expression *e = &set->expressions[s->key_where];
    return e->kind == E_EQUAL && set->expressions[e->left].kind == E_KEY &&
           set->expressions[e->right].kind == E_VARIABLE && set->expressions[e->right].value == SUBQUERY &&
           !(expression_variables(set, s->column_where) >> SUBQUERY & 1);
}

bool statement_insert_select(const program_set *set, const statement *s)
{
    if (!s->insert_select || s->body == NONE)
        return false;
    const statement *body = &set->statements[s->body];
    return body->kind == S_INSERT && body->next == NONE && !body->or_nothing;
}

static size_t shape_body(const program_set *set, int index, char *text, size_t size, size_t used)
{
    static const char *const names[] = {
        [S_SELECT] = "select",       [S_AGGREGATE] = "agg", [S_FIRST] = "first",       [S_UPDATE] = "update",
        [S_INSERT] = "insert",       [S_DELETE] = "delete", [S_ASSIGN] = "assign",     [S_IF] = "if",
        [S_IF_EXISTS] = "if-exists", [S_RAISE] = "raise",   [S_FOR_RANGE] = "for-int", [S_FOR_QUERY] = "for-query",
        [S_RETURN] = "return",       [S_EXIT] = "exit",     [S_TRUNCATE] = "truncate"};
    for (; index != NONE && used + 40 < size; index = set->statements[index].next) {
        const statement *s = &set->statements[index];
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", names[s->kind], s->column_where != NONE ? "+col" : "");
        if (s->body != NONE || s->other != NONE) {
            used += (size_t)snprintf(text + used, size - used, "{");
            used = shape_body(set, s->body, text, size, used);
            if (s->other != NONE && used + 40 < size) {
                used += (size_t)snprintf(text + used, size - used, "|");
                used = shape_body(set, s->other, text, size, used);
            }
            used += (size_t)snprintf(text + used, size - used, "}");
        }
        if (s->next != NONE)
            used += (size_t)snprintf(text + used, size - used, " ");
    }
    return used;
}

void set_shape(const program_set *set, char *text, size_t size)
{
    size_t used = 0;
    *text = 0;
    for (int p = 0; p < set->program_count && used + 40 < size; p++) {
        used += (size_t)snprintf(text + used, size - used, p ? " / " : "");
        used = shape_body(set, set->programs[p].first, text, size, used);
    }
}
