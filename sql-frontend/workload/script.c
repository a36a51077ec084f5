/* Transactions written as scripts: BEGIN … COMMIT, \gset, \if, variables and placeholders. */
#include "base/words.h"
#include "workload/definition_pieces.h"
#include "workload/result_columns.h"

#include <string.h>

void ip_workload_script_begin(ip_reader *reader, ip_script *script, const ip_sql_item *item, const ip_notices *notices)
{
    ip_unit *unit = IP_NEW(reader->arena, ip_unit);
    *script = (ip_script){.unit = unit, .path = reader->ddl.path};
    unit->kind = IP_UNIT_SCRIPT;
    unit->range = unit->body = item->place;
    unit->name = notices->name ? notices->name
                               : ip_arena_printf(reader->arena, "%s:%d", item->place.source->path,
                                                 ip_range_position(item->place).line);
    unit->signature = unit->name;
    unit->path = reader->ddl.path;
    unit->return_type = "";
    unit->language = "script";
    unit->tree = IP_NEW(reader->arena, ip_pl_statement);
    unit->tree->kind = IP_PL_BLOCK;
    unit->tree->range = item->place;
    script->block = unit->tree;
    unit->declared = reader->session_level;
    ip_workload_notices_apply(reader, notices, unit);
    ip_workload_script_assumptions(reader, script, item);
}

void ip_workload_script_broken(ip_reader *reader, ip_script *script, const char *message, ip_range place)
{
    (void)reader;
    if (!script->unit || script->unit->broken)
        return;
    script->unit->broken = message;
    script->unit->broken_range = place;
}

static bool declared(const ip_unit *unit, const char *name)
{
    for (int i = 0; i < unit->tree->declarations.count; i++)
        if (strcmp(unit->tree->declarations.items[i].name, name) == 0)
            return true;
    return false;
}

static bool spelled(const ip_unit *unit, const char *identifier)
{
    for (int i = 0; i < unit->spellings.count; i++)
        if (strcmp(unit->spellings.items[i].identifier, identifier) == 0)
            return true;
    return false;
}

static bool is_quoted(ip_range range)
{
    return range.source && range.end - range.begin > 2 && strncmp(range.source->text + range.begin, ":'", 2) == 0;
}

static int parameter(ip_reader *reader, ip_unit *unit, const char *name, ip_range range)
{
    for (int i = 0; i < unit->parameters.count; i++)
        if (strcmp(unit->parameters.items[i].name, name) == 0) {
            unit->parameters.items[i].quoted = unit->parameters.items[i].quoted && is_quoted(range);
            return i;
        }
    ip_unit_parameter added = {.name = name,
                               .type_name = "",
                               .type = {IP_OTHER, false, NULL},
                               .in = true,
                               .quoted = is_quoted(range),
                               .range = range};
    IP_PUSH(reader->arena, &unit->parameters, added);
    return unit->parameters.count - 1;
}

ip_pl_text ip_workload_script_generated(ip_reader *reader, const char *text, ip_range range)
{
    size_t length = strlen(text), *offsets = IP_NEW_ARRAY(reader->arena, size_t, length + 1);
    for (size_t i = 0; i <= length; i++)
        offsets[i] = range.begin;
    return (ip_pl_text){ip_source_derive(reader->arena, range.source, text, length, offsets), 0, length};
}

ip_pl_statement *ip_workload_script_push(ip_reader *reader, ip_script *script, ip_pl_kind kind, ip_range range)
{
    ip_pl_statement *s = IP_NEW(reader->arena, ip_pl_statement);
    s->kind = kind;
    s->range = range;
    IP_PUSH(reader->arena, &script->block->body, s);
    return s;
}

/* No instance has a value outside the bounds: its transaction would not belong to this script. */
static void bounded(ip_reader *reader, ip_script *script, const ip_script_variable *v)
{
    const char *text = ip_arena_printf(reader->arena, "%s BETWEEN (%s) AND (%s)", v->identifier, v->low, v->high);
    ip_pl_text expr = ip_workload_script_generated(reader, text, v->range);
    ip_pl_statement *s = ip_workload_script_push(reader, script, IP_PL_ASSERT, expr);
    s->expr = expr;
    s->bounds = true;
}

