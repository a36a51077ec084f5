/* Writes all definitions as text, for tests/frontend. */
#include "catalog/definition.h"

#include "program/expr.h"

#include <stdio.h>
#include <string.h>

static const char *const kind_names[] = {
    [IP_PL_BLOCK] = "block",
    [IP_PL_ASSIGN] = "assign",
    [IP_PL_IF] = "if",
    [IP_PL_LOOP] = "loop",
    [IP_PL_WHILE] = "while",
    [IP_PL_FOR_RANGE] = "for-range",
    [IP_PL_FOR_QUERY] = "for-query",
    [IP_PL_FOREACH] = "foreach",
    [IP_PL_EXIT] = "exit",
    [IP_PL_CONTINUE] = "continue",
    [IP_PL_RETURN] = "return",
    [IP_PL_RAISE] = "raise",
    [IP_PL_SQL] = "sql",
    [IP_PL_PERFORM] = "perform",
    [IP_PL_DIAGNOSTICS] = "diagnostics",
    [IP_PL_NULL] = "null",
    [IP_PL_ASSERT] = "assert",
    [IP_PL_COMMIT] = "commit",
    [IP_PL_ROLLBACK] = "rollback",
    [IP_PL_OPEN] = "open",
    [IP_PL_FETCH] = "fetch",
    [IP_PL_CLOSE] = "close",
    [IP_PL_UNKNOWN] = "not-understood",
};

typedef struct dump {
    ip_arena *arena;
    IP_VEC(char) text;
} dump;

static void put(dump *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(dump *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *c = ip_arena_vprintf(d->arena, format, args); *c; c++)
        IP_PUSH(d->arena, &d->text, *c);
    va_end(args);
}

/* White space is replaced by one blank. */
static const char *folded(dump *d, const char *text)
{
    char *copy = ip_arena_strdup(d->arena, text), *to = copy;
    for (; *text; text++) {
        bool space = strchr(" \t\r\n", *text) != NULL;
        if (!space)
            *to++ = *text;
        else if (to > copy && to[-1] != ' ')
            *to++ = ' ';
    }
    while (to > copy && to[-1] == ' ')
        to--;
    *to = 0;
    return copy;
}

static void put_text(dump *d, const char *name, ip_pl_text text)
{
    if (text.source)
        put(d, " %s{%s}", name, folded(d, ip_range_text(d->arena, text)));
}

static void put_statement(dump *d, const ip_pl_statement *s, int indent);

static void put_branches(dump *d, const ip_pl_statement *s, int indent)
{
    for (int b = 0; b < s->branches.count; b++) {
        const ip_pl_branch *branch = &s->branches.items[b];
        put(d, "%*s%s", indent, "", branch->condition.source ? "when" : "else");
        put_text(d, "operand", branch->operand);
        put_text(d, "", branch->condition);
        put(d, "\n");
        for (int i = 0; i < branch->body.count; i++)
            put_statement(d, branch->body.items[i], indent + 2);
    }
}

static void put_declarations(dump *d, const ip_pl_statement *s, int indent)
{
    for (int i = 0; i < s->declarations.count; i++) {
        const ip_pl_declaration *v = &s->declarations.items[i];
        put(d, "%*sdeclare %s", indent, "", v->name);
        if (v->alias_for)
            put(d, " alias-for %s", v->alias_for);
        if (*v->type)
            put(d, " type{%s}", v->type);
        put(d, "%s%s%s", v->constant ? " constant" : "", v->not_null ? " not-null" : "", v->cursor ? " cursor" : "");
        for (int k = 0; k < v->cursor_parameters.count; k++)
            put(d, " parameter{%s %s}", v->cursor_parameters.items[k].name, v->cursor_parameters.items[k].type);
        put_text(d, "initial", v->initial);
        put(d, "\n");
    }
}

static void put_cursor(dump *d, const ip_pl_statement *s)
{
    static const char *const directions[] = {"forward", "backward", "absolute", "relative"};
    if (s->cursor)
        put(d, " cursor{%s}%s", s->cursor, s->scroll ? " scroll" : "");
    if (!s->fetch)
        return;
    put(d, " %s%s", s->fetch->move ? "move " : "", directions[s->fetch->direction]);
    if (s->fetch->all)
        put(d, " all");
    else if (!s->fetch->counted.source)
        put(d, " %ld", s->fetch->count);
    put_text(d, "", s->fetch->counted);
}

