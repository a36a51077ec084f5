/* Cursors (PostgreSQL 15 documentation, section 43.7). A cursor's variable holds the name of what OPEN creates. */
#include "code/coder.h"

#include "parse/lexer.h"
#include "catalog/partition.h"

#include <limits.h>
#include <string.h>

static ip_code_type cursor_type(void)
{
    ip_code_type type = ip_code_type_any();
    type.type = (ip_type){IP_TEXT, false, "refcursor"};
    return type;
}

/* The name of one with a query is its variable's. */
void ip_code_declare_cursor(ip_compiler *c, const ip_pl_declaration *d, ip_code_list *list)
{
    int slot = ip_code_hidden(c, d->name, cursor_type());
    ip_code_statement *s = ip_code_push(c, list, IP_CODE_ASSIGN, d->range);
    ip_code_lvalue target = {.slot = slot};
    IP_PUSH(c->arena, &s->targets, target);
    s->expr = ip_code_text_constant(c, "text", d->name, d->range);
    c->code->variables.items[slot].initial = s->expr;
    ip_code_see(c, d->name, slot);
    ip_code_cursor cursor = {slot, d, c->names.count};
    IP_PUSH(c->arena, &c->cursors, cursor);
}

static int cursor_slot(ip_compiler *c, const ip_pl_statement *s)
{
    int used, slot = ip_code_find_variable(c, &s->cursor, 1, &used);
    if (slot < 0)
        ip_code_refuse_routine(c, s->range, "\"%s\" is not a cursor", s->cursor);
    return slot < 0 ? ip_code_hidden(c, s->cursor, cursor_type()) : slot;
}

static const ip_code_cursor *declared(const ip_compiler *c, int slot)
{
    for (int i = 0; i < c->cursors.count; i++)
        if (c->cursors.items[i].slot == slot)
            return &c->cursors.items[i];
    return NULL;
}

/* All are evaluated by one statement in PostgreSQL, which matters only if they read tables. */
static int assign_argument(ip_compiler *c, const ip_pl_statement *s, const ip_pl_cursor_parameter *p, int number,
                           ip_code_list *list)
{
    int slot = ip_code_hidden(c, p->name, ip_code_type_of_text(c, p->type, p->range));
    for (int i = 0; i < s->args.count; i++) {
        if (s->arg_names.items[i] ? strcmp(s->arg_names.items[i], p->name) != 0 : i != number)
            continue;
        int waiting = c->coder->waiting.count;
        ip_code_assign(c, list, slot, s->args.items[i], s->args.items[i]);
        if (list->items[list->count - 1]->accesses || c->coder->waiting.count > waiting)
            ip_code_refuse(c, s->args.items[i], "an argument of a cursor that reads a table");
        return slot;
    }
    ip_code_refuse_routine(c, s->range, "no argument for the parameter \"%s\" of cursor \"%s\"", p->name, s->cursor);
    return slot;
}

/* The query sees the variables that its declaration saw, and the parameters. */
static ip_code_statement *query_of(ip_compiler *c, const ip_pl_statement *s, int slot, ip_code_list *list,
                                   ip_code_statement_kind kind)
{
    const ip_code_cursor *cursor = declared(c, slot);
    if (!cursor)
        return ip_code_query_statement(c, s, list, kind);
    const ip_pl_declaration *d = cursor->declaration;
    int names = cursor->names;
    IP_VEC(int) slots = {0};
    for (int i = 0; i < d->cursor_parameters.count; i++)
        IP_PUSH(c->arena, &slots, assign_argument(c, s, &d->cursor_parameters.items[i], i, list));
    IP_VEC(ip_code_name) hidden = {c->names.items, c->names.count, c->names.capacity};
    memset(&c->names, 0, sizeof c->names);
    for (int i = 0; i < names && i < hidden.count; i++)
        IP_PUSH(c->arena, &c->names, hidden.items[i]);
    ip_code_open_level(c, d->name);
    for (int i = 0; i < slots.count; i++)
        ip_code_see(c, d->cursor_parameters.items[i].name, slots.items[i]);
    ip_code_statement *to = ip_code_query_statement(c, s, list, kind);
    c->names.items = hidden.items;
    c->names.count = hidden.count;
    c->names.capacity = hidden.capacity;
    to->by_arguments = slots.count > 0;
    return to;
}

/* Volatile functions are evaluated as rows are fetched, those of a held cursor when the transaction ends. */
static void mark_volatile(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to, bool held)
{
    if (!to->query) {
        ip_code_refuse(c, s->range, "a cursor over what is no query");
        return;
    }
    to->unfetched = ip_code_query_is_volatile(to->query);
    to->declares = to->declares || to->unfetched;
    if (to->unfetched && (held || to->kind == IP_CODE_FOR_QUERY))
        ip_code_refuse(c, s->range, "a cursor whose query calls a volatile function, which runs as rows are fetched");
}

