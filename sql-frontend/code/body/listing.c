/* Lists executable code as text: its variables and statements. */
#include "code/body/listing.h"

#include "code/code_text.h"

#include <string.h>

void ip_code_list_print(ip_code_lister *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *more = ip_arena_vprintf(l->arena, format, args);
    va_end(args);
    for (; *more; more++)
        IP_PUSH(l->arena, &l->text, *more);
}

static void list_body(ip_code_lister *l, const ip_code_statement *const *items, int count, int depth);

static const char *const kinds[] = {"block",        "assign",      "if",
                                    "loop",         "while",       "for",
                                    "for",          "foreach",     "exit",
                                    "continue",     "return",      "return next",
                                    "return query", "raise",       "select",
                                    "write",        "perform",     "call",
                                    "row count",    "stacked",     "assert",
                                    "commit",       "rollback",    "nothing",
                                    "notify",       "lock table",  "set constraints",
                                    "open",         "fetch",       "close",
                                    "make table",   "drop tables", "empty tables",
                                    "execute",      "refused"};
_Static_assert(sizeof kinds / sizeof *kinds == IP_CODE_REFUSED + 1, "a word for each kind of statement");

static void list_targets(ip_code_lister *l, const ip_code_statement *s)
{
    for (int i = 0; i < s->targets.count; i++) {
        const ip_code_lvalue *t = &s->targets.items[i];
        ip_code_list_print(l, "%s$%d:%s", i ? ", " : " into ", t->slot, l->code->variables.items[t->slot].name);
        ip_code_list_path(l, &t->path);
    }
    if (s->strict)
        ip_code_list_print(l, " strict");
}

static void list_part(ip_code_lister *l, const char *name, const ip_code_expr *expr)
{
    if (!expr)
        return;
    ip_code_list_print(l, " %s", name);
    ip_code_list_expr(l, expr);
}

/* The text with what stands in its places: {variable}. */
static void list_sql(ip_code_lister *l, const ip_code_sql *sql, int depth)
{
    size_t at = 0;
    if (!sql->text || sql->places.count == 0)
        return;
    ip_code_list_print(l, "%*ssql: ", 2 * depth + 4, "");
    for (int i = 0; i <= sql->places.count; i++) {
        size_t end = i < sql->places.count ? sql->places.items[i].begin : strlen(sql->text);
        for (; at < end; at++)
            ip_code_list_print(l, "%c", sql->text[at] == '\n' ? ' ' : sql->text[at]);
        if (i == sql->places.count)
            break;
        ip_code_list_print(l, "{");
        ip_code_list_expr(l, sql->places.items[i].expr);
        ip_code_list_print(l, "}");
        at = sql->places.items[i].end;
    }
    ip_code_list_print(l, "\n");
}

static void list_raise(ip_code_lister *l, const ip_code_statement *s)
{
    ip_position at = ip_range_position(s->why_range);
    if (s->kind == IP_CODE_REFUSED)
        ip_code_list_print(l, ": %s @%d:%d", s->message, at.line, at.column);
    if (s->kind == IP_CODE_STACKED)
        ip_code_list_print(l, " %s", s->message);
    if (s->kind != IP_CODE_RAISE)
        return;
    ip_code_list_print(l, "%s %s", s->aborts ? "" : " harmless", s->sqlstate ? s->sqlstate : "again");
    if (s->message)
        ip_code_list_print(l, " \"%s\"", s->message);
}

static void list_cursor(ip_code_lister *l, const ip_code_statement *s)
{
    static const char *const directions[] = {"forward", "backward", "absolute", "relative"};
    if (s->cursor >= 0)
        ip_code_list_print(l, " cursor $%d", s->cursor);
    else if (s->portal)
        ip_code_list_print(l, " cursor \"%s\"", s->portal);
    ip_code_list_print(l, "%s%s%s%s", s->scroll ? " scroll" : "", s->no_scroll ? " no scroll" : "",
                       s->by_arguments ? " by arguments" : "",
                       s->unfetched  ? " unfetched"
                       : s->declares ? " declares"
                                     : "");
    if (s->kind == IP_CODE_FETCH)
        ip_code_list_print(l, "%s %s%s", s->move ? " move" : "", directions[s->direction], s->all ? " all" : "");
}

static void list_branches(ip_code_lister *l, const ip_code_statement *s, int depth)
{
    for (int i = 0; i < s->branches.count; i++) {
        const ip_code_branch *b = &s->branches.items[i];
        ip_code_list_print(l, "%*s%s", 2 * depth + 2, "", b->condition ? "when " : "else");
        if (b->condition)
            ip_code_list_expr(l, b->condition);
        ip_code_list_print(l, "%s\n", b->accesses ? " *" : "");
        list_sql(l, &b->sql, depth);
        list_body(l, b->body.items, b->body.count, depth + 2);
    }
    for (int i = 0; i < s->handlers.count; i++) {
        const ip_code_handler *h = &s->handlers.items[i];
        ip_code_list_print(l, "%*sexception", 2 * depth, "");
        for (int k = 0; k < h->conditions.count; k++)
            ip_code_list_print(l, " %s", h->conditions.items[k]);
        ip_code_list_print(l, " sqlstate $%d message $%d\n", h->sqlstate, h->message);
        list_body(l, h->body.items, h->body.count, depth + 1);
    }
}