static bool has_column(const ip_tree *node, const char *name)
{
    if (ip_as_column_ref(node))
        return ip_parse_tree_has_text(node, name);
    for (size_t i = 0; i < ip_parse_list_size(node); i++)
        if (has_column(ip_parse_list_item(node, i), name))
            return true;
    const ip_tree *value;
    IP_TREE_EACH(node, key, value) if (has_column(value, name)) return true;
    return false;
}

/* The name of a table or schema, not a value: ":schema.t". */
static bool names_object(const ip_tree *statement, const char *identifier)
{
    return statement && ip_parse_tree_has_text(statement, identifier) && !has_column(statement, identifier);
}

/* ORDER BY :x and GROUP BY :x: no value, but the name of a column. */
static bool sorts_by(const ip_tree *node, const char *name)
{
    const ip_list *groups = IP_ITEMS(ip_as_select_stmt(node), group_clause);
    if (ip_as_sort_by(node) && ip_as_column_ref(IP_GET(ip_as_sort_by(node), node)))
        return ip_parse_tree_has_text(node, name);
    for (size_t i = 0; i < ip_parse_list_size(groups); i++)
        if (ip_as_column_ref(ip_parse_list_item(groups, i)) &&
            ip_parse_tree_has_text(ip_parse_list_item(groups, i), name))
            return true;
    for (size_t i = 0; i < ip_parse_list_size(node); i++)
        if (sorts_by(ip_parse_list_item(node, i), name))
            return true;
    const ip_tree *value;
    IP_TREE_EACH(node, key, value) if (sorts_by(value, name)) return true;
    return false;
}

/* What psql puts there is no value: a name, or a text that becomes part of the statement (lower/body/declare.c). */
static void look_at_place(ip_reader *reader, ip_script *script, const ip_script_variable *v, const ip_tree *statement)
{
    ip_range place = ip_range_in_file(v->range); /* a comment's text has signs that stand in no file */
    const char *written = place.source->text + place.begin;
    bool quoted = *written != ':' || written[1] == '\'', names = !quoted && written[1] == '"';
    if (names ? has_column(statement, v->identifier) : !quoted && sorts_by(statement, v->identifier)) {
        const char *message =
            ip_arena_printf(reader->arena, "psql's variable %s names a column that is not known", v->name);
        ip_diagnostics_add(reader->diagnostics, IP_UNSUPPORTED, v->range, script->unit->name, "%s", message);
        ip_workload_script_broken(reader, script, message, v->range);
    }
    for (int i = 0; i < script->unit->spellings.count && !quoted && !names; i++) {
        ip_spelling *spelling = &script->unit->spellings.items[i];
        if (strcmp(spelling->identifier, v->identifier) == 0)
            spelling->spliced = v->range;
    }
}

void ip_workload_script_see(ip_reader *reader, ip_script *script, const ip_sql_item *item, const ip_tree *statement)
{
    ip_unit *unit = script->unit;
    int known = unit->spellings.count;
    for (int i = 0; i < item->variables.count; i++) {
        const ip_script_variable *v = &item->variables.items[i];
        if (strcmp(v->name, "ROW_COUNT") == 0 && statement && script->statements > 1) { /* of the last statement */
            ip_workload_script_count_rows(reader, script, v->range, v->name);
            script->count_checks = 0; /* it stands before this one */
        }
        if (spelled(unit, v->identifier) || names_object(statement, v->identifier))
            continue;
        ip_spelling spelling = {.identifier = v->identifier, .parameter = -1};
        const char *name = ip_workload_script_assumed(script, v->name);
        if (name != v->name)
            name = ip_psql_variables_present_name(reader->variables, name);
        if (declared(unit, name))
            spelling.variable = name;
        else
            spelling.parameter = parameter(reader, unit, name, v->range);
        IP_PUSH(reader->arena, &script->used, name);
        IP_PUSH(reader->arena, &unit->spellings, spelling);
    }
    for (int i = 0; i < item->variables.count; i++) {
        const ip_script_variable *v = &item->variables.items[i];
        bool fresh = false;
        for (int k = known; k < unit->spellings.count; k++)
            fresh |= strcmp(unit->spellings.items[k].identifier, v->identifier) == 0;
        if (fresh && v->low)
            bounded(reader, script, v);
        if (statement)
            look_at_place(reader, script, v, statement);
    }
}

