/* Resolves a name: a column of the statement, a variable, a parameter. */
#include "access_summary/side_channel.h"
#include "lower/lower.h"

#include <string.h>

static ip_entry *find_entry(ip_scope *scope, const char *alias)
{
    for (int i = 0; i < scope->entries.count; i++) {
        const char *name = scope->entries.items[i].alias;
        const char *dot = strrchr(name, '.');
        if (strcmp(name, alias) == 0 || (dot && strcmp(dot + 1, alias) == 0))
            return &scope->entries.items[i];
    }
    return NULL;
}

int ip_lower_entry_width(const ip_entry *entry)
{
    return entry->table ? entry->table->columns.count : entry->columns.count;
}

const char *ip_lower_entry_name(const ip_entry *entry, int column)
{
    return entry->table ? entry->table->columns.items[column].name : entry->names.items[column];
}

int ip_lower_entry_column(const ip_entry *entry, const char *name)
{
    for (int i = 0; i < ip_lower_entry_width(entry); i++)
        if (strcmp(ip_lower_entry_name(entry, i), name) == 0)
            return i;
    return -1;
}

const ip_expr *ip_lower_column(ip_lowerer *l, const ip_entry *entry, int column)
{
    if (!entry->table)
        return entry->columns.items[column];
    ip_expr *expr = ip_program_expr_new(l->arena, IP_EXPR_COLUMN, entry->table->columns.items[column].type);
    expr->source = entry->source;
    expr->index = column;
    return expr;
}

int ip_lower_find_variable(const ip_lowerer *l, const char *const *parts, int count)
{
    for (int i = l->visible.count - 1; i >= 0; i--) {
        const ip_visible *v = &l->visible.items[i];
        int used = 0;
        if (strcmp(v->name, parts[0]) == 0)
            used = 1;
        else if (count > 1 && v->label && strcmp(v->label, parts[0]) == 0 && strcmp(v->name, parts[1]) == 0)
            used = 2;
        if (used == 0)
            continue;
        if (used == count)
            return v->slot;
        int slot = v->slot;
        if (used < count && l->slots.items[slot].record) {
            for (; used < count && slot >= 0; used++)
                slot = l->slots.items[slot].record ? ip_lower_find_field(l, slot, parts[used]) : -1;
            return slot;
        }
        if (used == 1)
            continue;
        return -1;
    }
    return -1;
}

/* A record without known fields: rec.x, before anything is assigned to it. */
static int open_record(const ip_lowerer *l, const char *const *parts, int count)
{
    if (count < 2)
        return -1;
    int slot = ip_lower_find_variable(l, parts, count - 1);
    return slot >= 0 && l->slots.items[slot].record && l->slots.items[slot].open ? slot : -1;
}

/* A variable of a type that is not defined here: v.x, where only v is known. */
static int opaque_variable(const ip_lowerer *l, const char *const *parts, int count)
{
    int slot = count < 2 ? -1 : ip_lower_find_variable(l, parts, count - 1);
    const ip_slot *s = slot >= 0 ? &l->slots.items[slot] : NULL;
    return s && !s->record && s->type.kind == IP_OTHER && s->type.name && !s->type.array ? slot : -1;
}

static const ip_expr *whole_row(ip_lowerer *l, const ip_entry *entry)
{
    int count = ip_lower_entry_width(entry);
    const ip_expr **args = IP_NEW_ARRAY(l->arena, const ip_expr *, count);
    ip_row_shape *shape = IP_NEW(l->arena, ip_row_shape);
    for (int i = 0; i < count; i++) {
        args[i] = ip_lower_column(l, entry, i);
        IP_PUSH(l->arena, &shape->names, ip_lower_entry_name(entry, i));
        IP_PUSH(l->arena, &shape->types, args[i]->type);
    }
    if (entry->any_column)
        return ip_lower_unknown(l, ip_lower_other_type, count, args);
    return ip_lower_row(l, shape, (ip_type){IP_OTHER, false, entry->table ? entry->table->name : NULL}, args);
}

typedef struct ip_hit {
    ip_scope *scope;
    const ip_entry *entry;
    int column; /* -1: unknown value */
    int count;
} ip_hit;

