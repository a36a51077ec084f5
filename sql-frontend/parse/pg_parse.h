/* pg_query_parse, made safe to call on any bytes, with its tree as JSON
 * (jansson). A tree's shape is that of PostgreSQL 15's parse nodes; fields that
 * are zero, false or empty are absent. "location" fields are byte offsets. */
#ifndef IP_PG_PARSE_H
#define IP_PG_PARSE_H

#include "base/source.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct ip_parse_error {
    const char *message; /* in the arena: PostgreSQL's, "syntax error at or near "fro"" */
    size_t offset;       /* byte in the text where it stopped */
} ip_parse_error;

/* The array of RawStmt ("stmts" of the result), a new reference; NULL with *error set. */
json_t *ip_pg_parse(ip_arena *arena, const char *sql, ip_parse_error *error);

/* text as an expression: parses "SELECT " text. The new reference is the first target's value
 * (the node inside ResTarget.val); "expr FROM t …", which PL/pgSQL allows, gives an EXPR_SUBLINK. "location" fields,
 * and error->offset, count from text minus IP_PG_EXPR_SHIFT, that is, subtract it. */
#define IP_PG_EXPR_SHIFT 7
json_t *ip_pg_parse_expr(ip_arena *arena, const char *text, ip_parse_error *error);

/* A node { "Kind": { … } }: its one key (or "" for none) and its content. Borrowed. */
const char *ip_node_kind(const json_t *node);
json_t *ip_node_body(const json_t *node);
/* The content if the node is of this kind, else NULL. */
json_t *ip_node_as(const json_t *node, const char *kind);
/* The first FuncCall in this node, or list of them, that the test wants; those in subqueries are left out. NULL: none.
 */
typedef bool (*ip_call_test)(const void *context, const json_t *call);
const json_t *ip_own_call(const json_t *node, ip_call_test wanted, const void *context);
/* Is there a subquery in this node, or list of them? */
bool ip_has_subquery(const json_t *node);

/* Field access with PostgreSQL's defaults. */
const char *ip_field_text(const json_t *object, const char *name); /* "" when absent */
long long ip_field_int(const json_t *object, const char *name);    /* 0 when absent */
/* The number that a DefElem has for its value: COST 0.5. */
double ip_number_option(const json_t *option);
bool ip_field_bool(const json_t *object, const char *name); /* false when absent */
json_t *ip_field(const json_t *object, const char *name);   /* NULL when absent */
const char *ip_string_node(const json_t *node);             /* of { "String": { "sval": … } }; "" otherwise */

/* A RangeVar's table as ip_schema names it: "t", or "s.t" unless s is public. In the arena. */
const char *ip_rangevar_name(ip_arena *arena, const json_t *rangevar);
/* Does the name stand without a schema in FROM, or as a target, somewhere below? */
bool ip_names_relation(const json_t *node, const char *name);
/* A FuncCall's function in the same way; pg_catalog is left out, too. */
const char *ip_call_name(ip_arena *arena, const json_t *call);
/* Does an ExplainStmt's content run its statement (ANALYZE)? */
bool ip_explain_runs(const json_t *explain);
/* A TypeName ({"names": …}): as PostgreSQL writes it ("numeric(12,2)", "integer[]"), and what we know of it. */
struct ip_type;
const char *ip_typename_text(ip_arena *arena, const json_t *type_name);
struct ip_type ip_typename_type(ip_arena *arena, const json_t *type_name);
/* Under a nondeterministic collation texts are equal that are not the same: the type of such texts is IP_OTHER,
 * "text collate c". clause: a CollateClause or NULL. */
struct ip_type ip_type_collated(ip_arena *arena, struct ip_type type, const json_t *clause);
bool ip_collation_may_equate_texts(const char *name);
/* The same for a type in text ("numeric(12,2)", "integer[]"; "t.c%TYPE" gives IP_OTHER). */
struct ip_type ip_type_from_text(ip_arena *arena, const char *text);
/* The same of a name as PostgreSQL spells it, without a modifier. */
struct ip_type ip_type_spelled(ip_arena *arena, const char *name);

#endif
