/* Runs through the assignments of transactions and statements to the variables of an axiom. */
#include "level/assignment.h"

static bool is_step(const ip_variable_assignment *a, int variable)
{
    return a->axiom->sorts[variable] == IP_SORT_STEP;
}

int ip_level_assignment_instance(const ip_variable_assignment *a, int variable)
{
    return is_step(a, variable) ? a->elements[variable] / a->places : a->elements[variable];
}

int ip_level_assignment_place(const ip_variable_assignment *a, int variable)
{
    return a->elements[variable] % a->places;
}

static bool equal(const ip_variable_assignment *a, const ip_formula *f)
{
    int x = f->variables[0], y = f->variables[1];
    if (is_step(a, x) && !f->owners[0])
        return a->elements[x] == a->elements[y];
    return ip_level_assignment_instance(a, x) == ip_level_assignment_instance(a, y);
}

bool ip_level_assignment_decides(const ip_variable_assignment *a, const ip_formula *f, bool *value)
{
    if (f->op == IP_FORMULA_EQUAL)
        *value = equal(a, f);
    else if (f->op == IP_FORMULA_ATOM && f->symbol == IP_SYMBOL_PO)
        *value = ip_level_assignment_instance(a, f->variables[0]) == ip_level_assignment_instance(a, f->variables[1]) &&
                 a->elements[f->variables[0]] < a->elements[f->variables[1]];
    else
        return false;
    return true;
}

static bool is_known_order(const ip_formula *f)
{
    return f->op == IP_FORMULA_EQUAL || (f->op == IP_FORMULA_ATOM && f->symbol == IP_SYMBOL_PO);
}

/* Some literal of the clause is true, for all values of the variables after the last one. */
static bool is_true_by_order(const ip_variable_assignment *a, int last)
{
    const ip_formula *matrix = a->axiom->matrix;
    int count = matrix->op == IP_FORMULA_OR ? matrix->count : 0;
    for (int i = 0; i < count; i++) {
        bool negated = matrix->items[i]->op == IP_FORMULA_NOT, value = false;
        const ip_formula *f = negated ? matrix->items[i]->items[0] : matrix->items[i];
        bool complete = is_known_order(f) && f->variables[0] <= last && f->variables[1] <= last &&
                        (f->variables[0] == last || f->variables[1] == last);
        if (complete && ip_level_assignment_decides(a, f, &value) && value != negated)
            return true;
    }
    return false;
}

/* The elements that a variable may take, given the earlier variables: p before q restricts it to one instance's
 * places. */
static void range(const ip_variable_assignment *a, int variable, int *low, int *high)
{
    const ip_formula *matrix = a->axiom->matrix;
    *low = 0;
    *high = is_step(a, variable) ? a->instances * a->places : a->instances;
    for (int i = 0; matrix->op == IP_FORMULA_OR && i < matrix->count; i++) {
        const ip_formula *f = matrix->items[i]->op == IP_FORMULA_NOT ? matrix->items[i]->items[0] : NULL;
        if (!f || f->op != IP_FORMULA_ATOM || f->symbol != IP_SYMBOL_PO)
            continue;
        int p = f->variables[0], q = f->variables[1];
        if (q == variable && p < variable) {
            int first = a->elements[p] + 1, end = (ip_level_assignment_instance(a, p) + 1) * a->places;
            end = a->axiom->adjacent && first + 1 < end ? first + 1 : end;
            *low = first > *low ? first : *low;
            *high = end < *high ? end : *high;
        } else if (p == variable && q < variable) {
            int first = ip_level_assignment_instance(a, q) * a->places, end = a->elements[q];
            first = a->axiom->adjacent && end - 1 > first ? end - 1 : first;
            *low = first > *low ? first : *low;
            *high = end < *high ? end : *high;
        }
    }
}

static bool is_fresh(const ip_variable_assignment *a)
{
    for (int i = 0; i < a->axiom->variable_count; i++)
        if (ip_level_assignment_instance(a, i) >= a->fresh_from)
            return true;
    return a->fresh_from == 0;
}

/* Continues from the element of the variable, those before it being assigned. */
static bool search(ip_variable_assignment *a, int variable)
{
    int last = a->axiom->variable_count - 1;
    while (variable >= 0) {
        int low, high;
        range(a, variable, &low, &high);
        int *element = &a->elements[variable];
        *element = *element < low ? low : *element + 1;
        if (*element >= high) {
            variable--;
        } else if (!is_true_by_order(a, variable) && !(a->settles && a->settles(a->data, a, variable))) {
            if (variable < last)
                a->elements[++variable] = -1;
            else if (is_fresh(a))
                return true;
        }
    }
    return false;
}

bool ip_level_assignment_first(ip_variable_assignment *a, const ip_axiom *axiom, int instances, int steps,
                               int fresh_from)
{
    *a = (ip_variable_assignment){.axiom = axiom,
                                  .instances = instances,
                                  .places = steps > 0 ? steps : 1,
                                  .fresh_from = fresh_from,
                                  .elements = {-1}};
    return axiom->variable_count == 0 ? fresh_from == 0 : search(a, 0);
}

bool ip_level_assignment_first_open(ip_variable_assignment *a, const ip_axiom *axiom, int instances, int steps,
                                    ip_level_settles *settles, const void *data)
{
    *a = (ip_variable_assignment){.axiom = axiom,
                                  .instances = instances,
                                  .places = steps > 0 ? steps : 1,
                                  .elements = {-1},
                                  .settles = settles,
                                  .data = data};
    return axiom->variable_count == 0 || search(a, 0);
}

bool ip_level_assignment_next(ip_variable_assignment *a)
{
    return search(a, a->axiom->variable_count - 1);
}
