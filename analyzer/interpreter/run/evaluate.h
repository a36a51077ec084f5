/* What nodes of expressions compute; interpreter/prepare/expr.c chooses among them. */
#ifndef IP_EVALUATE_H
#define IP_EVALUATE_H

#include "interpreter/run/run.h"

#define IP_EVALUATORS(X)                                                                                               \
    X(constant)                                                                                                        \
    X(variable)                                                                                                        \
    X(record)                                                                                                          \
    X(column)                                                                                                          \
    X(whole_row)                                                                                                       \
    X(window)                                                                                                          \
    X(aggregate)                                                                                                       \
    X(field)                                                                                                           \
    X(and)                                                                                                             \
    X(or)                                                                                                              \
    X(not )                                                                                                            \
    X(is_null)                                                                                                         \
    X(not_null)                                                                                                        \
    X(row_not_null)                                                                                                    \
    X(row_is_null)                                                                                                     \
    X(is_true)                                                                                                         \
    X(is_false)                                                                                                        \
    X(distinct)                                                                                                        \
    X(case)                                                                                                            \
    X(coalesce)                                                                                                        \
    X(null_if)                                                                                                         \
    X(greatest)                                                                                                        \
    X(least)                                                                                                           \
    X(in)                                                                                                              \
    X(array)                                                                                                           \
    X(subscript)                                                                                                       \
    X(with_part)                                                                                                       \
    X(any)                                                                                                             \
    X(all)                                                                                                             \
    X(row)                                                                                                             \
    X(call)                                                                                                            \
    X(exists)                                                                                                          \
    X(scalar)                                                                                                          \
    X(array_of)                                                                                                        \
    X(any_of)                                                                                                          \
    X(all_of)

#define X(name) ip_datum ip_evaluate_##name(ip_run *run, const ip_node *node);
IP_EVALUATORS(X)
#undef X

ip_datum ip_apply_operator(ip_run *run, const ip_operator *operator, ip_datum left, ip_datum right);

#endif
