/* Random program sets: few tables, few rows, few statements, so that brute
 * force covers them, but every construct that an encoding rule is about:
 * counters, keys drawn from counters, own writes, absent rows, extremes, loops. */
#include "draw.h"
#include "execution.h"

static bool prefer_counters, prefer_references, prefer_guards, prefer_actions, prefer_moved;

static int new_local(generator *g)
{
    if (random_chance(g->random, 85))
        for (int v = 0; v < SUBQUERY; v++)
            if (!(g->defined & 1u << v))
                return v;
    return g->drawn + random_below(g->random, 3);
}

static int body(generator *g, int length, int depth, bool in_loop);

/* Where a query or a change of many rows looks. */
static void range_where(generator *g, statement *s, const table *t)
{
    s->key_where = t->key_count && random_chance(g->random, 25) ? draw_whole_key(g, t) : draw_key_range(g, t);
    if (random_chance(g->random, 35))
        s->column_where = draw_column_condition(g, t);
}

static void change_where(generator *g, statement *s, const table *t)
{
    if (t->unique && random_chance(g->random, 25))
        s->column_where = draw_by_unique(g, t);
    else if (!t->key_count || random_chance(g->random, 20)) {
        range_where(g, s, t);
    } else {
        s->key_where = draw_whole_key(g, t);
        if (random_chance(g->random, g->prefer_guards ? 30 : 12))
            s->column_where = draw_column_condition(g, t);
    }
}

static void fill_select(generator *g, statement *s, const table *t)
{
    if (t->unique && random_chance(g->random, 40)) {
        s->column_where = draw_by_unique(g, t);
    } else {
        s->key_where = draw_whole_key(g, t);
        if (random_chance(g->random, 8))
            s->column_where = draw_column_condition(g, t);
    }
    s->column = random_below(g->random, t->column_count);
    s->variable = new_local(g);
    if (t->column_count == 2 && random_chance(g->random, 20)) {
        g->defined |= 1u << s->variable;
        s->column = 0;
        s->second = 1;
        s->second_variable = new_local(g);
        if (s->second_variable == s->variable)
            s->second = s->second_variable = NONE;
        else
            g->defined |= 1u << s->second_variable;
    } else {
        s->assigned = random_chance(g->random, 20);
    }
    g->defined |= 1u << s->variable;
    g->queried |= !s->assigned;
    s->lock = draw_lock(g);
}

static void fill_aggregate(generator *g, statement *s, const table *t)
{
    static const int weights[] = {35, 25, 20, 20};
    range_where(g, s, t);
    s->aggregate = (aggregate_kind)draw_choice(g, weights, 4);
    if (t->key_count && s->aggregate >= A_MIN && random_chance(g->random, 50))
        s->of_key = random_below(g->random, t->key_count);
    s->column = random_below(g->random, t->column_count);
    s->assigned = random_chance(g->random, 20);
    s->variable = new_local(g);
    g->defined |= 1u << s->variable;
    g->queried |= !s->assigned;
}

static void fill_first(generator *g, statement *s, const table *t)
{
    range_where(g, s, t);
    s->column = random_below(g->random, t->column_count);
    s->descending = random_chance(g->random, 50);
    if (random_chance(g->random, 40))
        s->of_key = random_below(g->random, t->key_count);
    s->variable = new_local(g);
    g->defined |= 1u << s->variable;
    g->queried = true;
    s->lock = draw_lock(g);
}

static void fill_update(generator *g, statement *s, const table *t)
{
    change_where(g, s, t);
    g->defined &= ~(1u << SUBQUERY); /* SET evaluates it only where a row matches */
    int column = random_below(g->random, t->column_count);
    if (g->kept[s->table][column])
        column = !column;
    s->values[column] =
        draw_new_value(g, random_chance(g->random, 80) ? column : random_below(g->random, t->column_count));
    if (t->column_count == 2 && !g->kept[s->table][!column] && random_chance(g->random, 25))
        s->values[!column] = draw_new_value(g, !column);
    g->queried = true;
}

static void fill_insert(generator *g, statement *s, const table *t)
{
    for (int k = 0; k < t->key_count; k++)
        s->key[k] = draw_key_value(g);
    if (g->drawn && s->table == 1) {
        s->key[0] = draw_leaf(g, g->parameters ? E_PARAMETER : E_CONSTANT, 0);
        s->key[1] = draw_leaf(g, E_VARIABLE, 0);
    }
    for (int c = 0; c < t->column_count; c++)
        s->values[c] = draw_new_value(g, NONE);
    s->or_nothing = t->key_count && random_chance(g->random, 10);
    g->queried = true;
}

