/* Joins families that differ only in how often their loops ran: a loop may also run once, or not at all. */
#include "templates/iterations.h"

#include "templates/alignment.h"
#include "templates/increment.h"
#include "templates/list.h"
#include "templates/name.h"
#include "templates/row.h"
#include "templates/row_list.h"

#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static void join_facts(ip_family *f, const ip_family *g, const ip_alignment *a)
{
    for (int i = 0; i < f->slot_count; i++) {
        if (a->slots[i] < 0)
            continue;
        ip_fact *to = &f->facts[i];
        const ip_fact *from = &g->facts[a->slots[i]];
        to->unknown |= from->unknown;
        to->kinds |= from->kinds;
        to->loop_varied |= from->loop_varied;
        to->repeated |= from->repeated || ip_templates_value_sets_meet(&to->seen, &from->seen);
        to->mixed |= from->mixed;
        to->too_many |= from->too_many;
        to->varied |= from->varied || to->first != from->first;
    }
}

static void join_equals(ip_family *f, const ip_family *g, const ip_alignment *a)
{
    int kept = 0;
    for (int i = 0; i < f->equal.count; i++) {
        int x = a->slots[f->equal.items[i].a], y = a->slots[f->equal.items[i].b];
        if (x < 0 || y < 0 || ip_templates_are_equal(g, x, y))
            f->equal.items[kept++] = f->equal.items[i];
    }
    f->equal.count = kept;
}

static void join_cells(ip_family *f, const ip_family *g, const ip_alignment *a)
{
    int kept = 0;
    for (int i = 0; i < f->cells.count; i++) {
        const ip_template_cell *cell = &f->cells.items[i];
        bool both = a->slots[cell->slot] < 0;
        for (int k = 0; k < g->cells.count && !both; k++)
            both = g->cells.items[k].part == a->parts[cell->part] && g->cells.items[k].slot == a->slots[cell->slot] &&
                   strcmp(g->cells.items[k].column, cell->column) == 0;
        if (both)
            f->cells.items[kept++] = *cell;
    }
    f->cells.count = kept;
}

/* Keeps the facts that hold in both families. */
static void join(ip_arena *arena, ip_family *f, const ip_family *g, const ip_alignment *a)
{
    join_facts(f, g, a);
    ip_templates_rows_join(f, g, a);
    ip_templates_row_lists_join(f, g, a);
    ip_templates_increments_join(f, g, a);
    ip_templates_lists_join(f, g, a);
    join_equals(f, g, a);
    join_cells(f, g, a);
    for (int p = 0; p < f->parts.count; p++) {
        ip_template_part *part = &f->parts.items[p];
        if (a->parts[p] < 0)
            continue;
        part->seen += g->parts.items[a->parts[p]].seen;
        part->iterated += g->parts.items[a->parts[p]].iterated;
        if (part->loop < 0)
            ip_templates_result_join(arena, &f->results[p], &g->results[a->parts[p]]);
    }
    f->relations.count = 0;
    f->seen += g->seen;
    f->iterated += g->iterated;
    f->several_lengths = true;
    f->exact = NULL;
    if (!f->note)
        f->note = g->note;
}

/* Tells whether a loop of f that g never ran has an iteration for each row of the query before it, none in g; or
 * whether no results are known, which could tell when it runs. */
static bool is_explained(const ip_family *f, const ip_family *g, const ip_alignment *a, int loop)
{
    const ip_repeat *repeat = &f->loops.items[loop];
    bool by_rows = repeat->first > 0 && !repeat->not_by_rows && g->results[a->parts[repeat->first - 1]].none == g->seen;
    return by_rows || g->results[0].unknown == g->seen;
}

/* Tells whether g may be f with other numbers of iterations. That a loop never ran is no reason alone to call it one:
 * it must have had several lengths otherwise. */
static bool may_join(ip_arena *arena, const ip_family *f, const ip_family *g, const ip_alignment *a, bool apart)
{
    for (int loop = 0; loop < f->loops.count; loop++)
        if (a->loops[loop] == IP_NEVER_RUN &&
            (!f->several_lengths || (!apart && !is_explained(f, g, a, loop)) ||
             !same_text(ip_templates_template_route(arena, f->note), ip_templates_template_route(arena, g->note)) ||
             !same_text(f->application, g->application)))
            return false;
    return true;
}

static bool is_alike(const ip_family *f, const ip_family *g)
{
    return f->seen > 0 && g->seen > 0 && f->begun == g->begun && f->rolled_back == g->rolled_back &&
           same_text(f->options, g->options) && same_text(f->path, g->path) && same_text(f->database, g->database) &&
           f->session_level == g->session_level && f->branches.count == 0 && g->branches.count == 0;
}

void ip_templates_iterations_join(ip_arena *arena, ip_families *families, bool apart)
{
    int count = ip_templates_families_count(families);
    for (int pass = 0; pass < 2; pass++) /* a family that has joined others may have several lengths by that */
        for (int i = 0; i < count; i++) {
            ip_family *f = ip_templates_families_item(families, i);
            for (int k = 0; k < count && f->loops.count > 0; k++) {
                ip_family *g = ip_templates_families_item(families, k);
                ip_alignment a;
                if (k == i || !is_alike(f, g) || !ip_templates_align(arena, f, g, &a) ||
                    !may_join(arena, f, g, &a, apart))
                    continue;
                join(arena, f, g, &a);
                g->seen = 0;
            }
        }
}

void ip_templates_iterations_settle(ip_arena *arena, ip_families *families)
{
    IP_VEC(ip_family *) sorted = {0};
    int count = ip_templates_families_count(families);
    for (int rolled_back = 0; rolled_back < 2; rolled_back++)
        for (int i = 0; i < count; i++) {
            ip_family *f = ip_templates_families_item(families, i);
            bool unrolled = f->loops.count > 0 && !f->several_lengths && f->exact;
            if (f->seen > 0 && f->rolled_back == (rolled_back == 1))
                IP_PUSH(arena, &sorted, unrolled ? f->exact : f);
        }
    ip_templates_families_replace(families, sorted.items, sorted.count);
}