static bool locks_rows(const ip_code_from *from)
{
    if (!from)
        return false;
    return from->kind == IP_CODE_JOIN    ? locks_rows(from->left) || locks_rows(from->right)
           : from->kind == IP_CODE_TABLE ? from->lock != IP_LOCK_NONE
                                         : false;
}

/* Does the unit name some cursor's row? */
static bool names_current_row(const ip_unit *unit)
{
    bool current = false;
    for (size_t at = unit->body.begin; unit->body.source && at < unit->body.end;) {
        ip_token t = ip_parse_next_token(unit->body.source, &at, unit->body.end, false);
        if (current && ip_parse_token_is(unit->body.source, t, "of"))
            return true;
        current = ip_parse_token_is(unit->body.source, t, "current");
    }
    return false;
}

/* The cursor of a statement with a query. */
static void set_cursor(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to, int slot)
{
    to->cursor = slot;
    to->scroll = s->scroll;
    to->no_scroll = s->no_scroll;
    to->declares = names_current_row(c->unit) || (to->query && locks_rows(to->query->from));
}

void ip_code_opened_text(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to)
{
    to->declares = to->declares || (to->query && locks_rows(to->query->from));
    mark_volatile(c, s, to, false);
}

ip_code_statement *ip_code_cursor_loop(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    int slot = cursor_slot(c, s);
    ip_code_statement *to = query_of(c, s, slot, list, IP_CODE_FOR_QUERY);
    set_cursor(c, s, to, slot);
    mark_volatile(c, s, to, false);
    return to;
}

static void open_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    int slot = cursor_slot(c, s);
    if (ip_pl_given(s->expr)) {
        set_cursor(c, s, ip_code_execute_text(c, s, list), slot);
        return;
    }
    ip_code_statement *to = query_of(c, s, slot, list, IP_CODE_OPEN);
    set_cursor(c, s, to, slot);
    mark_volatile(c, s, to, false);
    if (!to->query)
        to->kind = IP_CODE_NOTHING;
}

static void fetch_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    static const ip_code_direction directions[] = {[IP_PL_FORWARD] = IP_CODE_FORWARD,
                                                   [IP_PL_BACKWARD] = IP_CODE_BACKWARD,
                                                   [IP_PL_ABSOLUTE] = IP_CODE_ABSOLUTE,
                                                   [IP_PL_RELATIVE] = IP_CODE_RELATIVE};
    const ip_pl_fetch *f = s->fetch;
    int slot = cursor_slot(c, s);
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_FETCH, s->range);
    bool reads = false;
    c->self->touches = true; /* it may lock the rows of a cursor that was opened elsewhere */
    to->cursor = slot;
    to->direction = directions[f->direction];
    to->all = f->all;
    to->move = f->move;
    if (ip_pl_given(f->counted))
        to->expr = ip_code_text_expr(c, f->counted, NULL, &reads);
    else if (f->count != 1)
        to->expr = ip_code_text_constant(c, "integer", ip_arena_printf(c->arena, "%ld", f->count), s->range);
    if (reads)
        ip_code_refuse(c, s->range, "FETCH with a count that reads a table");
    if (!f->move)
        ip_code_into(c, s, to);
    if (!f->move && (f->all || ((f->direction == IP_PL_FORWARD || f->direction == IP_PL_BACKWARD) && to->expr)))
        ip_code_refuse_routine(c, s->range, "FETCH statement cannot return multiple rows");
}

void ip_code_cursor_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    if (s->kind == IP_PL_OPEN) {
        open_statement(c, s, list);
    } else if (s->kind == IP_PL_FETCH) {
        fetch_statement(c, s, list);
    } else {
        int slot = cursor_slot(c, s);
        ip_code_push(c, list, IP_CODE_CLOSE, s->range)->cursor = slot;
    }
}

/* ---- WHERE CURRENT OF ---- */
/* A variable that holds a cursor's name takes precedence over a cursor of that name (PostgreSQL's
 * transformCurrentOfExpr). */
