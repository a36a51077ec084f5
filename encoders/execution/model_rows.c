/* The rows that an instance sees in a model, as hints for the rows of a run. Terms that occur in no formula have any
 * value here: the result says where to look first, and is never a fact. */
#include "execution/encoding_internal.h"
#include "term/terms_internal.h"

typedef IP_VEC(int) ip_iterations;

typedef struct model_row_search {
    ip_encoding *e;
    Z3_model model;
    int slot;
    const ip_program *program;
    bool scans; /* the pass over rows that are not found by key */
    ip_row_models model_rows;
} model_row_search;

static Z3_ast evaluate(model_row_search *s, Z3_ast term)
{
    Z3_ast value = NULL;
    return Z3_model_eval(s->e->terms.build.z3, s->model, term, false, &value) ? value : term;
}

static bool is_value(const ip_build *b, Z3_ast term)
{
    return Z3_is_numeral_ast(b->z3, term) || Z3_get_bool_value(b->z3, term) != Z3_L_UNDEF;
}

static bool is_true(model_row_search *s, Z3_ast term)
{
    return ip_encoding_model_true(s->e, s->model, term);
}

static bool known(const model_row_search *s, int table, int n, const Z3_ast *key)
{
    for (int i = 0; i < s->model_rows.count; i++) {
        const ip_row_model *model_row = &s->model_rows.items[i];
        bool same = model_row->table == table;
        for (int k = 0; same && k < n; k++)
            same = model_row->key[k] == key[k];
        if (same)
            return true;
    }
    return false;
}

static ip_term column_value(model_row_search *s, const ip_snapshot *snapshot, const ip_table *table, int column, int n,
                            const Z3_ast *key)
{
    ip_terms_context *c = &s->e->terms;
    const ip_table_facts *facts = &c->facts->tables[table->id];
    const ip_column *declared = &table->columns.items[column];
    for (int k = 0; k < facts->key_count; k++)
        if (facts->key[k] == column)
            return (ip_term){key[k], c->build.no};
    bool frozen = facts->columns[column].frozen && c->rules[IP_RULE_FROZEN];
    ip_term term = frozen
                       ? ip_term_symbol(c, declared->type, !declared->not_null, n, key, "imm.%d.%d", table->id, column)
                       : ip_term_seen(c, snapshot, table, column, key);
    term.value = evaluate(s, term.value);
    term.null = ip_encoding_model_true(s->e, s->model, term.null) ? c->build.yes : c->build.no;
    if (!is_value(&c->build, term.value) && term.null == c->build.no)
        term.value = NULL;
    return term;
}

/* key: terms, or values of the model. */
static void add(model_row_search *s, const ip_snapshot *snapshot, const ip_table *table, const Z3_ast *key_terms)
{
    ip_terms_context *c = &s->e->terms;
    int n = ip_term_key_length(c, table);
    Z3_ast *key = IP_NEW_ARRAY(s->e->arena, Z3_ast, n);
    for (int k = 0; k < n; k++) {
        key[k] = evaluate(s, key_terms[k]);
        if (!is_value(&c->build, key[k]))
            return;
    }
    if (known(s, table->id, n, key))
        return;
    ip_row_model model_row = {.table = table->id, .key = key};
    model_row.present = is_true(s, ip_term_alive(c, snapshot, table, key));
    model_row.columns = IP_NEW_ARRAY(s->e->arena, ip_term, table->columns.count);
    for (int i = 0; i < table->columns.count; i++)
        model_row.columns[i] = column_value(s, snapshot, table, i, n, key);
    IP_PUSH(s->e->arena, &s->model_rows, model_row);
}

/* ---- rows that a scan could find ---- */

