#include "lower.h"

#include <string.h>
#include <strings.h>

/* Is this routine called by another definition? Then it is no program of its own. */
static bool word_at(const char *text, const char *at, size_t length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
    return (at == text || !strchr(letters, at[-1])) && at[length] != '\0' && !strchr(letters, at[length]);
}

static bool calls(ip_arena *arena, const ip_unit *caller, const ip_unit *callee)
{
    const char *body = ip_range_text(arena, caller->body);
    size_t length = strlen(callee->name);
    for (const char *at = body; *at; at++) {
        if (strncasecmp(at, callee->name, length) != 0 || !word_at(body, at, length))
            continue;
        const char *after = at + length;
        while (*after == ' ' || *after == '\n' || *after == '\t')
            after++;
        if (*after == '(')
            return true;
    }
    return false;
}

/* A table may have a routine's name (INSERT INTO new_order (…)): then it is a table there. */
static bool inserts_into(const ip_schema *schema, const char *name)
{
    return ip_schema_table(schema, name) != NULL;
}

static bool is_program(ip_arena *arena, const ip_definitions *d, const ip_unit *unit)
{
    if (unit->not_a_transaction || strcmp(unit->return_type, "trigger") == 0)
        return false;
    if (unit->kind == IP_UNIT_SCRIPT)
        return true;
    if (strcmp(unit->language, "plpgsql") != 0 && strcmp(unit->language, "sql") != 0)
        return false;
    if (inserts_into(d->schema, unit->name))
        return true;
    for (int i = 0; i < d->units.count; i++)
        if (d->units.items[i] != unit && calls(arena, d->units.items[i], unit))
            return false;
    return true;
}

static void declare_parameters(ip_lowerer *l, const ip_unit *unit)
{
    int input = 0;
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        const char *name = unit->kind == IP_UNIT_SCRIPT ? ip_arena_printf(l->arena, ":%s", p->name) : p->name;
        ip_lower_declare_typed(l, unit->name, name, p->type_name, p->range);
        int slot = l->visible.items[l->visible.count - 1].slot;
        if (!p->in)
            continue;
        ip_visible numbered = {NULL, ip_arena_printf(l->arena, "$%d", ++input), slot};
        if (unit->kind != IP_UNIT_SCRIPT)
            IP_PUSH(l->arena, &l->visible, numbered);
        ip_parameter parameter = {p->name, l->slots.items[slot].type};
        ip_expr *node = ip_expr_new(l->arena, IP_EXPR_PARAMETER, parameter.type);
        node->index = l->program->parameters.count;
        IP_PUSH(l->arena, &l->program->parameters, parameter);
        IP_PUSH(l->arena, &l->parameter_nodes, node);
        if (l->slots.items[slot].record) {
            ip_lower_forget(l, slot, -1);
            continue;
        }
        while (l->values.count <= slot)
            IP_PUSH(l->arena, &l->values, NULL);
        l->values.items[slot] = node;
    }
    /* Scripts spell a variable as an identifier of their own. */
    for (int i = 0; i < unit->spellings.count; i++) {
        const ip_spelling *s = &unit->spellings.items[i];
        if (s->parameter < 0)
            continue;
        ip_visible visible = {NULL, s->identifier, -1};
        const char *name = ip_arena_printf(l->arena, ":%s", unit->parameters.items[s->parameter].name);
        visible.slot = ip_lower_find_variable(l, &name, 1);
        IP_PUSH(l->arena, &l->visible, visible);
    }
}

static void keep(ip_lowerer *l, const ip_expr *expr, bool *used)
{
    if (!expr)
        return;
    if (expr->kind == IP_EXPR_VARIABLE && !used[expr->index]) {
        const ip_variable *v = &l->program->variables.items[expr->index];
        used[expr->index] = true;
        keep(l, v->expr, used);
    }
    for (int i = 0; i < expr->arg_count; i++)
        keep(l, expr->args[i], used);
}

static void keep_statement(ip_lowerer *l, const ip_statement *s, bool *used)
{
    keep(l, s->path, used);
    keep(l, s->order_expr, used);
    for (int i = 0; i < s->sources.count; i++)
        keep(l, s->sources.items[i].filter, used);
    for (int i = 0; i < s->outputs.count; i++)
        keep(l, s->outputs.items[i].expr, used);
    for (int i = 0; s->assignments && i < s->sources.items[0].table->columns.count; i++)
        keep(l, s->assignments[i], used);
}

