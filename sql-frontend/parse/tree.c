/* Parse trees by their descriptors: lists and messages, walks over all that is in a tree. */
#include "parse/tree.h"

#include <stdint.h>
#include <string.h>

/* A list begins with its count and the address of its items, a message with the address of its descriptor and the
 * number of its unknown fields, which is 0: the parser and this program have the same definitions. Where the
 * descriptors are says nothing: below 4 GB under valgrind, at 4 MB in a static program. */
bool ip_parse_tree_is_list(const ip_tree *tree)
{
    const uintptr_t *words = tree;
    return tree && (words[0] == 0 || words[1] != 0);
}

bool ip_parse_tree_is_message(const ip_tree *tree)
{
    return tree && !ip_parse_tree_is_list(tree);
}

const ip_list *ip_parse_list_of(const ip_tree *tree)
{
    return ip_parse_tree_is_list(tree) ? tree : NULL;
}

size_t ip_parse_list_size(const ip_tree *list)
{
    return ip_parse_tree_is_list(list) ? ((const ip_list *)list)->count : 0;
}

const ip_tree *ip_parse_list_item(const ip_tree *list, size_t i)
{
    return i < ip_parse_list_size(list) ? ((const ip_list *)list)->items[i] : NULL;
}

const char *ip_parse_last_string(const ip_tree *list)
{
    return ip_parse_string_node(ip_parse_list_item(list, ip_parse_list_size(list) - 1));
}

const PgQuery__RawStmt *ip_parse_raw_statement_at(const ip_tree *statements, size_t i)
{
    return ip_message_as(ip_parse_list_item(statements, i), &pg_query__raw_stmt__descriptor);
}

const PgQuery__Node *ip_parse_statement_at(const ip_tree *statements, size_t i)
{
    return IP_GET(ip_parse_raw_statement_at(statements, i), stmt);
}

static const void *member(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field)
{
    return (const char *)message + field->offset;
}

/* A message or a list in the field; NULL: none. */
const ip_tree *ip_parse_message_part(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field)
{
    const void *quantifier = (const char *)message + field->quantifier_offset;
    if (field->type != PROTOBUF_C_TYPE_MESSAGE)
        return NULL;
    if (field->label == PROTOBUF_C_LABEL_REPEATED)
        return *(const size_t *)quantifier ? quantifier : NULL;
    if ((field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) && *(const uint32_t *)quantifier != field->id)
        return NULL;
    return *(void *const *)member(message, field);
}

static bool is_node(const ip_tree *tree)
{
    return ip_parse_tree_is_message(tree) &&
           ((const ProtobufCMessage *)tree)->descriptor == &pg_query__node__descriptor;
}

const ip_tree *ip_parse_node_body(const ip_tree *node)
{
    /* All kinds share one pointer. */
    return is_node(node) && ((const PgQuery__Node *)node)->node_case ? ((const PgQuery__Node *)node)->select_stmt
                                                                     : NULL;
}

const char *ip_parse_node_kind(const ip_tree *node)
{
    const ProtobufCMessage *body = ip_parse_node_body(node);
    return body ? body->descriptor->name + sizeof "pg_query." - 1 : ""; /* its short_name leaves out underscores */
}

const char *ip_parse_string_node(const ip_tree *node)
{
    return IP_TEXT(ip_as_string(node), sval);
}

/* By its name, as most kinds have it. */
int ip_parse_location(const ip_tree *tree)
{
    const ip_tree *message = is_node(tree) ? ip_parse_node_body(tree) : tree;
    const ProtobufCFieldDescriptor *field = ip_parse_tree_is_message(message)
                                                ? protobuf_c_message_descriptor_get_field_by_name(
                                                      ((const ProtobufCMessage *)message)->descriptor, "location")
                                                : NULL;
    return field && field->type == PROTOBUF_C_TYPE_INT32 ? *(const int32_t *)member(message, field) : 0;
}

bool ip_parse_tree_next(const ip_tree *tree, size_t *field, const ip_tree **child)
{
    if (!ip_parse_tree_is_message(tree))
        return false;
    if (is_node(tree)) { /* of 230 fields it has one */
        *child = ip_parse_node_body(tree);
        return (*field)++ == 0 && *child;
    }
    const ProtobufCMessage *message = tree;
    while (*field < message->descriptor->n_fields)
        if ((*child = ip_parse_message_part(message, &message->descriptor->fields[(*field)++])) != NULL)
            return true;
    return false;
}

