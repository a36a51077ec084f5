/* Blocks, branches and loops. */
#include "code/coder.h"

#include <stdio.h>
#include <string.h>

static void set_slot(ip_compiler *c, ip_code_statement *s, int slot)
{
    ip_code_lvalue target = {.slot = slot};
    IP_PUSH(c->arena, &s->targets, target);
}

static void body_of(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to)
{
    ip_code_list body = {0};
    ip_code_label label = {s->label, to->kind != IP_CODE_BLOCK};
    IP_PUSH(c->arena, &c->labels, label);
    ip_code_statements(c, s->body.items, s->body.count, &body);
    c->labels.count--;
    IP_CODE_MOVE_LIST(&to->body, body);
    to->label = s->label;
}

static void declare_alias(ip_compiler *c, const ip_pl_declaration *d)
{
    int used, slot = ip_code_find_variable(c, &d->alias_for, 1, &used);
    if (slot >= 0)
        ip_code_see(c, d->name, slot);
    else
        ip_code_refuse_routine(c, d->range, "\"%s\" is not a variable", d->alias_for);
}

/* A variable without a value is NULL again whenever its block is entered. */
static void declare(ip_compiler *c, const ip_pl_declaration *d, ip_code_list *list, bool outermost)
{
    if (d->alias_for) {
        declare_alias(c, d);
        return;
    }
    if (d->cursor) {
        ip_code_declare_cursor(c, d, list);
        return;
    }
    ip_code_type type = ip_code_type_of_text(c, d->type, d->range);
    int slot = ip_code_hidden(c, d->name, type);
    if (ip_pl_given(d->initial) || !outermost || type.domain) { /* may a value of the domain be NULL? */
        ip_code_assign(c, list, slot, d->initial, d->range);
        c->code->variables.items[slot].initial = list->items[list->count - 1]->expr;
    }
    if (d->not_null && !ip_pl_given(d->initial))
        ip_code_refuse_routine(c, d->range, "variable \"%s\" is NOT NULL and has no default", d->name);
    c->code->variables.items[slot].not_null = d->not_null;
    c->code->variables.items[slot].constant = d->constant;
    ip_code_see(c, d->name, slot);
}

static void compile_handlers(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to)
{
    int code = c->error_code, message = c->error_message;
    ip_code_type text = ip_code_type_any();
    text.type = (ip_type){IP_TEXT, false, "text"};
    for (int i = 0; i < s->handler_list.count; i++) {
        const ip_pl_handler *handler = &s->handler_list.items[i];
        ip_code_handler created = {.sqlstate = -1};
        ip_code_list body = {0};
        int names = c->names.count;
        if (handler->conditions.count == 0)
            ip_code_refuse(c, s->range, "a handler whose conditions are not understood");
        ip_code_open_level(c, NULL);
        created.sqlstate = c->error_code = ip_code_declare(c, "sqlstate", text);
        created.message = c->error_message = ip_code_declare(c, "sqlerrm", text);
        for (int k = 0; k < handler->conditions.count; k++)
            IP_PUSH(c->arena, &created.conditions, handler->conditions.items[k]);
        ip_code_statements(c, handler->body.items, handler->body.count, &body);
        IP_CODE_MOVE_LIST(&created.body, body);
        IP_PUSH(c->arena, &to->handlers, created);
        c->names.count = names;
    }
    c->error_code = code;
    c->error_message = message;
}

/* Declarations are outside of what the block's own handlers catch: with handlers, the block becomes two. */
void ip_code_block(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list, bool outermost)
{
    int names = c->names.count;
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_BLOCK, s->range);
    ip_code_list body = {0};
    ip_code_label label = {s->label, false};
    to->label = s->label;
    ip_code_open_level(c, s->label);
    for (int i = 0; i < s->declarations.count; i++)
        declare(c, &s->declarations.items[i], &body, outermost);
    IP_PUSH(c->arena, &c->labels, label);
    if (s->has_handlers && body.count > 0) {
        ip_code_statement *inner = ip_code_push(c, &body, IP_CODE_BLOCK, s->range);
        ip_code_list guarded = {0};
        ip_code_statements(c, s->body.items, s->body.count, &guarded);
        IP_CODE_MOVE_LIST(&inner->body, guarded);
        compile_handlers(c, s, inner);
        IP_CODE_MOVE_LIST(&to->body, body);
    } else {
        ip_code_statements(c, s->body.items, s->body.count, &body);
        IP_CODE_MOVE_LIST(&to->body, body);
        compile_handlers(c, s, to);
    }
    c->labels.count--;
    c->names.count = names;
}