static ip_pl_statement *add(ip_reader *reader, ip_script *script, ip_pl_kind kind, const ip_sql_item *item)
{
    ip_pl_statement *s = ip_workload_script_push(reader, script, kind, item->range);
    if (kind == IP_PL_SQL) {
        s->sql = item->range;
        s->sql_text = item->text;
    }
    return s;
}

/* A variable may have the name of an SQL keyword, or capital letters. */
static ip_pl_text target_text(ip_reader *reader, const char *name, ip_range place)
{
    return ip_workload_script_generated(reader, ip_quoted(reader->arena, name, '"'), place);
}

static void add_target(ip_reader *reader, ip_script *script, ip_pl_statement *s, const char *name, ip_range place)
{
    ip_pl_declaration d = {.name = name, .type = "", .range = place};
    if (!declared(script->unit, name))
        IP_PUSH(reader->arena, &script->unit->tree->declarations, d);
    IP_PUSH(reader->arena, &s->targets, target_text(reader, name, place));
}

static bool is_permanent(const PgQuery__RangeVar *relation)
{
    return relation && *relation->relpersistence != 't' && strncmp(relation->schemaname, "pg_temp", 7) != 0;
}

/* Does it create a permanent object, of a kind that clients do not create in concurrent transactions? Without IF NOT
 * EXISTS and OR REPLACE it can succeed only once. */
static bool deploys(const ip_tree *statement)
{
    const PgQuery__CreateFunctionStmt *function = ip_as_create_function_stmt(statement);
    const PgQuery__ViewStmt *view = ip_as_view_stmt(statement);
    const PgQuery__CreateStmt *table = ip_as_create_stmt(statement);
    const PgQuery__CreateTrigStmt *trigger = ip_as_create_trig_stmt(statement);
    if (function)
        return function->n_funcname == 1 || strncmp(ip_parse_string_node(function->funcname[0]), "pg_temp", 7) != 0;
    if (view)
        return is_permanent(view->view);
    if (table)
        return is_permanent(table->relation) && !table->if_not_exists;
    if (trigger)
        return is_permanent(trigger->relation);
    return ip_as_create_enum_stmt(statement) || ip_as_composite_type_stmt(statement) ||
           ip_as_create_domain_stmt(statement);
}

void ip_workload_script_end_way(ip_reader *reader, ip_script *script, const ip_sql_item *item, bool rolls_back)
{
    if (script->way_ended)
        return; /* a warning of the server's */
    script->way_ended = true;
    ip_workload_script_push(reader, script, rolls_back ? IP_PL_ROLLBACK : IP_PL_RETURN, item->range);
}

/* Statements after a branch that has ended the transaction belong to another transaction, which is not supported. */
static void after_its_end(ip_reader *reader, ip_script *script, ip_range place)
{
    const char *message = "a statement after a way of \\if in which the transaction ends";
    if ((!script->way_ended && !script->partly_ended) || script->unit->broken)
        return;
    ip_diagnostics_add(reader->diagnostics, IP_UNSUPPORTED, place, script->unit->name, "%s", message);
    ip_workload_script_broken(reader, script, message, place);
}

