/* Finds lists whose elements were, in every transaction, the values of a column in the rows of an earlier result. */
#include "templates/row_list.h"

#include "templates/list.h"
#include "templates/row.h"

#include <string.h>

typedef enum fit {
    FIT_NONE,
    FIT_SOME, /* each element is in some row */
    FIT_ALL   /* and each row has an element; in the order of the rows, if it matters */
} fit;

typedef struct elements {
    const ip_log_literal *list;
    const ip_logged_outcome *outcome;
    int column;
    bool set;
} elements;

static bool is_cell(const elements *e, uint64_t element)
{
    for (int i = 0; i < e->outcome->first; i++)
        if (e->outcome->hashes[i * e->outcome->width + e->column] == element)
            return true;
    return false;
}

static bool is_element(const elements *e, uint64_t cell)
{
    for (int i = 0; cell && i < e->list->element_count; i++)
        if (e->list->elements[i] == cell)
            return true;
    return false;
}

/* Compares a list whose order matters with the rows that are known. */
static fit in_order(const elements *e)
{
    if (e->list->element_count != e->outcome->rows)
        return FIT_NONE;
    for (int i = 0; i < e->outcome->first; i++)
        if (e->list->elements[i] != e->outcome->hashes[i * e->outcome->width + e->column])
            return FIT_NONE;
    return FIT_ALL;
}

/* Of more rows than are known, the list must have as many elements as there are rows: that they are some of the others
 * is not known. */
static fit in_any_order(const elements *e)
{
    bool known = e->outcome->first == e->outcome->rows, all = true;
    for (int i = 0; i < e->outcome->first; i++)
        all = all && is_element(e, e->outcome->hashes[i * e->outcome->width + e->column]);
    if (!known)
        return all && e->list->element_count == e->outcome->rows ? FIT_ALL : FIT_NONE;
    for (int i = 0; i < e->list->element_count; i++)
        if (!is_cell(e, e->list->elements[i]))
            return FIT_NONE;
    return all ? FIT_ALL : FIT_SOME;
}

static fit fit_of(const ip_family *f, const ip_folded *created, const ip_transaction *t, const ip_row_list *of,
                  bool *known)
{
    elements e = {.list = ip_templates_folded_value(f, created, t, of->list, 0),
                  .outcome = t->steps.items[created->starts.items[of->part]].outcome,
                  .set = ip_templates_slot_at(f, of->list)->set};
    *known = false;
    if (!e.list->known || !e.list->elements || !e.outcome)
        return FIT_NONE;
    e.column = ip_templates_row_column(e.outcome, of->column);
    *known = e.outcome->first == e.outcome->rows && e.outcome->rows > 0;
    return e.column < 0 ? FIT_NONE : e.set ? in_any_order(&e) : in_order(&e);
}

static bool take(const ip_family *f, const ip_folded *created, const ip_transaction *t, ip_row_list *list)
{
    bool known;
    fit found = fit_of(f, created, t, list, &known);
    list->some |= found == FIT_SOME;
    list->known_rows += known;
    list->several_rows |= known && t->steps.items[created->starts.items[list->part]].outcome->rows > 1;
    return found != FIT_NONE;
}

static bool has_rows(const ip_template_part *part)
{
    return part->loop < 0 && part->form->named_results && strcmp(part->form->verb, "select") == 0;
}

/* Notes the columns that the lists of the first transaction are. */
static void begin(ip_arena *arena, ip_family *f, const ip_folded *created, const ip_transaction *t, int list)
{
    for (int p = 0; p < f->part_of[list]; p++) {
        const ip_logged_outcome *outcome = t->steps.items[created->starts.items[p]].outcome;
        for (int c = 0; has_rows(&f->parts.items[p]) && outcome && c < outcome->width; c++) {
            ip_row_list created_list = {.list = list, .part = p, .column = outcome->headings[c]};
            bool known;
            if (!ip_templates_is_word(outcome->headings[c]) || fit_of(f, created, t, &created_list, &known) == FIT_NONE)
                continue;
            created_list.column = ip_arena_strdup(arena, outcome->headings[c]);
            IP_PUSH(arena, &f->row_lists, created_list);
        }
    }
}

void ip_templates_row_lists_take(ip_arena *arena, ip_family *f, const ip_folded *created, const ip_transaction *t)
{
    int kept = 0;
    for (int list = 0; f->seen == 1 && list < f->slot_count && f->slot_count <= IP_MOST_COMPARED; list++)
        if (ip_templates_is_list(f, list) && ip_templates_loop_of(f, list) < 0)
            begin(arena, f, created, t, list);
    for (int i = 0; i < f->row_lists.count; i++)
        if (take(f, created, t, &f->row_lists.items[i]))
            f->row_lists.items[kept++] = f->row_lists.items[i];
    f->row_lists.count = kept;
}

const ip_row_list *ip_templates_row_list_of(const ip_family *f, int list, int part, const char *column)
{
    for (int i = 0; i < f->row_lists.count; i++) {
        const ip_row_list *of = &f->row_lists.items[i];
        if (of->list == list && of->part == part && strcmp(of->column, column) == 0)
            return of;
    }
    return NULL;
}

void ip_templates_row_list_join(ip_row_list *to, const ip_row_list *other)
{
    to->some |= other->some;
    to->several_rows |= other->several_rows;
    to->known_rows += other->known_rows;
}

void ip_templates_row_lists_join(ip_family *f, const ip_family *g, const ip_alignment *a)
{
    int kept = 0;
    for (int i = 0; i < f->row_lists.count; i++) {
        ip_row_list of = f->row_lists.items[i];
        const ip_row_list *other = ip_templates_row_list_of(g, a->slots[of.list], a->parts[of.part], of.column);
        if (!other)
            continue;
        ip_templates_row_list_join(&of, other);
        f->row_lists.items[kept++] = of;
    }
    f->row_lists.count = kept;
}
