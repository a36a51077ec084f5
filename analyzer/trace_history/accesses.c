/* Finds what recorded statements read and wrote. Understood statements access one row: SELECT, UPDATE and DELETE with
 * conditions of the form column = value, and INSERT of one row of values. Of any other write at most the table and the
 * columns that it may have written are known. */
#include "trace_history/accesses.h"

#include "base/words.h"
#include "catalog/builtin.h"
#include "parse/pg_parse.h"
#include "parse/statement.h"

#include <ctype.h>
#include <string.h>

/* ----------------------------------------------------------------- values -- */

static bool is_number(const char *text)
{
    size_t sign = *text == '-', whole = strspn(text + sign, "0123456789");
    const char *rest = text + sign + whole;
    return whole > 0 && (!*rest || (*rest == '.' && rest[1 + strspn(rest + 1, "0123456789")] == '\0'));
}

/* Returns one canonical text for what a client sends and for what the server prints of that value. Returns NULL if the
 * two might differ. */
static const char *plain(ip_arena *arena, const char *text)
{
    if (is_number(text)) {
        size_t length = strlen(text);
        while (strchr(text, '.') && length > 0 && (text[length - 1] == '0' || text[length - 1] == '.'))
            if (text[--length] == '.')
                break;
        while (text[0] == '0' && length > 1 && text[1] != '.') {
            text++;
            length--;
        }
        return ip_arena_printf(arena, "=%.*s", (int)length, text);
    }
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return ip_arena_printf(arena, "=%c", *text);
    /* The server may print times, arrays and JSON in another form than the client has sent. */
    for (const char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr(" _@.", *at) && (unsigned char)*at < 0x80)
            return NULL;
    return isdigit((unsigned char)*text) ? NULL : ip_arena_printf(arena, "=%s", text);
}

static const char *json_value(ip_arena *arena, const ip_json *value)
{
    if (value && value->kind == IP_JSON_NULL)
        return "-";
    return value && value->kind == IP_JSON_STRING ? plain(arena, value->text) : NULL;
}

static const char *constant_value(ip_arena *arena, const PgQuery__AConst *constant)
{
    if (constant->isnull)
        return "-";
    if (ip_const_ival(constant))
        return ip_arena_printf(arena, "=%d", ip_const_ival(constant)->ival);
    if (ip_const_fval(constant))
        return plain(arena, ip_const_fval(constant)->fval);
    if (ip_const_boolval(constant))
        return ip_const_boolval(constant)->boolval ? "=t" : "=f";
    return ip_const_sval(constant) ? plain(arena, ip_const_sval(constant)->sval) : NULL;
}

/* Returns the value that the client has sent for the expression, or NULL if the expression is no value or its form is
 * not certain. */
static const char *value_of(ip_arena *arena, const ip_tree *node, const ip_json *parameters)
{
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    const PgQuery__ParamRef *param = ip_as_param_ref(node);
    const PgQuery__AExpr *expr = ip_as_a_expr(node);
    if (cast)
        return value_of(arena, cast->arg, parameters);
    if (ip_as_a_const(node))
        return constant_value(arena, ip_as_a_const(node));
    if (param && parameters && param->number >= 1 && param->number <= parameters->items.count)
        return json_value(arena, parameters->items.items[param->number - 1]);
    if (expr && !expr->lexpr && strcmp(ip_parse_string_node(ip_parse_list_item(IP_ITEMS(expr, name), 0)), "-") == 0) {
        const char *value = value_of(arena, expr->rexpr, parameters);
        return value && isdigit((unsigned char)value[1]) ? ip_arena_printf(arena, "=-%s", value + 1) : NULL;
    }
    return NULL;
}

static const char *column_of(const ip_tree *node)
{
    const ip_list *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *name = ip_parse_last_string(fields);
    return *name ? name : NULL;
}

/* -------------------------------------------------------------- conditions -- */

static void add_cell(ip_arena *arena, ip_traced_cells *cells, const char *column, const char *value)
{
    ip_traced_cell cell = {column, value};
    IP_PUSH(arena, cells, cell);
}