static void put_statement(dump *d, const ip_pl_statement *s, int indent)
{
    ip_position at = ip_range_position(s->range);
    put(d, "%*s%s @%d:%d", indent, "", kind_names[s->kind], at.line, at.column);
    if (s->label)
        put(d, " <<%s>>", s->label);
    if (s->what)
        put(d, " what{%s}", s->what);
    put(d, "%s%s%s%s%s", s->strict ? " strict" : "", s->reverse ? " reverse" : "", s->aborts ? " aborts" : "",
        s->more_follows ? " more-follows" : "", s->row_count ? " row-count" : "");
    put_cursor(d, s);
    for (int i = 0; i < s->targets.count; i++)
        put_text(d, "target", s->targets.items[i]);
    put_text(d, "expr", s->expr);
    put_text(d, "low", s->low);
    put_text(d, "high", s->high);
    put_text(d, "step", s->step);
    for (int i = 0; i < s->args.count; i++)
        put_text(d, i < s->arg_names.count && s->arg_names.items[i] ? s->arg_names.items[i] : "arg", s->args.items[i]);
    if (s->sql_text)
        put(d, " sql{%s}", folded(d, s->sql_text));
    put(d, "\n");
    put_declarations(d, s, indent + 2);
    put_branches(d, s, indent + 2);
    for (int i = 0; i < s->body.count; i++)
        put_statement(d, s->body.items[i], indent + 2);
    if (s->has_handlers)
        put(d, "%*shandlers\n", indent, "");
    for (int i = 0; i < s->handlers.count; i++)
        put_statement(d, s->handlers.items[i], indent + 2);
}

static void put_columns(dump *d, const ip_table *table, const char *what, const int *columns, int count)
{
    put(d, " %s(", what);
    for (int i = 0; i < count; i++)
        put(d, "%s%s", i ? "," : "", table->columns.items[columns[i]].name);
    put(d, ")");
}

static void put_table(dump *d, const ip_table *table)
{
    put(d, "table %s\n", table->name);
    for (int i = 0; i < table->columns.count; i++) {
        const ip_column *c = &table->columns.items[i];
        put(d, "  column %s %s%s%s%s", c->name, ip_parse_type_kind_name(c->type.kind), c->type.array ? "[]" : "",
            c->not_null ? " not-null" : "", c->has_default ? " default" : "");
        if (c->default_value)
            put(d, "{%s}",
                c->default_value->kind == IP_EXPR_BOOLEAN ? (c->default_value->boolean ? "true" : "false")
                : c->default_value->text                  ? c->default_value->text
                                                          : "null");
        put(d, "\n");
    }
    for (int i = 0; i < table->keys.count; i++) {
        put(d, " ");
        put_columns(d, table, table->keys.items[i].primary ? "primary key" : "unique", table->keys.items[i].columns,
                    table->keys.items[i].column_count);
        put(d, "\n");
    }
    for (int i = 0; i < table->foreign_keys.count; i++) {
        const ip_foreign_key *key = &table->foreign_keys.items[i];
        put(d, " ");
        put_columns(d, table, "foreign key", key->columns, key->column_count);
        put_columns(d, key->target, key->target->name, key->target_columns, key->column_count);
        put(d, "\n");
    }
}

static void put_unit(dump *d, const ip_unit *unit)
{
    put(d, "%s %s language %s%s%s%s\n", unit->kind == IP_UNIT_ROUTINE ? "routine" : "script", unit->signature,
        unit->language, unit->overloaded ? " overloaded" : "", unit->ignores.count ? " suppressed" : "",
        unit->not_a_transaction ? " not-a-transaction" : "");
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        put(d, "  parameter %s%s%s %s\n", p->in ? "in" : "", p->out ? "out" : "", p->has_default ? " default" : "",
            p->name);
    }
    for (int i = 0; i < unit->spellings.count; i++) {
        const ip_spelling *s = &unit->spellings.items[i];
        put(d, "  spelled %s %s\n", s->identifier,
            s->parameter >= 0 ? unit->parameters.items[s->parameter].name : s->variable);
    }
    if (unit->broken)
        put(d, "  broken{%s}\n", unit->broken);
    if (unit->tree)
        put_statement(d, unit->tree, 2);
}

const char *ip_workload_definitions_dump(ip_arena *arena, const ip_definitions *definitions)
{
    dump d = {.arena = arena};
    for (int i = 0; i < definitions->schema->tables.count; i++)
        put_table(&d, definitions->schema->tables.items[i]);
    for (int i = 0; i < definitions->checks.count; i++)
        put(&d, "check %s {%s}\n", definitions->checks.items[i].table->name,
            folded(&d, ip_range_text(arena, definitions->checks.items[i].expr)));
    for (int i = 0; i < definitions->units.count; i++)
        put_unit(&d, definitions->units.items[i]);
    IP_PUSH(arena, &d.text, 0);
    return d.text.items;
}