/* CASE operand WHEN a, b: the operand, evaluated once, is compared with each. */
static const ip_code_expr *case_condition(ip_compiler *c, const ip_pl_branch *branch, int operand)
{
    ip_parse_error error;
    const char *text = ip_range_text(c->arena, branch->condition);
    const ip_tree *statements = ip_parse_pg_parse(c->arena, ip_arena_printf(c->arena, "SELECT %s", text), &error);
    const ip_tree *list = IP_ITEMS(ip_as_select_stmt(ip_parse_statement_at(statements, 0)), target_list);
    size_t shift = c->shift, i;
    ip_range range = c->range;
    bool before = c->accesses;
    int callees = c->callees.count;
    const ip_tree *item;
    IP_VEC(const ip_code_expr *) tests = {0};
    c->shift = IP_PG_EXPR_SHIFT;
    c->range = branch->condition;
    c->accesses = false;
    IP_LIST_EACH(list, i, item)
    {
        const ip_code_expr *value = ip_code_expr_of(c, IP_GET(ip_as_res_target(item), val), NULL);
        IP_PUSH(c->arena, &tests,
                ip_code_compare(c, "=", ip_code_variable_expr(c, operand, c->range), value, c->range));
    }
    if (tests.count == 0)
        ip_code_refuse_routine(c, branch->condition, "%s", statements ? "a value expected" : error.message);
    if (c->accesses || c->callees.count > callees)
        ip_code_refuse(c, branch->condition, "CASE whose WHEN reads a table");
    c->accesses = before;
    c->shift = shift;
    c->range = range;
    return tests.count == 0   ? ip_code_null(c, branch->condition)
           : tests.count == 1 ? tests.items[0]
                              : ip_code_make(c, IP_CODE_OR, branch->condition, tests.count, tests.items);
}

static void branches(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    int operand = -1;
    if (s->branches.count > 0 && ip_pl_given(s->branches.items[0].operand)) {
        operand = ip_code_hidden(c, "case", ip_code_type_any());
        ip_code_assign(c, list, operand, s->branches.items[0].operand, s->range);
    }
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_IF, s->range);
    /* Not pushed one by one: whether they access tables is filled in later. */
    to->branches.items = IP_NEW_ARRAY(c->arena, ip_code_branch, s->branches.count);
    to->branches.capacity = s->branches.count;
    for (int i = 0; i < s->branches.count; i++) {
        const ip_pl_branch *branch = &s->branches.items[i];
        ip_code_branch *created = &to->branches.items[to->branches.count++];
        ip_code_list body = {0};
        if (ip_pl_given(branch->condition) && operand >= 0)
            created->condition = case_condition(c, branch, operand);
        else if (ip_pl_given(branch->condition))
            created->condition = ip_code_text_expr(c, branch->condition, &created->sql, &created->accesses);
        /* Decides conditions on TG_OP and the like: a branch for other events may name columns that this event's row
         * lacks. */
        int known = c->self->trigger && created->condition ? ip_code_known(created->condition) : -1;
        if (known == 0) { /* its place is the next one's, which may have no condition */
            *created = (ip_code_branch){0};
            to->branches.count--;
            continue;
        }
        if (known == 1)
            *created = (ip_code_branch){0};
        ip_code_statements(c, branch->body.items, branch->body.count, &body);
        IP_CODE_MOVE_LIST(&created->body, body);
        if (known == 1)
            break;
    }
}

static void for_range(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    ip_code_type integer = ip_code_type_any();
    integer.type = (ip_type){IP_INTEGER, false, "integer"};
    const ip_code_expr *low = ip_code_hoisted(c, list, s->low, "low", integer);
    const ip_code_expr *high = ip_code_hoisted(c, list, s->high, "high", integer);
    const ip_code_expr *step = ip_pl_given(s->step) ? ip_code_hoisted(c, list, s->step, "step", integer) : NULL;
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_FOR_RANGE, s->range);
    int names = c->names.count;
    to->low = low;
    to->high = high;
    to->step = step;
    to->reverse = s->reverse;
    ip_parse_error error;
    const ip_tree *name = s->targets.count == 1
                              ? ip_parse_pg_parse_expr(c->arena, ip_range_text(c->arena, s->targets.items[0]), &error)
                              : NULL;
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(name), fields);
    if (ip_parse_list_size(fields) != 1)
        ip_code_refuse(c, s->range, "the variable of FOR is not a name");
    ip_code_open_level(c, s->label);
    set_slot(
        c, to,
        ip_code_declare(c, ip_arena_strdup(c->arena, ip_parse_string_node(ip_parse_list_item(fields, 0))), integer));
    body_of(c, s, to);
    c->names.count = names;
}

