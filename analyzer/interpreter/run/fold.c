/* The parts of an expression that are constant when the server plans it are computed first (PostgreSQL's
 * eval_const_expressions), and parts that the result does not depend on are not evaluated. */
#include "interpreter/run/evaluate.h"

#include <ctype.h>
#include <string.h>

static bool fold(ip_run_state *run, const ip_node *node, bool variables, ip_datum *value);

/* Functions that depend only on their arguments: the server's operators and a few of its functions. */
static bool is_pure(const ip_node *node)
{
    static const char *const names[] = {"abs", "mod", "length", "lower", "upper", "floor", "ceil", "round"};
    bool pure = !isalpha((unsigned char)*node->name);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        pure = pure || strcmp(names[i], node->name) == 0;
    return pure;
}

/* NULL if one argument is; else known if all are. */
static bool fold_strict(ip_run_state *run, const ip_node *node, bool variables, ip_datum *value)
{
    enum { MOST = 8 };
    ip_datum values[MOST];
    bool all = node->call && node->arg_count <= MOST && is_pure(node);
    *value = (ip_datum){0};
    for (int i = 0; i < node->arg_count; i++) {
        ip_datum known;
        bool found = node->args[i] && fold(run, node->args[i], variables, &known);
        if (found && known.kind == IP_DATUM_NULL)
            return true;
        all = all && found;
        if (all)
            values[i] = known;
    }
    if (all)
        *value = node->call(run, values, node->arg_count);
    return all;
}

/* AND is false, OR true, if one of them is. */
static bool fold_logic(ip_run_state *run, const ip_node *node, bool variables, ip_datum *value)
{
    bool deciding = node->operation == IP_EVAL_OR, all = true, unknown = false;
    for (int i = 0; i < node->arg_count; i++) {
        bool found = fold(run, node->args[i], variables, value);
        if (found && value->kind == IP_DATUM_BOOLEAN && value->as.boolean == deciding)
            return true;
        all = all && found;
        unknown = unknown || (found && value->kind == IP_DATUM_NULL);
    }
    *value = unknown ? (ip_datum){0} : ip_value_datum_boolean(!deciding);
    return all;
}

/* Up to the first part that is not constant. */
static bool fold_choice(ip_run_state *run, const ip_node *node, bool variables, ip_datum *value)
{
    bool coalesce = node->operation == IP_EVAL_COALESCE;
    int i = 0;
    for (; i + !coalesce < node->arg_count; i += coalesce ? 1 : 2) {
        if (!fold(run, node->args[i], variables, value))
            return false;
        if (coalesce ? value->kind != IP_DATUM_NULL : ip_is_true(*value))
            return coalesce || fold(run, node->args[i + 1], variables, value);
    }
    *value = (ip_datum){0};
    return i >= node->arg_count || fold(run, node->args[i], variables, value);
}

ip_datum ip_exec_evaluate_folded(ip_run_state *run, const ip_node *node)
{
    ip_datum value;
    return fold(run, node->args[0], node->index != 0, &value) ? value : ip_evaluate(run, node->args[0]);
}

static bool fold(ip_run_state *run, const ip_node *node, bool variables, ip_datum *value)
{
    if (node->operation == IP_EVAL_FOLDED)
        return fold(run, node->args[0], variables || node->index, value);
    if (node->literal || node->operation == IP_EVAL_CONSTANT) {
        *value = node->constant;
        return true;
    }
    if (node->operation == IP_EVAL_VARIABLE && variables) {
        *value = run->slots[node->index];
        return true;
    }
    if (node->operation == IP_EVAL_AND || node->operation == IP_EVAL_OR)
        return fold_logic(run, node, variables, value);
    if (node->operation == IP_EVAL_CASE || node->operation == IP_EVAL_COALESCE)
        return fold_choice(run, node, variables, value);
    if (ip_is_strict(node))
        return fold_strict(run, node, variables, value);
    if (node->operation == IP_EVAL_NOT && fold(run, node->args[0], variables, value)) {
        *value = value->kind == IP_DATUM_NULL ? *value : ip_value_datum_boolean(!value->as.boolean);
        return true;
    }
    if (!node->cast || node->cast->check || !node->args || !fold(run, node->args[0], variables, value))
        return false;
    *value = ip_exec_cast_apply(run, node->cast, *value);
    return true;
}