/* Reads the conjuncts of a WHERE condition. */
static void read_condition(ip_arena *arena, const ip_tree *node, const ip_json *parameters, ip_trace_access *access)
{
    const PgQuery__BoolExpr *all = ip_as_bool_expr(node);
    const PgQuery__AExpr *expr = ip_as_a_expr(node);
    if (!node)
        return;
    if (all && all->boolop == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR) {
        for (size_t i = 0; i < all->n_args; i++)
            read_condition(arena, all->args[i], parameters, access);
        return;
    }
    const char *operator= expr ? ip_parse_string_node(ip_parse_list_item(IP_ITEMS(expr, name), 0)) : "";
    bool equals = expr && expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP && strcmp(operator, "=") == 0;
    const char *column = equals ? column_of(expr->lexpr) : NULL;
    const char *value = column ? value_of(arena, expr->rexpr, parameters) : NULL;
    if (value && *value != '-')
        add_cell(arena, &access->key, column, value);
    else
        access->other_conditions = true;
}

static const char *table_name(ip_arena *arena, const PgQuery__RangeVar *table)
{
    bool plain_schema = !*table->schemaname || strcmp(table->schemaname, "public") == 0;
    return plain_schema ? table->relname : ip_arena_printf(arena, "%s.%s", table->schemaname, table->relname);
}

/* -------------------------------------------------------------- statements -- */

typedef struct reading {
    ip_trace_accesses *all;
    ip_arena *arena;
    const ip_json *parameters, *columns, *rows;
    long row_count; /* in the result */
    ip_trace_access created;
} reading;

/* Adds the values of the result's first row, by column name. */
static void add_result(reading *r)
{
    const ip_json *row = r->rows && r->rows->items.count > 0 ? r->rows->items.items[0] : NULL;
    for (int i = 0; row && i < row->items.count && i < r->columns->items.count; i++)
        add_cell(r->arena, &r->created.cells, r->columns->items.items[i]->text,
                 json_value(r->arena, row->items.items[i]));
}

static bool targets_are_columns(const ip_list *targets)
{
    size_t i;
    const ip_tree *target;
    IP_LIST_EACH(targets, i, target)
    {
        const PgQuery__ResTarget *result = ip_as_res_target(target);
        const char *column = column_of(IP_GET(result, val));
        bool star = ip_as_column_ref(IP_GET(result, val)) && !column;
        if (!star && (!column || (*IP_TEXT(result, name) && strcmp(result->name, column) != 0)))
            return false;
    }
    return ip_parse_list_size(targets) > 0;
}

static void add(reading *r)
{
    ip_traced_transaction *t = &r->all->transactions.items[r->created.transaction];
    r->created.previous = t->last;
    t->last = r->all->items.count;
    IP_PUSH(r->arena, &r->all->items, r->created);
}

/* The reads of a SELECT of any other form are left out. */
static void read_select(reading *r, const PgQuery__SelectStmt *select)
{
    const PgQuery__RangeVar *table = select->n_from_clause == 1 ? ip_as_range_var(select->from_clause[0]) : NULL;
    bool simple = table && !select->n_group_clause && !select->having_clause && !select->n_distinct_clause &&
                  !select->n_window_clause && !select->with_clause && !select->limit_offset &&
                  !ip_parse_is_set_operation(select) && targets_are_columns(IP_ITEMS(select, target_list));
    if (!simple)
        return;
    r->created.kind = IP_ACCESS_SELECT;
    r->created.table = table_name(r->arena, table);
    r->created.rows = r->row_count;
    read_condition(r->arena, select->where_clause, r->parameters, &r->created);
    add_result(r);
    if (r->created.key.count > 0) {
        r->all->understood++;
        add(r);
    }
}