const ip_code_expr *ip_code_current_of(ip_compiler *c, const ip_tree *clause, const ip_code_write *write)
{
    const PgQuery__CurrentOfExpr *current = ip_as_current_of_expr(clause);
    const char *name = ip_arena_strdup(c->arena, IP_TEXT(current, cursor_name));
    if (!current)
        return NULL;
    if (write->named != write->table || c->written || c->member || ip_code_is_partitioned(c, write->table) ||
        ip_catalog_family_of(c->coder->definitions, write->table).count > 1)
        ip_code_refuse(c, c->range, "WHERE CURRENT OF, of a view, a partition or a table that has some");
    if (write->from)
        ip_code_refuse(c, c->range, "WHERE CURRENT OF beside FROM");
    int used, slot = ip_code_find_variable(c, &name, 1, &used);
    const ip_code_expr *expr =
        slot >= 0 ? ip_code_variable_expr(c, slot, c->range) : ip_code_text_constant(c, "text", name, c->range);
    ip_code_add_cursor_place(c, expr);
    return expr;
}

/* ---- SQL's own cursors (documentation of DECLARE, FETCH, CLOSE) ---- */
static void always_fails(ip_compiler *c, ip_code_statement *to, const char *sqlstate, const char *message)
{
    to->kind = IP_CODE_RAISE;
    to->aborts = true;
    to->sqlstate = sqlstate;
    to->message = ip_arena_strdup(c->arena, message);
    to->query = NULL;
}

static void declare_cursor(ip_compiler *c, const PgQuery__DeclareCursorStmt *body, const ip_pl_statement *s,
                           ip_code_statement *to)
{
    enum { BINARY = 1, SCROLL = 2, NO_SCROLL = 4, INSENSITIVE = 8, HOLD = 32 };
    long long options = IP_GET(body, options);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(IP_GET(body, query));
    to->kind = IP_CODE_OPEN;
    to->scroll = options & SCROLL;
    to->no_scroll = options & NO_SCROLL;
    if (options & BINARY)
        ip_code_refuse(c, s->range, "a BINARY cursor");
    if (select)
        to->query = ip_code_select(c, select, ip_code_scope_new(c, NULL, false));
    mark_volatile(c, s, to, options & HOLD);
    if (to->query && locks_rows(to->query->from) && (options & (SCROLL | HOLD)))
        always_fails(c, to, "0A000", "a cursor that locks rows can neither be held nor go backward");
    else if (to->query && locks_rows(to->query->from) && (options & INSENSITIVE))
        always_fails(c, to, "42P11", "a cursor that locks rows is not insensitive");
    if (to->kind == IP_CODE_OPEN)
        to->portal = ip_arena_strdup(c->arena, IP_TEXT(body, portalname));
}

static void fetch_rows(ip_compiler *c, const PgQuery__FetchStmt *body, const ip_pl_statement *s, ip_code_statement *to)
{
    PgQuery__FetchDirection direction = IP_GET(body, direction);
    long long count = IP_GET(body, how_many);
    to->kind = IP_CODE_FETCH;
    to->portal = ip_arena_strdup(c->arena, IP_TEXT(body, portalname));
    to->move = IP_GET(body, ismove);
    to->direction = direction == PG_QUERY__FETCH_DIRECTION__FETCH_BACKWARD   ? IP_CODE_BACKWARD
                    : direction == PG_QUERY__FETCH_DIRECTION__FETCH_ABSOLUTE ? IP_CODE_ABSOLUTE
                    : direction == PG_QUERY__FETCH_DIRECTION__FETCH_RELATIVE ? IP_CODE_RELATIVE
                                                                             : IP_CODE_FORWARD;
    bool rows = to->direction == IP_CODE_FORWARD || to->direction == IP_CODE_BACKWARD;
    to->all = rows && count == LLONG_MAX;
    if (!to->all && (count > INT_MAX || count < -INT_MAX))
        ip_code_refuse(c, s->range, "FETCH of that many rows");
    if (!to->all && count != 1)
        to->expr = ip_code_text_constant(c, "integer", ip_arena_printf(c->arena, "%lld", count), s->range);
    if (s->targets.count > 0)
        ip_code_refuse(c, s->range, "FETCH into psql's variables");
}

bool ip_code_sql_cursor(ip_compiler *c, const ip_tree *statement, const ip_pl_statement *s, ip_code_statement *to)
{
    const PgQuery__DeclareCursorStmt *declare = ip_as_declare_cursor_stmt(statement);
    const PgQuery__FetchStmt *fetch = ip_as_fetch_stmt(statement);
    const PgQuery__ClosePortalStmt *close = ip_as_close_portal_stmt(statement);
    if (c->unit->kind != IP_UNIT_SCRIPT || (!declare && !fetch && !close))
        return false;
    if (declare)
        declare_cursor(c, declare, s, to);
    else if (fetch)
        fetch_rows(c, fetch, s, to);
    else {
        const char *name = IP_TEXT(close, portalname);
        to->kind = IP_CODE_CLOSE;
        to->portal = *name ? ip_arena_strdup(c->arena, name) : NULL;
    }
    c->accesses = c->self->touches = true;
    return true;
}