static bool same_whole_key(const program_set *set, const statement *s)
{
    const table *t = &set->tables[s->table];
    if (s->key_where == NONE || !t->key_count)
        return false;
    const expression *e = &set->expressions[s->key_where];
    return t->key_count == 2 ? e->kind == E_AND && set->expressions[e->left].kind == E_EQUAL : e->kind == E_EQUAL;
}

static int branch(generator *g, int depth, bool in_loop)
{
    unsigned defined = g->defined;
    bool queried = g->queried;
    int first = body(g, 1 + random_chance(g->random, 30), depth + 1, in_loop);
    if (random_chance(g->random, 70))
        g->defined = defined; /* what a branch sets is seldom used after it: it may be NULL */
    g->queried = queried;
    return first;
}

static void count_rows(generator *g, statement *s)
{
    if (!random_chance(g->random, 8))
        return;
    s->second_variable = new_local(g);
    g->defined |= 1u << s->second_variable;
}

static int one_statement(generator *g, int depth, bool in_loop)
{
    program_set *set = g->set;
    int which = random_below(g->random, set->table_count);
    const table *t = &set->tables[which];
    bool nest = depth < 2;
    bool first = t->key_count > 0;
    bool updated = !g->kept[which][0] || (t->column_count == 2 && !g->kept[which][1]);
    const int weights[] = {t->key_count ? (g->prefer_guards ? 50 : 24) : 0, /* select */
                           t->key_count ? 9 : 20,                           /* aggregate */
                           first ? 4 : 0,                                   /* first */
                           updated ? 26 : 0,                                /* update */
                           g->no_insert[which] || (g->drawn && which == 1 && !g->numbers) ? 0
                           : prefer_moved                                                 ? 20
                                                                                          : 10, /* insert */
                           g->no_delete[which]                              ? 0
                           : (prefer_actions || prefer_moved) && which == 0 ? 14
                                                                            : 6,                     /* delete */
                           g->defined ? 3 : 0,                                                       /* assign */
                           nest && (g->defined || g->parameters) ? (g->prefer_guards ? 60 : 14) : 0, /* if */
                           nest ? 4 : 0,                                                             /* if exists */
                           depth ? 5 : 0,                                                            /* raise */
                           nest && g->loops < MAX_LOOPS ? 3 : 0,                                     /* for range */
                           nest && t->key_count && g->loops < MAX_LOOPS ? 4 : 0,                     /* for query */
                           depth && g->nothing_returned ? 3 : 0,                                     /* return */
                           depth && in_loop ? 5 : 0,                                                 /* exit */
                           prefer_actions && !in_loop ? 5 : 0};                                      /* truncate */
    statement_kind kind = (statement_kind)draw_choice(g, weights, 15);
    int index = set_statement(set, kind);
    if (index == NONE)
        return NONE;
    statement *s = &set->statements[index]; /* the pool does not move */
    s->table = which;
    switch (kind) {
    case S_SELECT:
        fill_select(g, s, t);
        break;
    case S_AGGREGATE:
        fill_aggregate(g, s, t);
        break;
    case S_FIRST:
        fill_first(g, s, t);
        break;
    case S_UPDATE:
        fill_update(g, s, t);
        if (same_whole_key(set, s) && random_chance(g->random, 15)) {
            s->column = random_below(g->random, t->column_count);
            s->variable = new_local(g);
            g->defined |= 1u << s->variable;
        } else {
            count_rows(g, s);
        }
        break;
    case S_INSERT:
        fill_insert(g, s, t);
        break;
    case S_DELETE:
        change_where(g, s, t);
        g->queried = true;
        count_rows(g, s);
        break;
    case S_ASSIGN:
        s->values[0] = draw_new_value(g, NONE);
        s->variable = new_local(g);
        g->defined |= 1u << s->variable;
        break;
    case S_IF:
        s->condition = draw_condition(g);
        g->defined &= ~(1u << SUBQUERY);
        s->body = branch(g, depth, in_loop);
        if (random_chance(g->random, 30))
            s->other = branch(g, depth, in_loop);
        break;
    case S_IF_EXISTS:
        range_where(g, s, t);
        g->defined &= ~(1u << SUBQUERY);
        s->negated = random_chance(g->random, 50);
        s->body = branch(g, depth, in_loop);
        if (random_chance(g->random, 20))
            s->other = branch(g, depth, in_loop);
        break;
    case S_RAISE:
    case S_RETURN:
    case S_EXIT:
    case S_TRUNCATE:
        break;
    case S_FOR_RANGE:
    case S_FOR_QUERY: {
        if (kind == S_FOR_QUERY) {
            range_where(g, s, t);
            s->lock = draw_lock(g);
        } else {
            int start = random_below(g->random, 2);
            s->low = draw_leaf(g, E_CONSTANT, start);
            s->high =
                random_chance(g->random, 70) ? draw_leaf(g, E_CONSTANT, start + 1) : draw_simple_value(g, 60, 20, 20);
        }
        g->defined &= ~(1u << SUBQUERY);
        s->loop = g->loops++;
        s->insert_select = kind == S_FOR_QUERY && random_chance(g->random, 50);
        unsigned defined = g->defined;
        int field = FIRST_FIELD + 4 * s->loop;
        if (kind == S_FOR_RANGE)
            g->defined |= 1u << (FIRST_INDEX + s->loop);
        else
            g->defined |= 1u << field | (unsigned)(t->key_count == 2) << (field + 1) | 1u << (field + 2) |
                          (unsigned)(t->column_count == 2) << (field + 3);
        s->body = body(g, 1 + random_chance(g->random, 40), depth + 1, true);
        g->defined = defined;
        g->queried = true;
        break;
    }
    }
    return index;
}

