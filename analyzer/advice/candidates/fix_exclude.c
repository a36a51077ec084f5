/* EXCLUDE for the rows that transactions look for before they insert: rows that are equal in some columns and overlap
 * in others. As for UNIQUE, when a program runs alone, it forbids only what the program refuses to do anyway. */
#include "advice/candidates/fix_constraint.h"

#include "base/words.h"

#include <string.h>

typedef struct looked {
    ip_workshop *w;
    const ip_program *program;
    const ip_statement *select, *insert;
    const ip_table *table;
    IP_VEC(int) equal;         /* columns */
    IP_VEC(const char *) over; /* what overlaps: "during", "tsrange(starts, ends)" */
    bool *concerned;           /* [columns] */
    /* The two comparisons that say "begins before it ends" and "ends after it begins". */
    int lower, upper; /* columns, -1 */
    const ip_expr *below, *above;
    bool lower_closed, upper_closed;
    bool scalars; /* = of something that is no range */
} looked;

static int column_of(const ip_expr *e)
{
    return e->kind == IP_EXPR_COLUMN && e->source == 0 ? e->index : -1;
}

/* Whether that is the value that the INSERT gives to the column. */
static bool is_given(const looked *l, const ip_expr *value, int column)
{
    return column_of(value) < 0 && l->insert->assignments[column] &&
           ip_advice_same_value(l->w, l->program, l->select, value, l->insert, l->insert->assignments[column]);
}

static bool is_range(const ip_column *column)
{
    size_t length = column->type.name ? strlen(column->type.name) : 0;
    return !column->type.array && length > 5 && strcmp(column->type.name + length - 5, "range") == 0;
}

static const char *range_over(const ip_column *column)
{
    static const char *const ranges[][2] = {{"integer", "int4range"},
                                            {"bigint", "int8range"},
                                            {"numeric", "numrange"},
                                            {"timestamp without time zone", "tsrange"},
                                            {"timestamp with time zone", "tstzrange"},
                                            {"date", "daterange"}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && !column->type.array; i++)
        if (column->type.name && strcmp(column->type.name, ranges[i][0]) == 0)
            return ranges[i][1];
    return NULL;
}

static bool take_equality(looked *l, const ip_expr *a, const ip_expr *b)
{
    int column = column_of(a);
    if (column < 0 || !is_given(l, b, column))
        return false;
    IP_PUSH(l->w->arena, &l->equal, column);
    l->scalars = l->scalars || !is_range(&l->table->columns.items[column]);
    return true;
}

/* column && value, of a range */
static bool take_overlap(looked *l, const ip_expr *a, const ip_expr *b)
{
    int column = column_of(a);
    if (column < 0 || !is_range(&l->table->columns.items[column]) || !is_given(l, b, column))
        return false;
    l->concerned[column] = true;
    IP_PUSH(l->w->arena, &l->over, ip_identifier(l->w->arena, l->table->columns.items[column].name));
    return true;
}

/* column < value, or with closed <=; else > and >= */
static bool take_bound(looked *l, const ip_expr *a, const ip_expr *b, bool less, bool closed)
{
    int column = column_of(a);
    if (column < 0 || column_of(b) >= 0 || (less ? l->lower : l->upper) >= 0)
        return false;
    *(less ? &l->lower : &l->upper) = column;
    *(less ? &l->below : &l->above) = b;
    *(less ? &l->lower_closed : &l->upper_closed) = closed;
    return true;
}

static bool take(looked *l, const ip_expr *e)
{
    if (!e)
        return true;
    bool conjunction = e->kind == IP_EXPR_OPERATOR && e->op == IP_OP_AND, all = true;
    for (int i = 0; conjunction && i < e->arg_count; i++)
        all = all && take(l, e->args[i]);
    if (conjunction || e->arg_count != 2)
        return conjunction && all;
    const ip_expr *a = e->args[0], *b = e->args[1];
    if (e->kind == IP_EXPR_CALL)
        return strcmp(e->text, "&&") == 0 && (take_overlap(l, a, b) || take_overlap(l, b, a));
    if (e->kind != IP_EXPR_OPERATOR)
        return false;
    bool less = e->op == IP_OP_LT || e->op == IP_OP_LE, closed = e->op == IP_OP_LE || e->op == IP_OP_GE;
    if (e->op == IP_OP_EQ)
        return take_equality(l, a, b) || take_equality(l, b, a);
    if (!less && e->op != IP_OP_GT && e->op != IP_OP_GE)
        return false;
    return take_bound(l, a, b, less, closed) || take_bound(l, b, a, !less, closed);
}

