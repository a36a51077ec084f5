/* The normal form of anomalies under snapshot isolation as formulas. */
#include "delayed/delayed.h"

#include "execution/encoding_internal.h"

/* The row is in both snapshots, with the same values, or in neither. */
static Z3_ast same_state(ip_encoding *e, int i, int j, const ip_table *table, const Z3_ast *key)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_snapshot first = {.slot = i}, second = {.slot = j};
    const ip_table_facts *facts = &e->input.facts->tables[table->id];
    ip_terms all = {0};
    IP_PUSH(e->arena, &all,
            ip_term_equal(b, ip_term_alive(c, &first, table, key), ip_term_alive(c, &second, table, key)));
    for (int column = 0; column < table->columns.count; column++) {
        if (!facts->columns[column].read || facts->columns[column].frozen)
            continue;
        ip_term here = ip_term_column_in_snapshot(c, &first, table, column, key);
        ip_term there = ip_term_column_in_snapshot(c, &second, table, column, key);
        IP_PUSH(e->arena, &all, ip_term_equal(b, here.null, there.null));
        IP_PUSH(e->arena, &all, ip_term_or(b, here.null, ip_term_equal(b, here.value, there.value)));
    }
    return ip_term_all(b, &all);
}

static void state_held_row(ip_encoding *e, ip_stand *stand, int table)
{
    if (!stand->place.keys[table])
        return;
    Z3_ast changes = ip_encoding_sure_change(e, ip_encoding_view_at(e, stand, 0), table);
    for (int i = stand->held_stated; i < e->instances && changes != e->terms.build.no; i++)
        if (i > 0) {
            Z3_ast same = same_state(e, 0, i, e->input.schema->tables.items[table], stand->place.keys[table]);
            ip_encoding_state(e, ip_term_implies(&e->terms.build, changes, same));
        }
}

static void state_held_rows(ip_encoding *e, ip_stand *stand)
{
    for (int k = 0; k < e->tables.count && stand->held_stated < e->instances && !ip_encoding_gave_up(e); k++)
        state_held_row(e, stand, e->tables.items[k]);
    stand->held_stated = e->instances;
}

void ip_delayed_state_held_rows(ip_encoding *e)
{
    if (!e->terms.rules[IP_RULE_HELD])
        return;
    for (int i = 0; i < e->edges.count; i++)
        state_held_rows(e, &e->edges.items[i]->stand);
    for (int i = 0; i < e->points.count; i++)
        state_held_rows(e, &e->points.items[i]->stand);
}

/* The instance may change the table's row at the view: insert or delete it, or, if columns, update its columns. */
static Z3_ast may_change(ip_encoding *e, ip_view *view, int table, bool columns)
{
    static const ip_touch_kind of_row[] = {IP_WRITE_INSERT, IP_WRITE_DELETE}, of_columns[] = {IP_WRITE_UPDATE};
    ip_terms any = {0};
    for (int i = 0; i < e->groups.count; i++) {
        const ip_column_group *group = &e->input.facts->groups.items[e->groups.items[i]];
        if (group->table != table || (!group->exists && !columns))
            continue;
        for (int k = 0; k < (group->exists ? 2 : 1); k++) {
            ip_touch_kind kind = group->exists ? of_row[k] : of_columns[k];
            ip_accesses writes = ip_encoding_accesses_of(e, view, kind, group, false);
            IP_PUSH(e->arena, &any, ip_encoding_any_access(e, &writes));
        }
    }
    return ip_term_any(&e->terms.build, &any);
}

Z3_ast ip_delayed_same_row(ip_encoding *e, int i, int j)
{
    const ip_build *b = &e->terms.build;
    ip_stand *stand = IP_NEW(e->arena, ip_stand);
    stand->name = ip_arena_printf(e->arena, "meet%d-%d", i, j);
    stand->place = ip_rules_witness(e, stand->name);
    ip_terms any = {0};
    for (int k = 0; k < e->tables.count && !ip_encoding_gave_up(e); k++) {
        int table = e->tables.items[k];
        Z3_ast first = may_change(e, &ip_encoding_view_at(e, stand, i)->view, table, true);
        Z3_ast second = may_change(e, &ip_encoding_view_at(e, stand, j)->view, table, true);
        IP_PUSH(e->arena, &any, ip_term_and(b, first, second));
    }
    return ip_term_any(b, &any);
}

