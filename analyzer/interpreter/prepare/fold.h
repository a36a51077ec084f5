/* What is known of an expression before it is evaluated: the server computes that when it plans (PostgreSQL's
 * eval_const_expressions), and does not evaluate what the result does not depend on. */
#ifndef IP_FOLD_H
#define IP_FOLD_H

#include "interpreter/prepare/prepare.h"

/* The node, or a node that looks first at what is known, if something in it takes locks or has other effects. */
const ip_node *ip_prepare_folded(ip_prepare *prepare, const ip_node *node);

#endif
