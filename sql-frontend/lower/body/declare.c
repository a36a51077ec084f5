/* Variables: their declarations and types, and assignments to them, their fields and their elements. */
#include "lower/body/inserted.h"
#include "lower/lower.h"

#include <string.h>
#include <strings.h>

static const char *joined(ip_lowerer *l, const char *const *parts, int count)
{
    const char *text = parts[0];
    for (int i = 1; i < count; i++)
        text = ip_arena_printf(l->arena, "%s.%s", text, parts[i]);
    return text;
}

/* The type of t.c%TYPE or v%TYPE, t%ROWTYPE; its name is the text itself if there is no such object. */
static ip_type copied_type(ip_lowerer *l, const char *name, const char *percent)
{
    const char *parts[4] = {"", "", "", ""};
    int count = 0;
    ip_type type = {IP_OTHER, strchr(percent, '[') != NULL, name};
    for (const char *at = name; at < percent; count++) { /* its names are folded already */
        size_t length = strcspn(at, ".%");
        if (count == 4)
            return type;
        parts[count] = ip_arena_strndup(l->arena, at, length);
        at += length + (at[length] == '.');
    }
    if (count == 0)
        return type;
    bool whole = strncasecmp(percent, "%rowtype", 8) == 0;
    int slot = whole ? -1 : ip_lower_find_variable(l, parts, count);
    if (slot >= 0)
        return l->slots.items[slot].type;
    if (!whole && count == 1)
        return type;
    const ip_relation relation = ip_catalog_relation_named(l->definitions, ip_lower_path_of_names(l),
                                                           joined(l, parts, whole ? count : count - 1));
    const ip_table *row = ip_catalog_relation_row(&relation);
    int column = row && !whole ? ip_catalog_table_column(row, parts[count - 1]) : -1;
    if (column >= 0) {
        bool array = type.array;
        type = row->columns.items[column].type;
        type.array = type.array || array;
    } else if (whole && row) {
        type.name = relation.name;
    }
    return type;
}

/* The values of an enum or a domain, unless they are cut to a length: then the values of parameters are cut, too. */
ip_type ip_lower_over(const ip_lowerer *l, ip_type type)
{
    const ip_user_type *user =
        type.kind == IP_OTHER && type.name ? ip_ddl_definitions_type(l->definitions, type.name) : NULL;
    if (!user || user->base.kind == IP_OTHER || !user->base.name || strchr(user->base.name, '(') ||
        (type.array && user->base.array))
        return type;
    ip_type over = user->base;
    if (type.array)
        over = (ip_type){over.kind, true, ip_arena_printf(l->arena, "%s[]", over.name)};
    return over;
}

ip_type ip_lower_type(ip_lowerer *l, const char *name, const ip_table **row)
{
    const char *percent = strchr(name, '%');
    ip_type type = ip_lower_other_type;
    if (*name)
        type = percent ? copied_type(l, name, percent) : ip_lower_over(l, ip_parse_type_from_text(l->arena, name));
    if (row)
        *row = ip_lower_row_type(l, type);
    return type;
}

void ip_lower_declare_typed(ip_lowerer *l, const char *label, const char *name, const char *type_name, ip_range range)
{
    const ip_table *row = NULL;
    ip_type type = ip_lower_type(l, type_name, &row);
    int slot = ip_lower_declare(l, label, name, type);
    const char *percent = strchr(type_name, '%');
    bool missing = percent && !row && type.name == type_name;
    bool open = strcasecmp(type_name, "record") == 0 || (missing && strncasecmp(percent, "%rowtype", 8) == 0);
    if (strcasecmp(type_name, "refcursor") == 0)
        ip_lower_make_cursor(l, slot);
    l->slots.items[slot].record = l->slots.items[slot].open = open;
    if (row)
        ip_lower_make_record(l, slot, row);
    ip_lower_domains(l); /* the initial value may have to satisfy a domain */
    /* An expression on local variables touches no table. */
    if (missing)
        ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, range, l->program->name,
                           "type %s: no such table or column: any value", type_name);
}

