/* Every kind of node that libpg_query's trees are made of, and what is known of it. One that has no row here, and
 * whatever a row does not say, is not known, and so not followed. */
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

/* Where the node is evaluated, are the expressions in it? By what PostgreSQL 15 does, as a server says it
 * (tests/evaluated-positions): its planner leaves out what constants decide (eval_const_expressions in
 * src/backend/optimizer/util/clauses.c), its executor what the values before do (execExprInterp.c). */
typedef enum ip_evaluates {
    IP_EVALUATES_NONE, /* perhaps */
    IP_EVALUATES_SOME, /* those that lowering names one by one (lower/expr/evaluated.c); others perhaps */
    IP_EVALUATES_ALL,
    IP_EVALUATES_RUNS /* as IP_EVALUATES_SOME; but what it runs itself, a routine or a query, is run where it is
                         evaluated */
} ip_evaluates;

typedef struct ip_kind {
    const char *name;
    ip_node_role role;
    ip_evaluates evaluates;
    const char
        *raises; /* of expressions, whether it may raise an error beside its parts: "never", or the file that says so */
    const char *type;   /* of expressions, what the type of its value is */
    const char *beside; /* what it reads or writes beside rows and the values of its parts */
} ip_kind;

/* NULL: no kind of that name. */
const ip_kind *ip_kind_named(const char *name);

#endif
