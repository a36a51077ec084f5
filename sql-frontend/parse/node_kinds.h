/* Every kind of node in libpg_query's trees, and its properties. A kind without a row here, and a property that a row
 * does not state, are unknown, and so not followed. */
#ifndef IP_NODE_KINDS_H
#define IP_NODE_KINDS_H

typedef enum ip_node_role {
    IP_NODE_EXPRESSION,
    IP_NODE_CLAUSE,
    IP_NODE_STATEMENT, /* followed */
    IP_NODE_REFUSED,   /* a statement that is not followed */
    IP_NODE_PART,      /* of a definition or a name */
    IP_NODE_ANALYSED   /* in no tree of a parser that knows no catalog */
} ip_node_role;

/* Where the node is evaluated, are the expressions in it? As measured on PostgreSQL 15 (tests/evaluated-positions): its
 * planner removes expressions that constants decide (eval_const_expressions in src/backend/optimizer/util/clauses.c),
 * its executor those that earlier values decide (execExprInterp.c). */
typedef enum ip_evaluates {
    IP_EVALUATES_NONE, /* perhaps */
    IP_EVALUATES_SOME, /* the parts that lowering lists (lower/expr/evaluated.c); others perhaps */
    IP_EVALUATES_ALL,
    IP_EVALUATES_RUNS /* as IP_EVALUATES_SOME; but its own routine or query runs whenever it is evaluated */
} ip_evaluates;

typedef struct ip_kind {
    const char *name;
    ip_node_role role;
    ip_evaluates evaluates;
    const char
        *raises; /* of expressions, whether it may raise an error beside its parts: "never", or the file that says so */
    const char *type;   /* of expressions, the type of its value */
    const char *beside; /* its reads and writes besides rows and the values of its parts */
} ip_kind;

/* NULL: no kind of that name. */
const ip_kind *ip_parse_kind_named(const char *name);

#endif