void ip_lower_assign_value(ip_lowerer *l, int slot, const ip_expr *value)
{
    if (l->slots.items[slot].record)
        ip_lower_assign_row(l, slot, value);
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
        ip_lower_assign_row(l, slot, value);
    } else if (element) {
        const ip_expr *const args[] = {ip_lower_value(l, slot), value};
        ip_lower_assign(l, slot, ip_lower_unknown(l, l->slots.items[slot].type, 2, args));
    } else {
        ip_lower_assign(l, slot, value);
    }
}

static void open_record_into(ip_lowerer *l, int slot, ip_result *result, int loop)
{
    ip_row_shape *shape = IP_NEW(l->arena, ip_row_shape);
    for (int k = 0; k < result->columns.count; k++) {
        IP_PUSH(l->arena, &shape->names, result->columns.items[k].name);
        IP_PUSH(l->arena, &shape->types, result->columns.items[k].type);
    }
    ip_lower_take_shape(l, slot, shape);
    for (int k = 0; k < result->columns.count; k++) {
        int field = ip_lower_field(l, slot, shape->names.items[k], shape->types.items[k]);
        ip_lower_assign_value(l, field, ip_lower_result_value(l, result, k, loop));
    }
}

/* A number stays one as a part of a statement. A text may be any part of it, and a time is no time there. */
static void note_spliced(ip_lowerer *l, int slot, ip_type type)
{
    bool splices = type.array || type.kind == IP_TEXT || type.kind == IP_TIME ||
                   (type.kind == IP_OTHER && type.name && *type.name && strcmp(type.name, "oid") != 0);
    for (int i = 0; i < l->unit->spellings.count && splices; i++) {
        const ip_spelling *s = &l->unit->spellings.items[i];
        if (!s->spliced.source || !s->variable || strcmp(s->variable, l->slots.items[slot].name) != 0)
            continue;
        const char *why =
            ip_arena_printf(l->arena, "what psql's variable %s holds becomes part of a statement", s->variable);
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, s->spliced, l->program->name, "%s", why);
        ip_lower_break(l, s->spliced, why);
        return;
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
            ip_lower_forget_row(l, slot, loop);
        } else if (whole && ip_lower_column_is_any(result, result->columns.count)) {
            ip_lower_forget_row(l, slot, loop);
        } else if (ip_lower_column_is_any(result, i)) {
            ip_lower_forget_row(l, slot, loop);
        } else if (whole && l->slots.items[slot].open) {
            open_record_into(l, slot, result, loop);
        } else if (whole) {
            const ip_slot record = l->slots.items[slot];
            for (int k = 0; k < record.fields.count; k++)
                ip_lower_assign_value(l, record.fields.items[k],
                                      k < result->columns.count
                                          ? ip_lower_result_value(l, result, k, loop)
                                          : ip_lower_null(l, l->slots.items[record.fields.items[k]].type));
        } else if (i < result->columns.count && !element && !l->slots.items[slot].record) {
            result->columns.items[i].name = l->slots.items[slot].name;
            ip_lower_assign(l, slot, ip_lower_result_value(l, result, i, loop));
            note_spliced(l, slot, result->columns.items[i].type);
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
    ip_diagnostics_add(l->diagnostics, IP_ERROR, d->range, l->program->name, "\"%s\" is not a parameter", d->alias_for);
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
        ip_lower_note_inserted(l, d, slot);
        if (!value && l->loop >= 0 && !l->slots.items[slot].record)
            value = ip_lower_null(l, l->slots.items[slot].type);
        if (value)
            ip_lower_assign_value(l, slot, value);
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
            s->row_count ? ip_lower_value(l, l->row_count) : ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
        ip_lower_assign_target(l, s->targets.items[i], value);
    }
}