/* The statement's result in the model: values of its output columns, and whether it finds a row. */
static void use_results(model_row_search *s, const ip_site *site, int q, ip_row_model *model_row)
{
    ip_terms_context *c = &s->e->terms;
    model_row->present = !site->statement->aggregated && is_true(s, ip_term_statement_found(c, site));
    for (int v = 0; v < s->program->variables.count; v++) {
        const ip_variable *variable = &s->program->variables.items[v];
        if (variable->kind != IP_VAR_RESULT || variable->statement != site->statement->id)
            continue;
        const ip_output *output = &site->statement->outputs.items[variable->index];
        ip_term term = ip_term_of_variable(c, site, v);
        term.value = evaluate(s, term.value);
        if (ip_encoding_model_true(s->e, s->model, term.null))
            continue;
        bool counted = output->aggregate == IP_AGG_COUNT || output->aggregate == IP_AGG_EXISTS;
        int count = 0;
        if (site->statement->aggregated)
            model_row->present = !counted || Z3_get_bool_value(c->build.z3, term.value) == Z3_L_TRUE ||
                                 (Z3_get_numeral_int(c->build.z3, term.value, &count) && count > 0);
        if (output->expr && output->expr->kind == IP_EXPR_COLUMN && output->expr->source == q &&
            (output->aggregate == IP_AGG_NONE || output->aggregate == IP_AGG_MIN || output->aggregate == IP_AGG_MAX) &&
            is_value(&c->build, term.value))
            model_row->columns[output->expr->index] = (ip_term){term.value, c->build.no};
    }
}

/* One row that satisfies the equations; the rest of its key is arbitrary. */
static void scanned_row(model_row_search *s, const ip_site *site, int q)
{
    ip_terms_context *c = &s->e->terms;
    const ip_row_source *source = &site->statement->sources.items[q];
    const ip_table *table = source->table;
    const ip_table_facts *facts = &c->facts->tables[table->id];
    ip_row_model model_row = {.table = table->id};
    model_row.columns = IP_NEW_ARRAY(s->e->arena, ip_term, table->columns.count);
    for (int i = 0; i < table->columns.count; i++) {
        model_row.columns[i] = (ip_term){NULL, c->build.no};
        const ip_expr *equal = ip_facts_equated_term(source->filter, q, i);
        if (!equal || equal->kind == IP_EXPR_COLUMN)
            continue;
        ip_type type = table->columns.items[i].type;
        ip_term term = equal->kind == IP_EXPR_TEXT && type.kind == IP_TEXT
                           ? ip_term_eval(c, site, equal)
                           : ip_term_cast(c, site, equal, ip_term_eval(c, site, equal), equal->type, type);
        term.value = evaluate(s, term.value);
        if (is_value(&c->build, term.value))
            model_row.columns[i] = (ip_term){term.value, c->build.no};
    }
    use_results(s, site, q, &model_row);
    int n = ip_term_key_length(c, table);
    Z3_ast *key = IP_NEW_ARRAY(s->e->arena, Z3_ast, n);
    for (int k = 0; k < n; k++) {
        ip_term *component = facts->key_count ? &model_row.columns[facts->key[k]] : NULL;
        if (component && component->value) {
            key[k] = component->value;
            continue;
        }
        Z3_sort sort = ip_term_key_sort(c, table, k);
        key[k] = sort == c->build.boolean ? c->build.yes : Z3_mk_int(c->build.z3, 1, sort);
        if (component)
            component->value = key[k];
    }
    model_row.key = key;
    if (!known(s, table->id, n, key))
        IP_PUSH(s->e->arena, &s->model_rows, model_row);
}

/* Rows that a statement finds by key, in the iterations of the tokens. */
static void statement_rows(model_row_search *s, const ip_statement *statement, const Z3_ast *tokens)
{
    ip_terms_context *c = &s->e->terms;
    if (statement->kind == IP_ABORT || statement->kind == IP_UNKNOWN || statement->sources.count == 0)
        return;
    ip_site site = {.slot = s->slot, .program = s->program, .statement = statement, .tokens = tokens};
    site.depth = ip_term_loop_depth(s->program, statement->loop) + 1;
    if ((site.depth > 0 && !tokens) || !is_true(s, ip_term_executes(c, &site)))
        return;
    ip_snapshot snapshot = ip_term_snapshot_of(c, &site);
    if (statement->kind == IP_INSERT) {
        add(s, &snapshot, statement->sources.items[0].table, ip_term_insert_key(c, &site));
        return;
    }
    ip_extreme extreme = ip_term_statement_extreme(c, &site);
    if (extreme.present && extreme.key && !is_true(s, extreme.none))
        add(s, &snapshot, statement->sources.items[0].table, extreme.key);
    ip_row *rows = IP_NEW_ARRAY(s->e->arena, ip_row, statement->sources.count);
    ip_term_determine_rows(c, &site, rows);
    for (int q = 0; q < statement->sources.count; q++)
        if (rows[q].key)
            add(s, &snapshot, statement->sources.items[q].table, rows[q].key);
        else if (!extreme.key && s->scans)
            scanned_row(s, &site, q);
}

