/* Cursors. OPEN is the query, a statement with its own step: rows come from its snapshot whenever they are fetched. The
 * variable's value, which OPEN creates, identifies the cursor's query; two slots beside it say whether the cursor is
 * still before its first row, and which row is the current one. If such a value is no longer known, FETCH returns any
 * row or none. */
#define _GNU_SOURCE /* strcasestr */
#include "lower/lower.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool empty(ip_pl_text text)
{
    return !text.source || text.begin >= text.end;
}

void ip_lower_make_cursor(ip_lowerer *l, int slot)
{
    const char *name = l->slots.items[slot].name;
    int position = ip_lower_slot(l, ip_arena_printf(l->arena, "position of %s", name), ip_lower_other_type);
    int current = ip_lower_slot(l, ip_arena_printf(l->arena, "row of %s", name), ip_lower_other_type);
    l->slots.items[slot].position = position;
    l->slots.items[slot].current = current;
}

int ip_lower_declare_cursor(ip_lowerer *l, const char *label, const ip_pl_declaration *d)
{
    int slot = ip_lower_declare(l, label, d->name, ip_lower_other_type);
    ip_lower_make_cursor(l, slot);
    l->slots.items[slot].cursor = d;
    l->slots.items[slot].cursor_scope = l->visible.count;
    return slot;
}

static int cursor_slot(ip_lowerer *l, const ip_pl_statement *s)
{
    int slot = ip_lower_find_variable(l, &s->cursor, 1);
    if (slot >= 0 && l->slots.items[slot].position > 0)
        return slot;
    const char *message = ip_arena_printf(l->arena, "\"%s\" is not a cursor", s->cursor);
    ip_diagnostics_add(l->diagnostics, IP_ERROR, s->range, l->program->name, "%s", message);
    ip_lower_break(l, s->range, message);
    return -1;
}

/* ---- the query ---- */
/* Row locks are taken by FETCH and by loops, depending on whether the statement is uncertain otherwise. */
static ip_result *keep_own_locks(ip_lowerer *l, ip_result *rows)
{
    if (rows->statement >= 0 && l->doubted == rows->statement)
        l->program->statements.items[rows->statement].uncertain = false;
    return rows;
}

ip_result *ip_lower_opened_sql(ip_lowerer *l, const char *text, ip_range range)
{
    bool doubt = l->conditional == 0;
    l->conditional += doubt;
    l->doubted = -1;
    ip_result *rows = ip_lower_sql(l, text, range);
    l->conditional -= doubt;
    return doubt ? keep_own_locks(l, rows) : rows;
}

static const ip_expr *argument(ip_lowerer *l, const ip_pl_statement *s, const char *name, int number)
{
    for (int i = 0; i < s->args.count; i++)
        if (s->arg_names.items[i] ? strcmp(s->arg_names.items[i], name) == 0 : i == number)
            return ip_lower_text_expr(l, s->args.items[i]);
    return NULL;
}

/* The names in scope of a declaration's query are the earlier ones, and the cursor's parameters. */
static ip_result *bound_query(ip_lowerer *l, const ip_pl_statement *s, int slot)
{
    const ip_pl_declaration *d = l->slots.items[slot].cursor;
    ip_values values = {0};
    for (int i = 0; i < d->cursor_parameters.count; i++)
        IP_PUSH(l->arena, &values, argument(l, s, d->cursor_parameters.items[i].name, i));
    IP_VEC(ip_visible) hidden = {l->visible.items, l->visible.count, l->visible.capacity};
    memset(&l->visible, 0, sizeof l->visible);
    for (int i = 0; i < l->slots.items[slot].cursor_scope && i < hidden.count; i++)
        IP_PUSH(l->arena, &l->visible, hidden.items[i]);
    for (int i = 0; i < d->cursor_parameters.count; i++) {
        const ip_pl_cursor_parameter *p = &d->cursor_parameters.items[i];
        ip_lower_declare_typed(l, d->name, p->name, p->type, p->range);
        int own = l->visible.items[l->visible.count - 1].slot;
        if (values.items[i] && !l->slots.items[own].record)
            ip_lower_assign(l, own, values.items[i]);
        else
            ip_lower_forget(l, own, l->loop);
    }
    ip_result *result = ip_lower_opened_sql(l, s->sql_text, s->sql);
    l->visible.items = hidden.items;
    l->visible.count = hidden.count;
    l->visible.capacity = hidden.capacity;
    return result;
}

