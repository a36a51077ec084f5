/* Replaces statements that certainly fail by their errors. */
#include "missing_names/missing_name.h"
#include "parse/lexer.h"
#include "plpgsql/block_parser_state.h"
#include "catalog/relation.h"

#include <string.h>
#include <strings.h>

typedef struct failer {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    const ip_created *created;
    const ip_unit *unit;
    ip_local_names locals;
    ip_range where; /* of the name that nothing creates */
    ip_absence absence;
} failer;

static bool tree_fails(failer *f, const ip_tree *statements, ip_pl_text text, size_t shift)
{
    bool fails = false;
    for (size_t i = 0; !fails && i < ip_parse_list_size(statements); i++)
        fails = ip_missing_statement_fails(f->arena, f->created, f->unit->path, &f->locals,
                                           ip_parse_statement_at(statements, i), &f->absence);
    size_t at = text.begin + (f->absence.offset > shift ? f->absence.offset - shift : 0);
    if (fails)
        f->where = (ip_range){text.source, at < text.end ? at : text.begin, text.end};
    return fails;
}

static bool expr_fails(failer *f, ip_pl_text text)
{
    ip_parse_error error;
    if (!ip_pl_given(text))
        return false;
    const char *select = ip_arena_printf(f->arena, "SELECT %s", ip_pl_copy(f->arena, text));
    return tree_fails(f, ip_parse_pg_parse(f->arena, select, &error), text, IP_PG_EXPR_SHIFT);
}

static bool sql_fails(failer *f, const ip_pl_statement *s)
{
    ip_parse_error error;
    if (!s->sql_text || !*s->sql_text || !ip_pl_given(s->sql))
        return false;
    return tree_fails(f, ip_parse_pg_parse(f->arena, s->sql_text, &error), s->sql, 0);
}

/* The text calls nothing, so evaluating it before a failure has no effects. */
static bool is_plain(ip_pl_text text)
{
    return !ip_pl_given(text) || !memchr(text.source->text + text.begin, '(', text.end - text.begin);
}

/* Of texts that are evaluated in this order, the first that fails is reached without any effect. */
static bool one_fails(failer *f, const ip_pl_text *texts, int count)
{
    for (int i = 0; i < count; i++) {
        if (expr_fails(f, texts[i]))
            return true;
        if (!is_plain(texts[i]))
            return false;
    }
    return false;
}

static const char *percents_doubled(ip_arena *arena, const char *text)
{
    const char *result = "";
    for (const char *at = strchr(text, '%'); at; text = at + 1, at = strchr(text, '%'))
        result = ip_arena_printf(arena, "%s%.*s%%%%", result, (int)(at - text), text);
    return ip_arena_printf(arena, "%s%s", result, text);
}

static ip_pl_statement error_at(failer *f, ip_range range)
{
    ip_pl_raise *said = IP_NEW(f->arena, ip_pl_raise);
    said->format = percents_doubled(f->arena, f->absence.message);
    said->condition = f->absence.sqlstate;
    said->unsure = f->absence.unsure;
    const char *state = f->absence.unsure ? "" : ip_arena_printf(f->arena, " (SQLSTATE %s)", f->absence.sqlstate);
    ip_diagnostics_add(f->diagnostics, IP_REMARK, f->where, f->unit->overloaded ? f->unit->signature : f->unit->name,
                       "%s: what names it fails whenever it is reached%s", f->absence.message, state);
    return (ip_pl_statement){.kind = IP_PL_RAISE, .range = range, .raise = said, .aborts = true};
}

static void fail_body(failer *f, ip_pl_statement **items, int *count);

/* ELSIF, WHEN: a failing condition is reached if no condition before it holds, and nothing after it is reached. */
static void fail_branches(failer *f, ip_pl_statement *s)
{
    for (int i = 0; i < s->branches.count; i++) {
        ip_pl_branch *branch = &s->branches.items[i];
        bool fails = ip_pl_given(branch->operand) ? false : expr_fails(f, branch->condition);
        if (fails) {
            ip_pl_statement *error = IP_NEW(f->arena, ip_pl_statement);
            ip_pl_branch instead = {0};
            *error = error_at(f, branch->condition);
            IP_PUSH(f->arena, &instead.body, error);
            *branch = instead;
            s->branches.count = i + 1;
            if (i == 0)
                *s = *error;
            return;
        }
        fail_body(f, branch->body.items, &branch->body.count);
    }
}

