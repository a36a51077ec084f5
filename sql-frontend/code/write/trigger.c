/* Triggers of a table that a write fires (PostgreSQL's manual, chapter 39 and section 43.10). The function of one is
 * compiled for each trigger and event: what NEW and OLD are, and what TG_OP and its like say, is known then. */
#include "code/coder.h"
#include "base/words.h"
#include "catalog/partition.h"

#include <stdlib.h>
#include <string.h>

enum { NEW_ROW, OLD_ROW };

static ip_code_unit *unit_of(ip_coder *coder, const ip_trigger *t, const ip_unit *unit, const ip_table *table,
                             ip_code_write_kind event, int *index)
{
    for (*index = 0; *index < coder->units.count; (*index)++) {
        ip_code_unit *entry = coder->units.items[*index];
        if (entry->trigger == t && entry->event == event && entry->table == table)
            return entry;
    }
    ip_code_unit *entry = IP_NEW(coder->arena, ip_code_unit);
    entry->unit = unit;
    entry->code = IP_NEW(coder->arena, ip_code);
    entry->trigger = t;
    entry->table = table;
    entry->event = event;
    IP_PUSH(coder->arena, &coder->units, entry);
    ip_code *code = entry->code;
    ip_compiler *c = ip_code_compiler_new(coder, entry);
    ip_code_type row = ip_code_type_any();
    row.row = table;
    code->name = unit->name;
    code->volatile_ = unit->volatility == IP_VOLATILE;
    code->definer = unit->definer;
    code->sets = unit->sets;
    code->trigger = true;
    code->parameter_count = 2;
    code->found = code->row_slot = -1;
    for (int i = 0; i < 2; i++) {
        ip_code_hidden(c, i == NEW_ROW ? "new" : "old", row);
        IP_PUSH(c->arena, &code->in, true);
        IP_PUSH(c->arena, &code->out, false);
        IP_PUSH(c->arena, &code->defaults, NULL);
        code->row_reads[i] = IP_NEW_ARRAY(c->arena, bool, table->columns.count);
    }
    code->result = row;
    return entry;
}

void ip_code_see_row(ip_compiler *c)
{
    ip_code_open_level(c, c->unit->label);
    ip_code_see(c, "new", NEW_ROW);
    ip_code_see(c, "old", OLD_ROW);
}

void ip_code_read_row(ip_compiler *c, int slot, const char *field)
{
    if (!c->self->trigger || slot > OLD_ROW || c->hands_back)
        return;
    const ip_table *table = c->self->table;
    for (int i = 0; i < table->columns.count; i++)
        if (!field || strcmp(table->columns.items[i].name, field) == 0)
            c->code->row_reads[slot][i] = true;
}

const ip_code_expr *ip_code_trigger_constant(ip_compiler *c, const char *name, ip_range range)
{
    const ip_trigger *t = c->self->trigger;
    static const char *const events[] = {"INSERT", "UPDATE", "DELETE"};
    if (!t || strncmp(name, "tg_", 3) != 0)
        return NULL;
    const char *table = ip_last_part(t->table), *value = NULL;
    if (strcmp(name, "tg_op") == 0)
        value = events[c->self->event];
    else if (strcmp(name, "tg_name") == 0)
        value = t->name;
    else if (strcmp(name, "tg_when") == 0)
        value = t->before ? "BEFORE" : t->instead ? "INSTEAD OF" : "AFTER";
    else if (strcmp(name, "tg_level") == 0)
        value = t->row ? "ROW" : "STATEMENT";
    else if ((strcmp(name, "tg_table_name") == 0 || strcmp(name, "tg_relname") == 0) &&
             !(t->row && !t->instead && ip_code_is_partitioned(c, ip_catalog_schema_table(c->schema, t->table))))
        value = table;
    else if (strcmp(name, "tg_nargs") == 0)
        return ip_code_text_constant(c, "integer", ip_arena_printf(c->arena, "%d", t->args.count), range);
    else
        ip_code_refuse(c, range, "the value of %s", name);
    return value ? ip_code_text_constant(c, "text", value, range) : ip_code_null(c, range);
}

const ip_code_expr *ip_code_trigger_argument(ip_compiler *c, const ip_tree *array, const ip_tree *subscript)
{
    const ip_trigger *t = c->self->trigger;
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(array), fields);
    const PgQuery__Integer *number = ip_const_ival(ip_as_a_const(subscript));
    if (!t || ip_parse_list_size(fields) != 1 || !number ||
        strcmp(ip_parse_string_node(ip_parse_list_item(fields, 0)), "tg_argv") != 0)
        return NULL;
    long long index = IP_GET(number, ival);
    ip_range range = ip_code_place_of(c, array);
    if (index < 0 || index >= t->args.count)
        return ip_code_null(c, range);
    return ip_code_text_constant(c, "text", t->args.items[index], range);
}

