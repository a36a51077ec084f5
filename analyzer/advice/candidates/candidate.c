/* Shared by the kinds of fixes: the origin of a value, overlapping changes, and their output. */
#include "advice/candidates/candidate.h"

#include "advice/edit_lines.h"

#include "advice/candidates/select_text.h"
#include "facts/facts.h"

#include <string.h>

int ip_advice_candidate_add(ip_workshop *w, const char *kind, int program, int statement, int cost, const char *change)
{
    ip_candidate candidate = {.raised_program = -1, .weaker_than = -1};
    candidate.fix = (ip_fix){.program = program >= 0 ? w->workload->programs.items[program] : NULL,
                             .statement = statement,
                             .kind = kind,
                             .change = change,
                             .before = "",
                             .after = "",
                             .cost = cost};
    IP_PUSH(w->arena, &w->candidates, candidate);
    return w->candidates.count - 1;
}

static const char *joined(ip_arena *arena, const char *lines, const char *more)
{
    return *lines && *more ? ip_arena_printf(arena, "%s\n%s", lines, more) : *lines ? lines : more;
}

bool ip_advice_candidate_edit(ip_workshop *w, int index, ip_range range, const char *text)
{
    ip_candidate *candidate = &w->candidates.items[index];
    ip_edit edit;
    if (!ip_advice_edit_make(w->arena, range, text, &edit)) {
        candidate->broken = true;
        return false;
    }
    const char *before, *after;
    ip_advice_edit_lines(w->arena, &edit, &before, &after);
    if (!candidate->edits.count) {
        candidate->fix.range = range;
        candidate->fix.before = before;
        candidate->fix.after = after;
    } else {
        candidate->fix.before = joined(w->arena, candidate->fix.before, before);
        candidate->fix.after = joined(w->arena, candidate->fix.after, after);
    }
    IP_PUSH(w->arena, &candidate->edits, edit);
    return true;
}

/* A change may go before an SQL statement, which sets FOUND again. Before an expression it may not if the code reads
 * FOUND there. */
static bool keeps_found(const ip_candidate *candidate, const ip_home *home, size_t begin, ip_range place)
{
    const ip_program *program = candidate->fix.program;
    if (!home->plpgsql || begin == place.begin || candidate->fix.statement < 0)
        return true;
    for (int v = 0; program && v < program->variables.count; v++)
        if (program->variables.items[v].kind == IP_VAR_FOUND || program->variables.items[v].kind == IP_VAR_COUNT)
            return false;
    return true;
}

bool ip_advice_candidate_insert_before(ip_workshop *w, int index, ip_range place, const char *statement)
{
    ip_home home;
    size_t begin;
    if (!place.source || !ip_advice_home_find(w->arena, place.source, place.begin, &home) ||
        !ip_advice_statement_begin(place.source, &home, place.begin, &begin) ||
        !keeps_found(&w->candidates.items[index], &home, begin, place)) {
        w->candidates.items[index].broken = true;
        return false;
    }
    const char *indentation = ip_advice_indentation(w->arena, place.source, begin);
    const char *text = indentation ? ip_arena_printf(w->arena, "%s\n%s", statement, indentation)
                                   : ip_arena_printf(w->arena, "%s ", statement);
    return ip_advice_candidate_edit(w, index, (ip_range){place.source, begin, begin}, text);
}

void ip_advice_candidate_helps(ip_workshop *w, int index, int program, int statement, bool writes)
{
    ip_helped helped = {program, statement, writes};
    IP_PUSH(w->arena, &w->candidates.items[index].helped, helped);
}

void ip_advice_candidate_claims(ip_workshop *w, int index, ip_range range)
{
    IP_PUSH(w->arena, &w->candidates.items[index].claimed, range);
}

const char *ip_advice_bare_select(ip_arena *arena, ip_range place)
{
    ip_home home;
    if (!place.source || !ip_advice_home_find(arena, place.source, place.begin, &home) || !home.may_write)
        return NULL;
    return home.plpgsql ? "PERFORM" : "SELECT";
}

/* ------------------------------------------------------------- programs -- */

static bool variable_comes_from(const ip_program *program, int variable, int statement, int depth);

static bool comes_from(const ip_program *program, const ip_expr *expr, int statement, int depth)
{
    if (!expr)
        return false;
    if (expr->kind == IP_EXPR_VARIABLE)
        return variable_comes_from(program, expr->index, statement, depth);
    for (int i = 0; i < expr->arg_count; i++)
        if (comes_from(program, expr->args[i], statement, depth))
            return true;
    return false;
}

