/* The oracle's own test: hand-made programs whose anomalies are in the literature. */
#include "known.h"

#include "search.h"

#include <string.h>

static program_set created;
static int *tail; /* where the next statement goes */

static int op(operator_kind kind, int left, int right)
{
    return set_expression(&created, kind, 0, left, right);
}

static int leaf(operator_kind kind, int value)
{
    return set_expression(&created, kind, value, NONE, NONE);
}

static int number(int value)
{
    return leaf(E_CONSTANT, value);
}

static int key_is(int value)
{
    return op(E_EQUAL, leaf(E_KEY, 0), value);
}

static void schema(int columns)
{
    memset(&created, 0, sizeof created);
    created.table_count = 1;
    created.tables[0] =
        (table){.key_count = 1, .column_count = columns, .not_null = {true, true}, .defaults = {NONE, NONE}};
}

static void begin(int parameters)
{
    program *p = &created.programs[created.program_count++];
    *p = (program){.parameter_count = parameters, .first = NONE, .result = NONE};
    tail = &p->first;
}

static statement *add(statement_kind kind)
{
    int index = set_statement(&created, kind);
    *tail = index;
    tail = &created.statements[index].next;
    return &created.statements[index];
}

static void select_key(int key, int variable)
{
    statement *s = add(S_SELECT);
    s->key_where = key_is(key);
    s->column = 0;
    s->variable = variable;
}

static void update_key(int key, int value)
{
    statement *s = add(S_UPDATE);
    s->key_where = key_is(key);
    s->values[0] = value;
}

static int failures;

/* least: instances of the shortest anomaly at each level but the last, 0: none. */
static void expect(const char *name, certainty sure, const int *least)
{
    random_state random = {7};
    static findings f;
    search_run(&created, &random, &(budget){3000, 10000, 25000}, ~0u, &f);
    for (int l = 0; l < SERIALIZABILITY; l++) {
        int got = f.found[l][sure] ? f.least[l][sure] : 0;
        if (got != least[l]) {
            fprintf(stderr, "%s at %s: shortest anomaly %d, not %d\n", name, level_names[l], got, least[l]);
            failures++;
        }
    }
}
#define EXPECT(name, sure, ...) expect(name, sure, (const int[]){__VA_ARGS__})

static void lost_updates(void)
{
    schema(1);
    begin(1);
    select_key(leaf(E_PARAMETER, 0), 0);
    update_key(leaf(E_PARAMETER, 0), op(E_ADD, leaf(E_VARIABLE, 0), number(1)));
    EXPECT("lost update (Berenson et al. 1995, P4)", OBSERVABLE, 2, 2, 2, 0, 0, 0);

    schema(1);
    begin(1);
    update_key(leaf(E_PARAMETER, 0), op(E_ADD, leaf(E_COLUMN, 0), number(1)));
    EXPECT("lost increment", OBSERVABLE, 2, 2, 2, 0, 0, 0);

    schema(1);
    begin(2);
    update_key(leaf(E_PARAMETER, 0), leaf(E_PARAMETER, 1));
    EXPECT("blind writes", CYCLE, 0, 0, 0, 0, 0, 0);
}

static void skews(void)
{
    schema(1);
    begin(0);
    select_key(number(0), 0);
    update_key(number(1), op(E_ADD, leaf(E_VARIABLE, 0), number(1)));
    begin(0);
    select_key(number(1), 0);
    update_key(number(0), op(E_ADD, leaf(E_VARIABLE, 0), number(1)));
    EXPECT("write skew (Berenson et al. 1995, A5B)", OBSERVABLE, 2, 2, 2, 2, 2, 2);

    schema(1);
    begin(2);
    statement *s = add(S_AGGREGATE);
    s->variable = 0;
    s = add(S_INSERT);
    s->key[0] = leaf(E_PARAMETER, 0);
    s->values[0] = leaf(E_VARIABLE, 0);
    EXPECT("phantom (Berenson et al. 1995, P3)", OBSERVABLE, 2, 2, 2, 2, 2, 2);
    EXPECT("phantom, surely", SURE_CYCLE, 2, 2, 2, 2, 2, 2);
}

