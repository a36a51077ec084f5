/* Parts that several kinds of statements and messages have. NULL: it has none. */
#ifndef IP_STATEMENT_PARTS_H
#define IP_STATEMENT_PARTS_H

#include "parse/tree.h"

/* Of SELECT, INSERT, UPDATE, DELETE or MERGE. */
typedef struct ip_statement_parts {
    const PgQuery__WithClause *with;
    const PgQuery__RangeVar *target; /* of a write */
    const ip_list *from;             /* FROM; of DELETE: USING */
    const PgQuery__Node *where;
    const ip_list *assigned;  /* SET */
    const ip_list *returning; /* of INSERT, UPDATE, DELETE */
    const PgQuery__InsertStmt *insert;
    const PgQuery__OnConflictClause *conflict;
} ip_statement_parts;
ip_statement_parts ip_parse_parts_of(const ip_tree *statement); /* a node, or its content */

const PgQuery__WithClause *ip_parse_with_of(const ip_tree *statement);
const ip_list *ip_parse_returning_of(const ip_tree *statement);
/* statement: a node */
const PgQuery__RangeVar *ip_parse_written_relation(const ip_tree *statement);
const PgQuery__IntoClause *ip_parse_into_of(const ip_tree *statement); /* SELECT INTO, CREATE TABLE AS */
/* The table, view or sequence of a statement of any kind, except those of lists and of INTO. */
const PgQuery__RangeVar *ip_parse_relation_of_statement(const ip_tree *statement);

/* NULLs are the largest values unless it says where they are. */
bool ip_parse_nulls_first(const PgQuery__SortBy *by);
/* BETWEEN, also with NOT or SYMMETRIC. */
bool ip_parse_is_between(const PgQuery__AExpr *expr);
/* UNION, INTERSECT, EXCEPT of larg and rarg. */
bool ip_parse_is_set_operation(const PgQuery__SelectStmt *select);

/* WHEN MATCHED. */
bool ip_parse_merge_is_matched(const PgQuery__MergeWhenClause *clause);
/* What newer grammars than PostgreSQL 15's add to MERGE, in SQL's words, and nothing here follows; NULL: it has none.
 */
const char *ip_parse_merge_addition(const PgQuery__MergeStmt *statement);

/* message: a node's content, or a message that is in no node */
static inline const PgQuery__RangeVar *ip_range_var_message(const ip_tree *message)
{
    return ip_message_as(message, &pg_query__range_var__descriptor);
}
/* Whether there is a WITH query of this name somewhere below. */
bool ip_parse_has_with_query(const ip_tree *tree, const char *name);
/* The name of the function that it calls, creates or has run by a trigger. */
const ip_list *ip_parse_function_names(const ip_tree *message);

/* Its kind, as SQL writes it: "ALTER TABLE". */
const char *ip_parse_statement_words(ip_arena *arena, const ip_tree *statement);

#endif