static bool variable_comes_from(const ip_program *program, int variable, int statement, int depth)
{
    enum { DEEPEST = 40 };
    const ip_variable *v = &program->variables.items[variable];
    switch (v->kind) {
    case IP_VAR_EXPR:
        return depth > DEEPEST || comes_from(program, v->expr, statement, depth + 1);
    case IP_VAR_RESULT:
    case IP_VAR_FOUND:
    case IP_VAR_COUNT:
        return v->statement == statement;
    default:
        return v->kind == IP_VAR_ANY;
    }
}

bool ip_advice_comes_from(const ip_program *program, const ip_expr *expr, int statement)
{
    return comes_from(program, expr, statement, 0);
}

bool ip_advice_counts_rows_of(const ip_program *program, int statement)
{
    for (int v = 0; v < program->variables.count; v++) {
        const ip_variable *variable = &program->variables.items[v];
        if ((variable->kind == IP_VAR_FOUND || variable->kind == IP_VAR_COUNT) && variable->statement == statement)
            return true;
    }
    return false;
}

bool ip_advice_finds_one_row(const ip_statement *statement)
{
    if (statement->sources.count != 1)
        return false;
    const ip_row_source *source = &statement->sources.items[0];
    for (int k = 0; k < source->table->keys.count; k++) {
        const ip_key *key = &source->table->keys.items[k];
        bool all = key->column_count > 0;
        for (int c = 0; c < key->column_count && all; c++)
            all = ip_facts_equated_term(source->filter, 0, key->columns[c]) != NULL;
        if (all)
            return true;
    }
    return false;
}

const char *ip_advice_variable_base_name(ip_arena *arena, const ip_variable *variable)
{
    size_t length = strcspn(variable->name, "#");
    return ip_arena_strndup(arena, variable->name, length);
}

bool ip_advice_changes_ever(const ip_workshop *w, const ip_table *table)
{
    for (int p = 0; p < w->workload->programs.count; p++)
        for (int s = 0; s < w->workload->programs.items[p]->statements.count; s++) {
            const ip_statement *statement = &w->workload->programs.items[p]->statements.items[s];
            bool writes = statement->kind == IP_UPDATE || statement->kind == IP_DELETE ||
                          statement->kind == IP_TRUNCATE || statement->kind == IP_UNKNOWN;
            for (int i = 0; writes && i < statement->sources.count; i++)
                if (statement->sources.items[i].table == table)
                    return true;
        }
    return false;
}

bool ip_advice_candidates_overlap(const ip_candidate *a, const ip_candidate *b)
{
    for (int i = 0; i < a->claimed.count; i++)
        for (int j = 0; j < b->claimed.count; j++) {
            const ip_range *x = &a->claimed.items[i], *y = &b->claimed.items[j];
            if (x->source == y->source && x->begin < y->end && y->begin < x->end)
                return true;
        }
    return a->raised_program >= 0 && a->raised_program == b->raised_program;
}

bool ip_advice_candidate_touches(const ip_candidate *one, int program)
{
    if (!one->fix.program || one->raised_program == program)
        return true;
    for (int h = 0; h < one->helped.count; h++)
        if (one->helped.items[h].program == program)
            return true;
    return false;
}

int ip_advice_candidates_cost(const ip_candidates *candidates, const bool *chosen)
{
    int cost = 0;
    for (int c = 0; c < candidates->count; c++)
        cost += chosen[c] ? candidates->items[c].fix.cost : 0;
    return cost;
}

bool ip_advice_candidate_only_excludes(const ip_candidate *one)
{
    bool passes_over = strcmp(one->fix.kind, "skip-locked") == 0;
    return (strstr(one->fix.kind, "lock") && !passes_over) || strcmp(one->fix.kind, "constraint") == 0;
}

void ip_advice_candidates_show_hunks(ip_arena *arena, const ip_candidates *candidates, const bool *chosen,
                                     ip_fix_set *set)
{
    ip_edits edits = {0};
    for (int c = 0; c < candidates->count; c++)
        for (int e = 0; chosen[c] && e < candidates->items[c].edits.count; e++)
            IP_PUSH(arena, &edits, candidates->items[c].edits.items[e]);
    ip_advice_edits_sort(&edits);
    ip_hunks hunks = ip_advice_hunks_of(arena, &edits);
    for (int h = 0; h < hunks.count; h++) {
        int fix = 0;
        bool found = false;
        for (int c = 0; c < candidates->count && !found; c++) {
            for (int e = 0; chosen[c] && e < candidates->items[c].edits.count; e++)
                found = found || ip_advice_hunk_contains(arena, &hunks.items[h], &candidates->items[c].edits.items[e]);
            fix += chosen[c] && !found;
        }
        if (found)
            IP_PUSH(arena, &set->fixes.items[fix].hunks, hunks.items[h]);
    }
}
