/* The accesses of an instance's programs at a row, one by one, and its sure writes there. */
#include "execution/encoding_internal.h"

#include <string.h>

ip_place_view *ip_encoding_view_at(ip_encoding *e, ip_stand *stand, int slot)
{
    const ip_build *b = &e->terms.build;
    while (stand->views.count <= slot) {
        ip_place_view *fresh = IP_NEW(e->arena, ip_place_view);
        fresh->view.slot = stand->views.count;
        fresh->view.place = &stand->place;
        for (int d = 0; d < IP_MAX_LOOP_DEPTH; d++)
            fresh->view.tokens[d] =
                ip_term_const(b, b->integer, "iteration.%s.%d.%d", stand->name, fresh->view.slot, d);
        fresh->changes = IP_NEW_ARRAY(e->arena, Z3_ast, e->input.schema->tables.count);
        fresh->writes = IP_NEW_ARRAY(e->arena, Z3_ast, e->input.facts->groups.count);
        fresh->overwrites = e->engine ? IP_NEW_ARRAY(e->arena, Z3_ast, e->input.facts->groups.count) : NULL;
        fresh->holds = e->engine ? IP_NEW_ARRAY(e->arena, ip_holds, e->input.schema->tables.count) : NULL;
        IP_PUSH(e->arena, &stand->views, fresh);
    }
    return stand->views.items[slot];
}

ip_accesses ip_encoding_accesses_of(ip_encoding *e, ip_view *view, ip_touch_kind kind, const ip_column_group *group,
                                    bool sure)
{
    ip_terms_context *c = &e->terms;
    ip_accesses result = {0};
    for (int p = 0; p < e->input.program_count; p++) {
        if (ip_encoding_never_runs(e, view->slot, p))
            continue;
        const ip_program *program = e->input.programs[p];
        for (int s = 0; s < program->statements.count && !ip_encoding_gave_up(e); s++)
            for (int q = 0; q < program->statements.items[s].sources.count; q++) {
                if (program->statements.items[s].sources.items[q].table->id != group->table)
                    continue;
                Z3_ast condition = ip_encoding_touch(c, view, program, s, q, kind, group, sure);
                condition = ip_term_and(&c->build, ip_encoding_runs(e, view->slot, p), condition);
                if (condition == c->build.no)
                    continue;
                ip_access access = {p, s, q, condition};
                IP_PUSH(e->arena, &result, access);
            }
    }
    return result;
}

Z3_ast ip_encoding_any_access(ip_encoding *e, const ip_accesses *accesses)
{
    ip_terms any = {0};
    for (int i = 0; i < accesses->count; i++)
        IP_PUSH(e->arena, &any, accesses->items[i].condition);
    return ip_term_any(&e->terms.build, &any);
}

static bool same_columns(const ip_spared *spared, const int *columns, int count)
{
    return spared->column_count == count &&
           (!count || memcmp(spared->columns, columns, sizeof *columns * (size_t)count) == 0);
}

static bool is_end(const ip_encoding *e, const ip_program *program, int statement, const ip_access *a)
{
    return e->input.programs[a->program] == program && (statement < 0 || statement == a->statement);
}

bool ip_encoding_is_spared(const ip_encoding *e, const ip_edge_option *option, const ip_access *from,
                           const ip_access *to)
{
    const ip_column_group *group = &e->input.facts->groups.items[option->group];
    for (int i = 0; i < e->input.spared_count; i++) {
        const ip_spared *s = &e->input.spared[i];
        if (!s->to ? is_end(e, s->from, s->from_statement, from) || is_end(e, s->from, s->from_statement, to)
                   : is_end(e, s->from, s->from_statement, from) && is_end(e, s->to, s->to_statement, to) &&
                         s->type == option->type && s->table == group->table && s->exists == group->exists &&
                         (s->exists || same_columns(s, group->columns.items, group->columns.count)))
            return true;
    }
    return false;
}