/* Functions that the query calls run when its rows are fetched, those that are VOLATILE on snapshots of that time. */
static bool runs_later(const ip_lowerer *l, int first)
{
    const ip_program *p = l->program;
    for (int i = first; i < p->statements.count; i++)
        if (p->statements.items[i].step != p->statements.items[p->statements.count - 1].step)
            return true;
    return false;
}

static ip_result *query_of(ip_lowerer *l, const ip_pl_statement *s, int slot)
{
    int first = l->program->statements.count;
    ip_result *result = l->slots.items[slot].cursor ? bound_query(l, s, slot) : ip_lower_opened_text(l, s);
    l->range = s->range;
    if (runs_later(l, first)) {
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, s->range, l->program->name,
                           "the query of cursor \"%s\" calls a VOLATILE function, which runs when rows are fetched",
                           s->cursor);
        ip_lower_emit_unknown(l, NULL, "a cursor's query calls a VOLATILE function");
        result = IP_NEW(l->arena, ip_result);
        result->unknown = true;
        result->statement = -1;
    }
    return result;
}

ip_result *ip_lower_cursor_query(ip_lowerer *l, const ip_pl_statement *s)
{
    int slot = cursor_slot(l, s);
    ip_result *result = IP_NEW(l->arena, ip_result);
    result->statement = -1;
    result->unknown = true;
    if (slot >= 0 && s->sql_text) {
        int visible = l->visible.count;
        result = query_of(l, s, slot);
        l->visible.count = visible;
    }
    ip_lower_declare_typed(l, s->label, ip_range_text(l->arena, s->targets.items[0]), "record", s->range);
    return result;
}

/* ---- OPEN ---- */
static const ip_expr *new_value(ip_lowerer *l, int slot)
{
    ip_lower_forget(l, slot, l->loop);
    return ip_lower_value(l, slot);
}

/* A separate query evaluates a bound cursor's arguments, which sets FOUND and ROW_COUNT; OPEN itself sets neither. */
static void open_outcome(ip_lowerer *l, const ip_pl_statement *s, const ip_expr *found, const ip_expr *row_count)
{
    bool arguments = s->args.count > 0 && !s->executes;
    ip_lower_assign(l, l->found, arguments ? ip_program_expr_true(l->arena) : found);
    if (arguments)
        ip_lower_forget(l, l->row_count, l->loop);
    else
        ip_lower_assign(l, l->row_count, row_count);
}

void ip_lower_opened(ip_lowerer *l, int slot, ip_result *rows)
{
    ip_statement *created = rows->statement >= 0 ? &l->program->statements.items[rows->statement] : NULL;
    ip_opened opened = {.result = rows,
                        .may_stop = created && ip_program_statement_locks_rows(created) && !created->uncertain};
    if (opened.may_stop)
        created->uncertain = true;
    opened.handle = new_value(l, slot);
    opened.fresh = new_value(l, l->slots.items[slot].position);
    new_value(l, l->slots.items[slot].current);
    IP_PUSH(l->arena, &l->opened, opened);
}

void ip_lower_open(ip_lowerer *l, const ip_pl_statement *s)
{
    int slot = cursor_slot(l, s);
    if (slot < 0)
        return;
    const ip_expr *found = ip_lower_value(l, l->found), *row_count = ip_lower_value(l, l->row_count);
    if (!empty(s->expr)) {
        ip_result *rows = IP_NEW(l->arena, ip_result);
        rows->statement = -1;
        rows->unknown = true;
        int first = l->diagnostics->list.count;
        bool known = ip_lower_unknown_execute(l, s), bounded = known || s->touches.count > 0;
        *(!known                               ? &l->workload->statements_unsupported
          : l->diagnostics->list.count > first ? &l->workload->statements_approximated
                                               : &l->workload->statements_exact) += 1;
        ip_lower_assign(l, l->found, found);
        if (bounded)
            ip_lower_opened(l, slot, rows);
        else
            new_value(l, slot);
        return;
    }
    ip_result *rows = query_of(l, s, slot);
    open_outcome(l, s, found, row_count);
    ip_lower_opened(l, slot, rows);
}

/* ---- FETCH ---- */
static ip_opened *opened_by(ip_lowerer *l, const ip_expr *handle)
{
    for (int i = 0; i < l->opened.count; i++)
        if (l->opened.items[i].handle == handle)
            return &l->opened.items[i];
    return NULL;
}

