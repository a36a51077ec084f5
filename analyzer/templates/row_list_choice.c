/* Chooses the lists whose elements are assumed to be those of an earlier result's rows: all of them rather than some,
 * and a column of the list's own name rather than another one. */
#include "templates/row_list_choice.h"

#include "templates/list.h"

#include <string.h>

/* Tells whether the script takes something else from the part's result: one row of it, or a loop over its rows. */
static bool is_used_otherwise(const ip_family *f, int part, const ip_parameter_choice *choices)
{
    for (int i = 0; i < f->slot_count; i++) {
        int loop = ip_templates_loop_of(f, i);
        if (choices[i].result_of == part ||
            (choices[i].row_column && loop >= 0 && f->loops.items[loop].first - 1 == part))
            return true;
    }
    for (int i = 0; i < f->branches.count; i++) {
        const ip_condition *c = &f->branches.items[i].condition;
        bool of_rows = c->kind == IP_NO_ROW || c->kind == IP_SOME_ROW;
        if (!of_rows && (c->part == part || (c->kind == IP_COMPARED && c->slot < 0 && c->other_part == part)))
            return true;
    }
    return false;
}

static bool may_be(const ip_family *f, const ip_row_list *of, const ip_parameter_rules *rules,
                   const ip_parameter_choice *choices)
{
    const ip_parameter_choice *c = &choices[of->list];
    return of->several_rows && of->known_rows >= rules->support && f->facts[of->list].varied && !c->constant &&
           !c->members && !c->every_row && c->equal_to < 0 && c->result_of < 0 &&
           ip_templates_part_precedes(f, of->part, f->part_of[of->list]) && !is_used_otherwise(f, of->part, choices);
}

void ip_templates_row_lists_choose(const ip_family *f, const ip_parameter_rules *rules, ip_parameter_choice *choices)
{
    for (int pass = 0; pass < 4; pass++)
        for (int i = 0; i < f->row_lists.count; i++) {
            const ip_row_list *of = &f->row_lists.items[i];
            const char *column = ip_templates_slot_at(f, of->list)->column;
            bool some = pass >= 2, same_name = column && strcmp(column, of->column) == 0;
            ip_parameter_choice *c = &choices[of->list];
            if (c->rows_of >= 0 || of->some != some || (pass % 2 == 0 && !same_name) || !may_be(f, of, rules, choices))
                continue;
            c->rows_of = of->part;
            c->rows_column = of->column;
            c->some_rows = of->some;
            c->rows_seen = of->known_rows;
        }
}