bool ip_parse_tree_next_text(const ip_tree *tree, size_t *field, const char **text)
{
    const ProtobufCMessage *message = tree;
    while (ip_parse_tree_is_message(tree) && !is_node(tree) && *field < message->descriptor->n_fields) {
        const ProtobufCFieldDescriptor *own = &message->descriptor->fields[(*field)++];
        if (own->type == PROTOBUF_C_TYPE_STRING && own->label != PROTOBUF_C_LABEL_REPEATED &&
            **(char *const *)member(message, own)) {
            *text = *(char *const *)member(message, own);
            return true;
        }
    }
    return false;
}

static const char *text_of(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field)
{
    if (field->type == PROTOBUF_C_TYPE_STRING && field->label != PROTOBUF_C_LABEL_REPEATED)
        return *(char *const *)member(message, field);
    const int *value = field->type == PROTOBUF_C_TYPE_ENUM ? member(message, field) : NULL;
    const ProtobufCEnumValue *constant =
        value && *value ? protobuf_c_enum_descriptor_get_value(field->descriptor, *value) : NULL;
    return constant ? constant->name : "";
}

static bool message_has_text(const ip_tree *tree, const char *text)
{
    const ProtobufCMessage *message = tree;
    if (!ip_parse_tree_is_message(tree) || is_node(tree))
        return false;
    for (unsigned i = 0; i < message->descriptor->n_fields; i++)
        if (*text && strcmp(text_of(message, &message->descriptor->fields[i]), text) == 0)
            return true;
    return false;
}

bool ip_parse_tree_has_text(const ip_tree *tree, const char *text)
{
    size_t i;
    const ip_tree *child;
    if (message_has_text(tree, text))
        return true;
    IP_LIST_EACH(tree, i, child) if (ip_parse_tree_has_text(child, text)) return true;
    IP_TREE_EACH(tree, at, child) if (ip_parse_tree_has_text(child, text)) return true;
    return false;
}

bool ip_parse_tree_has_kind(const ip_tree *tree, const char *kind)
{
    size_t i;
    const ip_tree *child;
    if (*kind && strcmp(ip_parse_node_kind(tree), kind) == 0)
        return true;
    IP_LIST_EACH(tree, i, child) if (ip_parse_tree_has_kind(child, kind)) return true;
    IP_TREE_EACH(tree, at, child) if (ip_parse_tree_has_kind(child, kind)) return true;
    return false;
}

static bool is_place(const ProtobufCFieldDescriptor *field)
{
    return strcmp(field->name, "location") == 0;
}

static bool same_value(const ProtobufCMessage *x, const ProtobufCMessage *y, const ProtobufCFieldDescriptor *field)
{
    const void *left = member(x, field), *right = member(y, field);
    switch (field->type) {
    case PROTOBUF_C_TYPE_MESSAGE:
        return ip_parse_tree_equal(ip_parse_message_part(x, field), ip_parse_message_part(y, field));
    case PROTOBUF_C_TYPE_STRING:
        return strcmp(*(char *const *)left, *(char *const *)right) == 0;
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_UINT64:
    case PROTOBUF_C_TYPE_DOUBLE:
        return field->label == PROTOBUF_C_LABEL_REPEATED || memcmp(left, right, 8) == 0;
    default:
        return is_place(field) || memcmp(left, right, 4) == 0;
    }
}

bool ip_parse_tree_equal(const ip_tree *x, const ip_tree *y)
{
    if (is_node(x) && is_node(y))
        return ip_parse_tree_equal(ip_parse_node_body(x), ip_parse_node_body(y));
    if (ip_parse_tree_is_message(x) && ip_parse_tree_is_message(y)) {
        const ProtobufCMessageDescriptor *kind = ((const ProtobufCMessage *)x)->descriptor;
        bool same = kind == ((const ProtobufCMessage *)y)->descriptor;
        for (unsigned i = 0; same && i < kind->n_fields; i++)
            same = same_value(x, y, &kind->fields[i]);
        return same;
    }
    bool same = ip_parse_tree_is_list(x) == ip_parse_tree_is_list(y) && !x == !y &&
                ip_parse_list_size(x) == ip_parse_list_size(y);
    for (size_t i = 0; same && i < ip_parse_list_size(x); i++)
        same = ip_parse_tree_equal(ip_parse_list_item(x, i), ip_parse_list_item(y, i));
    return same;
}
