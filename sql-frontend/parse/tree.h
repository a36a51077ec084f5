/* Parse trees: PostgreSQL 15's parse nodes as libpg_query's protocol buffers give them, in an arena. The one header
 * that includes libpg_query's types; rooms include it instead.
 *
 * A node is a PgQuery__Node: which kind it is, and its content, a struct of that kind. A field is NULL, 0, false, "" or
 * a list without items where the text does not say it. "location" fields are byte offsets. Trees do not change after
 * they have been created: to change one, copy the changed parts (ip_parse_message_copy, ip_parse_tree_copy). */
#ifndef IP_TREE_H
#define IP_TREE_H

#include "base/arena.h"

#include <pg_query/pg_query.pb-c.h>
#include <stdbool.h>

/* A message (a node, the content of one) or a list in one. NULL: nothing, in all functions below. Any struct is one
 * without a cast. The opposite direction needs ip_as_KIND or ip_message_as, which check the kind:
 * scripts/check-trees.py compiles with IP_TREES_APART and finds other conversions. */
#ifdef IP_TREES_APART
typedef struct ip_tree ip_tree;
#else
typedef void ip_tree;
#endif

/* As protobuf-c lays out a repeated field: n_FIELD, then FIELD. */
typedef struct ip_list {
    size_t count;
    PgQuery__Node **items;
} ip_list;
#define IP_LIST(message, field) ((const ip_list *)&(message)->n_##field)

/* The node, if that is what it is: a message of another kind, or a list, is none. */
static inline const PgQuery__Node *ip_as_node(const ip_tree *tree)
{
    return tree && *(const ProtobufCMessageDescriptor *const *)tree == &pg_query__node__descriptor
               ? (const PgQuery__Node *)tree
               : NULL;
}
#include "parse/kinds.h"

/* The message if it is of this kind, as its struct: for walks over messages that are the content of no node. */
static inline const void *ip_message_as(const ip_tree *tree, const ProtobufCMessageDescriptor *kind)
{
    return tree && *(const ProtobufCMessageDescriptor *const *)tree == kind ? tree : NULL;
}

/* A field of a struct of a tree, checked by the compiler. object NULL: 0 or NULL. */
#define IP_GET(object, field)                                                                                          \
    __extension__({                                                                                                    \
        __typeof__(object) object_ = (object);                                                                         \
        object_ ? object_->field : (__typeof__(object_->field))0;                                                      \
    })
/* The same of a text: "" for none. */
#define IP_TEXT(object, field)                                                                                         \
    __extension__({                                                                                                    \
        __typeof__(object) object_ = (object);                                                                         \
        object_ ? (const char *)object_->field : "";                                                                   \
    })
/* The same of a list: NULL for one without items. */
#define IP_ITEMS(object, field)                                                                                        \
    __extension__({                                                                                                    \
        __typeof__(object) object_ = (object);                                                                         \
        object_ && object_->n_##field ? IP_LIST(object_, field) : NULL;                                                \
    })

/* The value of a constant: NULL for another type, and for NULL. */
#define IP_CONST(type, value, VALUE)                                                                                   \
    static inline const type *ip_const_##value(const PgQuery__AConst *constant)                                        \
    {                                                                                                                  \
        return constant && constant->val_case == PG_QUERY__A__CONST__VAL_##VALUE ? constant->value : NULL;             \
    }
IP_CONST(PgQuery__Integer, ival, IVAL)
IP_CONST(PgQuery__Float, fval, FVAL)
IP_CONST(PgQuery__Boolean, boolval, BOOLVAL)
IP_CONST(PgQuery__String, sval, SVAL)
IP_CONST(PgQuery__BitString, bsval, BSVAL)
#undef IP_CONST

/* Of a node: its kind's name ("SelectStmt"; "" for none) and its content. */
const char *ip_parse_node_kind(const ip_tree *node);
const ip_tree *ip_parse_node_body(const ip_tree *node);
const char *ip_parse_string_node(const ip_tree *node); /* of a String; "" otherwise */

