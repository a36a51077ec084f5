/* Values, expressions and conditions at random: what the program has defined so far, more often than not. */
#include "draw.h"

int draw_choice(generator *g, const int *weights, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    int draw = random_below(g->random, sum);
    for (int i = 0; i < count; i++)
        if ((draw -= weights[i]) < 0)
            return i;
    return 0;
}

int draw_leaf(generator *g, operator_kind kind, int value)
{
    return set_expression(g->set, kind, value, NONE, NONE);
}

int draw_node(generator *g, operator_kind kind, int left, int right)
{
    return left == NONE ? NONE : set_expression(g->set, kind, 0, left, right);
}

static int constant(generator *g)
{
    static const int weights[] = {40, 40, 20};
    return draw_leaf(g, E_CONSTANT, draw_choice(g, weights, 3));
}

static int defined_variable(generator *g)
{
    int count = 0, chosen = NONE;
    if (g->defined & 1u << SUBQUERY && random_chance(g->random, 60))
        return SUBQUERY;
    for (int v = 0; v < VARIABLES; v++)
        if (g->defined & 1u << v && random_below(g->random, ++count) == 0)
            chosen = v;
    return chosen;
}

int draw_simple_value(generator *g, int parameter, int variable, int number)
{
    const int weights[] = {g->parameters ? parameter : 0, g->defined ? variable : 0, number};
    switch (draw_choice(g, weights, 3)) {
    case 0:
        return draw_leaf(g, E_PARAMETER, random_below(g->random, g->parameters));
    case 1:
        return draw_leaf(g, E_VARIABLE, defined_variable(g));
    default:
        return constant(g);
    }
}

int draw_key_value(generator *g)
{
    if (g->prefer_guards && random_chance(g->random, 85))
        return draw_leaf(g, E_CONSTANT, random_below(g->random, 2));
    int value = draw_simple_value(g, 60, 25, 20);
    if (random_chance(g->random, 4))
        value = draw_node(g, E_ADD, value, draw_leaf(g, E_CONSTANT, 1));
    return value;
}

int draw_new_value(generator *g, int column)
{
    if (column != NONE && random_chance(g->random, 40)) {
        operator_kind kind = random_chance(g->random, 75) ? E_ADD : E_SUBTRACT;
        int by = random_chance(g->random, 60) ? draw_leaf(g, E_CONSTANT, 1) : draw_simple_value(g, 50, 30, 20);
        return draw_node(g, kind, draw_leaf(g, E_COLUMN, column), by);
    }
    int value = draw_simple_value(g, 40, 40, 20);
    if (random_chance(g->random, 25))
        value = draw_node(g, random_chance(g->random, 70) ? E_ADD : E_SUBTRACT, value, draw_leaf(g, E_CONSTANT, 1));
    if (random_chance(g->random, 4))
        value = draw_node(g, E_COALESCE, value, draw_leaf(g, E_CONSTANT, 0));
    return value;
}

static operator_kind comparison(generator *g)
{
    static const operator_kind kinds[] = {E_EQUAL, E_EQUAL, E_DIFFERENT, E_LESS, E_AT_MOST, E_GREATER, E_AT_LEAST};
    return kinds[random_below(g->random, 7)];
}

int draw_column_condition(generator *g, const table *t)
{
    int column = draw_leaf(g, E_COLUMN, random_below(g->random, t->column_count));
    if (random_chance(g->random, 6)) {
        int null = draw_node(g, E_IS_NULL, column, NONE);
        return random_chance(g->random, 50) ? draw_node(g, E_NOT, null, NONE) : null;
    }
    return draw_node(g, comparison(g), column, draw_simple_value(g, 40, 20, 40));
}

int draw_whole_key(generator *g, const table *t)
{
    int where = NONE;
    for (int k = 0; k < t->key_count; k++) {
        int equal = draw_node(g, E_EQUAL, draw_leaf(g, E_KEY, k), draw_key_value(g));
        where = where == NONE ? equal : draw_node(g, E_AND, where, equal);
    }
    return where;
}

int draw_by_unique(generator *g, const table *t)
{
    int where = NONE;
    for (int c = 0; c < t->column_count; c++) {
        if (!(t->unique & (UNIQUE_BOTH | 1u << c)))
            continue;
        int equal = draw_node(g, E_EQUAL, draw_leaf(g, E_COLUMN, c), draw_simple_value(g, 60, 25, 20));
        where = where == NONE ? equal : draw_node(g, E_AND, where, equal);
    }
    return where;
}

lock_kind draw_lock(generator *g)
{
    return !random_chance(g->random, 12) ? LOCK_NONE : random_chance(g->random, 30) ? LOCK_SHARE : LOCK_UPDATE;
}

int draw_key_range(generator *g, const table *t)
{
    if (!t->key_count || random_chance(g->random, 45))
        return NONE;
    if (random_chance(g->random, 12)) {
        int key = draw_leaf(g, E_KEY, random_below(g->random, t->key_count)), low = draw_key_value(g),
            high = draw_key_value(g);
        return random_chance(g->random, 50)
                   ? draw_node(g, E_OR, draw_node(g, E_EQUAL, key, low), draw_node(g, E_EQUAL, key, high))
                   : draw_node(g, E_AND, draw_node(g, E_AT_LEAST, key, low), draw_node(g, E_AT_MOST, key, high));
    }
    operator_kind kind = t->key_count == 2 && random_chance(g->random, 70) ? E_EQUAL : comparison(g);
    return draw_node(g, kind, draw_leaf(g, E_KEY, random_below(g->random, t->key_count)), draw_key_value(g));
}

int draw_condition(generator *g)
{
    if (g->queried && random_chance(g->random, 30)) {
        int found = draw_leaf(g, E_FOUND, 0);
        return random_chance(g->random, 50) ? draw_node(g, E_NOT, found, NONE) : found;
    }
    int left = draw_simple_value(g, 30, 70, 0 + !g->parameters * !g->defined);
    if (random_chance(g->random, 8))
        return draw_node(g, E_IS_NULL, left, NONE);
    int test = draw_node(g, comparison(g), left, draw_simple_value(g, 25, g->prefer_guards ? 60 : 15, 60));
    if (random_chance(g->random, 12)) {
        int right =
            draw_node(g, comparison(g), draw_simple_value(g, 50, 50, 0 + !g->parameters * !g->defined), constant(g));
        test = draw_node(g, random_chance(g->random, 60) ? E_AND : E_OR, test, right);
    }
    return test;
}
