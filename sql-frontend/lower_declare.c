/* Variables: their declarations and types, and assignments to them, their fields and their elements. */
#include "lower.h"

#include <string.h>
#include <strings.h>

ip_type ip_lower_type(ip_lowerer *l, const char *name, const ip_table **row)
{
    const char *percent = strchr(name, '%');
    if (row)
        *row = NULL;
    if (!*name)
        return ip_other_type;
    if (!percent) {
        const ip_table *table = ip_lower_table_named(l, name);
        if (row && table)
            *row = table;
        return ip_type_from_text(l->arena, name);
    }
    const char *path = ip_arena_strndup(l->arena, name, (size_t)(percent - name));
    ip_type other = {IP_OTHER, strchr(percent, '[') != NULL, name};
    if (strncasecmp(percent, "%rowtype", 8) == 0) {
        const ip_table *table = ip_lower_table_named(l, path);
        if (row)
            *row = table;
        return other;
    }
    const char *dot = strrchr(path, '.');
    const ip_table *table =
        dot ? ip_lower_table_named(l, ip_arena_strndup(l->arena, path, (size_t)(dot - path))) : NULL;
    int column = table ? ip_table_column(table, dot + 1) : -1;
    if (column >= 0) {
        ip_type type = table->columns.items[column].type;
        type.array = type.array || other.array;
        return type;
    }
    const char *parts[1] = {path};
    int slot = ip_lower_find_variable(l, parts, 1);
    return slot >= 0 ? l->slots.items[slot].type : other;
}

void ip_lower_declare_typed(ip_lowerer *l, const char *label, const char *name, const char *type_name, ip_range range)
{
    const ip_table *row = NULL;
    ip_type type = ip_lower_type(l, type_name, &row);
    int slot = ip_lower_declare(l, label, name, type);
    bool open = strcasecmp(type_name, "record") == 0;
    if (strcasecmp(type_name, "refcursor") == 0)
        ip_lower_make_cursor(l, slot);
    l->slots.items[slot].record = open || row;
    l->slots.items[slot].open = open;
    for (int i = 0; row && i < row->columns.count; i++)
        ip_lower_field(l, slot, row->columns.items[i].name, row->columns.items[i].type);
    const char *percent = strchr(type_name, '%');
    if (percent && type.kind == IP_OTHER && !row && type.name == type_name) {
        const char *message = ip_arena_printf(l->arena, "type %s: no such table or column", type_name);
        ip_report(l->diagnostics, IP_ERROR, range, l->program->name, "%s", message);
        ip_lower_break(l, range, message);
    }
}

/* rec := value of unknown shape, or the fields of another record. */
static void assign_record(ip_lowerer *l, int slot, const ip_expr *value)
{
    const ip_slot record = l->slots.items[slot];
    if (value->kind == IP_EXPR_UNKNOWN && value->arg_count == record.fields.count && record.fields.count > 0) {
        for (int i = 0; i < record.fields.count; i++)
            ip_lower_assign(l, record.fields.items[i], value->args[i]);
        return;
    }
    ip_lower_forget(l, slot, l->loop);
    if (value->kind == IP_EXPR_NULL)
        for (int i = 0; i < record.fields.count; i++)
            ip_lower_assign(l, record.fields.items[i], ip_lower_null(l, l->slots.items[record.fields.items[i]].type));
}

void ip_lower_assign_value(ip_lowerer *l, int slot, const ip_expr *value)
{
    if (l->slots.items[slot].record)
        assign_record(l, slot, value);
    else
        ip_lower_assign(l, slot, value);
}

void ip_lower_assign_target(ip_lowerer *l, ip_pl_text target, const ip_expr *value)
{
    bool element;
    int slot = ip_lower_target_slot(l, target, &element);
    if (slot < 0)
        return;
    if (l->slots.items[slot].record) {
        assign_record(l, slot, value);
    } else if (element) {
        const ip_expr *const args[] = {ip_lower_value(l, slot), value};
        ip_lower_assign(l, slot, ip_lower_unknown(l, l->slots.items[slot].type, 2, args));
    } else {
        ip_lower_assign(l, slot, value);
    }
}