static bool has_loops(const ip_encoding *e)
{
    for (int p = 0; p < e->input.program_count; p++)
        if (e->input.programs[p]->loops.count)
            return true;
    return false;
}

void ip_encoding_look_elsewhere(ip_encoding *e, ip_place_view *view)
{
    if (view->elsewhere_known || !has_loops(e))
        return;
    view->elsewhere_known = true;
    for (int i = 0; i < e->edges.count; i++) {
        ip_edge *edge = e->edges.items[i];
        int slot = view->view.slot;
        if ((edge->from != slot && edge->to != slot) || &edge->stand.place == view->view.place)
            continue;
        ip_view *other = IP_NEW(e->arena, ip_view);
        other->slot = slot;
        other->place = view->view.place;
        memcpy(other->tokens, ip_encoding_view_at(e, &edge->stand, slot)->view.tokens, sizeof other->tokens);
        IP_PUSH(e->arena, &view->elsewhere, other);
    }
}

static Z3_ast sure_write_at(ip_encoding *e, ip_view *view, const ip_column_group *group, bool inserts)
{
    ip_terms any = {0};
    ip_touch_kind kinds[] = {IP_WRITE_INSERT, group->exists ? IP_WRITE_DELETE : IP_WRITE_UPDATE};
    for (int k = inserts ? 0 : 1; k < 2; k++) {
        ip_accesses accesses = ip_encoding_accesses_of(e, view, kinds[k], group, true);
        IP_PUSH(e->arena, &any, ip_encoding_any_access(e, &accesses));
    }
    return ip_term_any(&e->terms.build, &any);
}

static Z3_ast sure_write(ip_encoding *e, ip_place_view *view, int group, bool inserts, Z3_ast *known)
{
    const ip_column_group *g = &e->input.facts->groups.items[group];
    if (known[group])
        return known[group];
    Z3_ast any = sure_write_at(e, &view->view, g, inserts);
    ip_encoding_look_elsewhere(e, view);
    for (int i = 0; i < view->elsewhere.count; i++)
        any = ip_term_or(&e->terms.build, any, sure_write_at(e, view->elsewhere.items[i], g, inserts));
    return known[group] = any;
}

Z3_ast ip_encoding_sure_write(ip_encoding *e, ip_place_view *view, int group)
{
    return sure_write(e, view, group, true, view->writes);
}

Z3_ast ip_encoding_sure_overwrite(ip_encoding *e, ip_place_view *view, int group)
{
    return e->engine ? sure_write(e, view, group, false, view->overwrites) : ip_encoding_sure_write(e, view, group);
}

static Z3_ast sure_change_at(ip_encoding *e, ip_view *view, int table)
{
    const ip_build *b = &e->terms.build;
    ip_terms any = {0};
    for (int p = 0; p < e->input.program_count; p++) {
        if (ip_encoding_never_runs(e, view->slot, p))
            continue;
        const ip_program *program = e->input.programs[p];
        for (int s = 0; s < program->statements.count && !ip_encoding_gave_up(e); s++) {
            const ip_statement *statement = &program->statements.items[s];
            if (statement->sources.count && statement->sources.items[0].table->id == table)
                IP_PUSH(e->arena, &any,
                        ip_term_and(b, ip_encoding_runs(e, view->slot, p),
                                    ip_encoding_surely_changes(&e->terms, view, program, s)));
        }
    }
    return ip_term_any(b, &any);
}

Z3_ast ip_encoding_sure_change(ip_encoding *e, ip_place_view *view, int table)
{
    if (view->changes[table])
        return view->changes[table];
    Z3_ast any = sure_change_at(e, &view->view, table);
    ip_encoding_look_elsewhere(e, view);
    for (int i = 0; i < view->elsewhere.count; i++)
        any = ip_term_or(&e->terms.build, any, sure_change_at(e, view->elsewhere.items[i], table));
    return view->changes[table] = any;
}