static bool uses_subquery(const program_set *set, const statement *s)
{
    int expressions[EXPRESSIONS_OF];
    unsigned used = 0;
    statement_expressions(s, expressions);
    for (int i = 0; i < EXPRESSIONS_OF; i++)
        used |= expression_variables(set, expressions[i]);
    return used >> SUBQUERY & 1;
}

/* A statement, now and then with a subquery in it. */
static int statement_or_subquery(generator *g, int depth, bool in_loop)
{
    if (!random_chance(g->random, 12))
        return one_statement(g, depth, in_loop);
    program_set *set = g->set;
    int which = random_below(g->random, set->table_count);
    const table *t = &set->tables[which];
    int query = set_statement(set, t->key_count && random_chance(g->random, 65) ? S_SELECT : S_AGGREGATE);
    if (query == NONE)
        return NONE;
    statement *s = &set->statements[query];
    unsigned defined = g->defined;
    bool queried = g->queried;
    s->table = which;
    if (s->kind == S_SELECT)
        fill_select(g, s, t);
    else
        fill_aggregate(g, s, t);
    g->queried = queried;
    s->second = s->second_variable = NONE;
    s->variable = SUBQUERY;
    s->inlined = s->assigned = true;
    s->joined = random_chance(g->random, 60);
    g->defined = defined | 1u << SUBQUERY;
    int user = one_statement(g, depth, in_loop);
    g->defined &= ~(1u << SUBQUERY);
    if (user == NONE || !uses_subquery(set, &set->statements[user]))
        return user;
    s->next = user;
    return query;
}

static int body(generator *g, int length, int depth, bool in_loop)
{
    int first = NONE, last = NONE;
    for (int i = 0; i < length; i++) {
        int index = statement_or_subquery(g, depth, in_loop);
        if (index == NONE)
            break;
        if (last == NONE)
            first = index;
        else
            g->set->statements[last].next = index;
        while (g->set->statements[index].next != NONE)
            index = g->set->statements[index].next;
        last = index;
        statement_kind kind = g->set->statements[index].kind;
        if (kind == S_RAISE || kind == S_RETURN || kind == S_EXIT)
            break;
    }
    return first;
}

/* Draws from a counter: reads it, increments it; what follows uses the number. */
static int counter_prologue(generator *g)
{
    program_set *set = g->set;
    const table *t = &set->tables[0];
    int key = draw_leaf(g, g->parameters ? E_PARAMETER : E_CONSTANT, 0);
    int where = NONE;
    for (int k = 0; k < t->key_count; k++) {
        int equal = draw_node(g, E_EQUAL, draw_leaf(g, E_KEY, k), key);
        where = where == NONE ? equal : draw_node(g, E_AND, where, equal);
    }
    int update = set_statement(set, S_UPDATE);
    set->statements[update].key_where = where;
    set->statements[update].values[0] = draw_node(g, E_ADD, draw_leaf(g, E_COLUMN, 0), draw_leaf(g, E_CONSTANT, 1));
    if (random_chance(g->random, g->drawn ? 85 : 30)) {
        set->statements[update].column = 0;
        set->statements[update].variable = 0;
        g->defined |= 1;
        return update;
    }
    int select = set_statement(set, S_SELECT);
    set->statements[select].key_where = where;
    set->statements[select].column = 0;
    set->statements[select].variable = 0;
    if (random_chance(g->random, 85))
        set->statements[select].next = update;
    g->defined |= 1;
    return select;
}

