/* Writes what is assumed of the parameters of a template. */
#include "templates/assumptions.h"

#include <stdlib.h>
#include <string.h>

const char *ip_templates_result_prefix(const ip_family *f, int part)
{
    static char text[32];
    bool insert = strcmp(f->parts.items[part].form->verb, "insert") == 0;
    snprintf(text, sizeof text, "%s_%d_", insert ? "new" : "row", f->results_before + part + 1);
    return text;
}

/* Returns the name of an array of a column of all rows of a part, as in "rows_2_id". The text lives until the next
 * call.
 */
const char *ip_templates_rows_name(const ip_family *f, const ip_parameter_choice *list)
{
    static char text[200];
    snprintf(text, sizeof text, "rows_%d_%s", f->results_before + list->rows_of + 1, list->rows_column);
    return text;
}

/* Writes "-- assume: id_list = {a, b} in any order (32 of 32)", or "= a of every iteration". */
static void write_members(FILE *out, const ip_family *f, const ip_parameter_choice *choices,
                          const ip_parameter_choice *list)
{
    const char *first = choices[list->members[0]].name;
    if (ip_templates_loop_of(f, list->members[0]) >= 0) {
        fprintf(out, "-- assume: %s = %s of every iteration%s", list->name, first,
                list->in_order ? "" : ", in any order");
    } else {
        fprintf(out, "-- assume: %s = {%s", list->name, first);
        for (int i = 1; i < list->member_count; i++)
            fprintf(out, ", %s", choices[list->members[i]].name);
        fprintf(out, "}%s", list->in_order || list->member_count == 1 ? "" : " in any order");
    }
    fprintf(out, " (%ld of %ld)\n", list->members_seen, list->members_seen);
}

/* Writes "-- assume: order_id_list = order_id in every row (32 of 32)". */
static void write_every_row(FILE *out, const ip_family *f, const ip_parameter_choice *choices,
                            const ip_parameter_choice *c, long seen)
{
    fprintf(out, "-- assume: %s = ", c->name);
    if (c->result_of >= 0)
        fprintf(out, "%s%s", ip_templates_result_prefix(f, c->result_of), c->column);
    else
        fputs(c->equal_to >= 0 ? choices[c->equal_to].name : c->row_name ? c->row_name : c->row_value, out);
    fprintf(out, " in every row (%ld of %ld%s)\n", seen, seen,
            c->result_of >= 0 && !c->recorded ? ", new each time" : "");
}

void ip_templates_assumptions_write(FILE *out, const ip_family *f, const ip_parameter_choice *choices)
{
    for (int i = 0; i < f->slot_count; i++) {
        const ip_parameter_choice *c = &choices[i];
        const ip_template_part *part = &f->parts.items[f->part_of[i]];
        long seen = part->seen;
        if (f->facts[i].too_many)
            fprintf(out, "-- %s has had more than %d values, which are not compared with others\n", c->name,
                    IP_MOST_ELEMENTS);
        if (c->every_row) {
            write_every_row(out, f, choices, c, seen);
            continue;
        }
        if (c->members)
            write_members(out, f, choices, c);
        if (c->rows_of >= 0)
            fprintf(out, "-- assume: %s = %s%s (%ld of %ld)\n", c->name, c->some_rows ? "some of " : "",
                    ip_templates_rows_name(f, c), c->rows_seen, c->rows_seen);
        if (c->always)
            fprintf(out, "-- assume: %s = %s (%ld of %ld)\n", c->name, c->always, seen, seen);
        if (c->equal_to >= 0)
            fprintf(out, "-- assume: %s = %s (%ld of %ld)\n", c->name, choices[c->equal_to].name, seen, seen);
        if (c->increment_of >= 0)
            fprintf(out, "-- assume: %s = %s %c %d (%ld of %ld)\n", c->name, choices[c->increment_of].name,
                    c->by < 0 ? '-' : '+', abs(c->by), seen, seen);
        if (c->row_column)
            fprintf(out, "-- assume: %s = %s of each row (%ld of %ld)\n", c->name, c->row_column, c->rows_seen,
                    c->rows_seen);
        if (c->result_of >= 0)
            fprintf(out, "-- assume: %s = %s%s (%ld of %ld%s)\n", c->name, ip_templates_result_prefix(f, c->result_of),
                    c->column, seen, seen, c->recorded ? "" : ", new each time");
        else if (c->one_in_loop)
            fprintf(out, "-- assume: %s is the same in every iteration (%ld of %ld)\n", c->name, part->iterated,
                    part->iterated);
    }
}
