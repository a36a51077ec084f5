/* Preparing code: from code.h's trees to those of prepared.h, with types resolved. */
#ifndef IP_PREPARE_H
#define IP_PREPARE_H

#include "interpreter/builtin/builtin.h"
#include "interpreter/prepare/plan_cache.h"

typedef struct ip_prepare_item {
    const ip_table *table;
    int width;
    const ip_sqltype *types;
    const char *const *names;
    const ip_query_plan *query; /* of a derived table */
} ip_prepare_item;

typedef struct ip_prepare_scope {
    struct ip_prepare_scope *outer;
    int item_count;
    ip_prepare_item *items;
    const ip_sqltype *aggregates, *windows, *grouped;
    int first_grouped; /* after the aggregates' values */
    int grouped_count;
} ip_prepare_scope;

/* A recursive query whose right side is being prepared. */
typedef struct ip_prepare_rounds {
    const ip_code_query *working;
    const ip_query_plan *left;
    const char *const *names;
    struct ip_prepare_rounds *outer;
} ip_prepare_rounds;

typedef struct ip_prepare {
    ip_arena *arena; /* of the prepared code */
    ip_interpreter *interpreter;
    const ip_code *code;
    ip_sqltype *slot_types;             /* records get their shape where they are first assigned */
    const ip_query_plan **slot_queries; /* of cursors: what was opened last in the text */
    ip_sqltype result;                  /* of the routine */
    ip_prepare_scope *scope;
    const ip_code_statement *statement; /* whose parts queries may be */
    int *part_reads;                    /* [its parts]: places that read it, and its own */
    ip_prepare_rounds *rounds;
    bool in_statement; /* one of SQL, planned with what the variables hold; else a simple expression of PL/pgSQL */
    IP_VEC(const ip_code *) callees;
    jmp_buf *trap; /* where ip_prepare_refuse goes */
    const char *message;
    const char *sqlstate, *error; /* the server's error, which is why; NULL: it is not supported here */
    ip_range range;
    const ip_table *assigned; /* the table of the INSERT whose source is prepared; NULL: none */
    const char *column;       /* to which a value is assigned; NULL: none */
    const char *clause;       /* "WHERE", of a condition; NULL: not known */
} ip_prepare;

