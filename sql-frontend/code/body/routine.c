/* Whole routines and scripts. */
#include "code/coder.h"

#include <string.h>

ip_compiler *ip_code_compiler_new(ip_coder *coder, ip_code_unit *entry)
{
    ip_compiler *c = IP_NEW(coder->arena, ip_compiler);
    c->coder = coder;
    c->arena = coder->arena;
    c->schema = coder->schema;
    c->self = entry;
    c->unit = entry->unit;
    c->code = entry->code;
    c->range = entry->unit->range;
    c->conflict = IP_CONFLICT_COLUMN;
    c->error_code = c->error_message = -1;
    if (strcmp(entry->unit->language, "plpgsql") == 0)
        c->conflict = IP_CONFLICT_ERROR;
    const char *option = entry->unit->tree && c->conflict == IP_CONFLICT_ERROR ? entry->unit->tree->what : NULL;
    if (option && strcmp(option, "use_variable") == 0)
        c->conflict = IP_CONFLICT_VARIABLE;
    else if (option && strcmp(option, "use_column") == 0)
        c->conflict = IP_CONFLICT_COLUMN;
    c->code->unasked = ip_code_unasked_casts(c);
    return c;
}

ip_compiler *ip_code_no_unit(ip_coder *coder)
{
    ip_unit *unit = IP_NEW(coder->arena, ip_unit);
    ip_code_unit *entry = IP_NEW(coder->arena, ip_code_unit);
    unit->language = "sql";
    unit->kind = IP_UNIT_SCRIPT;
    entry->unit = unit;
    entry->code = IP_NEW(coder->arena, ip_code);
    return ip_code_compiler_new(coder, entry);
}

/* Parameters and results have no modifiers: numeric(10,2) there is numeric. */
static ip_code_type without_modifier(ip_compiler *c, ip_code_type type)
{
    const char *open = type.type.name ? strchr(type.type.name, '(') : NULL;
    type.precision = type.scale = -1;
    if (open && strncmp(type.type.name, "timestamp", 9) != 0 && strncmp(type.type.name, "time", 4) != 0) {
        const char *close = strchr(open, ')');
        type.type.name =
            ip_arena_printf(c->arena, "%.*s%s", (int)(open - type.type.name), type.type.name, close ? close + 1 : "");
    }
    return type;
}

/* The type of a parameter or result. A domain's values keep its length. */
static ip_code_type passed_type(ip_compiler *c, const char *name, ip_range range)
{
    ip_code_type type = ip_code_type_of_text(c, name, range);
    return ip_ddl_definitions_type(c->coder->definitions, name) ? type : without_modifier(c, type);
}

void ip_code_signature(ip_coder *coder, ip_code_unit *entry)
{
    const ip_unit *unit = entry->unit;
    ip_code *code = entry->code;
    ip_compiler *c = ip_code_compiler_new(coder, entry);
    bool script = unit->kind == IP_UNIT_SCRIPT;
    int outs = 0, last = 0;
    code->name = unit->overloaded ? unit->signature : unit->name;
    code->script = script;
    code->procedure = unit->procedure;
    code->volatile_ = unit->volatility == IP_VOLATILE;
    code->immutable = unit->volatility == IP_IMMUTABLE;
    code->definer = unit->definer;
    code->sets = unit->sets;
    code->strict = unit->strict;
    /* PostgreSQL 15, CREATE FUNCTION, "COST execution_cost". */
    bool of_c = strcmp(unit->language, "c") == 0 || strcmp(unit->language, "internal") == 0;
    code->cost = unit->cost > 0 ? unit->cost : of_c ? 1 : 100;
    code->returns_set = unit->returns_set;
    code->returns_void = strcmp(unit->return_type, "void") == 0;
    code->returns_null = code->returns_void && strcmp(unit->language, "sql") == 0;
    code->parameter_count = unit->parameters.count;
    code->found = code->row_slot = -1;
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        const char *name = script && *p->name != '$' ? ip_arena_printf(c->arena, ":%s", p->name) : p->name;
        ip_code_hidden(c, name, passed_type(c, p->type_name, p->range));
        code->variables.items[code->variables.count - 1].not_null = p->quoted;
        IP_PUSH(c->arena, &code->in, p->in);
        IP_PUSH(c->arena, &code->out, p->out);
        IP_PUSH(c->arena, &code->defaults, NULL);
        outs += p->out;
        last = p->out ? i : last;
    }
    code->result = ip_code_type_any();
    if (outs == 1 && !unit->procedure)
        code->result = code->variables.items[last].type;
    else if (outs > 0)
        code->result.record = true;
    else if (!script && !unit->procedure && !code->returns_void && strcmp(unit->return_type, "trigger") != 0)
        code->result = passed_type(c, unit->return_type, unit->range);
}