/* ---- transition tables ---- */

ip_code_from *ip_code_transition_item(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_code_scope *scope)
{
    const ip_trigger *t = c->self->trigger;
    const char *name = IP_TEXT(rangevar, relname);
    bool is_new = t && t->new_table && strcmp(t->new_table, name) == 0;
    bool is_old = t && t->old_table && strcmp(t->old_table, name) == 0;
    if (*IP_TEXT(rangevar, schemaname) || (!is_new && !is_old))
        return NULL;
    const ip_table *table = c->self->table;
    const PgQuery__Alias *alias = IP_GET(rangevar, alias);
    ip_range range = ip_code_place_of(c, rangevar);
    ip_code_expr *rows = ip_code_new(c, IP_CODE_FUNCTION, range);
    rows->name = is_new ? "new table" : "old table";
    rows->cast.row = table;
    ip_code_from *from = ip_code_rows_item(c, rows, name, scope);
    from->width = table->columns.count;
    from->names = IP_NEW_ARRAY(c->arena, const char *, from->width);
    const char *shown = alias ? IP_TEXT(alias, aliasname) : name;
    ip_code_relation relation = {
        .alias = ip_arena_strdup(c->arena, shown), .item = from->item, .transition = is_new ? 1 : 2};
    for (int i = 0; i < from->width; i++) {
        const ip_column *column = &table->columns.items[i];
        from->names[i] = column->name;
        ip_code_column seen = {column->name, ip_code_item_column(c, from->item, i, column->name, column->type)};
        IP_PUSH(c->arena, &relation.columns, seen);
    }
    ip_code_add_relation(c, scope, relation, IP_ITEMS(alias, colnames));
    c->code->transition = true;
    c->accesses = true;
    return from;
}

void ip_code_read_transition(ip_compiler *c, const ip_code_scope *scope, const ip_code_expr *column)
{
    for (int i = 0; i < scope->relations.count; i++) {
        const ip_code_relation *r = &scope->relations.items[i];
        if (r->transition && column && column->kind == IP_CODE_COLUMN && column->item == r->item)
            c->code->row_reads[r->transition - 1][column->index] = true;
        for (int k = 0; r->transition && (!column || column->kind != IP_CODE_COLUMN) && k < r->columns.count; k++)
            c->code->row_reads[r->transition - 1][k] = true;
    }
}

/* ---- what is known when it is compiled ---- */

static bool is_text(const ip_code_expr *e)
{
    return e->kind == IP_CODE_CONSTANT && !e->null && e->text && (e->unknown || e->type.kind == IP_TEXT);
}

static int same_text(const ip_code_expr *a, const ip_code_expr *b)
{
    return is_text(a) && is_text(b) ? strcmp(a->text, b->text) == 0 : -1;
}

static int known_connective(const ip_code_expr *e, int decides)
{
    int result = !decides;
    for (int i = 0; i < e->arg_count; i++) {
        int value = ip_code_known(e->args[i]);
        if (value == decides)
            return decides;
        if (value < 0)
            result = -1;
    }
    return result;
}

int ip_code_known(const ip_code_expr *e)
{
    int value;
    switch (e->kind) {
    case IP_CODE_OPERATOR:
        if (e->arg_count != 2 || (strcmp(e->name, "=") != 0 && strcmp(e->name, "<>") != 0))
            return -1;
        value = same_text(e->args[0], e->args[1]);
        return value < 0 ? -1 : value == (*e->name == '=');
    case IP_CODE_IN:
        for (int i = 1; i < e->arg_count; i++) {
            value = same_text(e->args[0], e->args[i]);
            if (value != 0)
                return value;
        }
        return 0;
    case IP_CODE_AND:
        return known_connective(e, 0);
    case IP_CODE_OR:
        return known_connective(e, 1);
    case IP_CODE_NOT:
        value = ip_code_known(e->args[0]);
        return value < 0 ? -1 : !value;
    default:
        return -1;
    }
}

/* ---- RETURN ---- */

