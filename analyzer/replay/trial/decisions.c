/* Chooses a value for each cell or argument that a run reads: the model's first, then others; each choice is a
 * decision that the search can change. */
#include "replay/trial/decisions.h"

#include "replay/trial/argument_values.h"
#include "replay/trial/special_values.h"

#include <math.h>
#include <string.h>

struct ip_decider {
    ip_arena *arena;
    ip_subject *subject;
    ip_world *world;
    const ip_choices *choices;
    const ip_fixed_values *facts;
    uint64_t draw;
    int *fact_rows; /* [fact]; -1: an argument */
    ip_decisions decisions;
    int *clue_rows; /* [clue]: its row, -1: its key is not known */
    const ip_code_statement *statement;
};

/* ---- decisions ---- */

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ (b + 0x9E3779B97F4A7C15ull + (a << 6) + (a >> 2))) * 0xBF58476D1CE4E5B9ull;
    return x ^ (x >> 29);
}

static ip_decision_name cell_name(const ip_decider *g, int row, int column)
{
    const ip_rows *rows = ip_world_rows(g->world);
    const ip_table *table = ip_interpreter_rows_table(rows, row);
    const int *columns;
    int n = ip_interpreter_rows_key_columns(table, &columns);
    uint64_t name = mix((uint64_t)table->id + 1, (uint64_t)(column + 2));
    for (int i = 0; i < (n ? n : 1); i++)
        name = mix(name, ip_value_datum_hash(ip_interpreter_rows_key(rows, row)[i]));
    return name;
}

static ip_decision_name argument_name(int instance, int parameter)
{
    return mix(0x5851F42D4C957F2Dull + (uint64_t)instance, (uint64_t)parameter);
}

static bool is_large(ip_datum value)
{
    enum { LARGE = 30 };
    bool any = false;
    for (int i = 0; value.kind == IP_DATUM_ARRAY && i < value.count; i++)
        any = any || is_large(value.as.items[i]);
    if (value.kind == IP_DATUM_INTEGER || value.kind == IP_DATUM_NUMERIC)
        return fabs(ip_value_datum_double(value)) > LARGE;
    return any;
}

bool ip_trial_is_even_value(ip_arena *arena, ip_datum value)
{
    static const char beginning[] = "2024-01-01";
    switch (value.kind) {
    case IP_DATUM_INTEGER:
    case IP_DATUM_NUMERIC:
    case IP_DATUM_FLOAT:
    case IP_DATUM_REAL:
        return ip_value_datum_double(value) == 1;
    case IP_DATUM_TEXT:
        return *value.as.text == 'a' && strspn(value.as.text + 1, " ") == strlen(value.as.text + 1);
    case IP_DATUM_BOOLEAN:
        return value.as.boolean;
    default:
        return strncmp(ip_value_datum_text(arena, value), beginning, strlen(beginning)) == 0;
    }
}

/* Values that pass through arrays, sums and other tables before they are compared match most likely if all are equal;
 * after the first draws some differ, such as values that choose a path through the program. */
static int even_option(const ip_decider *g, const ip_decision *decision, const ip_value_list *values)
{
    enum { ALL_EVEN = 4, EXCEPTIONS = 6, OTHERS = 3, SPECIAL_TURNS = 2 };
    uint64_t x = mix(mix(g->draw, decision->name), 0x94D049BB133111EBull) >> 7;
    int turn = ip_even_draw(g->draw);
    if (decision->kind == IP_DECIDE_PRESENCE)
        return 0;
    int special = ip_trial_special_option(values, turn);
    if (special >= 0)
        return special;
    /* Together with special values of another type: the model's values, or different ones. */
    if (g->subject->has_special && turn % SPECIAL_TURNS == 0)
        return turn % (2 * SPECIAL_TURNS) ? (int)(x % OTHERS) % decision->options : 0;
    if (turn > ALL_EVEN && x % EXCEPTIONS == 0)
        return (int)(x / EXCEPTIONS % (uint64_t)decision->options);
    for (int i = 0; i < values->count; i++)
        if (values->items[i].kind != IP_DATUM_NULL && ip_trial_is_even_value(g->arena, values->items[i]))
            return i;
    return 0;
}

/* From few positions in the lists, so that values match; in every other draw, half of the decisions are the model's, to
 * keep some of its information. */