void ip_workload_script_statement(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                  const ip_tree *statement, bool schema_statement)
{
    ip_unit *unit = script->unit;
    after_its_end(reader, script, item->range);
    script->statements++;
    script->count_checks = 0;
    if (item->place.source == unit->body.source)
        unit->body.end = item->place.end;
    if (!statement) {
        add(reader, script, IP_PL_UNKNOWN, item)->what = "syntax error";
        script->touches_rows = true;
        return;
    }
    const PgQuery__TransactionStmt *control = ip_as_transaction_stmt(statement);
    if (control) {
        ip_workload_script_savepoint_statement(reader, script, item, control);
        return;
    }
    const char *kind = ip_parse_node_kind(statement);
    bool setting = strcmp(kind, "VariableSetStmt") == 0 || strcmp(kind, "VariableShowStmt") == 0;
    script->touches_rows |= !schema_statement && !setting;
    script->schema_statements += schema_statement;
    script->deploys |= schema_statement && deploys(statement);
    if (ip_workload_script_prepared_statement(reader, script, item, statement))
        return;
    ip_sql_item in_rows;
    const ip_tree *rows = ip_workload_script_rows(reader, script, item, &in_rows);
    statement = rows ? rows : statement;
    item = rows ? &in_rows : item;
    ip_sql_item in_arrays;
    ip_script_columns taken = {0};
    const ip_tree *arrays = ip_workload_script_columns(reader, script, item, statement, &in_arrays, &taken);
    statement = arrays ? arrays : statement;
    item = arrays ? &in_arrays : item;
    ip_workload_script_see(reader, script, item, statement);
    script->rows_in = arrays ? taken.items[0].variable : NULL;
    /* CREATE TABLE AS and SELECT INTO read rows, too. */
    bool reads = strcmp(kind, "CreateTableAsStmt") == 0 || strcmp(kind, "SelectStmt") == 0;
    ip_pl_statement *s = add(reader, script, schema_statement && !reads ? IP_PL_NULL : IP_PL_SQL, item);
    s->schema_statement = s->takes_snapshot = schema_statement && !reads;
    s->schema_text = s->schema_statement ? item->text : NULL;
    for (int i = 0; i < taken.count; i++)
        add_target(reader, script, s, taken.items[i].variable, item->range);
    if (ip_as_do_stmt(statement))
        s->anonymous = ip_workload_routine_anonymous(reader, item, ip_as_do_stmt(statement), NULL);
    ip_workload_script_counts(reader, script, item);
    for (int i = 0; i < item->comments.count; i++)
        ip_workload_annotations_read(reader,
                                     (ip_range){item->place.source, item->comments.items[i].begin, item->place.end});
}

void ip_workload_script_rollback(ip_reader *reader, ip_script *script, const ip_sql_item *item)
{
    ip_workload_script_push(reader, script, IP_PL_ROLLBACK, item->range);
}

/* The text that is the variable's value. */
static ip_range colon(ip_reader *reader, const char *variable, ip_range place)
{
    return ip_workload_script_generated(reader, ip_arena_printf(reader->arena, ":%s", variable), place);
}

static bool is_constant(ip_reader *reader, const char *text)
{
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse_expr(reader->arena, text, &error);
    bool constant = ip_as_a_const(tree) != NULL;
    return constant;
}

/* The position of the input's last statement in its block; -1: none. */
static int last_of_input(const ip_script *script)
{
    return script->block->body.count - 1 - script->count_checks;
}

