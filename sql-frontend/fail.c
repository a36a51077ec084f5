/* Statements that fail for certain, as the errors that they are. */
#include "absent.h"
#include "lexer.h"
#include "pl_parser.h"
#include "relation.h"

#include <string.h>

typedef struct failer {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    const ip_made *made;
    const ip_unit *unit;
    ip_local_names locals;
    ip_range where; /* of the name that nothing makes */
    ip_absence absence;
} failer;

static bool given(ip_pl_text text)
{
    return text.source && text.begin < text.end;
}

static bool tree_fails(failer *f, json_t *statements, ip_pl_text text, size_t shift)
{
    bool fails = false;
    for (size_t i = 0; !fails && i < json_array_size(statements); i++)
        fails = ip_statement_fails(f->arena, f->made, f->unit->path, &f->locals,
                                   ip_field(json_array_get(statements, i), "stmt"), &f->absence);
    size_t at = text.begin + (f->absence.offset > shift ? f->absence.offset - shift : 0);
    if (fails)
        f->where = (ip_range){text.source, at < text.end ? at : text.begin, text.end};
    json_decref(statements);
    return fails;
}

static bool expr_fails(failer *f, ip_pl_text text)
{
    ip_parse_error error;
    if (!given(text))
        return false;
    const char *select = ip_arena_printf(f->arena, "SELECT %s", ip_pl_copy(f->arena, text));
    return tree_fails(f, ip_pg_parse(f->arena, select, &error), text, IP_PG_EXPR_SHIFT);
}

static bool sql_fails(failer *f, const ip_pl_statement *s)
{
    ip_parse_error error;
    if (!s->sql_text || !*s->sql_text || !given(s->sql))
        return false;
    return tree_fails(f, ip_pg_parse(f->arena, s->sql_text, &error), s->sql, 0);
}

/* Evaluated before something that fails, it leaves nothing behind: it calls nothing. */
static bool is_plain(ip_pl_text text)
{
    return !given(text) || !memchr(text.source->text + text.begin, '(', text.end - text.begin);
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
    ip_report(f->diagnostics, IP_REMARK, f->where, f->unit->overloaded ? f->unit->signature : f->unit->name,
              "%s: what names it fails whenever it is reached (SQLSTATE %s)", f->absence.message, f->absence.sqlstate);
    return (ip_pl_statement){.kind = IP_PL_RAISE, .range = range, .raise = said, .aborts = true};
}

static void fail_body(failer *f, ip_pl_statement **items, int *count);

/* ELSIF, WHEN: if it fails, it does so where none before it holds; nothing behind it is reached. */
static void fail_branches(failer *f, ip_pl_statement *s)
{
    for (int i = 0; i < s->branches.count; i++) {
        ip_pl_branch *branch = &s->branches.items[i];
        bool fails = given(branch->operand) ? false : expr_fails(f, branch->condition);
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

/* What stands behind an error in the same list is not reached. */
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
static void fail_sql_body(failer *f, ip_pl_statement *block)
{
    for (int i = 0; i < block->body.count; i++)
        if (statement_fails(f, block->body.items[i])) {
            *block->body.items[0] = error_at(f, block->body.items[0]->range);
            block->body.count = 1;
            return;
        }
}

static bool has_handlers(ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++)
        if (items[i]->has_handlers || items[i]->handler_list.count ||
            has_handlers(items[i]->body.items, items[i]->body.count))
            return true;
    return false;
}

void ip_fail_in_unit(ip_arena *arena, const ip_definitions *definitions, ip_unit *unit, ip_diagnostics *diagnostics)
{
    failer f = {.arena = arena, .diagnostics = diagnostics, .made = definitions->made, .unit = unit};
    ip_pl_statement *block = unit->tree;
    if (!block)
        return;
    if (unit->kind == IP_UNIT_ROUTINE && strcmp(unit->language, "sql") == 0) {
        fail_sql_body(&f, block);
        return;
    }
    /* A statement that fails behind a savepoint has taken the transaction's snapshot all the same. */
    if (unit->kind == IP_UNIT_SCRIPT && has_handlers(block->body.items, block->body.count))
        return;
    if (statement_fails(&f, block)) {
        ip_pl_statement *error = IP_NEW(arena, ip_pl_statement);
        *error = error_at(&f, block->range);
        *block = (ip_pl_statement){.kind = IP_PL_BLOCK, .range = block->range};
        IP_PUSH(arena, &block->body, error);
        return;
    }
    fail_statement(&f, block);
}

void ip_fail_absent(ip_arena *arena, const ip_definitions *definitions, ip_diagnostics *diagnostics)
{
    for (int i = 0; i < definitions->units.count; i++)
        ip_fail_in_unit(arena, definitions, definitions->units.items[i], diagnostics);
}