/* Outputs for the key of the query's only table are added, for WHERE CURRENT OF. */
static void set_current(ip_lowerer *l, int slot, ip_result *rows, int loop)
{
    ip_fetched fetched = {.handle = new_value(l, l->slots.items[slot].current)};
    ip_statement *s = rows->statement >= 0 ? &l->program->statements.items[rows->statement] : NULL;
    if (!s || rows->unknown || s->kind != IP_SELECT || s->sources.count != 1 || s->grouped || s->aggregated ||
        s->sources.items[0].table->keys.count == 0)
        return;
    const ip_table *table = fetched.table = s->sources.items[0].table;
    const ip_key *key = &table->keys.items[0];
    fetched.key = IP_NEW_ARRAY(l->arena, const ip_expr *, key->column_count);
    for (int i = 0; i < key->column_count; i++) {
        ip_expr *column = ip_program_expr_new(l->arena, IP_EXPR_COLUMN, table->columns.items[key->columns[i]].type);
        column->index = key->columns[i];
        ip_output output = {IP_AGG_NONE, column, column->type};
        fetched.key[i] =
            ip_lower_variable(l, IP_VAR_RESULT, table->columns.items[column->index].name, column->type, loop);
        ip_variable *variable = &l->program->variables.items[fetched.key[i]->index];
        variable->statement = rows->statement;
        variable->index = s->outputs.count;
        for (int k = 0; k < s->outputs.count; k++) {
            const ip_expr *e = s->outputs.items[k].expr;
            if (e && e->kind == IP_EXPR_COLUMN && e->index == column->index && s->outputs.items[k].aggregate == 0)
                variable->index = k;
        }
        if (variable->index == s->outputs.count)
            IP_PUSH(l->arena, &s->outputs, output);
        s->sources.items[0].output_columns[column->index] = true;
    }
    IP_PUSH(l->arena, &l->fetched, fetched);
}

/* The row is locked only now, and its current version is returned: a separate read. */
static ip_result *locking_copy(ip_lowerer *l, const ip_opened *opened)
{
    ip_statement copy = l->program->statements.items[opened->result->statement];
    ip_result *result = IP_NEW(l->arena, ip_result);
    *result = *opened->result;
    copy.uncertain = true;
    copy.limited = true;
    copy.order_expr = NULL;
    copy.range = l->range;
    copy.text = l->text;
    IP_VEC(ip_output) outputs = {0};
    for (int i = 0; i < copy.outputs.count; i++)
        IP_PUSH(l->arena, &outputs, copy.outputs.items[i]);
    copy.outputs.items = outputs.items;
    copy.outputs.capacity = outputs.capacity;
    ip_open_step outer = ip_lower_open_step(l);
    result->statement = ip_lower_push(l, &copy);
    ip_lower_close_step(l, outer);
    return result;
}

bool ip_lower_lock_fetched(ip_lowerer *l, const ip_opened *opened)
{
    const ip_result *rows = opened->result;
    bool locks =
        rows->statement >= 0 && ip_program_statement_locks_rows(&l->program->statements.items[rows->statement]);
    if (locks)
        locking_copy(l, opened);
    return locks;
}

/* Whether some cursor of the routine may lock rows, or be opened on any text. */
static bool may_lock(const ip_lowerer *l, const ip_pl_statement *s);

static bool any_may_lock(const ip_lowerer *l, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++)
        if (may_lock(l, items[i]))
            return true;
    return false;
}

static bool locking_text(const char *text)
{
    for (; text && *text; text++)
        if ((strncasecmp(text, "update", 6) == 0 || strncasecmp(text, "share", 5) == 0))
            return true;
    return false;
}

static bool may_lock(const ip_lowerer *l, const ip_pl_statement *s)
{
    for (int i = 0; i < s->declarations.count; i++)
        if (s->declarations.items[i].cursor && locking_text(ip_range_text(l->arena, s->declarations.items[i].initial)))
            return true;
    if (s->kind == IP_PL_OPEN && (!empty(s->expr) || locking_text(s->sql_text)))
        return true;
    for (int i = 0; i < s->branches.count; i++)
        if (any_may_lock(l, s->branches.items[i].body.items, s->branches.items[i].body.count))
            return true;
    return any_may_lock(l, s->body.items, s->body.count) || any_may_lock(l, s->handlers.items, s->handlers.count);
}

/* Whether the cursor was surely opened in this body; else it comes from elsewhere. */
static bool opened_here(const ip_lowerer *l, const ip_expr *handle)
{
    if (handle->kind == IP_EXPR_OPERATOR && handle->op == IP_OP_IF)
        return opened_here(l, handle->args[1]) && opened_here(l, handle->args[2]);
    if (handle->kind == IP_EXPR_NULL)
        return true; /* an error */
    if (handle->kind != IP_EXPR_VARIABLE)
        return false;
    const ip_variable *v = &l->program->variables.items[handle->index];
    if (v->kind == IP_VAR_EXPR)
        return opened_here(l, v->expr);
    return v->kind == IP_VAR_ANY;
}