/* Variables that no statement depends on only clutter; those left get their version numbers. */
static void prune_variables(ip_lowerer *l)
{
    ip_program *p = l->program;
    bool *used = IP_NEW_ARRAY(l->arena, bool, p->variables.count);
    for (int i = 0; i < p->statements.count; i++)
        keep_statement(l, &p->statements.items[i], used);
    for (int i = 0; i < p->loops.count; i++) {
        keep(l, p->loops.items[i].low, used);
        keep(l, p->loops.items[i].high, used);
        if (p->loops.items[i].index >= 0)
            used[p->loops.items[i].index] = true;
    }
    int count = 0;
    for (int i = 0; i < p->variables.count; i++) {
        if (!used[i])
            continue;
        ip_variable v = p->variables.items[i];
        int version = 1;
        for (int k = 0; k < count; k++) {
            size_t length = strlen(v.name);
            version +=
                strncmp(p->variables.items[k].name, v.name, length) == 0 && p->variables.items[k].name[length] == '#';
        }
        v.name = ip_arena_printf(l->arena, "%s#%d", v.name, version);
        for (int k = 0; k < p->loops.count; k++)
            if (p->loops.items[k].index == i)
                p->loops.items[k].index = count;
        l->variable_nodes.items[i]->index = count;
        p->variables.items[count++] = v;
    }
    p->variables.count = count;
}

static ip_program *lower_unit(ip_workload *workload, ip_arena *arena, const ip_definitions *definitions,
                              const ip_unit *unit, ip_diagnostics *diagnostics)
{
    ip_program *program = IP_NEW(arena, ip_program);
    program->id = workload->programs.count;
    program->name = unit->overloaded ? unit->signature : unit->name;
    program->kind = unit->kind == IP_UNIT_SCRIPT ? IP_SCRIPT : IP_ROUTINE;
    program->range = unit->range;
    program->broken = unit->broken;
    program->broken_range = unit->broken_range;
    program->suppressed = unit->suppressed;
    program->suppress_reason = unit->suppress_reason;
    ip_lowerer *l = IP_NEW(arena, ip_lowerer);
    *l = (ip_lowerer){.arena = arena,
                      .diagnostics = diagnostics,
                      .definitions = definitions,
                      .schema = &workload->schema,
                      .workload = workload,
                      .program = program,
                      .unit = unit,
                      .loop = -1,
                      .last_statement = -1,
                      .range = unit->range,
                      .text = ""};
    l->found = ip_lower_declare(l, NULL, "found", ip_boolean_type);
    /* now() is the transaction's start: one value, another for each instance. */
    l->now = ip_lower_bind(l, "now", ip_time_type, ip_lower_unknown(l, ip_time_type, 0, NULL));
    declare_parameters(l, unit);
    if (unit->tree) {
        ip_target target = {.kind = IP_TARGET_ROUTINE, .result = -1};
        IP_PUSH(arena, &l->targets, target);
        ip_lower_block(l, unit->tree, unit->name);
    } else if (!program->broken) {
        program->broken = "its body is not understood";
        program->broken_range = unit->range;
    }
    prune_variables(l);
    return program;
}

ip_workload *ip_frontend_read(ip_arena *arena, const ip_source *const *sources, int source_count,
                              ip_diagnostics *diagnostics)
{
    ip_workload *workload = IP_NEW(arena, ip_workload);
    for (int i = 0; i < source_count; i++)
        IP_PUSH(arena, &workload->sources, sources[i]);
    ip_definitions *definitions = ip_definitions_read(arena, sources, source_count, &workload->schema, diagnostics);
    for (int i = 0; i < definitions->units.count; i++) {
        const ip_unit *unit = definitions->units.items[i];
        if (!is_program(arena, definitions, unit))
            continue;
        ip_program *program = lower_unit(workload, arena, definitions, unit, diagnostics);
        IP_PUSH(arena, &workload->programs, program);
    }
    return workload;
}

const ip_program *ip_workload_program(const ip_workload *workload, const char *name)
{
    for (int i = 0; i < workload->programs.count; i++)
        if (strcmp(workload->programs.items[i]->name, name) == 0)
            return workload->programs.items[i];
    return NULL;
}