static void read_update(reading *r, const PgQuery__UpdateStmt *update)
{
    r->created.kind = IP_ACCESS_UPDATE;
    r->created.table = table_name(r->arena, update->relation);
    read_condition(r->arena, update->where_clause, r->parameters, &r->created);
    r->created.every_row = update->n_from_clause > 0;
    for (size_t i = 0; i < update->n_target_list; i++) {
        const PgQuery__ResTarget *target = ip_as_res_target(update->target_list[i]);
        const char *value = value_of(r->arena, IP_GET(target, val), r->parameters);
        for (int k = 0; !value && r->rows && k < r->columns->items.count; k++) /* RETURNING shows the new value */
            if (r->rows->items.count == 1 && strcmp(r->columns->items.items[k]->text, target->name) == 0 &&
                k < r->rows->items.items[0]->items.count && targets_are_columns(IP_ITEMS(update, returning_list)))
                value = json_value(r->arena, r->rows->items.items[0]->items.items[k]);
        add_cell(r->arena, &r->created.cells, IP_TEXT(target, name), value);
    }
}

static void read_insert(reading *r, const PgQuery__InsertStmt *insert)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(insert->select_stmt);
    const ip_list *values =
        select && select->n_values_lists == 1 ? IP_ITEMS(ip_as_list(select->values_lists[0]), items) : NULL;
    r->created.kind = IP_ACCESS_INSERT;
    r->created.table = table_name(r->arena, insert->relation);
    r->created.every_row = insert->on_conflict_clause || !values || !insert->n_cols;
    for (size_t i = 0; values && i < insert->n_cols && i < ip_parse_list_size(values); i++)
        add_cell(r->arena, &r->created.cells, IP_TEXT(ip_as_res_target(insert->cols[i]), name),
                 value_of(r->arena, ip_parse_list_item(values, i), r->parameters));
    if (targets_are_columns(IP_ITEMS(insert, returning_list)))
        add_result(r);
}

/* User-defined functions may write tables. Built-in functions do not. */
static bool calls_unknown(const ip_tree *node)
{
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    const ip_tree *part;
    int count = 0;
    if (call) {
        const ip_list *names = IP_ITEMS(call, funcname);
        const char *name = ip_parse_last_string(names);
        if (!ip_catalog_builtin_named(name, &count) && strcmp(name, "count") != 0)
            return true;
    }
    for (size_t i = 0; i < ip_parse_list_size(node); i++)
        if (calls_unknown(ip_parse_list_item(node, i)))
            return true;
    IP_TREE_EACH(node, field, part) if (calls_unknown(part)) return true;
    return false;
}

/* Changes of a table that leave the values of its rows alone. A new column has its default, which no transaction
 * writes.
 */
static bool keeps_rows(const PgQuery__AlterTableStmt *alter)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(alter, cmds), i, item)
    {
        switch (IP_GET(ip_as_alter_table_cmd(item), subtype)) {
        case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_ValidateConstraint:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull:
        case PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner:
            break;
        default:
            return false;
        }
    }
    return true;
}

/* Writes no row. Tests often create the schema themselves. */
static bool harmless(const ip_tree *statement)
{
    const PgQuery__AlterTableStmt *alter = ip_as_alter_table_stmt(statement);
    return ip_is_among(
               "TransactionStmt VariableSetStmt VariableShowStmt LockStmt PrepareStmt DeallocateStmt DiscardStmt "
               "NotifyStmt ListenStmt UnlistenStmt VacuumStmt ConstraintsSetStmt CreateStmt IndexStmt CreateSeqStmt "
               "CreateSchemaStmt CreateEnumStmt CreateExtensionStmt CommentStmt GrantStmt",
               ip_parse_node_kind(statement)) ||
           (alter && keeps_rows(alter));
}

