/* CREATE TRIGGER of a client's: which triggers a relation may have (trigger.c, CreateTriggerFiringOn). */
#include "workload/client_definition_parts.h"

#include <string.h>

/* PostgreSQL's pg_trigger.h. */
enum { BEFORE = 2, INSERT = 4, DELETE = 8, UPDATE = 16, TRUNCATE = 32, INSTEAD = 64 };

static void refuse(const ip_definition_request *a, const char *sqlstate, const char *message)
{
    ip_workload_requested_refuse(a, sqlstate, message);
}

/* REFERENCING: on what, and how often. */
static void transitions(const ip_definition_request *a, const PgQuery__CreateTrigStmt *create, bool view,
                        const char *named)
{
    size_t i;
    const ip_tree *node;
    int events = create->events;
    const char *names[2] = {NULL, NULL};
    IP_LIST_EACH(IP_ITEMS(create, transition_rels), i, node)
    {
        const PgQuery__TriggerTransition *one = ip_as_trigger_transition(node);
        const char *which = one->is_new ? "NEW" : "OLD";
        int wanted = UPDATE | (one->is_new ? INSERT : DELETE);
        if (!one->is_table)
            refuse(a, "0A000", "ROW variable naming in the REFERENCING clause is not supported");
        if (view)
            refuse(a, "42809", named);
        if (create->timing & (BEFORE | INSTEAD))
            refuse(a, "42P17", "transition table name can only be specified for an AFTER trigger");
        if (events & TRUNCATE)
            refuse(a, "42P17", "TRUNCATE triggers with transition tables are not supported");
        if (events != INSERT && events != UPDATE && events != DELETE)
            refuse(a, "0A000", "transition tables cannot be specified for triggers with more than one event");
        if (IP_ITEMS(create, columns))
            refuse(a, "0A000", "transition tables cannot be specified for triggers with column lists");
        if (!(events & wanted))
            refuse(a, "42P17",
                   one->is_new ? "NEW TABLE can only be specified for an INSERT or UPDATE trigger"
                               : "OLD TABLE can only be specified for a DELETE or UPDATE trigger");
        if (names[one->is_new])
            refuse(a, "42P17", ip_arena_printf(a->arena, "%s TABLE cannot be specified multiple times", which));
        names[one->is_new] = IP_TEXT(one, name);
    }
    if (names[0] && names[1] && strcmp(names[0], names[1]) == 0)
        refuse(a, "42P17", "OLD TABLE name and NEW TABLE name cannot be the same");
}

void ip_workload_requested_make_trigger(const ip_definition_request *a, const PgQuery__CreateTrigStmt *create)
{
    const PgQuery__RangeVar *rangevar = IP_GET(create, relation);
    const char *own = IP_TEXT(rangevar, relname), *full = ip_parse_rangevar_name(a->arena, rangevar);
    ip_relation relation = ip_catalog_relation_of(a->definitions, a->definitions->script_path, rangevar);
    bool exists = ip_workload_requested_exists(&relation), instead = create->timing & INSTEAD;
    bool view = exists && relation.view;
    const char *is = ip_arena_printf(a->arena, "\"%s\" is a %s", own, view ? "view" : "table");
    if (!exists && ip_workload_requested_has_index(a, own))
        refuse(a, "42809", ip_arena_printf(a->arena, "\"%s\" is an index", own));
    if ((!exists && ip_workload_requested_has_sequence(a, full)) ||
        (exists &&
         (relation.composite || (relation.table && ip_catalog_materialized_of(a->definitions, relation.table)))))
        refuse(a, "42809", ip_arena_printf(a->arena, "relation \"%s\" cannot have triggers", own));
    if (!exists)
        return;
    if (view && ((!instead && create->row) || (create->events & TRUNCATE)))
        refuse(a, "42809", is);
    if (!view && instead)
        refuse(a, "42809", is);
    if (create->row && create->events & TRUNCATE)
        refuse(a, "0A000", "TRUNCATE FOR EACH ROW triggers are not supported");
    if (instead && !create->row)
        refuse(a, "0A000", "INSTEAD OF triggers must be FOR EACH ROW");
    if (instead && IP_GET(create, when_clause))
        refuse(a, "0A000", "INSTEAD OF triggers cannot have WHEN conditions");
    if (instead && IP_ITEMS(create, columns))
        refuse(a, "0A000", "INSTEAD OF triggers cannot have column lists");
    transitions(a, create, view, is);
}