static bool first_row(const ip_pl_fetch *f, bool fresh)
{
    bool one = empty(f->counted) && !f->all && f->count == 1;
    return one && (f->direction == IP_PL_ABSOLUTE ||
                   (fresh && (f->direction == IP_PL_FORWARD || f->direction == IP_PL_RELATIVE)));
}

/* Other variables may hold the same cursor. */
static void moved(ip_lowerer *l, int slot)
{
    const ip_expr *handle = ip_lower_value(l, slot);
    for (int i = 0; i < l->slots.count; i++)
        if (l->slots.items[i].position > 0 && (i == slot || ip_lower_value(l, i) == handle)) {
            new_value(l, l->slots.items[i].position);
            if (i != slot)
                new_value(l, l->slots.items[i].current);
        }
}

static bool only_variable(ip_lowerer *l, int slot)
{
    for (int i = 0; i < l->slots.count; i++)
        if (i != slot && l->slots.items[i].position > 0 && ip_lower_value(l, i) == ip_lower_value(l, slot))
            return false;
    return true;
}

/* A script's cursor is a variable "cursor NAME". */
static const char *shown(const char *cursor)
{
    return strncmp(cursor, "cursor ", 7) == 0 ? cursor + 7 : cursor;
}

void ip_lower_fetch(ip_lowerer *l, const ip_pl_statement *s)
{
    int slot = cursor_slot(l, s);
    if (slot < 0)
        return;
    const ip_slot cursor = l->slots.items[slot];
    if (!empty(s->fetch->counted))
        ip_lower_text_expr(l, s->fetch->counted);
    l->range = s->range;
    l->text = ip_lower_folded_text(l, ip_range_text(l->arena, s->range));
    const ip_expr *handle = ip_lower_value(l, slot);
    const ip_opened *opened = opened_by(l, handle);
    bool first =
        opened && !opened->result->unknown && first_row(s->fetch, ip_lower_value(l, cursor.position) == opened->fresh);
    ip_result none = {.statement = -1, .unknown = true};
    ip_result *row = first ? opened->result : &none;
    if (opened && opened->result->statement >= 0)
        ip_lower_takes_first(l, l->program->statements.items[opened->result->statement].range);
    if (opened && opened->result->statement >= 0 &&
        ip_program_statement_locks_rows(&l->program->statements.items[opened->result->statement])) {
        row = locking_copy(l, opened);
        ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, s->range, l->program->name,
                           "which row of cursor \"%s\" is fetched, and so locked, is not followed", shown(s->cursor));
    } else if (!opened && (!opened_here(l, handle) || may_lock(l, l->unit->tree))) {
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, s->range, l->program->name,
                           "%s from a cursor that is opened elsewhere: it may read and write any table",
                           s->fetch->move ? "MOVE" : "FETCH");
        l->workload->statements_unsupported++;
        ip_lower_emit_unknown(l, NULL, "FETCH from a cursor that is opened elsewhere");
    } else if (!first && l->unit->kind != IP_UNIT_SCRIPT) { /* where they are the client's */
        if (opened && opened->result->statement >= 0)
            l->program->statements.items[opened->result->statement].partly_followed = true;
        ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, s->range, l->program->name,
                           "which of its rows cursor \"%s\" gives here is not followed: any values", s->cursor);
    }
    bool known = row->statement >= 0 || (first && row->found);
    if (known && !(row != opened->result && !first_row(s->fetch, true)))
        ip_lower_set_found(l, row);
    else
        ip_lower_assign(l, l->found, ip_lower_any(l, "found", ip_lower_boolean_type, l->loop));
    ip_lower_forget(l, l->row_count, l->loop);
    if (!s->fetch->move)
        ip_lower_targets_into(l, s, row, l->loop);
    set_current(l, slot, row, l->loop);
    moved(l, slot);
}

/* ---- loops ---- */
static bool uses_cursor(const ip_lowerer *l, const ip_pl_statement *s, const char *cursor);

static bool any_uses(const ip_lowerer *l, ip_pl_statement *const *items, int count, const char *cursor)
{
    for (int i = 0; i < count; i++)
        if (uses_cursor(l, items[i], cursor))
            return true;
    return false;
}