void ip_lower_targets_into(ip_lowerer *l, const ip_pl_statement *s, ip_result *result, int loop)
{
    for (int i = 0; i < s->targets.count; i++) {
        bool element;
        int slot = ip_lower_target_slot(l, s->targets.items[i], &element);
        if (slot < 0)
            continue;
        bool whole = l->slots.items[slot].record && s->targets.count == 1;
        if (result->unknown && result->columns.count == 0) {
            ip_lower_forget(l, slot, loop);
        } else if (whole && l->slots.items[slot].open) {
            for (int k = 0; k < result->columns.count; k++) {
                int field = ip_lower_field(l, slot, result->columns.items[k].name, result->columns.items[k].type);
                ip_lower_assign(l, field, ip_lower_result_value(l, result, k, loop));
            }
        } else if (whole) {
            const ip_slot record = l->slots.items[slot];
            for (int k = 0; k < record.fields.count; k++)
                ip_lower_assign(l, record.fields.items[k],
                                k < result->columns.count
                                    ? ip_lower_result_value(l, result, k, loop)
                                    : ip_lower_null(l, l->slots.items[record.fields.items[k]].type));
        } else if (i < result->columns.count && !element && !l->slots.items[slot].record) {
            result->columns.items[i].name = l->slots.items[slot].name;
            ip_lower_assign(l, slot, ip_lower_result_value(l, result, i, loop));
        } else {
            ip_lower_forget(l, slot, loop);
        }
    }
}

void ip_lower_declare_alias(ip_lowerer *l, const ip_pl_declaration *d, const char *label)
{
    const char *parts[1] = {d->alias_for};
    int slot = ip_lower_find_variable(l, parts, 1);
    if (slot >= 0) {
        ip_visible visible = {label, d->name, slot};
        IP_PUSH(l->arena, &l->visible, visible);
        return;
    }
    ip_report(l->diagnostics, IP_ERROR, d->range, l->program->name, "\"%s\" is not a parameter", d->alias_for);
    ip_lower_break(l, d->range, "ALIAS FOR something unknown");
}

void ip_lower_declarations(ip_lowerer *l, const ip_pl_statement *block, const char *label)
{
    for (int i = 0; i < block->declarations.count; i++) {
        const ip_pl_declaration *d = &block->declarations.items[i];
        if (d->alias_for) {
            ip_lower_declare_alias(l, d, label);
            continue;
        }
        if (d->cursor) {
            ip_lower_declare_cursor(l, label, d);
            continue;
        }
        const ip_expr *value = NULL;
        if (d->initial.source && d->initial.begin < d->initial.end)
            value = ip_lower_text_expr(l, d->initial);
        ip_lower_declare_typed(l, label, d->name, d->type, d->range);
        int slot = l->visible.items[l->visible.count - 1].slot;
        if (!value && l->loop >= 0 && !l->slots.items[slot].record)
            value = ip_lower_null(l, l->slots.items[slot].type);
        if (value && l->slots.items[slot].record)
            assign_record(l, slot, value);
        else if (value)
            ip_lower_assign(l, slot, value);
        /* A script's variable appears in its text under another spelling. */
        for (int k = 0; k < l->unit->spellings.count; k++) {
            const ip_spelling *spelling = &l->unit->spellings.items[k];
            if (spelling->parameter >= 0 || !spelling->variable || strcmp(spelling->variable, d->name) != 0)
                continue;
            ip_visible visible = {NULL, spelling->identifier, slot};
            IP_PUSH(l->arena, &l->visible, visible);
        }
    }
}

void ip_lower_diagnostics(ip_lowerer *l, const ip_pl_statement *s)
{
    for (int i = 0; i < s->targets.count; i++) {
        const ip_expr *value =
            s->row_count ? ip_lower_value(l, l->row_count) : ip_lower_unknown(l, ip_other_type, 0, NULL);
        ip_lower_assign_target(l, s->targets.items[i], value);
    }
}