/* A referenced key goes away, and perhaps comes back. */
static int moving_prologue(generator *g)
{
    program_set *set = g->set;
    bool by_update = set->tables[1].to_column && random_chance(g->random, 60);
    int row = draw_leaf(g, E_CONSTANT, random_below(g->random, 2)), first = NONE, last = NONE;
    for (int i = 0; i < 2; i++) {
        int index = set_statement(set, by_update ? S_UPDATE : i == 0 ? S_DELETE : S_INSERT);
        statement *s = &set->statements[index];
        if (s->kind == S_INSERT) {
            fill_insert(g, s, &set->tables[0]);
            s->key[0] = row;
        } else {
            s->key_where = draw_node(g, E_EQUAL, draw_leaf(g, E_KEY, 0), row);
        }
        if (by_update)
            s->values[0] = draw_leaf(g, E_CONSTANT, random_below(g->random, 2));
        if (by_update && i == 1 && set->tables[0].column_count == 2)
            s->values[1] = draw_leaf(g, E_CONSTANT, random_below(g->random, 2));
        if (last == NONE)
            first = index;
        else
            set->statements[last].next = index;
        last = index;
        if (random_chance(g->random, 10))
            break;
    }
    return first;
}

/* Reads rows of the referenced table, and inserts a row that refers to one. */
static int referring_prologue(generator *g)
{
    program_set *set = g->set;
    const table *t0 = &set->tables[0], *t1 = &set->tables[1];
    int query = set_statement(set, S_SELECT), insert = set_statement(set, S_INSERT);
    statement *s = &set->statements[query];
    s->key_where = draw_node(g, E_EQUAL, draw_leaf(g, E_KEY, 0), draw_leaf(g, E_CONSTANT, random_below(g->random, 2)));
    s->column = random_below(g->random, t0->column_count);
    s->variable = 0;
    s->next = insert;
    g->defined |= 1;
    s = &set->statements[insert];
    s->table = 1;
    for (int k = 0; k < t1->key_count; k++)
        s->key[k] = draw_leaf(g, E_CONSTANT, random_below(g->random, 2));
    for (int c = 0; c < t1->column_count; c++)
        s->values[c] = draw_leaf(g, E_CONSTANT, random_below(g->random, 2));
    return query;
}

static void generate_program(generator *g, program *p, bool counter)
{
    static const int lengths[] = {15, 35, 30, 20};
    g->parameters = random_below(g->random, 3) + random_chance(g->random, 30);
    g->defined = 0;
    g->loops = 0;
    g->queried = false;
    g->nothing_returned = random_chance(g->random, 50);
    p->parameter_count = g->parameters;
    p->procedure = g->nothing_returned && random_chance(g->random, 50);
    p->result = NONE;
    p->form = random_chance(g->random, 50) ? (program_form)random_below(g->random, 3) : FORM_PLPGSQL;
    g->numbers = counter && random_chance(g->random, g->drawn ? 85 : 70);
    p->first = g->numbers                                     ? counter_prologue(g)
               : prefer_moved && random_chance(g->random, 40) ? moving_prologue(g)
               : prefer_moved && random_chance(g->random, 50) ? referring_prologue(g)
                                                              : NONE;
    bool whole = prefer_moved && p->first != NONE && random_chance(g->random, 60);
    int rest = whole ? NONE : body(g, 1 + draw_choice(g, lengths, 4), 0, false);
    if (p->first == NONE) {
        p->first = rest;
    } else {
        int last = p->first;
        while (g->set->statements[last].next != NONE)
            last = g->set->statements[last].next;
        g->set->statements[last].next = rest;
    }
    if (!g->nothing_returned) {
        unsigned locals = g->defined & ((1u << SUBQUERY) - 1);
        p->result = locals ? __builtin_ctz(locals) : 0;
    }
}

void set_prefer_counters(void)
{
    prefer_counters = true;
}

void set_prefer_references(void)
{
    prefer_references = true;
}

void set_prefer_actions(void)
{
    prefer_references = prefer_actions = true;
}

void set_prefer_moved(void)
{
    prefer_references = prefer_moved = true;
}

void set_prefer_guards(void)
{
    prefer_guards = true;
}