static void list_statement(ip_code_lister *l, const ip_code_statement *s, int depth)
{
    l->statement = s;
    ip_position at = ip_range_position(s->range);
    ip_code_list_print(l, "%*s%d %s%s @%d:%d", 2 * depth, "", s->id, kinds[s->kind], s->accesses ? "*" : "", at.line,
                       at.column);
    if (s->label)
        ip_code_list_print(l, " <<%s>>", s->label);
    list_targets(l, s);
    list_raise(l, s);
    list_cursor(l, s);
    if (s->slice)
        ip_code_list_print(l, " slice %d", s->slice);
    list_part(l, "", s->expr);
    list_part(l, s->reverse ? "reverse from " : "from ", s->low);
    list_part(l, "to ", s->high);
    list_part(l, "by ", s->step);
    if (s->creates)
        ip_code_list_print(l, " %s%s", s->creates->name, s->unless ? " unless there" : "");
    for (int i = 0; i < s->tables.count; i++)
        ip_code_list_print(l, "%s%s%s", i ? ", " : " ", s->tables.items[i]->name, s->unless ? " if there" : "");
    for (int i = 0; i < s->args.count; i++)
        list_part(l, i ? ", " : "args ", s->args.items[i]);
    if (s->query) {
        ip_code_list_print(l, " ");
        ip_code_list_query(l, s->query);
    }
    if (s->write) {
        ip_code_list_print(l, " ");
        ip_code_list_write(l, s->write);
    }
    for (int i = 0; i < s->parts.count; i++) {
        ip_code_list_print(l, "%s part %d (", i ? "," : " with", i);
        ip_code_list_query(l, s->parts.items[i]);
        ip_code_list_print(l, ")");
    }
    for (int i = 0, listed = 0; i < s->sql.tables.count; i++)
        if (s->sql.tables.items[i].table->locked_whole)
            ip_code_list_print(l, "%s%s %s", listed++ ? ", " : " locks ", s->sql.tables.items[i].table->name,
                               ip_catalog_lock_name(s->sql.tables.items[i].lock));
    ip_code_list_print(l, "\n");
    list_sql(l, &s->sql, depth);
    list_body(l, s->body.items, s->body.count, depth + 1);
    list_branches(l, s, depth);
}

static void list_body(ip_code_lister *l, const ip_code_statement *const *items, int count, int depth)
{
    for (int i = 0; i < count; i++)
        list_statement(l, items[i], depth);
}

static void list_variables(ip_code_lister *l)
{
    const ip_code *code = l->code;
    for (int i = 0; i < code->variables.count; i++) {
        const ip_code_variable *v = &code->variables.items[i];
        ip_code_list_print(l, "  $%d %s ", i, v->name);
        ip_code_list_type(l, &v->type);
        if (i < code->parameter_count)
            ip_code_list_print(l, "%s%s", code->in.items[i] ? " in" : "", code->out.items[i] ? " out" : "");
        if (i < code->parameter_count && code->defaults.items[i])
            list_part(l, "default ", code->defaults.items[i]);
        ip_code_list_print(l, "%s%s\n", v->not_null ? " not null" : "", v->constant ? " constant" : "");
    }
}

const char *ip_code_listing(ip_arena *arena, const ip_code *code)
{
    ip_code_lister l = {.arena = arena, .code = code};
    ip_position at = ip_range_position(code->why_not_range);
    ip_code_list_print(&l, "%s %s%s%s%s%s",
                       code->script      ? "script"
                       : code->procedure ? "procedure"
                                         : "function",
                       code->name, code->volatile_ ? "" : " not volatile", code->strict ? " strict" : "",
                       code->returns_set ? " set" : "", code->returns_void ? " void" : "");
    if (!code->script && !code->procedure && !code->returns_void) {
        ip_code_list_print(&l, " returns ");
        ip_code_list_type(&l, &code->result);
    }
    ip_code_list_print(&l, "\n");
    if (code->why_not)
        ip_code_list_print(&l, "  not run: %s @%d:%d\n", code->why_not, at.line, at.column);
    at = ip_range_position(code->begins_after);
    if (code->begins_after.source)
        ip_code_list_print(&l, "  begins after @%d:%d\n", at.line, at.column);
    list_variables(&l);
    list_body(&l, code->body.items, code->body.count, 1);
    IP_PUSH(arena, &l.text, '\0');
    return l.text.items;
}
