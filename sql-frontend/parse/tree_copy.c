/* Parse trees that no text gave: copies of trees, and new nodes and lists. */
#include "parse/tree.h"

#include <string.h>

void *ip_parse_message_new(ip_arena *arena, const ProtobufCMessageDescriptor *kind)
{
    ProtobufCMessage *created = ip_arena_alloc(arena, kind->sizeof_message);
    protobuf_c_message_init(kind, created);
    return created;
}

void *ip_parse_message_copy(ip_arena *arena, const ip_tree *message)
{
    const ProtobufCMessageDescriptor *kind = ((const ProtobufCMessage *)message)->descriptor;
    return memcpy(ip_arena_alloc(arena, kind->sizeof_message), message, kind->sizeof_message);
}

static void copy_field(ip_arena *arena, ProtobufCMessage *message, const ProtobufCFieldDescriptor *field)
{
    void *value = (char *)message + field->offset;
    if (field->type == PROTOBUF_C_TYPE_STRING && field->label != PROTOBUF_C_LABEL_REPEATED) {
        *(char **)value = ip_arena_strdup(arena, *(char **)value);
        return;
    }
    const ip_tree *inside = ip_parse_message_part(message, field);
    if (!inside)
        return;
    if (field->label != PROTOBUF_C_LABEL_REPEATED) {
        *(void **)value = ip_parse_tree_copy(arena, inside);
        return;
    }
    const ip_list *list = inside;
    PgQuery__Node **items = IP_NEW_ARRAY(arena, PgQuery__Node *, list->count);
    for (size_t i = 0; i < list->count; i++)
        items[i] = ip_parse_tree_copy(arena, list->items[i]);
    *(PgQuery__Node ***)value = items;
}

void *ip_parse_tree_copy(ip_arena *arena, const ip_tree *tree)
{
    if (!tree)
        return NULL;
    if (ip_parse_tree_is_list(tree)) {
        ip_list *list = IP_NEW(arena, ip_list);
        for (size_t i = 0; i < ip_parse_list_size(tree); i++)
            ip_parse_list_add(arena, list, ip_parse_tree_copy(arena, ip_parse_list_item(tree, i)));
        return list;
    }
    ProtobufCMessage *copy = ip_parse_message_copy(arena, tree);
    if (ip_parse_node_body(tree))
        ((PgQuery__Node *)copy)->select_stmt = ip_parse_tree_copy(arena, ip_parse_node_body(tree));
    else
        for (unsigned i = 0; i < copy->descriptor->n_fields; i++)
            copy_field(arena, copy, &copy->descriptor->fields[i]);
    return copy;
}

PgQuery__Node *ip_parse_node_of(ip_arena *arena, const ip_tree *body)
{
    PgQuery__Node *node = ip_parse_message_new(arena, &pg_query__node__descriptor);
    for (unsigned i = 0; i < pg_query__node__descriptor.n_fields; i++)
        if (pg_query__node__descriptor.fields[i].descriptor == ((const ProtobufCMessage *)body)->descriptor)
            node->node_case = (PgQuery__Node__NodeCase)pg_query__node__descriptor.fields[i].id;
    node->select_stmt = (void *)body; /* all kinds share one pointer; nothing in a tree is changed */
    return node;
}

PgQuery__Node *ip_parse_string_of(ip_arena *arena, const char *text)
{
    PgQuery__String *string = ip_parse_message_new(arena, &pg_query__string__descriptor);
    string->sval = (char *)text;
    return ip_parse_node_of(arena, string);
}

/* Room for twice as many where the count is a power of two. */
void ip_parse_list_add(ip_arena *arena, ip_list *list, const ip_tree *node)
{
    if ((list->count & (list->count - 1)) == 0) {
        PgQuery__Node **items = IP_NEW_ARRAY(arena, PgQuery__Node *, list->count ? 2 * list->count : 1);
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
    }
    list->items[list->count++] = (PgQuery__Node *)node;
}

ip_list ip_parse_list_copy(ip_arena *arena, const ip_tree *list)
{
    ip_list copy = {0};
    for (size_t i = 0; i < ip_parse_list_size(list); i++)
        ip_parse_list_add(arena, &copy, ip_parse_list_item(list, i));
    return copy;
}

const ip_list *ip_parse_list_one(ip_arena *arena, const ip_tree *node)
{
    ip_list *list = IP_NEW(arena, ip_list);
    ip_parse_list_add(arena, list, node);
    return list;
}

PgQuery__Node *ip_parse_column_of(ip_arena *arena, const char *alias, const char *name)
{
    PgQuery__ColumnRef *column = ip_parse_message_new(arena, &pg_query__column_ref__descriptor);
    ip_list fields = {0};
    if (alias)
        ip_parse_list_add(arena, &fields, ip_parse_string_of(arena, alias));
    if (name)
        ip_parse_list_add(arena, &fields, ip_parse_string_of(arena, name));
    else
        ip_parse_list_add(arena, &fields,
                          ip_parse_node_of(arena, ip_parse_message_new(arena, &pg_query__a__star__descriptor)));
    IP_SET_LIST(column, fields, fields);
    return ip_parse_node_of(arena, column);
}

PgQuery__Node *ip_parse_target_of(ip_arena *arena, const ip_tree *value)
{
    PgQuery__ResTarget *target = ip_parse_message_new(arena, &pg_query__res_target__descriptor);
    target->val = (PgQuery__Node *)value;
    return ip_parse_node_of(arena, target);
}

PgQuery__RangeVar *ip_parse_rangevar_of(ip_arena *arena, const char *schema, const char *name)
{
    PgQuery__RangeVar *rangevar = ip_parse_message_new(arena, &pg_query__range_var__descriptor);
    rangevar->schemaname = (char *)schema;
    rangevar->relname = (char *)name;
    rangevar->inh = 1;
    return rangevar;
}

const ip_list *ip_parse_statements_of(ip_arena *arena, const ip_tree *body)
{
    PgQuery__RawStmt *raw = ip_parse_message_new(arena, &pg_query__raw_stmt__descriptor);
    raw->stmt = ip_parse_node_of(arena, body);
    return ip_parse_list_one(arena, raw);
}