/* What acts must have something to act on. */
static void generate_actions(generator *g)
{
    static const int any[] = {10, 8, 40, 25, 17}, of_key[] = {25, 15, 60};
    table *t0 = &g->set->tables[0], *t1 = &g->set->tables[1];
    bool column = t1->reference == REFERENCE_COLUMN;
    t1->on_delete = (foreign_action)(column ? draw_choice(g, any, 5) : draw_choice(g, of_key, 3));
    if (random_chance(g->random, 75))
        g->no_delete[0] = false;
    if (column && random_chance(g->random, 80))
        t1->not_null[0] = false;
    if (column && random_chance(g->random, 30)) {
        t1->to_column = true;
        t1->on_update = (foreign_action)draw_choice(g, any, 5);
        t0->unique |= UNIQUE_C0;
        g->kept[0][0] = false;
    }
}

/* Referenced keys move to other rows, and come back. */
static void generate_moved(generator *g)
{
    table *t0 = &g->set->tables[0], *t1 = &g->set->tables[1];
    g->no_insert[0] = g->no_insert[1] = g->no_delete[0] = g->kept[0][0] = false;
    if (t1->reference == REFERENCE_COLUMN) {
        t1->to_column = true;
        t0->unique |= UNIQUE_C0;
    }
}

void set_generate(program_set *set, random_state *random)
{
    static const int counts[] = {35, 45, 20};
    generator g = {.set = set, .random = random, .prefer_guards = prefer_guards};
    set->statement_count = set->expression_count = 0;
    set->table_count = 1 + (prefer_counters || prefer_references || random_chance(random, prefer_guards ? 10 : 50));
    bool counter = prefer_counters || (!prefer_references && random_chance(random, 20));
    for (int t = 0; t < set->table_count; t++) {
        static const int keys[] = {12, 68, 20};
        table *created = &set->tables[t];
        bool first = counter && t == 0, restricted = random_chance(random, 50);
        *created = (table){.key_count = draw_choice(&g, keys, 3), .column_count = 1 + random_chance(random, 45)};
        if (first || (prefer_references && t == 0))
            created->key_count = 1;
        for (int c = 0; c < created->column_count; c++) {
            created->not_null[c] = random_chance(random, 60);
            if (prefer_guards)
                created->not_null[c] = true;
            created->defaults[c] = random_chance(random, 20) ? random_below(random, 2) : NONE;
            g.kept[t][c] = restricted && !first && random_chance(random, 35);
        }
        g.no_insert[t] = restricted && random_chance(random, 40);
        g.no_delete[t] = restricted && random_chance(random, 60);
        if (prefer_guards && random_chance(random, 75)) {
            g.no_insert[t] = g.no_delete[t] = true;
            g.kept[t][0] = g.kept[t][1] = false;
            created->key_count = 1;
        }
        if (created->key_count && random_chance(random, g.kept[t][0] ? 40 : 8))
            created->unique = created->column_count == 1  ? UNIQUE_C0
                              : random_chance(random, 50) ? UNIQUE_C0
                              : random_chance(random, 50) ? UNIQUE_C1
                              : random_chance(random, 50) ? UNIQUE_BOTH
                                                          : UNIQUE_C0 | UNIQUE_C1;
        created->positive = random_chance(random, 6);
    }
    if (counter && set->table_count == 2 && random_chance(random, 75)) {
        g.drawn = true;
        g.kept[0][0] = g.no_insert[0] = g.no_delete[0] = true;
        g.no_insert[1] = false;
        set->tables[0].not_null[0] = true;
        set->tables[1].key_count = 2; /* the counter's row, the number */
    }
    if (set->table_count == 2 && !g.drawn && set->tables[0].key_count == 1 &&
        (prefer_references || random_chance(random, 40)))
        set->tables[1].reference =
            set->tables[1].key_count && random_chance(random, 40) ? REFERENCE_KEY : REFERENCE_COLUMN;
    if (prefer_actions && set->tables[1].reference != REFERENCE_NONE)
        generate_actions(&g);
    if (prefer_moved && set->tables[1].reference != REFERENCE_NONE)
        generate_moved(&g);
    set->program_count = 1 + draw_choice(&g, counts, 3);
    for (int p = 0; p < set->program_count; p++)
        generate_program(&g, &set->programs[p], counter);
    for (int p = 0; p < MAX_PROGRAMS; p++)
        set->assigned[p] = random_below(random, SERIALIZABILITY + 1);
    set->serialize_a = set->serialize_b = NONE;
    if (random_chance(random, 40)) {
        set->serialize_a = random_below(random, set->program_count);
        set->serialize_b = random_below(random, set->program_count);
    }
}