static bool declaration_fails(failer *f, const ip_pl_statement *block)
{
    for (int i = 0; i < block->declarations.count; i++) {
        const ip_pl_declaration *d = &block->declarations.items[i];
        if (d->cursor) /* fails when it is opened */
            continue;
        if (expr_fails(f, d->initial))
            return true;
        if (!is_plain(d->initial))
            return false;
    }
    return false;
}

static bool raise_fails(failer *f, const ip_pl_raise *raise)
{
    bool plain = true;
    if (!raise || one_fails(f, raise->args.items, raise->args.count))
        return raise != NULL;
    for (int i = 0; i < raise->args.count; i++)
        plain = plain && is_plain(raise->args.items[i]);
    for (int i = 0; plain && i < raise->options.count; i++) {
        if (expr_fails(f, raise->options.items[i].value))
            return true;
        plain = is_plain(raise->options.items[i].value);
    }
    return false;
}

static bool statement_fails(failer *f, const ip_pl_statement *s)
{
    const ip_pl_text bounds[] = {s->low, s->high, s->step};
    for (int i = 0; i < s->args.count && s->kind != IP_PL_RAISE; i++)
        if (!is_plain(s->args.items[i]))
            return false;
    for (int i = 0; i < s->targets.count; i++)
        if (ip_pl_subscripted(s->targets.items[i])) /* what comes first */
            return false;
    switch (s->kind) {
    case IP_PL_BLOCK:
        return declaration_fails(f, s);
    case IP_PL_ASSIGN:
    case IP_PL_WHILE:
    case IP_PL_FOREACH:
    case IP_PL_EXIT:
    case IP_PL_CONTINUE:
    case IP_PL_ASSERT:
        return expr_fails(f, s->expr);
    case IP_PL_IF:
        return s->branches.count > 0 && expr_fails(f, s->branches.items[0].operand);
    case IP_PL_FOR_RANGE:
        return one_fails(f, bounds, 3);
    case IP_PL_RETURN:
        return expr_fails(f, s->expr) || sql_fails(f, s);
    case IP_PL_RAISE:
        return raise_fails(f, s->raise);
    case IP_PL_SQL:
    case IP_PL_PERFORM:
    case IP_PL_FOR_QUERY:
    case IP_PL_OPEN:
        return !s->cursor && sql_fails(f, s);
    default:
        return false;
    }
}

static void fail_statement(failer *f, ip_pl_statement *s)
{
    if (statement_fails(f, s)) {
        *s = error_at(f, s->range);
        return;
    }
    fail_branches(f, s);
    fail_body(f, s->body.items, &s->body.count);
    for (int i = 0; i < s->handlers.count; i++) /* handler_list has the same */
        fail_statement(f, s->handlers.items[i]);
}

/* Statements after an error in the same list are not reached. */
static void fail_body(failer *f, ip_pl_statement **items, int *count)
{
    for (int i = 0; i < *count; i++) {
        bool raised = items[i]->kind == IP_PL_RAISE;
        fail_statement(f, items[i]);
        if (!raised && items[i]->kind == IP_PL_RAISE)
            *count = i + 1;
    }
}

/* A body in SQL is analyzed as a whole before it runs. */
static void fail_sql_body(failer *f, ip_unit *unit, ip_pl_statement *block)
{
    for (int i = 0; i < block->body.count; i++)
        if (statement_fails(f, block->body.items[i])) {
            *block->body.items[0] = error_at(f, block->body.items[0]->range);
            block->body.count = 1;
            unit->fails = true;
            return;
        }
}

/* ---- names that are no objects ---- */
static void add_local(failer *f, const char *name)
{
    if (name)
        IP_PUSH(f->arena, &f->locals, name);
}

/* The first name of a target, and all others in it; a doubtful name counts as local. */
static void add_names(failer *f, ip_pl_text text)
{
    for (size_t at = text.begin; ip_pl_given(text) && at < text.end;) {
        ip_token token = ip_parse_next_token(text.source, &at, text.end, false);
        if (token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED)
            add_local(f, ip_parse_token_name(f->arena, text.source, token));
    }
}