/* The innermost query that has such a column; qualifier NULL: any of its tables. */
static ip_hit find_column(ip_scope *scope, const char *qualifier, const char *name)
{
    for (; scope; scope = scope->parent) {
        ip_hit hit = {scope, NULL, -1, 0};
        const ip_entry *any = NULL;
        for (int i = 0; i < scope->entries.count; i++) {
            const ip_entry *entry = &scope->entries.items[i];
            const char *dot = strrchr(entry->alias, '.');
            if (qualifier && strcmp(entry->alias, qualifier) != 0 && !(dot && strcmp(dot + 1, qualifier) == 0))
                continue;
            int column = ip_lower_entry_column(entry, name);
            if (column >= 0 && (qualifier || !entry->merged || !entry->merged[column])) {
                hit.entry = entry;
                hit.column = column;
                hit.count++;
            } else if (column < 0 && entry->any_column) {
                any = entry;
            }
        }
        if (hit.count == 0 && any) {
            hit.entry = any;
            hit.count = 1;
        }
        if (hit.count > 0)
            return hit;
    }
    return (ip_hit){NULL, NULL, -1, 0};
}

bool ip_lower_names_column(ip_scope *scope, const char *name)
{
    return find_column(scope, NULL, name).count > 0;
}

static void mark_correlated(ip_scope *scope, const ip_scope *owner)
{
    for (; scope && scope->query != owner->query; scope = scope->parent)
        scope->query->correlated = true;
}

static const ip_expr *hit_value(ip_lowerer *l, ip_hit hit, ip_scope *scope)
{
    const ip_expr *value =
        hit.column < 0 ? ip_lower_unknown(l, ip_lower_other_type, 0, NULL) : ip_lower_column(l, hit.entry, hit.column);
    bool outer = scope->query != hit.scope->query;
    const ip_expr *same = outer ? ip_lower_equated(hit.scope->query, value) : NULL;
    l->equated += same != NULL;
    if (same)
        return same;
    mark_correlated(scope, hit.scope);
    return value;
}

static const char *joined(ip_lowerer *l, const char *const *parts, int count)
{
    const char *text = parts[0];
    for (int i = 1; i < count; i++)
        text = ip_arena_printf(l->arena, "%s.%s", text, parts[i]);
    return text;
}

static const ip_expr *no_such_name(ip_lowerer *l, const ip_tree *node, ip_scope *scope, const char *const *parts,
                                   int count)
{
    IP_VEC(const char *) names = {0};
    for (ip_scope *s = scope; s; s = s->parent)
        for (int i = 0; i < s->entries.count; i++) {
            const ip_entry *entry = &s->entries.items[i];
            if (count > 1 && strcmp(entry->alias, parts[0]) != 0)
                continue;
            for (int k = 0; k < ip_lower_entry_width(entry); k++)
                IP_PUSH(l->arena, &names, ip_lower_entry_name(entry, k));
        }
    for (int i = 0; i < l->visible.count; i++)
        IP_PUSH(l->arena, &names, l->visible.items[i].name);
    ip_lower_bad_name(l, node, "\"%s\" is neither a column nor a variable here%s", joined(l, parts, count),
                      ip_lower_nearest(l, parts[count - 1], names.items, names.count));
    return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
}

/* A name set by EXCEPTION or trigger machinery. */
static bool special_name(const ip_lowerer *l, const char *name)
{
    if (l->handling > 0 && (strcmp(name, "sqlerrm") == 0 || strcmp(name, "sqlstate") == 0))
        return true;
    return strncmp(name, "tg_", 3) == 0;
}

/* Every change of a row gives it another ctid, xmin and xmax (PostgreSQL 15, section 5.5): any value, which depends on
 * all its columns. NULL: it is not a system column, or no row is in scope. */