/* Whether the text names the cursor other than in WHERE CURRENT OF: routines that get it may move it. */
static bool names(const char *text, const char *cursor)
{
    size_t length = strlen(cursor);
    for (const char *at = text ? strcasestr(text, cursor) : NULL; at; at = strcasestr(at + 1, cursor)) {
        const char *before = at;
        while (before > text && isspace((unsigned char)before[-1]))
            before--;
        bool current = before - text > 2 && before < at && strncasecmp(before - 2, "of", 2) == 0;
        bool word = (at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
                    !(isalnum((unsigned char)at[length]) || at[length] == '_');
        if (word && !current)
            return true;
    }
    return false;
}

static bool uses_cursor(const ip_lowerer *l, const ip_pl_statement *s, const char *cursor)
{
    if (s->kind == IP_PL_UNKNOWN || (s->cursor && strcmp(s->cursor, cursor) == 0) || names(s->sql_text, cursor))
        return true;
    const ip_pl_text texts[] = {s->expr, s->low, s->high, s->step};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!empty(texts[i]) && names(ip_range_text(l->arena, texts[i]), cursor))
            return true;
    for (int i = 0; i < s->args.count; i++)
        if (names(ip_range_text(l->arena, s->args.items[i]), cursor))
            return true;
    for (int i = 0; i < s->branches.count; i++)
        if ((!empty(s->branches.items[i].condition) &&
             names(ip_range_text(l->arena, s->branches.items[i].condition), cursor)) ||
            any_uses(l, s->branches.items[i].body.items, s->branches.items[i].body.count, cursor))
            return true;
    return any_uses(l, s->body.items, s->body.count, cursor) ||
           any_uses(l, s->handlers.items, s->handlers.count, cursor);
}

static bool is_not_found(ip_lowerer *l, ip_pl_text text)
{
    const char *at = empty(text) ? "" : ip_range_text(l->arena, text);
    return strncasecmp(at, "not", 3) == 0 && isspace((unsigned char)at[3]) &&
           strcasecmp(at + 3 + strspn(at + 3, " \t\r\n"), "found") == 0;
}

/* EXIT WHEN NOT FOUND; IF NOT FOUND THEN EXIT; END IF; */
static bool leaves_if_none(ip_lowerer *l, const ip_pl_statement *loop, const ip_pl_statement *s)
{
    if (s->kind == IP_PL_IF && s->branches.count == 1 && s->branches.items[0].body.count == 1) {
        const ip_pl_statement *inner = s->branches.items[0].body.items[0];
        return is_not_found(l, s->branches.items[0].condition) && inner->kind == IP_PL_EXIT && empty(inner->expr) &&
               (!inner->label || (loop->label && strcmp(inner->label, loop->label) == 0));
    }
    return s->kind == IP_PL_EXIT && is_not_found(l, s->expr) &&
           (!s->label || (loop->label && strcmp(s->label, loop->label) == 0));
}

ip_result *ip_lower_fetch_loop(ip_lowerer *l, const ip_pl_statement *s)
{
    if (s->kind != IP_PL_LOOP || s->body.count < 2)
        return NULL;
    const ip_pl_statement *fetch = s->body.items[0];
    const ip_pl_fetch *how = fetch->fetch;
    if (fetch->kind != IP_PL_FETCH || how->move || how->direction != IP_PL_FORWARD || how->count != 1 || how->all ||
        !empty(how->counted) || !leaves_if_none(l, s, s->body.items[1]) ||
        any_uses(l, s->body.items + 1, s->body.count - 1, fetch->cursor))
        return NULL;
    int slot = ip_lower_find_variable(l, &fetch->cursor, 1);
    if (slot < 0 || l->slots.items[slot].position <= 0 || !only_variable(l, slot))
        return NULL;
    ip_opened *opened = opened_by(l, ip_lower_value(l, slot));
    if (!opened || opened->result->unknown || opened->result->statement < 0 ||
        ip_lower_value(l, l->slots.items[slot].position) != opened->fresh)
        return NULL;
    ip_statement *query = &l->program->statements.items[opened->result->statement];
    if (query->loop != l->loop)
        return NULL;
    if (opened->may_stop)
        query->uncertain = false;
    return opened->result;
}

void ip_lower_fetched_in_loop(ip_lowerer *l, const char *cursor, ip_result *rows, int loop)
{
    int slot = ip_lower_find_variable(l, &cursor, 1);
    if (slot < 0 || l->slots.items[slot].position <= 0)
        return;
    set_current(l, slot, rows, loop);
    moved(l, slot);
}