static int drawn(const ip_decider *g, const ip_decision *decision)
{
    enum { PALETTE = 3, EXCEPTIONS = 8 };
    uint64_t x = mix(mix(g->draw, decision->name), 0x94D049BB133111EBull) >> 7;
    if (decision->kind == IP_DECIDE_PRESENCE)
        return x % EXCEPTIONS == 0;
    if (g->draw % 2 && x % 2)
        return 0;
    uint64_t place = mix(g->draw * PALETTE, x / 2 % PALETTE) >> 11;
    return (int)(place % (uint64_t)decision->options);
}

static ip_datum decide(ip_decider *g, ip_decision decision, const ip_value_list *values)
{
    decision.options = values->count;
    decision.option = !g->draw ? 0 : ip_even_draw(g->draw) ? even_option(g, &decision, values) : drawn(g, &decision);
    for (int i = 0; i < g->choices->count; i++)
        if (g->choices->items[i].decision == decision.name)
            decision.option = g->choices->items[i].option;
    if (decision.option >= values->count)
        decision.option = values->count - 1;
    ip_datum value = values->items[decision.option];
    decision.null = value.kind == IP_DATUM_NULL || (decision.kind == IP_DECIDE_PRESENCE && !value.as.boolean);
    decision.large = is_large(value);
    IP_PUSH(g->arena, &g->decisions, decision);
    return value;
}

/* ---- rows ---- */

/* The row of a clue; a table without a key gets one for each clue. */
static int clue_row(ip_decider *g, const ip_clue *clue, int number)
{
    const int *columns;
    ip_rows *rows = ip_world_rows(g->world);
    int n = ip_interpreter_rows_key_columns(clue->table, &columns);
    if (n == 0) {
        ip_datum key = ip_interpreter_rows_hidden_key(0, number);
        return ip_interpreter_rows_find_or_add(rows, clue->table, &key);
    }
    ip_datum *key = IP_NEW_ARRAY(g->arena, ip_datum, n);
    for (int i = 0; i < n; i++) {
        if (!clue->known[columns[i]] || clue->values[columns[i]].kind == IP_DATUM_NULL)
            return -1;
        key[i] = clue->values[columns[i]];
    }
    return ip_interpreter_rows_find_or_add(rows, clue->table, key);
}

/* Clues of the instance itself come first: two snapshots differ. */
static const ip_clue *next_clue(const ip_decider *g, int instance, int row, int *at)
{
    int n = g->subject->clues.count;
    for (; *at < 2 * n; (*at)++) {
        const ip_clue *clue = &g->subject->clues.items[*at % n];
        if (g->clue_rows[*at % n] == row && (clue->instance == instance) == (*at < n)) {
            (*at)++;
            return clue;
        }
    }
    return NULL;
}

static bool has_target(const ip_table *table, const ip_table *target)
{
    for (int k = 0; k < table->foreign_keys.count; k++)
        if (table->foreign_keys.items[k].target == target)
            return true;
    return false;
}

static bool present(const ip_decider *g, int row)
{
    ip_datum there;
    return ip_world_initial(g->world, row, IP_EXISTS, &there) && there.as.boolean;
}

/* Whether an existing row refers to this one. */
static bool referred_to(const ip_decider *g, int row)
{
    const ip_rows *rows = ip_world_rows(g->world);
    const ip_table *table = ip_interpreter_rows_table(rows, row);
    for (int child = 0; child < ip_interpreter_rows_count(rows); child++) {
        const ip_table *from = ip_interpreter_rows_table(rows, child);
        if (!has_target(from, table) || !present(g, child))
            continue;
        for (int k = 0; k < from->foreign_keys.count; k++) {
            const ip_foreign_key *key = &from->foreign_keys.items[k];
            bool same = key->target == table;
            for (int i = 0; same && i < key->column_count; i++) {
                ip_datum a, b;
                same = ip_trial_decided_value(g->world, child, key->columns[i], &a) &&
                       ip_trial_decided_value(g->world, row, key->target_columns[i], &b) && a.kind != IP_DATUM_NULL &&
                       ip_value_datum_equal(a, b);
            }
            if (same)
                return true;
        }
    }
    return false;
}

bool ip_trial_decided_value(const ip_world *world, int row, int column, ip_datum *value)
{
    const int *columns;
    const ip_rows *rows = ip_world_all_rows(world);
    int n = ip_interpreter_rows_key_columns(ip_interpreter_rows_table(rows, row), &columns);
    for (int i = 0; i < n; i++)
        if (columns[i] == column) {
            *value = ip_interpreter_rows_key(rows, row)[i];
            return true;
        }
    return ip_world_initial(world, row, column, value);
}