static const ip_expr *system_column(ip_lowerer *l, const ip_tree *node, ip_scope *scope, const char *const *parts,
                                    int count)
{
    const ip_channel *channel = ip_summary_channel_named(IP_CHANNEL_COLUMN, parts[count - 1]);
    for (ip_scope *s = scope; s && channel && count <= 2; s = s->parent) {
        const ip_entry *entry = count == 2 ? find_entry(s, parts[0]) : NULL;
        for (int i = 0; i < s->entries.count && count == 1; i++) {
            if (entry)
                return NULL; /* ambiguous */
            entry = &s->entries.items[i];
        }
        if (!entry)
            continue;
        mark_correlated(scope, s);
        if (channel->effect == IP_CHANNEL_REFUSED && !s->query->written) { /* of RETURNING: what itself has done */
            const char *why =
                ip_arena_printf(l->arena, "%s tells %s, which is not followed", channel->name, channel->says);
            ip_lower_refuse(l, node, "%s", why);
            ip_lower_break(l, l->range, why);
        } else {
            ip_lower_note(l, node, "%s: any value, and another after each change of the row", parts[count - 1]);
        }
        const ip_expr *row = whole_row(l, entry);
        return ip_lower_unknown(l, ip_lower_other_type, row->arg_count, row->args);
    }
    return NULL;
}

const ip_expr *ip_lower_column_ref(ip_lowerer *l, const ip_tree *node, ip_scope *scope)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    int count = (int)ip_parse_list_size(fields);
    const char *parts[4] = {"", "", "", ""};
    bool star = false;
    if (count < 1 || count > 4)
        return no_such_name(l, node, scope, parts, 1);
    for (int i = 0; i < count; i++) {
        const ip_tree *part = ip_parse_list_item(fields, (size_t)i);
        if (ip_as_a_star(part))
            star = true;
        else
            parts[i] = ip_arena_strdup(l->arena, ip_parse_string_node(part));
    }
    if (star) {
        int slot = count == 2 ? ip_lower_find_variable(l, parts, 1) : -1;
        for (ip_scope *s = scope; s && count == 2; s = s->parent)
            if (find_entry(s, parts[0])) {
                mark_correlated(scope, s);
                return whole_row(l, find_entry(s, parts[0]));
            }
        if (slot >= 0 && l->slots.items[slot].record)
            return ip_lower_slot_value(l, slot);
        return ip_lower_not_understood(l, NULL, scope, ip_lower_other_type);
    }
    int slot = ip_lower_find_variable(l, parts, count);
    ip_hit hit = {0};
    if (count == 1)
        hit = find_column(scope, NULL, parts[0]);
    else if (count == 2)
        hit = find_column(scope, parts[0], parts[1]);
    else if (count == 3)
        hit = find_column(scope, joined(l, parts, 2), parts[2]);
    if (hit.count == 0 && count == 3)
        hit = find_column(scope, parts[1], parts[2]);
    if (hit.count > 1) {
        ip_lower_bad_name(l, node, "column name \"%s\" is ambiguous", joined(l, parts, count));
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    }
    bool plpgsql = strcmp(l->unit->language, "plpgsql") == 0;
    const char *prefer = plpgsql && l->unit->tree ? l->unit->tree->what : NULL;
    if (hit.count == 1 && slot >= 0 && prefer && strcmp(prefer, "use_variable") == 0)
        hit.count = 0;
    if (hit.count == 1 && hit.column >= 0 && slot >= 0 && plpgsql && !(prefer && strcmp(prefer, "use_column") == 0)) {
        ip_lower_bad_name(l, node, "\"%s\" could be a column or a variable: PostgreSQL refuses to choose",
                          joined(l, parts, count));
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    }
    if (hit.count == 1 && (hit.column >= 0 || slot < 0))
        return hit_value(l, hit, scope);
    if (slot >= 0)
        return ip_lower_slot_value(l, slot);
    if (count == 1)
        for (ip_scope *s = scope; s; s = s->parent)
            if (find_entry(s, parts[0])) {
                mark_correlated(scope, s);
                return whole_row(l, find_entry(s, parts[0]));
            }
    int record = open_record(l, parts, count);
    if (record >= 0) {
        int field = ip_lower_field(l, record, parts[count - 1], ip_lower_other_type);
        l->slots.items[record].several = true;
        ip_lower_forget(l, field, l->loop);
        return ip_lower_value(l, field);
    }
    if (opaque_variable(l, parts, count) >= 0)
        return ip_lower_field_of(l, node, ip_lower_value(l, opaque_variable(l, parts, count)), parts[count - 1]);
    if (count == 1 && special_name(l, parts[0]))
        return ip_lower_unknown(l, ip_lower_text_type, 0, NULL);
    const ip_expr *system = system_column(l, node, scope, parts, count);
    return system ? system : no_such_name(l, node, scope, parts, count);
}

