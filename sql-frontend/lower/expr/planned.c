/* Functions that are declared IMMUTABLE although they read tables. PostgreSQL replaces a call of one by its result when
 * it plans the statement around it (documentation, section 38.7), if it knows the arguments by then: constants, and for
 * a plan that is used once variables of PL/pgSQL, too. It uses the snapshot of the code that requested the plan, which
 * is older than a statement's own snapshot; and a plan without variables is kept for later transactions. If no program
 * writes what the body reads, it is lowered like the body of a STABLE function. */
#include "lower/lower.h"
#include "catalog/unit_index.h"

static bool names(const ip_expr *expr, ip_expr_kind kind)
{
    if (expr->kind == kind)
        return true;
    for (int i = 0; i < expr->arg_count; i++)
        if (names(expr->args[i], kind))
            return true;
    return false;
}

ip_planned ip_lower_planned(ip_lowerer *l, const ip_unit *unit, int arg_count, const ip_expr *const *args)
{
    bool given = false;
    if (!ip_catalog_is_immutable(unit) || !ip_summary_reads_written(l->summaries, unit))
        return IP_PLANNED_NEVER;
    for (int i = 0; i < arg_count; i++) {
        if (args[i] && names(args[i], IP_EXPR_COLUMN)) /* run for each row */
            return IP_PLANNED_NEVER;
        given |= args[i] && (names(args[i], IP_EXPR_VARIABLE) || names(args[i], IP_EXPR_PARAMETER));
    }
    return !given ? IP_PLANNED_ONCE : ip_catalog_shares_snapshot(l->unit) ? IP_PLANNED_NEVER : IP_PLANNED_EARLY;
}

void ip_lower_note_kept(ip_lowerer *l, const ip_tree *node, const char *routine)
{
    ip_lower_note(l, node,
                  "%s() is declared IMMUTABLE but reads tables that are written: PostgreSQL may run it when it plans a "
                  "statement, and keep the result, which may be of any rows before: STABLE says what it is",
                  routine);
}