static bool inserts_into(const ip_decider *g, const ip_table *table)
{
    const ip_code_write *write = g->statement ? g->statement->write : NULL;
    return write && write->kind == IP_CODE_INSERT && write->table == table;
}

/* Whether a clue is about a row, existing or about to be inserted, that refers to this one. If no instance inserts such
 * rows, this one has to exist. */
static bool clue_refers(const ip_decider *g, int row)
{
    const ip_rows *rows = ip_world_rows(g->world);
    const ip_table *table = ip_interpreter_rows_table(rows, row);
    if (g->subject->inserted[table->id])
        return false;
    for (int i = 0; i < g->subject->clues.count; i++) {
        const ip_clue *clue = &g->subject->clues.items[i];
        for (int k = 0; k < clue->table->foreign_keys.count; k++) {
            const ip_foreign_key *key = &clue->table->foreign_keys.items[k];
            bool same = key->target == table;
            for (int c = 0; same && c < key->column_count; c++) {
                ip_datum there;
                same = clue->known[key->columns[c]] &&
                       ip_trial_decided_value(g->world, row, key->target_columns[c], &there) &&
                       ip_value_datum_equal(there, clue->values[key->columns[c]]);
            }
            if (same)
                return true;
        }
    }
    return false;
}

/* Whether the row should rather exist. */
static bool rather_present(ip_decider *g, int instance, int row)
{
    const ip_table *table = ip_interpreter_rows_table(ip_world_rows(g->world), row);
    const ip_code_write *write = g->statement ? g->statement->write : NULL;
    if (inserts_into(g, table))
        return false;
    if (g->statement && g->statement->kind == IP_CODE_EMPTY_TABLES)
        return true;
    if (clue_refers(g, row))
        return true;
    if (write && write->table != table && has_target(write->table, table))
        return true;
    int at = 0;
    const ip_clue *clue = next_clue(g, instance, row, &at);
    return clue ? clue->present : true;
}

/* Whether the row's key refers to a row that is known to be absent. */
static bool parent_absent(const ip_decider *g, int row)
{
    enum { MOST_KEY = 32 };
    const ip_rows *rows = ip_world_rows(g->world);
    const ip_table *table = ip_interpreter_rows_table(rows, row);
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        const int *columns;
        int n = ip_interpreter_rows_key_columns(key->target, &columns), found = 0;
        ip_datum parent[MOST_KEY], there;
        for (int c = 0; c < n && n == key->column_count && n <= MOST_KEY; c++)
            for (int i = 0; i < n; i++)
                found += key->target_columns[i] == columns[c] &&
                         ip_trial_decided_value(g->world, row, key->columns[i], &parent[c]);
        int at = n && found == n ? ip_interpreter_rows_find(rows, key->target, parent) : -1;
        if (at >= 0 && ip_world_initial(g->world, at, IP_EXISTS, &there) && !there.as.boolean)
            return true;
    }
    return false;
}

static void existence_values(ip_decider *g, int instance, int row, ip_value_list *values)
{
    bool first = referred_to(g, row) || (!parent_absent(g, row) && rather_present(g, instance, row));
    ip_trial_value_list_add(g->arena, values, ip_value_datum_boolean(first));
    if (!referred_to(g, row))
        ip_trial_value_list_add(g->arena, values, ip_value_datum_boolean(!first));
}

/* Keys of existing rows, for a column that refers to them. */
static void add_parents(ip_decider *g, int row, int column, ip_value_list *values)
{
    const ip_rows *rows = ip_world_rows(g->world);
    const ip_table *table = ip_interpreter_rows_table(rows, row);
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        for (int i = 0; i < key->column_count; i++)
            for (int r = 0; key->columns[i] == column && r < ip_interpreter_rows_count(rows); r++) {
                ip_datum value;
                if (ip_interpreter_rows_table(rows, r) == key->target && present(g, r) &&
                    ip_trial_decided_value(g->world, r, key->target_columns[i], &value) && value.kind != IP_DATUM_NULL)
                    ip_trial_value_list_add(g->arena, values, value);
            }
    }
}

