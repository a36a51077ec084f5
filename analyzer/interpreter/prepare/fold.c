/* Which expressions must be folded before they are evaluated, as the server does when it plans. */
#include "interpreter/prepare/fold.h"

#include <string.h>

/* Does its evaluation have effects: a call of a user-defined routine, a query, or a function that locks? */
static bool acts(const ip_node *node)
{
    bool any = node->callee || node->query || (node->call && node->name && strncmp(node->name, "pg_", 3) == 0);
    for (int i = 0; !any && i < node->arg_count; i++)
        any = node->args[i] && acts(node->args[i]);
    return any;
}

const ip_node *ip_prepare_folded(ip_prepare *prepare, const ip_node *node)
{
    bool chooses = node->operation == IP_EVAL_AND || node->operation == IP_EVAL_OR || node->operation == IP_EVAL_CASE ||
                   node->operation == IP_EVAL_COALESCE || ip_is_strict(node);
    if (node->set || !chooses || !acts(node))
        return node;
    ip_node *folded = ip_prepare_node_new(prepare, IP_EVAL_FOLDED, node->type, node->range);
    ip_prepare_node_args(prepare, folded, 1)[0] = node;
    folded->index = prepare->in_statement;
    return folded;
}
