/* Finds loops that have an iteration for each row of the SELECT before them, and the columns that their slots are. */
#include "templates/row.h"

#include <string.h>

int ip_templates_row_column(const ip_logged_outcome *outcome, const char *name)
{
    int found = -1;
    for (int c = 0; c < outcome->width; c++) {
        if (strcmp(outcome->headings[c], name) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = c;
    }
    return found;
}

static const ip_logged_outcome *rows_before(const ip_family *f, const ip_folded *created, const ip_transaction *t,
                                            int loop)
{
    int part = f->loops.items[loop].first - 1;
    if (part < 0 || f->parts.items[part].loop >= 0 || !f->parts.items[part].form->named_results ||
        strcmp(f->parts.items[part].form->verb, "select") != 0)
        return NULL;
    return t->steps.items[created->starts.items[part]].outcome;
}

static bool is_cell(const ip_family *f, const ip_folded *created, const ip_transaction *t, int slot, const char *name)
{
    int loop = ip_templates_loop_of(f, slot), iterations = created->iterations.items[loop];
    const ip_logged_outcome *outcome = rows_before(f, created, t, loop);
    int column = outcome ? ip_templates_row_column(outcome, name) : -1;
    for (int i = 0; column >= 0 && i < iterations && i < outcome->first; i++) {
        const ip_log_literal *value = ip_templates_folded_value(f, created, t, slot, i);
        uint64_t cell = outcome->hashes[i * outcome->width + column];
        if (!value->known || !cell || value->hash != cell)
            return false;
    }
    return column >= 0;
}

bool ip_templates_is_word(const char *name)
{
    return *name && strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name);
}

static void begin_cells(ip_arena *arena, ip_family *f, const ip_folded *created, const ip_transaction *t, int slot)
{
    const ip_logged_outcome *outcome = rows_before(f, created, t, ip_templates_loop_of(f, slot));
    for (int c = 0; outcome && c < outcome->width; c++) {
        const char *name = outcome->headings[c];
        if (!ip_templates_is_word(name) || !is_cell(f, created, t, slot, name))
            continue;
        ip_row_cell cell = {slot, ip_arena_strdup(arena, name)};
        IP_PUSH(arena, &f->row_cells, cell);
    }
}

static void take_loop(ip_family *f, const ip_folded *created, const ip_transaction *t, int loop)
{
    ip_repeat *repeat = &f->loops.items[loop];
    const ip_logged_outcome *outcome = rows_before(f, created, t, loop);
    if (!outcome || outcome->rows != created->iterations.items[loop]) {
        repeat->not_by_rows = true;
    } else if (outcome->first == outcome->rows) {
        repeat->known_rows++;
        repeat->several_rows |= outcome->rows > 1;
    }
}

void ip_templates_rows_take(ip_arena *arena, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    int kept = 0;
    for (int loop = 0; loop < f->loops.count; loop++)
        take_loop(f, created, t, loop);
    for (int slot = 0; f->seen == 1 && slot < f->slot_count && f->slot_count <= IP_MOST_COMPARED; slot++)
        if (ip_templates_loop_of(f, slot) >= 0)
            begin_cells(arena, f, created, t, slot);
    for (int i = 0; i < f->row_cells.count; i++)
        if (is_cell(f, created, t, f->row_cells.items[i].slot, f->row_cells.items[i].column))
            f->row_cells.items[kept++] = f->row_cells.items[i];
    f->row_cells.count = kept;
}

bool ip_templates_has_row_cell(const ip_family *f, int slot, const char *column)
{
    for (int i = 0; i < f->row_cells.count; i++)
        if (f->row_cells.items[i].slot == slot && strcmp(f->row_cells.items[i].column, column) == 0)
            return true;
    return false;
}

static bool is_single_cell(const ip_family *g, int part, int slot, const char *column)
{
    for (int i = 0; i < g->cells.count; i++)
        if (g->cells.items[i].part == part && g->cells.items[i].slot == slot &&
            strcmp(g->cells.items[i].column, column) == 0)
            return true;
    return false;
}

static void join_loop(ip_repeat *repeat, const ip_family *g, const ip_alignment *a, int there)
{
    const ip_repeat *other = there >= 0 ? &g->loops.items[there] : NULL;
    const ip_result_fact *result = repeat->first > 0 ? &g->results[a->parts[repeat->first - 1]] : NULL;
    if (other) {
        repeat->not_by_rows |= other->not_by_rows;
        repeat->known_rows += other->known_rows;
        repeat->several_rows |= other->several_rows;
        return;
    }
    repeat->not_by_rows |= !result || (there == IP_RUN_ONCE ? result->one : result->none) != g->seen;
    repeat->known_rows += there == IP_RUN_ONCE ? g->seen : 0;
}

static bool is_cell_there(const ip_family *f, const ip_family *g, const ip_alignment *a, const ip_row_cell *cell)
{
    int loop = ip_templates_loop_of(f, cell->slot), slot = a->slots[cell->slot];
    if (a->loops[loop] == IP_NEVER_RUN)
        return true;
    return a->loops[loop] == IP_RUN_ONCE
               ? is_single_cell(g, a->parts[f->loops.items[loop].first - 1], slot, cell->column)
               : ip_templates_has_row_cell(g, slot, cell->column);
}

void ip_templates_rows_join(ip_family *f, const ip_family *g, const ip_alignment *a)
{
    int kept = 0;
    for (int loop = 0; loop < f->loops.count; loop++) {
        ip_repeat *repeat = &f->loops.items[loop];
        if (repeat->first > 0 && a->parts[repeat->first - 1] < 0)
            repeat->not_by_rows = true; /* right after a loop that g never ran */
        else
            join_loop(repeat, g, a, a->loops[loop]);
    }
    for (int i = 0; i < f->row_cells.count; i++)
        if (is_cell_there(f, g, a, &f->row_cells.items[i]))
            f->row_cells.items[kept++] = f->row_cells.items[i];
    f->row_cells.count = kept;
}