static void column_values(ip_decider *g, int instance, int row, int column, ip_value_list *values)
{
    const ip_table *table = ip_interpreter_rows_table(ip_world_rows(g->world), row);
    const ip_column *declared = &table->columns.items[column];
    int at = 0;
    for (const ip_clue *clue; (clue = next_clue(g, instance, row, &at));)
        if (clue->known[column])
            ip_trial_value_list_add(g->arena, values, clue->values[column]);
    add_parents(g, row, column, values);
    if (declared->row) {
        ip_code_type type = ip_value_code_type_of_column(declared);
        ip_trial_value_list_add_rows(g->arena, g->subject, values, &type, instance);
    } else
        ip_trial_value_list_add_usual(g->arena, g->subject, values, declared->type, instance);
    if (!declared->not_null || values->count == 0)
        ip_trial_value_list_add(g->arena, values, (ip_datum){.kind = IP_DATUM_NULL});
}

ip_datum ip_trial_decide_column(ip_decider *g, int instance, int row, int column)
{
    ip_value_list values = {0};
    column_values(g, instance, row, column, &values);
    return values.items[0];
}

static bool is_about(const ip_decider *g, int fact, int row)
{
    const ip_fixed_value *f = &g->facts->items[fact];
    return f->key ? g->fact_rows[fact] == row
                  : f->table && f->table == ip_interpreter_rows_table(ip_world_rows(g->world), row);
}

static bool guess(void *data, int instance, int row, int column, const ip_code_statement *statement, ip_datum *value)
{
    ip_decider *g = data;
    g->statement = statement;
    for (int f = g->facts->count - 1; f >= 0; f--)
        if (is_about(g, f, row) && g->facts->items[f].column == column) {
            *value = g->facts->items[f].value;
            return true;
        }
    ip_value_list values = {0};
    if (column == IP_EXISTS)
        existence_values(g, instance, row, &values);
    else
        column_values(g, instance, row, column, &values);
    ip_decision decision = {.name = cell_name(g, row, column), .instance = instance};
    decision.kind = column == IP_EXISTS ? IP_DECIDE_PRESENCE : IP_DECIDE_VALUE;
    decision.inserted = column == IP_EXISTS && inserts_into(g, ip_interpreter_rows_table(ip_world_rows(g->world), row));
    *value = decide(g, decision, &values);
    return true;
}

/* ---- arguments ---- */

static bool fact_argument(const ip_decider *g, int instance, int parameter, ip_datum *value)
{
    for (int f = g->facts->count - 1; f >= 0; f--) {
        const ip_fixed_value *fact = &g->facts->items[f];
        if (!fact->table && fact->instance == instance && fact->column == parameter) {
            *value = fact->value;
            return true;
        }
    }
    return false;
}

static const ip_datum *arguments(ip_decider *g, int instance)
{
    const ip_code *code = g->subject->codes[instance];
    ip_datum *values = IP_NEW_ARRAY(g->arena, ip_datum, code->parameter_count);
    int in = 0;
    for (int p = 0; p < code->parameter_count; p++) {
        if (!code->in.items[p])
            continue;
        if (fact_argument(g, instance, in, &values[in])) {
            in++;
            continue;
        }
        ip_decision decision = {.name = argument_name(instance, in), .instance = instance};
        values[in] =
            decide(g, decision, ip_trial_argument_values(g->subject, instance, in, &code->variables.items[p].type));
        in++;
    }
    return values;
}

ip_decider *ip_trial_decider_new(ip_arena *arena, ip_subject *subject, ip_world *world, const ip_choices *choices,
                                 const ip_fixed_values *facts, uint64_t draw)
{
    ip_decider *g = IP_NEW(arena, ip_decider);
    g->arena = arena;
    g->subject = subject;
    g->world = world;
    g->choices = choices;
    g->facts = facts;
    g->draw = draw;
    g->fact_rows = IP_NEW_ARRAY(arena, int, facts->count);
    for (int f = 0; f < facts->count; f++)
        g->fact_rows[f] =
            facts->items[f].key
                ? ip_interpreter_rows_find_or_add(ip_world_rows(world), facts->items[f].table, facts->items[f].key)
                : -1;
    g->clue_rows = IP_NEW_ARRAY(arena, int, subject->clues.count);
    for (int i = 0; i < subject->clues.count; i++)
        g->clue_rows[i] = clue_row(g, &subject->clues.items[i], i + 1);
    for (int i = 0; i < subject->count; i++)
        ip_world_set_instance(world, i, (ip_world_instance){subject->codes[i], arguments(g, i)});
    ip_world_set_guess(world, guess, g);
    return g;
}

const ip_decisions *ip_trial_decider_decisions(const ip_decider *decider)
{
    return &decider->decisions;
}
