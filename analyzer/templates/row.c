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

static bool is_single_cell(const ip_family *g, int part, const ip_row_cell *cell)
{
    for (int i = 0; i < g->cells.count; i++)
        if (g->cells.items[i].part == part && g->cells.items[i].slot == cell->slot &&
            strcmp(g->cells.items[i].column, cell->column) == 0)
            return true;
    return false;
}

void ip_templates_rows_join(ip_family *f, const ip_family *g)
{
    int kept = 0;
    for (int loop = 0; loop < f->loops.count; loop++) {
        ip_repeat *repeat = &f->loops.items[loop];
        const ip_result_fact *result = repeat->first > 0 ? &g->results[repeat->first - 1] : NULL;
        repeat->not_by_rows |= !result || result->one != g->seen;
        repeat->known_rows += g->seen;
    }
    for (int i = 0; i < f->row_cells.count; i++) {
        ip_row_cell cell = f->row_cells.items[i];
        if (is_single_cell(g, f->loops.items[ip_templates_loop_of(f, cell.slot)].first - 1, &cell))
            f->row_cells.items[kept++] = cell;
    }
    f->row_cells.count = kept;
}
