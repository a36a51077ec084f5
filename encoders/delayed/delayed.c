/* The normal form of anomalies under snapshot isolation as formulas. */
#include "delayed/delayed.h"

#include "execution/encoding_internal.h"

Z3_ast ip_delayed_order(ip_encoding *e, int count)
{
    const ip_build *b = &e->terms.build;
    const ip_relations *r = &e->relations;
    ip_terms all = {0};
    for (int i = 1; i < count; i++) {
        IP_PUSH(e->arena, &all, ip_relation(e, r->ar, i, 0));
        IP_PUSH(e->arena, &all, ip_not(b, ip_relation(e, r->vis, i, 0)));
        IP_PUSH(e->arena, &all, ip_not(b, ip_relation(e, r->vis, 0, i)));
        for (int j = i + 1; j < count; j++) {
            IP_PUSH(e->arena, &all, ip_relation(e, r->ar, i, j));
            IP_PUSH(e->arena, &all, ip_relation(e, r->vis, i, j));
        }
    }
    return ip_all(b, &all);
}

/* The instance may change the table's row at the view: insert or delete it, or update any of its columns. */
static Z3_ast may_change(ip_encoding *e, ip_view *view, int table)
{
    static const ip_touch_kind of_row[] = {IP_WRITE_INSERT, IP_WRITE_DELETE}, of_columns[] = {IP_WRITE_UPDATE};
    ip_terms any = {0};
    for (int i = 0; i < e->groups.count; i++) {
        const ip_column_group *group = &e->input.facts->groups.items[e->groups.items[i]];
        if (group->table != table)
            continue;
        for (int k = 0; k < (group->exists ? 2 : 1); k++) {
            ip_touch_kind kind = group->exists ? of_row[k] : of_columns[k];
            ip_accesses writes = ip_accesses_of(e, view, kind, group, false);
            IP_PUSH(e->arena, &any, ip_any_access(e, &writes));
        }
    }
    return ip_any(&e->terms.build, &any);
}

Z3_ast ip_delayed_same_row(ip_encoding *e, int i, int j)
{
    const ip_build *b = &e->terms.build;
    ip_stand *stand = IP_NEW(e->arena, ip_stand);
    stand->name = ip_arena_printf(e->arena, "meet%d-%d", i, j);
    stand->place = ip_witness(e, stand->name);
    ip_terms any = {0};
    for (int k = 0; k < e->tables.count && !ip_encoding_gave_up(e); k++) {
        int table = e->tables.items[k];
        Z3_ast first = may_change(e, &ip_view_at(e, stand, i)->view, table);
        Z3_ast second = may_change(e, &ip_view_at(e, stand, j)->view, table);
        IP_PUSH(e->arena, &any, ip_and(b, first, second));
    }
    return ip_any(b, &any);
}

Z3_ast ip_delayed_past_snapshot(ip_encoding *e, int i, int j)
{
    const ip_build *b = &e->terms.build;
    ip_terms any = {0};
    for (int k = 0; k < e->edges.count; k++) {
        const ip_edge *edge = e->edges.items[k];
        if (edge->from != i || edge->to != j)
            continue;
        for (int o = 0; o < edge->options.count; o++)
            if (edge->options.items[o].type == IP_EDGE_WR)
                IP_PUSH(e->arena, &any, edge->options.items[o].chosen);
    }
    return ip_and(b, ip_any(b, &any), ip_not(b, ip_relation(e, e->relations.vis, i, j)));
}