static void add_locals(failer *f, const ip_pl_statement *s)
{
    add_local(f, s->label);
    for (int i = 0; i < s->declarations.count; i++) {
        const ip_pl_declaration *d = &s->declarations.items[i];
        add_local(f, d->name);
        for (int k = 0; k < d->cursor_parameters.count; k++)
            add_local(f, d->cursor_parameters.items[k].name);
    }
    for (int i = 0; i < s->targets.count; i++)
        add_names(f, s->targets.items[i]);
    for (int i = 0; i < s->body.count; i++)
        add_locals(f, s->body.items[i]);
    for (int i = 0; i < s->handlers.count; i++)
        add_locals(f, s->handlers.items[i]);
    for (int i = 0; i < s->branches.count; i++)
        for (int k = 0; k < s->branches.items[i].body.count; k++)
            add_locals(f, s->branches.items[i].body.items[k]);
}

static void add_names_of_unit(failer *f, const ip_unit *unit)
{
    static const char *const always[] = {
        "found",           "new",      "old",     "sqlstate", "sqlerrm",    "tg_name",
        "tg_when",         "tg_level", "tg_op",   "tg_relid", "tg_relname", "tg_table_name",
        "tg_table_schema", "tg_nargs", "tg_argv", "tg_event", "tg_tag"};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        add_local(f, always[i]);
    add_local(f, unit->label);
    for (int i = 0; i < unit->parameters.count; i++)
        add_local(f, unit->parameters.items[i].name);
    for (int i = 0; i < unit->spellings.count; i++)
        add_local(f, unit->spellings.items[i].identifier);
    add_locals(f, unit->tree);
}

/* Types are looked up when the routine is first called, before any of it runs. */
static bool type_fails(failer *f, const ip_pl_statement *s)
{
    static const char row_type[] = "%ROWTYPE";
    for (int i = 0; i < s->declarations.count; i++) {
        const ip_pl_declaration *d = &s->declarations.items[i];
        size_t length = strlen(d->type), end = sizeof row_type - 1;
        if (length <= end || strcasecmp(d->type + length - end, row_type) != 0)
            continue;
        const char *name = ip_arena_strndup(f->arena, d->type, length - end);
        if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_.") < strlen(name) ||
            ip_missing_created_row_type(f->created, f->unit->path, name))
            continue;
        f->absence = (ip_absence){"42P01", ip_arena_printf(f->arena, "relation \"%s\" does not exist", name), false, 0};
        f->where = d->range;
        return true;
    }
    for (int i = 0; i < s->body.count; i++)
        if (type_fails(f, s->body.items[i]))
            return true;
    for (int i = 0; i < s->handlers.count; i++)
        if (type_fails(f, s->handlers.items[i]))
            return true;
    for (int i = 0; i < s->branches.count; i++)
        for (int k = 0; k < s->branches.items[i].body.count; k++)
            if (type_fails(f, s->branches.items[i].body.items[k]))
                return true;
    return false;
}

static bool has_handlers(ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++)
        if (items[i]->has_handlers || items[i]->handler_list.count ||
            has_handlers(items[i]->body.items, items[i]->body.count))
            return true;
    return false;
}

void ip_missing_fail_in_unit(ip_arena *arena, const ip_definitions *definitions, ip_unit *unit,
                             ip_diagnostics *diagnostics)
{
    failer f = {.arena = arena, .diagnostics = diagnostics, .created = definitions->created, .unit = unit};
    ip_pl_statement *block = unit->tree;
    if (!block)
        return;
    add_names_of_unit(&f, unit);
    if (unit->kind == IP_UNIT_ROUTINE && strcmp(unit->language, "sql") == 0) {
        fail_sql_body(&f, unit, block);
        return;
    }
    /* A statement that fails after a savepoint has taken the transaction's snapshot all the same. */
    if (unit->kind == IP_UNIT_SCRIPT && has_handlers(block->body.items, block->body.count))
        return;
    if (type_fails(&f, block) || statement_fails(&f, block)) {
        ip_pl_statement *error = IP_NEW(arena, ip_pl_statement);
        *error = error_at(&f, block->range);
        *block = (ip_pl_statement){.kind = IP_PL_BLOCK, .range = block->range};
        IP_PUSH(arena, &block->body, error);
        return;
    }
    fail_statement(&f, block);
}

void ip_missing_fail_absent(ip_arena *arena, const ip_definitions *definitions, ip_diagnostics *diagnostics)
{
    ip_diagnostics_add(
        diagnostics, IP_ASSUMPTION, (ip_range){NULL, 0, 0}, NULL,
        "--complete-schema: nothing exists but what PostgreSQL, its extensions and the files create; what names "
        "anything else fails when it is reached");
    for (int i = 0; i < definitions->units.count; i++)
        ip_missing_fail_in_unit(arena, definitions, definitions->units.items[i], diagnostics);
}