/* A loop over a bound cursor has a record of its own. */
static void for_query(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    int names = c->names.count;
    ip_code_statement *to =
        s->cursor ? ip_code_cursor_loop(c, s, list) : ip_code_query_statement(c, s, list, IP_CODE_FOR_QUERY);
    ip_code_open_level(c, s->label);
    if (s->cursor && s->targets.count == 1) {
        ip_code_type record = ip_code_type_any();
        record.record = true;
        ip_range target = s->targets.items[0];
        ip_code_declare(c, ip_range_text(c->arena, target), record);
    }
    ip_code_into(c, s, to);
    if (to->targets.count != s->targets.count)
        ip_code_refuse_routine(c, s->range, "the variable of FOR over a query is not declared");
    body_of(c, s, to);
    c->names.count = names;
}

/* FOR … IN EXECUTE of a text that only a run knows. */
static void for_execute(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    int names = c->names.count;
    ip_code_statement *to = ip_code_execute_text(c, s, list);
    ip_code_open_level(c, s->label);
    ip_code_into(c, s, to);
    if (to->targets.count != s->targets.count)
        ip_code_refuse_routine(c, s->range, "the variable of FOR over a query is not declared");
    body_of(c, s, to);
    c->names.count = names;
}

static void foreach (ip_compiler *c, const ip_pl_statement *s, ip_code_list * list)
{
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_FOREACH, s->range);
    int names = c->names.count;
    to->expr = ip_code_text_expr(c, s->expr, &to->sql, &to->accesses);
    ip_code_open_level(c, s->label);
    ip_code_into(c, s, to);
    if (s->slice && (sscanf(s->slice_text, "\"%d\"", &to->slice) != 1 || to->slice < 0))
        ip_code_refuse(c, s->range, "FOREACH … SLICE %s", s->slice_text);
    body_of(c, s, to);
    c->names.count = names;
}

static void loop(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    ip_code_statement *to = ip_code_push(c, list, s->kind == IP_PL_WHILE ? IP_CODE_WHILE : IP_CODE_LOOP, s->range);
    int names = c->names.count;
    if (s->kind == IP_PL_WHILE)
        to->expr = ip_code_text_expr(c, s->expr, &to->sql, &to->accesses);
    ip_code_open_level(c, s->label);
    body_of(c, s, to);
    c->names.count = names;
}

static void leave(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    bool exit = s->kind == IP_PL_EXIT, found = false;
    ip_code_statement *to = ip_code_push(c, list, exit ? IP_CODE_EXIT : IP_CODE_CONTINUE, s->range);
    to->label = s->label;
    if (ip_pl_given(s->expr))
        to->expr = ip_code_text_expr(c, s->expr, &to->sql, &to->accesses);
    for (int i = 0; i < c->labels.count; i++) {
        const ip_code_label *label = &c->labels.items[i];
        bool named = s->label && label->name && strcmp(label->name, s->label) == 0;
        found = found || (s->label ? named && (label->loop || exit) : label->loop);
    }
    if (!found)
        ip_code_refuse_routine(c, s->range, "%s outside its loop", exit ? "EXIT" : "CONTINUE");
}

static void compile(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    switch (s->kind) {
    case IP_PL_BLOCK:
        ip_code_block(c, s, list, false);
        break;
    case IP_PL_IF:
        branches(c, s, list);
        break;
    case IP_PL_LOOP:
    case IP_PL_WHILE:
        loop(c, s, list);
        break;
    case IP_PL_FOR_RANGE:
        for_range(c, s, list);
        break;
    case IP_PL_FOR_QUERY:
        for_query(c, s, list);
        break;
    case IP_PL_FOREACH:
        foreach (c, s, list)
            ;
        break;
    case IP_PL_EXIT:
    case IP_PL_CONTINUE:
        leave(c, s, list);
        break;
    case IP_PL_UNKNOWN:
        if (s->executes && strncmp(s->what, "FOR", 3) == 0)
            for_execute(c, s, list);
        else
            ip_code_simple(c, s, list);
        break;
    default:
        ip_code_simple(c, s, list);
        break;
    }
}

/* A server plans a statement of PL/pgSQL when it reaches it: an error in one statement does not concern the others.
 */
static void take_reason(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list, int before)
{
    list->count = before;
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_REFUSED, s->range);
    to->message = c->code->why_not;
    to->why_range = c->code->why_not_range;
    to->wrong_state = c->code->sqlstate;
    to->wrong = c->code->error;
    c->code->sqlstate = c->code->error = NULL;
    c->code->why_not = NULL;
    c->code->why_not_range = (ip_range){0};
}

void ip_code_statements(ip_compiler *c, ip_pl_statement *const *items, int count, ip_code_list *list)
{
    bool one_by_one = c->unit->kind == IP_UNIT_ROUTINE && strcmp(c->unit->language, "plpgsql") == 0;
    for (int i = 0; i < count; i++) {
        int before = list->count;
        bool alone = one_by_one && !c->code->why_not;
        c->range = items[i]->range;
        compile(c, items[i], list);
        if (alone && c->code->why_not && !c->not_made)
            take_reason(c, items[i], list, before);
    }
}