/* Where the message, or the content of the node, stands in the text; 0 for a node that does not say it. */
int ip_parse_location(const ip_tree *tree);

bool ip_parse_tree_is_list(const ip_tree *tree);
bool ip_parse_tree_is_message(const ip_tree *tree);
size_t ip_parse_list_size(const ip_tree *list);                   /* 0 for anything else */
const ip_tree *ip_parse_list_item(const ip_tree *list, size_t i); /* NULL beyond its end */
const ip_list *ip_parse_list_of(const ip_tree *tree);             /* NULL unless it is a list */
const char *ip_parse_last_string(const ip_tree *list);            /* of its last item, a String; "" otherwise */
#define IP_LIST_EACH(list, i, item)                                                                                    \
    for (const ip_list *list_ = (i = 0, ip_parse_list_of(list));                                                       \
         list_ && i < list_->count && (item = list_->items[i], true); i++)

/* Of a list that ip_parse_pg_parse gives; NULL beyond its end. */
const PgQuery__RawStmt *ip_parse_raw_statement_at(const ip_tree *statements, size_t i);
const PgQuery__Node *ip_parse_statement_at(const ip_tree *statements, size_t i);
#define IP_STATEMENT_EACH(statements, i, raw)                                                                          \
    for (i = 0; (raw = ip_parse_raw_statement_at((statements), i)) != NULL; i++)

/* The message or the list in a field of the message; NULL: none, or a field of another type. */
const ip_tree *ip_parse_message_part(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field);
/* The messages and lists in a message, in the order of its fields. field counts from 1. */
bool ip_parse_tree_next(const ip_tree *tree, size_t *field, const ip_tree **child);
#define IP_TREE_EACH(tree, field, child) for (size_t field = 0; ip_parse_tree_next((tree), &field, &(child));)
/* The texts in the message itself that are not empty. */
bool ip_parse_tree_next_text(const ip_tree *tree, size_t *field, const char **text);
#define IP_TEXT_EACH(tree, field, text) for (size_t field = 0; ip_parse_tree_next_text((tree), &field, &(text));)
/* Whether this is a text, or the name of an enum's constant, somewhere in it. */
bool ip_parse_tree_has_text(const ip_tree *tree, const char *text);
bool ip_parse_tree_has_kind(const ip_tree *tree, const char *kind);
bool ip_parse_tree_equal(const ip_tree *x, const ip_tree *y); /* but for places in the text */

/* New messages. Their parts are not copied. */
void *ip_parse_message_new(ip_arena *arena, const ProtobufCMessageDescriptor *kind);
void *ip_parse_message_copy(ip_arena *arena, const ip_tree *message); /* the contents of its fields are shared */
void *ip_parse_tree_copy(ip_arena *arena, const ip_tree *tree);       /* all of it */
PgQuery__Node *ip_parse_node_of(ip_arena *arena, const ip_tree *body);
PgQuery__Node *ip_parse_string_of(ip_arena *arena, const char *text);
PgQuery__Node *ip_parse_column_of(ip_arena *arena, const char *alias,
                                  const char *name);                      /* alias NULL: none; name NULL: * */
PgQuery__Node *ip_parse_target_of(ip_arena *arena, const ip_tree *value); /* of a SELECT, without a name */
PgQuery__RangeVar *ip_parse_rangevar_of(ip_arena *arena, const char *schema, const char *name); /* its children, too */
const ip_list *ip_parse_statements_of(ip_arena *arena, const ip_tree *body); /* as ip_parse_pg_parse gives one */
void ip_parse_list_add(ip_arena *arena, ip_list *list,
                       const ip_tree *node); /* to a new list, or one from ip_parse_list_copy */
const ip_list *ip_parse_list_one(ip_arena *arena, const ip_tree *node);
ip_list ip_parse_list_copy(ip_arena *arena, const ip_tree *list); /* with the same items */
#define IP_SET_LIST(message, field, list) ((message)->n_##field = (list).count, (message)->field = (list).items)

#endif
