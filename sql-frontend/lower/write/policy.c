/* Row security (PostgreSQL 15, section 5.8). Whether it applies to the role that runs the program is unknown:
 * superusers, owners (unless it is forced) and roles with BYPASSRLS see all rows; for other roles each policy may apply
 * or not. So any row may be hidden or not, depending on what the policies read. An error that a WITH CHECK raises ends
 * the transaction; the check's reads are modelled as reads. Statements of a SECURITY DEFINER routine, and of the
 * routines that it calls, run as its owner (CREATE FUNCTION): if that is also the table's owner, and row security is
 * not forced, it does not apply to them. But a view's tables are read as its owner (CREATE VIEW), and the triggers that
 * a foreign key's action fires run as the owner of their table (ri_triggers.c). */
#include "lower/lower.h"

#include "base/words.h"

#include <string.h>

static const ip_trigger *security_of(const ip_lowerer *l, const char *relation)
{
    const ip_triggers *related = ip_lower_related(l, relation);
    for (int i = 0; i < related->count; i++) {
        const ip_trigger *t = related->items[i];
        if (t->security && !t->disabled && strcmp(t->table, relation) == 0)
            return t;
    }
    return NULL;
}

/* The innermost enclosing SECURITY DEFINER routine, as whose owner the statements run; NULL: the caller. */
static const ip_unit *definer_of(const ip_lowerer *l)
{
    if (l->unit->definer)
        return l->unit;
    for (int i = l->calls.count - 1; i >= 0; i--)
        if (l->calls.items[i]->definer)
            return l->calls.items[i];
    return NULL;
}

bool ip_lower_same_role(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* ALTER TABLE … OWNER TO; NULL: the role that runs the files. */
static const char *owner_of(const ip_lowerer *l, const char *table)
{
    const ip_triggers *related = ip_lower_related(l, table);
    for (int i = 0; i < related->count; i++)
        if (related->items[i]->security && strcmp(related->items[i]->table, table) == 0)
            return related->items[i]->owner;
    return NULL;
}

static bool triggers_are_of(const ip_lowerer *l, const char *owner)
{
    for (int i = 0; i < l->firing.count; i++)
        if (!ip_lower_same_role(owner_of(l, l->firing.items[i]->table), owner))
            return false;
    return true;
}

static bool is_owners(const ip_lowerer *l, const ip_trigger *security)
{
    const ip_unit *definer = definer_of(l);
    if (!definer || security->forced || l->definitions->reassigned ||
        !ip_lower_same_role(definer->owner, security->owner) || !ip_lower_views_are_of(l, security->owner) ||
        (definer != l->unit && !triggers_are_of(l, security->owner)))
        return false;
    if (definer->owner)
        return true;
    if (l->definitions->several_roles)
        return false;
    ip_diagnostics_add(
        l->diagnostics, IP_ASSUMPTION, security->range, NULL,
        "one role owns table \"%s\" and the SECURITY DEFINER routines that use it: row security does not bind them",
        security->table);
    return true;
}

/* The condition of one policy, of the entry's row. */
static const ip_expr *policy_value(ip_lowerer *l, const ip_policy *policy, ip_scope *own)
{
    const ip_tree *tree = policy->using->tree;
    const ip_source *source = l->source;
    const ip_path *path = l->path_of_names;
    ip_range range = l->range;
    long shift = l->shift;
    int visible = l->visible.count;
    l->visible.count = 0; /* no variable has a say in it */
    l->source = policy->using->statement.source;
    l->shift = (long)policy->using->statement.begin;
    l->path_of_names = policy->path;
    l->conditional++; /* it is not asked for rows that other conditions leave out, or at all */
    const ip_expr *value = tree ? ip_lower_expr(l, tree, own) : ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL);
    l->conditional--;
    l->path_of_names = path;
    l->shift = shift;
    l->range = range;
    l->source = source;
    l->visible.count = visible;
    return value;
}

void ip_lower_policies(ip_lowerer *l, ip_scope *scope, const PgQuery__RangeVar *rangevar, const ip_entry *entry,
                       const char *relation)
{
    const ip_trigger *security = security_of(l, relation);
    ip_values values = {0};
    if (!security || !entry || l->why || is_owners(l, security))
        return;
    ip_scope *own = ip_lower_scope_new(l, NULL, scope->query);
    IP_PUSH(l->arena, &own->entries, *entry);
    own->entries.items[0].alias = ip_last_part(relation);
    uint64_t only = entry->table ? UINT64_C(1) << entry->source : UINT64_MAX;
    ip_lower_note(l, rangevar, "row security of table %s: any of the rows may be hidden, or none", relation);
    /* A policy within itself is an error for a role to which it applies; it does not apply to others. */
    bool within = false;
    for (int i = 0; i < l->policed.count; i++)
        within = within || l->policed.items[i] == security;
    IP_PUSH(l->arena, &l->policed, security);
    for (int i = 0; !within && i < security->policies.count; i++)
        if (security->policies.items[i].using)
            IP_PUSH(l->arena, &values, policy_value(l, &security->policies.items[i], own));
    l->policed.count--;
    ip_conjunct conjunct = {.expr = ip_lower_unknown(l, ip_lower_boolean_type, values.count, values.items),
                            .only = only};
    IP_PUSH(l->arena, &scope->query->conjuncts, conjunct);
    ip_conjunct evaluated = {.expr = ip_program_expr_true(l->arena), .only = only, .asked = own, .lost = values};
    IP_PUSH(l->arena, &scope->query->conjuncts, evaluated);
}

static void note_reads(ip_lowerer *l, const char *what, const ip_policy *policy, const ip_kept_tree *kept)
{
    const ip_tree *tree = kept ? kept->tree : NULL;
    if (!tree)
        return;
    PgQuery__SelectStmt *query = ip_parse_message_new(l->arena, &pg_query__select_stmt__descriptor);
    IP_SET_LIST(query, target_list, *ip_parse_list_one(l->arena, ip_parse_target_of(l->arena, tree)));
    const ip_summary *summary =
        ip_summary_of_statements(l->summaries, policy->path, ip_parse_statements_of(l->arena, query));
    if (summary->any)
        ip_lower_refuse(l, NULL, "%s: %s: it may read and write any table", what, summary->any);
    if (summary->any || summary->touches)
        ip_lower_emit_effects(l, NULL, summary, what, true);
}

/* Checks of a new row may read other tables: WITH CHECK, and without it USING, also for returned rows and for rows that
 * ON CONFLICT changes. */
void ip_lower_policy_checks(ip_lowerer *l, const ip_trigger *security)
{
    const char *what = ip_arena_printf(l->arena, "row security of table %s", security->table);
    if (is_owners(l, security))
        return;
    for (int i = 0; i < security->policies.count; i++) {
        note_reads(l, what, &security->policies.items[i], security->policies.items[i].check);
        note_reads(l, what, &security->policies.items[i], security->policies.items[i].using);
    }
}