/* Leaves the statement being prepared: it cannot be run. */
_Noreturn void ip_prepare_refuse(ip_prepare *prepare, ip_range range, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* server_error.c: the same with the server's error, if sqlstate is not NULL. */
_Noreturn void ip_prepare_refuse_wrong(ip_prepare *prepare, ip_range range, const char *sqlstate, const char *error,
                                       const char *format, ...) __attribute__((format(printf, 5, 6)));
_Noreturn void ip_prepare_refuse_call(ip_prepare *prepare, const char *name, bool is_operator, const ip_sqltype *types,
                                      int count, ip_range range);
/* The server's message if it has no such function or aggregate; NULL: it may have one. *list: the types. */
const char *ip_prepare_missing_function(ip_prepare *prepare, const char *name, const ip_sqltype *types, int count,
                                        const char **list);
_Noreturn void ip_prepare_refuse_cast(ip_prepare *prepare, ip_range range, ip_sqltype from, ip_sqltype to,
                                      ip_cast_context context);
/* construct: the server's word for it, "CASE" */
_Noreturn void ip_prepare_refuse_common(ip_prepare *prepare, ip_range range, const char *what, const char *construct,
                                        ip_sqltype first, ip_sqltype second);
/* The server's message if it has no cast for the assignment to prepare->column; NULL: it may have one. */
const char *ip_prepare_wrong_assignment(ip_prepare *prepare, ip_sqltype from, ip_sqltype to);
/* The statement is one of SQL, or an expression of a table, that runs for a client, and no cast that files define may
 * happen in it unasked: it fails where a server analyzes it. */
bool ip_prepare_is_of_client(const ip_prepare *prepare);
const char *ip_prepare_type_name(ip_arena *arena, ip_sqltype type); /* enums by their names */

const ip_node *ip_prepare_datum_coerce(ip_prepare *prepare, const ip_node *node, ip_sqltype to,
                                       ip_cast_context context);
/* The type that CASE, UNION, VALUES, ARRAY … give to expressions of these types. */
ip_sqltype ip_prepare_common_type(ip_prepare *prepare, const ip_sqltype *types, int count, ip_range range,
                                  const char *what, const char *construct);

/* What a call of the routine gives: a record of its OUT parameters if there are several. */
ip_sqltype ip_prepare_sqltype_of_routine(ip_prepare *prepare, const ip_code *callee);

/* Where the path leads to in a value of that type. */
ip_part_path ip_prepare_place(ip_prepare *prepare, const ip_code_path *path, ip_sqltype whole, ip_range range);

/* interpreter/prepare/column.c */
const ip_node *ip_prepare_column(ip_prepare *prepare, const ip_code_expr *expr, int index); /* of the item it names */
const ip_node *ip_prepare_whole_row(ip_prepare *prepare, const ip_code_expr *expr);
const ip_node *ip_prepare_computed(ip_prepare *prepare, const ip_code_expr *expr); /* an aggregate, a call with OVER */
const ip_node *ip_prepare_grouped(ip_prepare *prepare, const ip_code_expr *expr);
const ip_node *ip_prepare_grouping(ip_prepare *prepare, const ip_code_expr *expr); /* GROUPING() */
/* PostgreSQL has the operator for just these types; of two operands, one may be a literal of the other's type. */
bool ip_prepare_has_exact_operator(const char *name, const ip_sqltype *types, int count);
/* interpreter/prepare/user_operator.c: a user-defined operator or cast; NULL: PostgreSQL's own is meant */
const ip_node *ip_prepare_user_operator(ip_prepare *prepare, const ip_code_expr *expr);
/* As ip_builtin_cast_find; false, too, where a user-defined cast would be used, as a cast that is not written may be.
 */
bool ip_prepare_find_cast(ip_prepare *prepare, ip_sqltype from, ip_sqltype to, ip_cast_context context, ip_cast *cast);
/* interpreter/prepare/expr.c */
ip_shape *ip_prepare_shape_new(ip_prepare *prepare, int count);
ip_node *ip_prepare_node_new(ip_prepare *prepare, ip_operation operation, ip_sqltype type, ip_range range);
const ip_node **ip_prepare_node_args(ip_prepare *prepare, ip_node *node, int count);
const ip_node *ip_prepare_expr(ip_prepare *prepare, const ip_code_expr *expr);
const ip_node *ip_prepare_condition(ip_prepare *prepare, const ip_code_expr *expr); /* boolean; NULL for NULL */
const ip_node *ip_prepare_typed(ip_prepare *prepare, const ip_code_expr *expr, ip_sqltype type,
                                ip_cast_context context);
const ip_node *ip_prepare_json_rows(ip_prepare *prepare, const ip_code_expr *call); /* NULL: no such function */
const ip_node *ip_prepare_sublink(ip_prepare *prepare, const ip_code_expr *expr);
/* An operator or function over arguments that are prepared already; coerces them. */
const ip_node *ip_prepare_apply(ip_prepare *prepare, const char *name, bool is_operator, const ip_node **args,
                                int count, ip_range range);
/* The same where rows may come out: FROM and the top of a target. */
/* Of FROM: each row a record where there are several columns. */
const ip_node *ip_prepare_rows(ip_prepare *prepare, const ip_code_from *from);
const ip_node *ip_prepare_maybe_set(ip_prepare *prepare, const ip_code_expr *expr);
void ip_prepare_order(ip_prepare *prepare, ip_sqltype type, ip_range range); /* refuses types without one here */
const ip_node *ip_prepare_as_json(ip_prepare *prepare, const ip_node *node); /* the JSON text that it stands for */
const ip_node *ip_prepare_field_of_row(ip_prepare *prepare, const ip_node *record, int field);
const ip_node *ip_prepare_cast(ip_prepare *prepare, const ip_node *node, ip_sqltype to, ip_cast_function *convert);
const ip_node *ip_prepare_cast_of(ip_prepare *prepare, const ip_code_expr *expr); /* what a CAST says */
const ip_operator_call *ip_prepare_operator(ip_prepare *prepare, const char *name, ip_sqltype left, ip_sqltype right,
                                            ip_range range);

/* hints: types that literals among the targets take (of an INSERT's columns); NULL: none. */
const ip_query_plan *ip_prepare_query(ip_prepare *prepare, const ip_code_query *query, const ip_sqltype *hints,
                                      const int *hint_columns, const ip_node *const *defaults);
const ip_group *ip_prepare_from(ip_prepare *prepare, const ip_code_from *from, const ip_table *target,
                                const ip_code_expr *where);
const ip_write *ip_prepare_write(ip_prepare *prepare, const ip_code_write *write);
/* One aggregate; *type: of its value. */
ip_aggregate_call ip_prepare_aggregate(ip_prepare *prepare, const ip_code_aggregate *aggregate, ip_sqltype *type);
const ip_window *ip_prepare_windows(ip_prepare *prepare, const ip_code_query *query, ip_sqltype *types);
void ip_prepare_user_aggregate(ip_prepare *prepare, const ip_code_aggregate *a, ip_aggregate_call *aggregate,
                               ip_sqltype *type); /* its args are prepared; they are cast */
const ip_aggregate_call *ip_prepare_aggregates(ip_prepare *prepare, const ip_code_query *query, ip_sqltype *types);

/* polymorphic.c: routines with types in place of the polymorphic ones */
typedef struct ip_polymorphic_instance {
    const ip_code *callee;
    ip_sqltype element;
    const ip_code *created;
} ip_polymorphic_instance;

typedef IP_VEC(ip_polymorphic_instance) ip_polymorphic_instances;

ip_polymorphic_instances *ip_prepare_instances_of(ip_interpreter *interpreter);
/* The routine itself unless it is polymorphic. args: [parameter_count], NULL where none is given. */
const ip_code *ip_prepare_code_for_types(ip_prepare *prepare, const ip_code *callee, const ip_node *const *args,
                                         ip_range range);

void ip_prepare_table(ip_interpreter *interpreter, ip_table_plan *plan);
const ip_step *ip_prepare_text(ip_interpreter *interpreter, const ip_prepared *prepared,
                               const ip_code_statement *statement);
const ip_prepared *ip_prepare_code(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments);

/* Columns of FROM items of the query `depth` levels out that an expression mentions. */
typedef struct ip_mentions {
    uint64_t items; /* bit set */
    int item;       /* of this item … */
    bool *columns;  /* … which columns; NULL: not asked for */
    bool whole;     /* … all of them */
    bool sublink;   /* it reads tables or calls a routine */
    bool aggregate;
} ip_mentions;
void ip_prepare_mentions_of(const ip_code_expr *expr, int depth, ip_mentions *mentions);
void ip_prepare_mentions_of_query(const ip_code_query *query, int depth, ip_mentions *mentions);

#endif