/* PL/pgSQL counts all parameters in $n, SQL functions those that are in. */
static void see_parameters(ip_compiler *c)
{
    bool plpgsql = strcmp(c->unit->language, "plpgsql") == 0;
    int number = 0;
    ip_code_open_level(c, c->unit->label);
    for (int i = 0; i < c->unit->parameters.count; i++) {
        const ip_unit_parameter *p = &c->unit->parameters.items[i];
        number += plpgsql || p->in;
        if (plpgsql || p->in)
            ip_code_see(c, ip_arena_printf(c->arena, "$%d", number), i);
        if (*p->name != '$')
            ip_code_see(c, p->name, i);
    }
    for (int i = 0; i < c->unit->parameters.count; i++) {
        c->code->defaults.items[i] = ip_code_kept_expr(c, c->unit->parameters.items[i].kept_default, NULL);
    }
}

static void script(ip_compiler *c, ip_code_list *list)
{
    const ip_unit *unit = c->unit;
    ip_code_open_level(c, NULL);
    for (int i = 0; i < unit->parameters.count; i++)
        ip_code_see(c, c->code->variables.items[i].name, i);
    for (int i = 0; i < unit->tree->declarations.count; i++)
        ip_code_declare(c, ip_arena_printf(c->arena, ":%s", unit->tree->declarations.items[i].name),
                        ip_code_type_any());
    for (int i = 0; i < unit->spellings.count; i++) {
        const ip_spelling *s = &unit->spellings.items[i];
        const char *name = s->variable ? ip_arena_printf(c->arena, ":%s", s->variable) : NULL;
        int used, slot = name ? ip_code_find_variable(c, &name, 1, &used) : s->parameter;
        if (slot >= 0)
            ip_code_see(c, s->identifier, slot);
    }
    ip_code_statements(c, unit->tree->body.items, unit->tree->body.count, list);
}

static bool yields_rows(const ip_code_statement *s)
{
    return (s->kind == IP_CODE_SELECT && s->query) ||
           (s->kind == IP_CODE_WRITE && s->write && s->write->returning_count > 0);
}

/* The last statement of an SQL function gives its result: its rows, or its first row. Results of the others are
 * dropped. */
static void sql_result(ip_compiler *c, ip_code_statement *last, ip_code_list *list)
{
    int outs = 0;
    if (c->code->returns_void || (c->unit->procedure && c->code->result.record == false))
        return;
    if (!yields_rows(last)) {
        ip_code_refuse(c, last->range, "the last statement of an SQL function gives no rows");
        return;
    }
    if (c->code->returns_set) {
        last->kind = IP_CODE_RETURN_QUERY;
        return;
    }
    for (int i = 0; i < c->code->parameter_count; i++) {
        ip_code_lvalue target = {.slot = i};
        if (!c->code->out.items[i])
            continue;
        outs++;
        IP_PUSH(c->arena, &last->targets, target);
    }
    if (outs > 0)
        return;
    last->row_value = true;
    ip_code_lvalue target = {.slot = ip_code_hidden(c, "result", c->code->result)};
    IP_PUSH(c->arena, &last->targets, target);
    ip_code_statement *back = ip_code_push(c, list, IP_CODE_RETURN, last->range);
    back->expr = ip_code_variable_expr(c, target.slot, last->range);
}

static void sql_function(ip_compiler *c, ip_code_list *list)
{
    see_parameters(c);
    for (int i = 0; i < c->unit->tree->body.count; i++) {
        int before = list->count;
        ip_code_statements(c, &c->unit->tree->body.items[i], 1, list);
        ip_code_statement *s = list->count > before ? (ip_code_statement *)list->items[list->count - 1] : NULL;
        if (!s)
            continue;
        if (i + 1 == c->unit->tree->body.count && s->kind != IP_CODE_RETURN)
            sql_result(c, s, list);
        if (s->kind == IP_CODE_SELECT && s->targets.count == 0)
            s->kind = IP_CODE_PERFORM;
    }
}

static void plpgsql(ip_compiler *c, ip_code_list *list)
{
    ip_code_type boolean = ip_code_type_any();
    boolean.type = (ip_type){IP_BOOLEAN, false, "boolean"};
    if (c->self->trigger)
        ip_code_see_row(c);
    else
        see_parameters(c);
    c->code->found = ip_code_declare(c, "found", boolean);
    if (c->self->trigger)
        ip_code_when(c, list);
    ip_code_block(c, c->unit->tree, list, true);
}

void ip_code_compile(ip_coder *coder, ip_code_unit *entry)
{
    const ip_unit *unit = entry->unit;
    ip_compiler *c = ip_code_compiler_new(coder, entry);
    ip_code_list body = {0};
    entry->compiled = true;
    if (unit->broken)
        ip_code_refuse(c, unit->broken_range, "%s", unit->broken);
    if (strcmp(unit->return_type, "trigger") == 0 && !entry->trigger)
        ip_code_refuse(c, unit->range, "a trigger function");
    if (!unit->tree)
        ip_code_refuse(c, unit->range, "a body in language %s", unit->language);
    else if (unit->kind == IP_UNIT_SCRIPT)
        script(c, &body);
    else if (strcmp(unit->language, "sql") == 0)
        sql_function(c, &body);
    else
        plpgsql(c, &body);
    IP_CODE_MOVE_LIST(&c->code->body, body);
}