/* Without a row \gset leaves the variable as it was: an assignment of its old value comes before the statement. */
static void keep_value(ip_reader *reader, ip_script *script, const ip_sql_item *before, const char *name,
                       const ip_sql_item *command)
{
    ip_pl_statement *block = script->block, *moved[5];
    int at = last_of_input(script), count = block->body.count - at;
    if (before->variables.count == 0 && !is_constant(reader, before->text)) {
        const char *message = "\\gset, where it has no row, leaves a text that is no value in the variable";
        ip_diagnostics_add(reader->diagnostics, IP_UNSUPPORTED, command->range, script->unit->name, "%s", message);
        ip_workload_script_broken(reader, script, message, command->range);
        return;
    }
    if (count > (int)(sizeof moved / sizeof *moved)) {
        ip_workload_script_broken(reader, script, "\\gset after several comments about the rows", command->range);
        return;
    }
    memcpy(moved, block->body.items + at, sizeof *moved * (size_t)count);
    block->body.count = at;
    ip_workload_script_see(reader, script, before, NULL);
    ip_pl_statement *kept = ip_workload_script_push(reader, script, IP_PL_ASSIGN, command->range);
    IP_PUSH(reader->arena, &kept->targets, target_text(reader, name, command->range));
    kept->expr = ip_workload_script_generated(reader, before->text, command->range);
    for (int i = 0; i < count; i++)
        IP_PUSH(reader->arena, &block->body, moved[i]);
}

/* Of columns with one name, the last gives the variable its value. */
static bool is_set_again(const ip_result_columns *columns, int column)
{
    for (int i = column + 1; i < columns->count; i++)
        if (strcmp(columns->items[i].name, columns->items[column].name) == 0)
            return true;
    return false;
}

static void set_from_results(ip_reader *reader, ip_script *script, const ip_sql_item *command, const ip_tree *statement)
{
    ip_unit *unit = script->unit;
    int last = last_of_input(script);
    ip_pl_statement *s = last >= 0 ? script->block->body.items[last] : NULL;
    const ip_result_columns columns = ip_workload_result_columns_used(reader, unit, statement, command->range);
    const char *prefix = ip_range_text(reader->arena, command->argument);
    if (s && s->targets.count > 0) {
        const char *message = "\\gset after a statement whose columns are taken already";
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, command->range, unit->name, "%s", message);
        ip_workload_script_broken(reader, script, message, command->range);
        return;
    }
    if (columns.count == 0 || !s || s->kind != IP_PL_SQL) {
        ip_workload_script_broken(reader, script, "\\gset after a statement without results", command->range);
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, command->range, unit->name,
                           "expected a statement with results before \\gset");
        return;
    }
    for (int i = 0; i < columns.count; i++) {
        const char *output = columns.items[i].name;
        if (!*output) {
            ip_workload_script_broken(reader, script, "\\gset of a result column without a name", command->range);
            ip_diagnostics_add(reader->diagnostics, IP_UNSUPPORTED, command->range, unit->name,
                               "\\gset of a result column without a name: add AS");
            return;
        }
        if (is_set_again(&columns, i)) {
            const char *unused = ip_arena_printf(reader->arena, "isoproof_column_%d_%d", script->statements, i + 1);
            add_target(reader, script, s, unused, command->range);
            continue;
        }
        const char *variable = ip_arena_printf(reader->arena, "%s%s", prefix, output);
        ip_sql_item before = *command;
        before.variables.count = 0;
        before.text = !script->composed && ip_psql_variables_is_bound(reader->variables, variable)
                          ? ip_psql_variables_fill_text(reader->variables, colon(reader, variable, command->range),
                                                        &before.range, &before.variables)
                          : NULL;
        const char *name = ip_psql_variables_forget(reader->variables, variable);
        add_target(reader, script, s, name, command->range);
        if (before.text)
            keep_value(reader, script, &before, name, command);
    }
    s->keeps_targets = true;
}

void ip_workload_script_forget_results(ip_reader *reader, const ip_sql_item *command, const ip_tree *statement)
{
    const ip_result_columns columns = ip_workload_result_columns_of(reader, statement);
    for (int i = 0; i < columns.count; i++)
        if (*columns.items[i].name)
            ip_psql_variables_forget(reader->variables, ip_arena_printf(reader->arena, "%s%s",
                                                                        ip_range_text(reader->arena, command->argument),
                                                                        columns.items[i].name));
}

/* --------------------------------------------------------------- \if -- */