static void read_statement(reading *r, const ip_tree *statement, const char *text)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const PgQuery__UpdateStmt *update = ip_as_update_stmt(statement);
    const PgQuery__InsertStmt *insert = ip_as_insert_stmt(statement);
    const PgQuery__DeleteStmt *delete = ip_as_delete_stmt(statement);
    bool writes = update || insert || delete;
    if (harmless(statement))
        return;
    r->all->statements++;
    bool known =
        (select || writes) && !ip_parse_with_of(statement) && !calls_unknown(statement) && !IP_GET(select, into_clause);
    if (!known) {
        if (!r->all->unknown_writes) {
            r->all->unknown_text =
                ip_arena_strndup(r->arena, text, strcspn(text, "\n") < 60 ? strcspn(text, "\n") : 60);
            r->all->unknown_line = r->created.line;
        }
        r->all->unknown_writes = true;
        return;
    }
    if (select) {
        read_select(r, select);
        return;
    }
    if (update)
        read_update(r, update);
    else if (insert)
        read_insert(r, insert);
    if (delete) {
        r->created.kind = IP_ACCESS_DELETE;
        r->created.table = table_name(r->arena, delete->relation);
        r->created.every_row = delete->n_using_clause > 0;
        read_condition(r->arena, delete->where_clause, r->parameters, &r->created);
    }
    r->all->understood += !r->created.every_row && (insert || r->created.key.count > 0);
    add(r);
}

/* Returns the number at the end of a command tag such as "UPDATE 1" or "INSERT 0 1". */
static long tag_count(const ip_json *tags, size_t i)
{
    const char *tag = tags && i < (size_t)tags->items.count ? tags->items.items[i]->text : "";
    const char *last = strrchr(tag, ' ');
    long count = 0;
    for (const char *at = last ? last + 1 : ""; isdigit((unsigned char)*at); at++)
        count = 10 * count + (*at - '0');
    return count;
}

static void note_control(ip_traced_transaction *t, const ip_tree *statement, const ip_json *tags, size_t i)
{
    const PgQuery__TransactionStmt *control = ip_as_transaction_stmt(statement);
    const char *tag = tags && i < (size_t)tags->items.count ? tags->items.items[i]->text : "";
    if (!control)
        return;
    switch (control->kind) {
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_BEGIN:
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_START:
        t->begun = true;
        break;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_COMMIT:
        t->outcome = t->failed || strcmp(tag, "COMMIT") != 0 ? IP_TRACE_FAILED : IP_TRACE_COMMITTED;
        break;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK:
        t->outcome = t->failed ? IP_TRACE_FAILED : IP_TRACE_ABORTED;
        break;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK_TO:
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_PREPARE:
        t->partly = true;
        break;
    default:
        break;
    }
}

void ip_trace_history_trace_accesses_add(ip_trace_accesses *all, int transaction, const ip_json *line, long number)
{
    const ip_json *text = ip_history_json_get(line, "text"), *tags = ip_history_json_get(line, "tags");
    const ip_json *count = ip_history_json_get(line, "row_count");
    ip_traced_transaction *t = &all->transactions.items[transaction];
    ip_parse_error error;
    t->end = number;
    t->failed |= ip_history_json_get(line, "sqlstate") != NULL;
    if (!text || text->kind != IP_JSON_STRING)
        return;
    const ip_tree *statements = ip_parse_pg_parse(all->arena, text->text, &error);
    bool one = !ip_parse_statement_at(statements, 1);
    for (size_t i = 0; ip_parse_statement_at(statements, i); i++) {
        reading r = {.all = all, .arena = all->arena, .parameters = ip_history_json_get(line, "parameters")};
        bool done = tags && i < (size_t)tags->items.count;
        if (one) {
            r.columns = ip_history_json_get(line, "columns");
            r.rows = r.columns ? ip_history_json_get(line, "rows") : NULL;
            r.row_count = count && count->kind == IP_JSON_NUMBER ? (long)strlen(count->text) : 0;
            r.row_count = !r.row_count ? 0 : strcmp(count->text, "0") == 0 ? 0 : strcmp(count->text, "1") == 0 ? 1 : 2;
        }
        r.created = (ip_trace_access){
            .transaction = transaction, .rows = tag_count(tags, i), .line = number, .offset = line->range.begin};
        note_control(t, ip_parse_statement_at(statements, i), tags, i);
        if (done && (one || !ip_as_select_stmt(ip_parse_statement_at(statements, i))))
            read_statement(&r, ip_parse_statement_at(statements, i), text->text);
    }
}