/* NEW, OLD, COALESCE(NEW, OLD), NULL as they stand: which slot, -1: NULL, -2: something else. */
static int handed_back(ip_compiler *c, const ip_tree *node)
{
    const PgQuery__CoalesceExpr *coalesce = ip_as_coalesce_expr(node);
    int absent = c->self->event == IP_CODE_INSERT ? OLD_ROW : c->self->event == IP_CODE_DELETE_ROWS ? NEW_ROW : -1;
    size_t i;
    const ip_tree *arg;
    if (IP_GET(ip_as_a_const(node), isnull))
        return -1;
    IP_LIST_EACH(IP_ITEMS(coalesce, args), i, arg)
    {
        int slot = handed_back(c, arg);
        if (slot != -1)
            return slot;
    }
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *name = ip_arena_strdup(c->arena, ip_parse_string_node(ip_parse_list_item(fields, 0)));
    int used, slot = ip_parse_list_size(fields) == 1 ? ip_code_find_variable(c, &name, 1, &used) : -2;
    if (slot < 0 || slot > OLD_ROW)
        return coalesce && ip_parse_list_size(IP_ITEMS(coalesce, args)) > 0 ? -1 : -2;
    return slot == absent ? -1 : slot;
}

/* Columns of a row that only comes back are not read: the row goes on as it was. */
bool ip_code_return_row(ip_compiler *c, ip_pl_text text, ip_code_statement *to)
{
    const ip_trigger *t = c->self->trigger;
    ip_parse_error error;
    const ip_tree *node = ip_parse_pg_parse_expr(c->arena, ip_range_text(c->arena, text), &error);
    int slot = handed_back(c, node);
    if (slot == -2)
        return false;
    if (slot == -1 || !t->row || !(t->before || t->instead)) {
        to->expr = NULL;
        return true;
    }
    c->hands_back = slot == (c->self->event == IP_CODE_DELETE_ROWS ? OLD_ROW : NEW_ROW);
    ip_code_read_row(c, slot, NULL);
    c->hands_back = false;
    to->expr = ip_code_variable_expr(c, slot, text);
    return true;
}

/* ---- WHEN ---- */

/* As the function's first statement: unless the condition holds, the row goes back as it came. */
void ip_code_when(ip_compiler *c, ip_code_list *list)
{
    const ip_trigger *t = c->self->trigger;
    const ip_table *own = ip_catalog_schema_table(c->schema, t->table);
    bool old_row = c->self->event == IP_CODE_DELETE_ROWS;
    ip_code_bound_list conditions = {0};
    c->in_when = true;
    if (t->row && own && own != c->self->table) /* a trigger of a partition alone */
        ip_code_bounds(c, own, old_row ? "old" : "new", NULL, &conditions);
    if (t->when) {
        const ip_code_expr *given = ip_code_kept_expr(c, t->when, NULL);
        IP_PUSH(c->arena, &conditions, given);
    }
    c->in_when = false;
    if (conditions.count == 0)
        return;
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_IF, t->range);
    const ip_code_expr *when = ip_code_all_of(c, &conditions);
    const ip_code_expr *holds = ip_code_make(c, IP_CODE_IS_TRUE, t->range, 1, &when);
    ip_code_branch branch = {.condition = ip_code_make(c, IP_CODE_NOT, t->range, 1, &holds)};
    ip_code_list body = {0};
    ip_code_statement *back = ip_code_push(c, &body, IP_CODE_RETURN, t->range);
    int slot = c->self->event == IP_CODE_DELETE_ROWS ? OLD_ROW : NEW_ROW;
    back->expr = t->row && t->before ? ip_code_variable_expr(c, slot, t->range) : NULL;
    IP_CODE_MOVE_LIST(&branch.body, body);
    IP_PUSH(c->arena, &to->branches, branch);
}

/* ---- which ---- */

static bool on_event(const ip_trigger *t, ip_code_write_kind event)
{
    return event == IP_CODE_INSERT ? t->on_insert : event == IP_CODE_UPDATE_ROWS ? t->on_update : t->on_delete;
}

static bool names_column(const ip_trigger *t, const ip_table *table, const ip_code_set *sets, int count)
{
    for (int i = 0; i < t->columns.count; i++)
        for (int k = 0; k < count; k++)
            if (strcmp(table->columns.items[sets[k].column].name, t->columns.items[i]) == 0)
                return true;
    return t->columns.count == 0;
}