static const ip_edge_option *chosen_option(model_row_search *s, const ip_edge *edge)
{
    for (int o = 0; o < edge->options.count; o++)
        if (is_true(s, edge->options.items[o].chosen))
            return &edge->options.items[o];
    return NULL;
}

/* The snapshot of a statement on the table: of the first statement that runs, otherwise of the first statement. */
static ip_snapshot snapshot_of_table(model_row_search *s, const ip_view *view, int table)
{
    ip_snapshot snapshot = {.slot = s->slot};
    bool any = false;
    for (int i = 0; i < s->program->statements.count; i++) {
        const ip_statement *statement = &s->program->statements.items[i];
        bool about = false;
        for (int q = 0; q < statement->sources.count; q++)
            about = about || statement->sources.items[q].table->id == table;
        if (!about)
            continue;
        ip_site site = ip_encoding_view_site(view, s->program, i);
        bool runs = is_true(s, ip_term_executes(&s->e->terms, &site));
        if (runs || !any)
            snapshot = ip_term_snapshot_of(&s->e->terms, &site);
        any = true;
        if (runs)
            break;
    }
    return snapshot;
}

/* The edge's row, and the rows that the instance's statements find in the edge's iterations. */
static void edge_rows(model_row_search *s, ip_edge *edge)
{
    const ip_edge_option *chosen = chosen_option(s, edge);
    if (!chosen)
        return;
    int table = s->e->input.facts->groups.items[chosen->group].table;
    const ip_view *view = &ip_encoding_view_at(s->e, &edge->stand, s->slot)->view;
    ip_snapshot snapshot = snapshot_of_table(s, view, table);
    add(s, &snapshot, s->e->input.schema->tables.items[table], edge->stand.place.keys[table]);
    if (edge->from != s->slot && edge->to != s->slot)
        return;
    for (int i = 0; i < s->program->statements.count; i++)
        if (s->program->statements.items[i].loop >= 0)
            statement_rows(s, &s->program->statements.items[i], view->tokens);
}

ip_row_models ip_encoding_model_rows(ip_encoding *e, Z3_model model, int instance, int program)
{
    model_row_search s = {.e = e, .model = model, .slot = instance, .program = e->input.programs[program]};
    for (int pass = 0; pass < 2; pass++) {
        s.scans = pass == 1;
        for (int i = 0; i < s.program->statements.count; i++)
            if (s.program->statements.items[i].loop < 0)
                statement_rows(&s, &s.program->statements.items[i], NULL);
        for (int i = 0; i < e->edges.count; i++)
            edge_rows(&s, e->edges.items[i]);
    }
    return s.model_rows;
}

static void insert_sorted(ip_arena *arena, ip_iterations *list, int value)
{
    int at = 0;
    while (at < list->count && list->items[at] < value)
        at++;
    if (at < list->count && list->items[at] == value)
        return;
    IP_PUSH(arena, list, value);
    for (int i = list->count - 1; i > at; i--)
        list->items[i] = list->items[i - 1];
    list->items[at] = value;
}

int ip_encoding_model_iterations(ip_encoding *e, Z3_model model, int instance, int program, const int **iterations)
{
    model_row_search s = {.e = e, .model = model, .slot = instance, .program = e->input.programs[program]};
    ip_iterations found = {0};
    for (int i = 0; i < e->edges.count; i++) {
        ip_edge *edge = e->edges.items[i];
        if (!chosen_option(&s, edge) || (edge->from != instance && edge->to != instance))
            continue;
        const ip_view *view = &ip_encoding_view_at(e, &edge->stand, instance)->view;
        for (int l = 0; l < s.program->loops.count; l++) {
            int value, depth = ip_term_loop_depth(s.program, l);
            if (Z3_get_numeral_int(e->terms.build.z3, evaluate(&s, view->tokens[depth]), &value))
                insert_sorted(e->arena, &found, value);
        }
    }
    *iterations = found.items;
    return found.count;
}