static bool is_ordered(const ip_table *table, int lower, int upper, bool closed)
{
    for (int i = 0; i < table->ordered.count; i++) {
        const ip_ordered *o = &table->ordered.items[i];
        if (strcmp(o->lower, table->columns.items[lower].name) == 0 &&
            strcmp(o->upper, table->columns.items[upper].name) == 0 && (closed || !o->or_equal))
            return true;
    }
    return false;
}

/* Begins before the other ends and ends after it begins. Rows whose bounds are not in order are no valid range, so a
 * CHECK must refuse them already. */
static bool take_pair(looked *l)
{
    if (l->lower < 0 && l->upper < 0)
        return true;
    if (l->lower < 0 || l->upper < 0 || l->lower_closed != l->upper_closed)
        return false;
    const ip_column *lower = &l->table->columns.items[l->lower], *upper = &l->table->columns.items[l->upper];
    const char *range = range_over(lower), *same = range_over(upper);
    if (!range || !same || strcmp(range, same) != 0 || !is_given(l, l->below, l->upper) ||
        !is_given(l, l->above, l->lower) || !is_ordered(l->table, l->lower, l->upper, l->lower_closed))
        return false;
    l->concerned[l->lower] = l->concerned[l->upper] = true;
    IP_PUSH(l->w->arena, &l->over,
            ip_arena_printf(l->w->arena, "%s(%s, %s%s)", range, ip_identifier(l->w->arena, lower->name),
                            ip_identifier(l->w->arena, upper->name), l->lower_closed ? ", '[]'" : ""));
    return true;
}

/* The constraint's elements; NULL: the SELECT looks for something else. In an order that does not depend on how the
 * condition is written down. */
static const char *elements(looked *l)
{
    const char *text = "";
    if (!take(l, l->select->sources.items[0].filter) || !take_pair(l) || l->over.count != 1)
        return NULL;
    for (int c = 0; c < l->table->columns.count; c++) {
        bool equal = false;
        for (int i = 0; i < l->equal.count; i++)
            equal = equal || l->equal.items[i] == c;
        l->concerned[c] = l->concerned[c] || equal;
        if (equal)
            text = ip_arena_printf(l->w->arena, "%s%s WITH =, ", text,
                                   ip_identifier(l->w->arena, l->table->columns.items[c].name));
    }
    return ip_arena_printf(l->w->arena, "%s%s WITH &&", text, l->over.items[0]);
}

static looked look(ip_workshop *w, const ip_program *program, const ip_statement *select, const ip_statement *insert)
{
    const ip_table *table = insert->sources.items[0].table;
    return (looked){.w = w,
                    .program = program,
                    .select = select,
                    .insert = insert,
                    .table = table,
                    .concerned = IP_NEW_ARRAY(w->arena, bool, table->columns.count),
                    .lower = -1,
                    .upper = -1};
}

typedef struct wanted {
    ip_workshop *w;
    const char *elements;
} wanted;

static bool looks_for(void *data, const ip_program *program, const ip_statement *select, const ip_statement *insert)
{
    const wanted *wanted = data;
    looked l = look(wanted->w, program, select, insert);
    const char *text = elements(&l);
    return text && strcmp(text, wanted->elements) == 0;
}

void ip_advice_find_exclusion(ip_workshop *w, const ip_program *program, const ip_statement *select,
                              const ip_statement *insert)
{
    const ip_table *table = insert->sources.items[0].table;
    if (select->sources.items[0].table != table || ip_advice_finding_at(program, select->id, insert) != IP_NONE_FOUND)
        return;
    looked l = look(w, program, select, insert);
    const char *text = elements(&l);
    wanted same = {w, text};
    if (!text || !ip_advice_all_look(w, table, l.concerned, looks_for, &same))
        return;
    /* GiST has = of ranges only; the extension, which comes with PostgreSQL, has that of scalars (manual, F.9). */
    const char *extension = l.scalars ? "CREATE EXTENSION IF NOT EXISTS btree_gist;\n" : "";
    ip_advice_constraint_add(w, table,
                             ip_arena_printf(w->arena, "%sALTER TABLE %s ADD EXCLUDE USING gist (%s);", extension,
                                             ip_table_identifier(w->arena, table->name), text),
                             ip_arena_printf(w->arena, "let the database keep rows of %s apart that overlap%s",
                                             table->name,
                                             l.scalars ? " (btree_gist has the = of scalars for it)" : ""));
}