static void push_column(ip_lowerer *l, ip_result *columns, const char *name, const ip_expr *value)
{
    ip_result_column column = {name, value, -1, value->type};
    IP_PUSH(l->arena, &columns->columns, column);
}

void ip_lower_all_columns(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_result *columns)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *qualifier = NULL;
    if (ip_parse_list_size(fields) > 1)
        qualifier = ip_parse_string_node(ip_parse_list_item(fields, ip_parse_list_size(fields) - 2));
    bool found = false;
    for (int i = 0; i < scope->entries.count; i++) {
        const ip_entry *entry = &scope->entries.items[i];
        if (qualifier && find_entry(scope, qualifier) != entry)
            continue;
        found = true;
        for (int k = 0; k < ip_lower_entry_width(entry); k++)
            if (qualifier || !entry->merged || !entry->merged[k])
                push_column(l, columns, ip_lower_entry_name(entry, k), ip_lower_column(l, entry, k));
        if (entry->any_column)
            push_column(l, columns, ip_lower_any_columns, ip_lower_unknown(l, ip_lower_other_type, 0, NULL));
    }
    if (found || !qualifier)
        return;
    const char *parts[1] = {qualifier};
    int slot = ip_lower_find_variable(l, parts, 1);
    if (slot >= 0 && l->slots.items[slot].record) {
        const ip_expr *value = ip_lower_slot_value(l, slot);
        if (!ip_lower_fields_of(l, value, columns))
            push_column(l, columns, ip_lower_any_columns, value);
        return;
    }
    ip_lower_bad_name(l, node, "no table or record \"%s\" here", qualifier);
}

int ip_lower_target_slot(ip_lowerer *l, ip_pl_text target, bool *element)
{
    *element = false;
    const char *text = ip_range_text(l->arena, target);
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse_expr(l->arena, text, &error);
    const ip_tree *node = tree;
    if (ip_as_a_indirection(node)) {
        *element = true;
        node = IP_GET(ip_as_a_indirection(node), arg);
    }
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    const char *parts[4] = {"", "", "", ""};
    int count = (int)ip_parse_list_size(fields), slot = -1;
    if (ip_as_param_ref(node)) {
        parts[0] = ip_arena_printf(l->arena, "$%d", IP_GET(ip_as_param_ref(node), number));
        slot = ip_lower_find_variable(l, parts, 1);
    } else if (count >= 1 && count <= 4) {
        for (int i = 0; i < count; i++)
            parts[i] = ip_arena_strdup(l->arena, ip_parse_string_node(ip_parse_list_item(fields, (size_t)i)));
        slot = ip_lower_find_variable(l, parts, count);
        if (slot < 0) {
            int record = open_record(l, parts, count);
            if (record >= 0) {
                slot = ip_lower_field(l, record, parts[count - 1], ip_lower_other_type);
                l->slots.items[record].several = true;
            } else {
                slot = opaque_variable(l, parts, count);
                *element = true;
            }
        }
    }
    if (slot < 0) {
        ip_diagnostics_add(l->diagnostics, IP_ERROR, target, l->program->name, "\"%s\" is not a variable", text);
        ip_lower_break(l, target, ip_arena_printf(l->arena, "\"%s\" is not a variable", text));
    }
    return slot;
}

void ip_lower_columns_in(ip_lowerer *l, const ip_tree *node, ip_scope *scope, ip_values *values)
{
    const ip_tree *item;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, item) ip_lower_columns_in(l, item, scope, values);
    if (!ip_parse_tree_is_message(node))
        return;
    if (ip_as_column_ref(node) || ip_as_sub_link(node))
        IP_PUSH(l->arena, values, ip_lower_expr(l, node, scope));
    else
        IP_TREE_EACH(node, key, item) ip_lower_columns_in(l, item, scope, values);
}