/* The next branch of the innermost \if: its statements are a separate block. */
static void open_way(ip_reader *reader, ip_script *script, const ip_sql_item *command)
{
    ip_pl_statement *choice = script->ifs.items[script->ifs.count - 1];
    ip_pl_branch branch = {0};
    if (strcmp(command->command, "else") != 0) {
        ip_sql_item condition = *command;
        const char *assumed = ip_workload_script_condition(script, command);
        if (assumed) {
            condition.variables.count = 0;
            condition.text = ip_psql_variables_fill_text(reader->variables,
                                                         ip_workload_script_generated(reader, assumed, command->place),
                                                         &condition.range, &condition.variables);
            condition.range =
                ip_workload_script_generated(reader, condition.text ? condition.text : "NULL", command->place);
        } else if (!*condition.text) { /* any value, as a variable of its own */
            const char *text = ip_arena_printf(reader->arena, ":condition_%d", ip_range_position(command->place).line);
            condition.text = ip_psql_variables_fill_text(reader->variables,
                                                         ip_workload_script_generated(reader, text, command->place),
                                                         &condition.range, &condition.variables);
            if (!condition.text) {
                ip_workload_script_broken(reader, script, "a condition that is not followed", command->place);
                condition.text = "NULL::boolean";
            }
            condition.range = ip_workload_script_generated(reader, condition.text, command->place);
        }
        /* Bounds of a variable hold whichever branch is taken: they are asserted before the \if. */
        ip_pl_statement *inside = script->block;
        script->block = script->blocks.items[script->blocks.count - 1];
        script->block->body.count--;
        ip_workload_script_see(reader, script, &condition, NULL);
        IP_PUSH(reader->arena, &script->block->body, choice);
        script->block = inside;
        branch.condition = condition.range;
    }
    ip_pl_statement *way = IP_NEW(reader->arena, ip_pl_statement);
    way->kind = IP_PL_BLOCK;
    way->range = command->place;
    IP_PUSH(reader->arena, &branch.body, way);
    IP_PUSH(reader->arena, &choice->branches, branch);
    script->block = way;
}

/* The end of a branch, whether or not the transaction ended in it. */
static void close_way(ip_script *script)
{
    ip_script_ways *ways = &script->ways.items[script->ways.count - 1];
    ways->every &= script->way_ended;
    ways->some |= script->way_ended;
    ways->partly |= script->partly_ended;
    script->partly_ended = ways->ended_before;
    script->way_ended = false;
}

static void close_if(ip_script *script)
{
    close_way(script);
    ip_script_ways ways = script->ways.items[--script->ways.count];
    script->ifs.count--;
    script->block = script->blocks.items[--script->blocks.count];
    bool ends = ways.every && ways.has_else;
    script->way_ended = ends && script->ifs.count > 0;
    script->over = ends && script->ifs.count == 0;
    script->partly_ended |= ways.partly || (ways.some && !ends);
}

static bool conditional_command(ip_reader *reader, ip_script *script, const ip_sql_item *command)
{
    if (strcmp(command->command, "if") == 0) {
        after_its_end(reader, script, command->range);
        IP_PUSH(reader->arena, &script->blocks, script->block);
        const ip_script_ways ways = {.every = true, .ended_before = script->partly_ended};
        IP_PUSH(reader->arena, &script->ways, ways);
        ip_pl_statement *choice = ip_workload_script_push(reader, script, IP_PL_IF, command->place);
        IP_PUSH(reader->arena, &script->ifs, choice);
        open_way(reader, script, command);
        return true;
    }
    bool end = strcmp(command->command, "endif") == 0;
    bool in_loop = script->loops.count > 0 && script->loops.items[script->loops.count - 1].ifs == script->ifs.count;
    if (!end && strcmp(command->command, "elif") != 0 && strcmp(command->command, "else") != 0)
        return false;
    if (in_loop)
        ip_workload_script_loops_end(reader, script);
    if (script->ifs.count == 0) {
        const char *message = "the transaction begins within a way of \\if that ends before it";
        ip_diagnostics_add(reader->diagnostics, IP_UNSUPPORTED, command->range, script->unit->name, "%s", message);
        ip_workload_script_broken(reader, script, message, command->range);
    } else if (end) {
        close_if(script);
    } else {
        close_way(script);
        script->ways.items[script->ways.count - 1].has_else |= strcmp(command->command, "else") == 0;
        open_way(reader, script, command);
    }
    return true;
}

