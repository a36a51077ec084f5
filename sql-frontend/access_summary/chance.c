/* Finds outcomes that depend on concurrent transactions: handlers for serialization failures, deadlocks and locks that
 * are not available (PostgreSQL 15: section 13.2 on 40001, 13.3.4 on deadlocks, LOCK and SELECT on NOWAIT, 43.6.8 on
 * handlers). */
#include "access_summary/chance.h"

#include <strings.h>

/* Each with its code, its class, and the class's code. */
static const char *const taken_as[][4] = {
    [IP_CHANCE_NOT_SERIALIZED] = {"serialization_failure", "40001", "transaction_rollback", "40000"},
    [IP_CHANCE_DEADLOCK] = {"deadlock_detected", "40P01", "transaction_rollback", "40000"},
    [IP_CHANCE_NOT_AVAILABLE] = {"lock_not_available", "55P03", "object_not_in_prerequisite_state", "55000"},
    [IP_CHANCE_CANCELED] = {"query_canceled", "57014", "operator_intervention", "57000"},
};

bool ip_summary_names_chance(const ip_pl_handler *handler, ip_chance chance)
{
    for (int i = 0; i < handler->conditions.count; i++)
        for (size_t k = 0; k < sizeof taken_as[chance] / sizeof taken_as[chance][0]; k++)
            if (strcasecmp(handler->conditions.items[i], taken_as[chance][k]) == 0)
                return true;
    return false;
}

static bool takes_others(const ip_pl_handler *handler)
{
    bool others = handler->conditions.count == 0;
    for (int i = 0; i < handler->conditions.count; i++)
        others = others || strcasecmp(handler->conditions.items[i], "others") == 0;
    return others;
}

bool ip_summary_takes_denial(const ip_pl_handler *handler, ip_denial denial)
{
    static const char *const duplicate[] = {"unique_violation", "23505", "integrity_constraint_violation", "23000"};
    static const ip_chance chances[] = {[IP_DENIED_NOT_SERIALIZED] = IP_CHANCE_NOT_SERIALIZED,
                                        [IP_DENIED_DEADLOCK] = IP_CHANCE_DEADLOCK,
                                        [IP_DENIED_LOCK] = IP_CHANCE_NOT_AVAILABLE};
    if (denial != IP_DENIED_DUPLICATE)
        return ip_summary_takes_chance(handler, chances[denial]);
    for (int i = 0; i < handler->conditions.count; i++)
        for (size_t k = 0; k < sizeof duplicate / sizeof duplicate[0]; k++)
            if (strcasecmp(handler->conditions.items[i], duplicate[k]) == 0)
                return true;
    return takes_others(handler);
}

bool ip_summary_takes_chance(const ip_pl_handler *handler, ip_chance chance)
{
    return ip_summary_names_chance(handler, chance) || (takes_others(handler) && chance != IP_CHANCE_CANCELED);
}

static bool names_only(const ip_pl_handler *handler, const char *name, const char *code)
{
    bool all = handler->conditions.count > 0;
    for (int i = 0; i < handler->conditions.count; i++)
        all = all && (strcasecmp(handler->conditions.items[i], name) == 0 ||
                      strcasecmp(handler->conditions.items[i], code) == 0);
    return all;
}

bool ip_summary_takes_only_duplicates(const ip_pl_handler *handler)
{
    return names_only(handler, "unique_violation", "23505");
}

bool ip_summary_takes_only_references(const ip_pl_handler *handler)
{
    return names_only(handler, "foreign_key_violation", "23503");
}