Z3_ast ip_delayed_may_change(ip_encoding *e, int i, int table)
{
    ip_stand *stand = IP_NEW(e->arena, ip_stand);
    stand->name = ip_arena_printf(e->arena, "change%d-%d", i, table);
    stand->place = ip_rules_witness(e, stand->name);
    ip_view *view = &ip_encoding_view_at(e, stand, i)->view;
    if (table >= 0)
        return may_change(e, view, table, false);
    ip_terms any = {0};
    for (int k = 0; k < e->tables.count; k++) {
        Z3_ast here = may_change(e, view, e->tables.items[k], true);
        IP_PUSH(e->arena, &any, here);
    }
    return ip_term_any(&e->terms.build, &any);
}

static bool counts(const ip_encoding *e, int table)
{
    for (int p = 0; p < e->input.program_count; p++)
        for (int s = 0; s < e->input.programs[p]->statements.count; s++) {
            const ip_statement *statement = &e->input.programs[p]->statements.items[s];
            if (statement->kind == IP_SELECT && statement->aggregated && statement->sources.count == 1 &&
                statement->sources.items[0].table->id == table && !statement->sources.items[0].filter)
                return true;
        }
    return false;
}

int ip_delayed_counted(ip_encoding *e, const int **tables)
{
    IP_VEC(int) counted = {0};
    for (int k = 0; k < e->tables.count; k++)
        if (counts(e, e->tables.items[k]))
            IP_PUSH(e->arena, &counted, e->tables.items[k]);
    *tables = counted.items;
    return counted.count;
}

Z3_ast ip_delayed_rows(ip_encoding *e, int instance, int table)
{
    return ip_term_row_total(&e->terms, instance, e->input.schema->tables.items[table]);
}

Z3_ast ip_delayed_row_order(ip_encoding *e, int count)
{
    const ip_build *b = &e->terms.build;
    const int *tables;
    int n = ip_delayed_counted(e, &tables);
    ip_terms all = {0};
    for (int t = 0; t < n; t++) {
        const ip_table_facts *facts = &e->input.facts->tables[tables[t]];
        for (int i = 0; i < count; i++)
            for (int j = i + 1; j < count; j++) {
                Z3_ast before = ip_delayed_rows(e, i, tables[t]), after = ip_delayed_rows(e, j, tables[t]);
                if (!facts->deleted)
                    IP_PUSH(e->arena, &all, Z3_mk_le(b->z3, before, after));
                if (!facts->inserted)
                    IP_PUSH(e->arena, &all, Z3_mk_ge(b->z3, before, after));
            }
    }
    return ip_term_all(b, &all);
}

bool ip_delayed_looks_past(ip_encoding *e, int program)
{
    ip_stand *stand = IP_NEW(e->arena, ip_stand);
    stand->name = ip_arena_printf(e->arena, "past%d", program);
    stand->place = ip_rules_witness(e, stand->name);
    const ip_view *view = &ip_encoding_view_at(e, stand, 0)->view;
    const ip_program *p = e->input.programs[program];
    for (int s = 0; s < p->statements.count; s++)
        for (int q = 0; q < p->statements.items[s].sources.count; q++) {
            ip_access a = {program, s, q, NULL};
            bool checks = p->statements.items[s].check != IP_CHECK_NONE || p->statements.items[s].past_snapshot;
            if (checks || (p->statements.items[s].sources.items[q].newest && !ip_rules_found_by_key(e, view, &a)))
                return true;
        }
    return false;
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
    return ip_term_and(b, ip_term_any(b, &any), ip_term_not(b, ip_encoding_relation(e, e->relations.vis, i, j)));
}