static void readers(bool reader)
{
    /* The withdrawal looks at both accounts and changes one, the deposit changes the other. */
    schema(1);
    begin(0);
    select_key(number(0), 0);
    select_key(number(1), 1);
    update_key(number(0), op(E_ADD, leaf(E_VARIABLE, 0), leaf(E_VARIABLE, 1)));
    begin(0);
    update_key(number(1), op(E_ADD, leaf(E_COLUMN, 0), number(1)));
    if (reader) {
        begin(0);
        select_key(number(0), 0);
        select_key(number(1), 1);
        EXPECT("read-only anomaly (Fekete, O'Neil & O'Neil 2004)", OBSERVABLE, 2, 2, 2, 3, 3, 3);
    } else {
        /* without transitive visibility: a second withdrawal sees the first one, but not the deposit that the
         * first one saw */
        EXPECT("withdrawal and deposit", CYCLE, 2, 2, 2, 3, 0, 0);
    }
}

static void long_fork(void)
{
    schema(1);
    begin(0);
    update_key(number(0), op(E_ADD, leaf(E_COLUMN, 0), number(1)));
    begin(0);
    update_key(number(1), op(E_ADD, leaf(E_COLUMN, 0), number(1)));
    begin(0);
    select_key(number(0), 0);
    select_key(number(1), 1);
    EXPECT("long fork (Sovran et al. 2011)", OBSERVABLE, 2, 2, 2, 4, 4, 0);
}

static void keys(void)
{
    schema(1);
    begin(1);
    statement *s = add(S_INSERT);
    s->key[0] = leaf(E_PARAMETER, 0);
    s->values[0] = number(1);
    EXPECT("two inserts of one key, keys checked", CYCLE, 0, 0, 0, 0, 0, 0);
    random_state random = {7};
    static findings f;
    search_run(&created, &random, &(budget){4000, 0, 0}, ~0u, &f);
    if (!f.found_unchecked[READ_ATOMIC][OBSERVABLE] || f.found_unchecked[UPDATE_ATOMIC][CYCLE]) {
        fputs("two inserts of one key, keys not checked: wrong\n", stderr);
        failures++;
    }
}

/* The minimum of a column and a change of a row that is not the least: a cycle only by the broad definition. */
static void minimum(void)
{
    schema(1);
    begin(0);
    statement *s = add(S_AGGREGATE);
    s->aggregate = A_MIN;
    s->column = 0;
    s->variable = 0;
    update_key(number(0), number(0));
    begin(0);
    s = add(S_AGGREGATE);
    s->aggregate = A_MAX;
    s->column = 0;
    s->variable = 0;
    update_key(number(1), number(9));
    EXPECT("minimum and maximum", CYCLE, 2, 2, 2, 2, 2, 2);

    schema(1);
    begin(0);
    s = add(S_AGGREGATE);
    s->aggregate = A_MAX;
    s->column = 0;
    s->column_where = op(E_EQUAL, leaf(E_COLUMN, 0), number(7)); /* no row has it, nothing sets it */
    s->variable = 0;
    update_key(number(0), number(1));
    begin(0);
    s = add(S_AGGREGATE);
    s->column_where = op(E_EQUAL, leaf(E_COLUMN, 0), number(7));
    s->variable = 0;
    update_key(number(1), number(1));
    EXPECT("changes that no query can tell", SURE_CYCLE, 0, 0, 0, 0, 0, 0);
    EXPECT("changes that no query can tell, by the broad definition", CYCLE, 2, 2, 2, 2, 2, 2);
}

int known_check(void)
{
    failures = 0;
    lost_updates();
    skews();
    readers(false);
    readers(true);
    long_fork();
    keys();
    minimum();
    printf("known anomalies: %d failures\n", failures);
    return failures;
}