/* \gdesc asks the server for the result columns of the previous statement, and does not run it. */
static void describe_alone(const ip_script *script)
{
    const ip_pl_statement *block = script->block;
    ip_pl_statement *s = block->body.count ? block->body.items[block->body.count - 1] : NULL;
    if (s && s->kind == IP_PL_SQL) {
        s->kind = IP_PL_NULL;
        s->takes_snapshot = true;
    }
}

/* \dt+ and the like, \l+: what tables and databases take on disk. */
static bool shows_sizes(const char *word)
{
    return (word[0] == 'd' || word[0] == 'l') && strchr(word, '+');
}

void ip_workload_script_command(ip_reader *reader, ip_script *script, const ip_sql_item *command,
                                const ip_sql_item *last, const ip_tree *last_statement)
{
    ip_unit *unit = script->unit;
    const char *word = command->command, *message = NULL;
    if (conditional_command(reader, script, command))
        return;
    if (strcmp(word, "gexec") == 0 || strcmp(word, "aset") == 0 || strcmp(word, "watch") == 0)
        message = "\\%s in a transaction is not followed";
    else if (ip_is_among("c connect", word))
        message = "\\%s in a transaction, which it rolls back, is not followed";
    else if (strncmp(word, "lo_", 3) == 0 || shows_sizes(word))
        message = "\\%s looks at or changes what no level isolates, which is not followed";
    else if (strcmp(word, "gset") == 0 && !last && last_statement)
        ip_diagnostics_add(
            reader->diagnostics, IP_ASSUMPTION, command->range, unit->name,
            "after a semicolon \\gset is pgbench's syntax: psql would send the statement before it again");
    else if (ip_is_among("g gx gset gdesc crosstabview", word) && !last)
        message = "\\%s sends the statement before once more, which is not followed";
    if (!message && strcmp(word, "gset") == 0)
        set_from_results(reader, script, command, last_statement);
    if (!message && strcmp(word, "gdesc") == 0)
        describe_alone(script);
    if (!message || unit->broken)
        return;
    message = ip_arena_printf(reader->arena, message, word);
    ip_diagnostics_add(reader->diagnostics, IP_UNSUPPORTED, command->range, unit->name, "%s", message);
    ip_workload_script_broken(reader, script, message, command->range);
}

ip_unit *ip_workload_script_end(ip_reader *reader, ip_script *script, const ip_source *source, size_t end)
{
    ip_unit *unit = script->unit;
    if (script->ifs.count > 0) {
        const char *message = "the transaction ends within a way of \\if that begins in it";
        ip_diagnostics_add(reader->diagnostics, IP_UNSUPPORTED, (ip_range){source, end, end}, unit->name, "%s",
                           message);
        ip_workload_script_broken(reader, script, message, (ip_range){source, end, end});
    }
    ip_workload_script_loops_end(reader, script);
    ip_workload_script_assumptions_end(reader, script);
    if (source == unit->range.source)
        unit->range.end = unit->body.end = unit->tree->range.end = end;
    bool changes = script->schema_statements > 0;
    bool rows = script->touches_rows && !script->deploys;
    bool runs = rows || unit->broken, migration = unit->range.source->migration && !script->named;
    bool keep = (script->named && (changes || script->touches_rows)) || (runs && !migration);
    if (runs && migration)
        ip_workload_report_ran_before(reader, unit->range);
    else if (!keep && changes && reader->definitions->schema_transactions++ == 0)
        reader->definitions->first_schema_transaction = unit->range;
    *script = (ip_script){0};
    ip_psql_variables_begin(reader->variables);
    return keep ? unit : NULL;
}