static const ip_unit *function_of(const ip_definitions *d, const ip_trigger *t)
{
    const ip_unit *found = NULL;
    int count = 0;
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        const char *dot = strrchr(unit->name, '.');
        if (unit->kind != IP_UNIT_ROUTINE || unit->parameters.count > 0)
            continue;
        if (strcmp(unit->name, t->function) == 0)
            return unit;
        if (!strchr(t->function, '.') && dot && strcmp(dot + 1, t->function) == 0) {
            found = unit;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

/* direct: fired by a statement's own write, and by no other part of it. */
static const char *why_not(const ip_compiler *c, const ip_trigger *t, const ip_unit *unit, const ip_code_write *write,
                           bool direct)
{
    if (!unit || strcmp(unit->language, "plpgsql") != 0)
        return "whose function is not known";
    if ((t->old_table || t->new_table) && (!direct || write->named != write->table || c->member))
        return "which has transition tables";
    return NULL;
}

/* Triggers for each row are those of the partition that the row is in, and of all tables above it; others those of
 * the table that the statement names. */
static bool is_of_write(const ip_compiler *c, const ip_trigger *t, const ip_code_write *write)
{
    if (!t->row)
        return !c->member && strcmp(t->table, write->named->name) == 0;
    if (strcmp(t->table, write->table->name) == 0)
        return true;
    const ip_table *own = ip_catalog_schema_table(c->schema, t->table);
    return own && ip_catalog_partition_whole(c->coder->definitions, own, NULL) == write->table;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const ip_code_trigger *)a)->name, ((const ip_code_trigger *)b)->name);
}

void ip_code_triggers(ip_compiler *c, ip_code_write *write, ip_code_write_kind event, const ip_code_set *sets,
                      int set_count, bool in_parts)
{
    const ip_definitions *d = c->coder->definitions;
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        if (event == IP_CODE_UPDATE_ROWS && t->row && !t->what && !t->disabled && (t->on_insert || t->on_delete) &&
            is_of_write(c, t, write))
            write->fires_on_passage = true;
        if (t->what || t->disabled || !is_of_write(c, t, write) || !on_event(t, event) ||
            (event == IP_CODE_UPDATE_ROWS && !names_column(t, write->table, sets, set_count)))
            continue;
        const ip_unit *unit = function_of(d, t);
        const char *reason = why_not(c, t, unit, write, !in_parts && !c->in_action);
        if (reason) {
            ip_code_refuse(c, c->range, "trigger \"%s\" on table \"%s\", %s", t->name, t->table, reason);
            continue;
        }
        if (!t->before && in_parts && c->fires && c->fires != write)
            ip_code_refuse(c, c->range, "trigger \"%s\" on table \"%s\", beside those of another part of the statement",
                           t->name, t->table);
        if (!t->before && in_parts)
            c->fires = write;
        int index;
        ip_code_trigger created = {.name = t->name, .event = event, .before = t->before, .row = t->row};
        if (t->new_table || t->old_table)
            write->transitions = true;
        created.deferrable = t->deferrable || t->deferred;
        created.deferred = t->deferred;
        created.inherited = ip_code_is_partitioned(c, ip_catalog_schema_table(c->schema, t->table));
        created.function = unit_of(c->coder, t, unit, write->table, event, &index)->code;
        IP_PUSH(c->arena, &c->callees, index);
        IP_PUSH(c->arena, &write->triggers, created);
    }
    if (write->triggers.count > 1)
        qsort(write->triggers.items, (size_t)write->triggers.count, sizeof *write->triggers.items, by_name);
}

void ip_code_instead_triggers(ip_compiler *c, ip_code_write *write, const ip_view_definition *view)
{
    const ip_definitions *d = c->coder->definitions;
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        if (t->disabled || strcmp(t->table, view->name) != 0)
            continue;
        if (t->what) /* a rule */
            ip_code_refuse(c, c->range, "view \"%s\", which has rules and triggers", view->name);
        if (t->what || !t->instead || !t->row || !on_event(t, write->kind))
            continue;
        const ip_unit *unit = function_of(d, t);
        const char *reason = why_not(c, t, unit, write, false);
        if (reason) {
            ip_code_refuse(c, c->range, "trigger \"%s\" on view \"%s\", %s", t->name, t->table, reason);
            continue;
        }
        int index;
        ip_code_trigger created = {.name = t->name, .event = write->kind, .instead = true, .row = true};
        created.function = unit_of(c->coder, t, unit, write->table, write->kind, &index)->code;
        IP_PUSH(c->arena, &c->callees, index);
        IP_PUSH(c->arena, &write->triggers, created);
    }
    if (write->triggers.count > 1)
        qsort(write->triggers.items, (size_t)write->triggers.count, sizeof *write->triggers.items, by_name);
}
