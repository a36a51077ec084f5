/* State that no level isolates (access_summary/outside_state.h): one statement at the beginning of a program represents
 * all its reads and writes of such state. */
#include "lower/lower.h"
#include "access_summary/outside_state.h"

static void touch(ip_lowerer *l, const ip_unit *unit, const ip_outside_state *state)
{
    bool reads = state->reads[unit->id], writes = state->writes[unit->id];
    const char *does = !writes ? "reads" : reads ? "reads and writes" : "writes";
    ip_range place = ip_summary_outside_place(l->definitions, unit, state);
    ip_statement statement = {.kind = IP_UNKNOWN, .why_unknown = state->what, .range = place, .text = state->what};
    ip_row_source source = {.table = state->table, .alias = state->what, .reads_only = !writes, .writes_only = !reads};
    source.filter_columns = IP_NEW_ARRAY(l->arena, bool, state->table->columns.count);
    source.output_columns = IP_NEW_ARRAY(l->arena, bool, state->table->columns.count);
    IP_PUSH(l->arena, &statement.sources, source);
    ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, place, l->program->name,
                       "%s %s, which no level isolates: in any order with others that do", does, state->what);
    ip_open_step outer = ip_lower_own_step(l);
    ip_lower_push(l, &statement);
    ip_lower_close_step(l, outer);
}

void ip_lower_outside(ip_lowerer *l, const ip_unit *unit)
{
    const ip_outside_states *states = l->definitions->outside;
    for (int i = 0; i < states->count; i++)
        if (states->items[i].reads[unit->id] || states->items[i].writes[unit->id])
            touch(l, unit, &states->items[i]);
}
