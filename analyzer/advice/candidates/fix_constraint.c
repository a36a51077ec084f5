/* Constraints for conditions that the transactions check themselves: the database checks them against everything
 * committed. When a program runs alone, they forbid only what it refuses to do anyway. */
#include "advice/candidates/fix_constraint.h"
#include "base/words.h"
#include "facts/facts.h"
#include "parse/lexer.h"

#include <string.h>

/* A line after the definition of the table. */
static int add_constraint(ip_workshop *w, const ip_table *table, const char *what, const char *change)
{
    const ip_source *source = table->range.source;
    if (!source)
        return -1;
    ip_token end = ip_parse_lex(source, table->range.end, source->length, true);
    size_t at = ip_parse_token_is(source, end, ";") ? end.end : table->range.end;
    if (!ip_parse_token_is(source, end, ";") && source->text[at - 1] != ';')
        return -1;
    int c = ip_advice_candidate_add(w, "constraint", -1, -1, IP_COST_CONSTRAINT, change);
    ip_advice_candidate_edit(w, c, (ip_range){source, at, at}, ip_arena_printf(w->arena, "\n%s", what));
    ip_candidate *candidate = &w->candidates.items[c];
    candidate->fix.before = "";
    candidate->fix.after = what;
    return c;
}

static ip_finding said_by(const ip_program *program, const ip_expr *expr, int statement);

static ip_finding opposite(ip_finding f)
{
    return f == IP_NONE_FOUND ? IP_ONE_FOUND : f == IP_ONE_FOUND ? IP_NONE_FOUND : IP_UNSAID;
}

static bool is_number(const ip_expr *expr, const char *digits)
{
    return expr->kind == IP_EXPR_INTEGER && strcmp(expr->text, digits) == 0;
}

static bool is_count(const ip_program *program, const ip_expr *expr, int statement)
{
    if (expr->kind != IP_EXPR_VARIABLE)
        return false;
    const ip_variable *v = &program->variables.items[expr->index];
    const ip_statement *s = &program->statements.items[statement];
    return v->statement == statement &&
           (v->kind == IP_VAR_COUNT ||
            (v->kind == IP_VAR_RESULT && s->outputs.items[v->index].aggregate == IP_AGG_COUNT));
}

/* count = 0, count > 0 and similar comparisons */
static ip_finding comparison(const ip_program *program, const ip_expr *expr, int statement)
{
    if (expr->arg_count != 2 || !is_count(program, expr->args[0], statement))
        return IP_UNSAID;
    const ip_expr *number = expr->args[1];
    bool zero = is_number(number, "0"), one = is_number(number, "1");
    if ((expr->op == IP_OP_EQ && zero) || (expr->op == IP_OP_LT && one) || (expr->op == IP_OP_LE && zero))
        return IP_NONE_FOUND;
    if ((expr->op == IP_OP_NE && zero) || (expr->op == IP_OP_GT && zero) || (expr->op == IP_OP_GE && one))
        return IP_ONE_FOUND;
    return IP_UNSAID;
}

static ip_finding said_by_variable(const ip_program *program, const ip_variable *v, int statement)
{
    const ip_statement *s = &program->statements.items[statement];
    if (v->kind == IP_VAR_EXPR)
        return said_by(program, v->expr, statement);
    if (v->statement != statement)
        return IP_UNSAID;
    if (v->kind == IP_VAR_FOUND)
        return IP_ONE_FOUND;
    return v->kind == IP_VAR_RESULT && s->outputs.items[v->index].aggregate == IP_AGG_EXISTS ? IP_ONE_FOUND : IP_UNSAID;
}

static ip_finding said_by(const ip_program *program, const ip_expr *expr, int statement)
{
    if (!expr)
        return IP_UNSAID;
    if (expr->kind == IP_EXPR_VARIABLE)
        return said_by_variable(program, &program->variables.items[expr->index], statement);
    if (expr->kind != IP_EXPR_OPERATOR)
        return IP_UNSAID;
    ip_finding f = IP_UNSAID;
    switch (expr->op) {
    case IP_OP_NOT:
        return opposite(said_by(program, expr->args[0], statement));
    case IP_OP_IS_TRUE:
        return said_by(program, expr->args[0], statement);
    case IP_OP_IS_NULL: {
        const ip_expr *of = expr->args[0];
        if (of->kind == IP_EXPR_VARIABLE && program->variables.items[of->index].kind == IP_VAR_RESULT &&
            program->variables.items[of->index].statement == statement &&
            !program->statements.items[statement].aggregated)
            return IP_NONE_FOUND;
        return IP_UNSAID;
    }
    case IP_OP_AND:
        for (int i = 0; i < expr->arg_count && f == IP_UNSAID; i++)
            f = said_by(program, expr->args[i], statement);
        return f;
    default:
        return comparison(program, expr, statement);
    }
}

ip_finding ip_advice_finding_at(const ip_program *program, int statement, const ip_statement *later)
{
    ip_finding f = said_by(program, later->path, statement);
    for (int s = statement + 1; s < later->id && f == IP_UNSAID; s++) {
        const ip_statement *between = &program->statements.items[s];
        if (between->kind == IP_ABORT && between->loop < 0)
            f = opposite(said_by(program, between->path, statement));
    }
    return f;
}

bool ip_advice_same_value(ip_workshop *w, const ip_program *program, const ip_statement *a, const ip_expr *x,
                          const ip_statement *b, const ip_expr *y)
{
    if (!x || !y || x->kind == IP_EXPR_COLUMN || x->kind == IP_EXPR_UNKNOWN)
        return false;
    return strcmp(ip_program_expr_text(w->arena, x, program, a), ip_program_expr_text(w->arena, y, program, b)) == 0;
}

static int conjuncts(const ip_expr *expr)
{
    if (!expr)
        return 0;
    if (expr->kind != IP_EXPR_OPERATOR || expr->op != IP_OP_AND)
        return 1;
    int count = 0;
    for (int i = 0; i < expr->arg_count; i++)
        count += conjuncts(expr->args[i]);
    return count;
}

static const char *names_of(ip_workshop *w, const ip_table *table, const int *columns, int count)
{
    const char *names = "";
    for (int c = 0; c < count; c++)
        names = ip_arena_printf(w->arena, "%s%s%s", names, c ? ", " : "",
                                ip_identifier(w->arena, table->columns.items[columns[c]].name));
    return names;
}

/* --------------------------------------------------------------- UNIQUE -- */

/* Columns by which the SELECT looks for the row that the INSERT then adds; 0: not that. The whole condition must be of
 * this kind, or the constraint would forbid more than the program does. */
static int looked_for(ip_workshop *w, const ip_program *program, const ip_statement *select, const ip_statement *insert,
                      int *columns)
{
    const ip_row_source *source = &select->sources.items[0];
    int count = 0;
    for (int c = 0; c < source->table->columns.count; c++) {
        const ip_expr *term = ip_facts_equated_term(source->filter, 0, c);
        if (!term)
            continue;
        if (!ip_advice_same_value(w, program, select, term, insert, insert->assignments[c]))
            return 0;
        columns[count++] = c;
    }
    return count == conjuncts(source->filter) ? count : 0;
}

static bool is_key(const ip_table *table, const int *columns, int count)
{
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        bool within = true;
        for (int c = 0; c < key->column_count && within; c++) {
            within = false;
            for (int i = 0; i < count; i++)
                within = within || columns[i] == key->columns[c];
        }
        if (within)
            return true;
    }
    return false;
}

bool ip_advice_all_look(ip_workshop *w, const ip_table *table, const bool *columns, ip_looks_for *looks_for, void *data)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int i = 0; i < program->statements.count; i++) {
            const ip_statement *s = &program->statements.items[i];
            if (!s->sources.count || s->sources.items[0].table != table)
                continue;
            bool looks = s->kind != IP_INSERT && s->kind != IP_UNKNOWN;
            for (int c = 0; s->kind == IP_UPDATE && c < table->columns.count; c++)
                looks = looks && !(columns[c] && s->assignments[c]);
            for (int e = 0; s->kind == IP_INSERT && e < i && !looks; e++) {
                const ip_statement *earlier = &program->statements.items[e];
                looks = earlier->kind == IP_SELECT && earlier->check == IP_CHECK_NONE && earlier->sources.count == 1 &&
                        earlier->sources.items[0].table == table &&
                        ip_advice_finding_at(program, e, s) == IP_NONE_FOUND && looks_for(data, program, earlier, s);
            }
            if (!looks)
                return false;
        }
    }
    return true;
}

typedef struct unique {
    ip_workshop *w;
    const int *columns;
    int count, *found;
} unique;

static bool looks_for_unique(void *data, const ip_program *program, const ip_statement *select,
                             const ip_statement *insert)
{
    unique *u = data;
    return looked_for(u->w, program, select, insert, u->found) == u->count &&
           memcmp(u->found, u->columns, sizeof *u->found * (size_t)u->count) == 0;
}

static bool is_new(const ip_workshop *w, const char *line)
{
    for (int c = 0; c < w->candidates.count; c++)
        if (strcmp(w->candidates.items[c].fix.after, line) == 0)
            return false;
    return true;
}

static void helps_readers_of(ip_workshop *w, int candidate, const ip_table *table)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int s = 0; s < program->statements.count; s++)
            for (int i = 0; i < program->statements.items[s].sources.count; i++)
                if (program->statements.items[s].sources.items[i].table == table)
                    ip_advice_candidate_helps(w, candidate, p, s, false);
    }
}

int ip_advice_constraint_add(ip_workshop *w, const ip_table *table, const char *line, const char *change)
{
    int c = is_new(w, line) ? add_constraint(w, table, line, change) : -1;
    if (c >= 0)
        helps_readers_of(w, c, table);
    return c;
}

static void find_unique(ip_workshop *w, const ip_program *program, const ip_statement *select,
                        const ip_statement *insert)
{
    const ip_table *table = insert->sources.items[0].table;
    int *columns = IP_NEW_ARRAY(w->arena, int, table->columns.count);
    if (select->sources.items[0].table != table || ip_advice_finding_at(program, select->id, insert) != IP_NONE_FOUND)
        return;
    int count = looked_for(w, program, select, insert, columns);
    if (!count || is_key(table, columns, count))
        return;
    const char *names = names_of(w, table, columns, count);
    const char *line =
        ip_arena_printf(w->arena, "ALTER TABLE %s ADD UNIQUE (%s);", ip_table_identifier(w->arena, table->name), names);
    unique u = {w, columns, count, IP_NEW_ARRAY(w->arena, int, table->columns.count)};
    bool *concerned = IP_NEW_ARRAY(w->arena, bool, table->columns.count);
    for (int c = 0; c < count; c++)
        concerned[columns[c]] = true;
    if (!is_new(w, line) || !ip_advice_all_look(w, table, concerned, looks_for_unique, &u))
        return;
    ip_advice_constraint_add(w, table, line,
                             ip_arena_printf(w->arena, "let the database keep (%s) of %s unique", names, table->name));
}

/* ---------------------------------------------------------- FOREIGN KEY -- */

/* The INSERT runs only if the SELECT found the row whose key has the values that the INSERT puts into these columns. */
static bool refers_to(ip_workshop *w, const ip_program *program, const ip_statement *select, const ip_statement *insert,
                      const ip_key *key, int *columns)
{
    const ip_row_source *parent = &select->sources.items[0];
    const ip_table *child = insert->sources.items[0].table;
    for (int k = 0; k < key->column_count; k++) {
        const ip_expr *term = ip_facts_equated_term(parent->filter, 0, key->columns[k]);
        columns[k] = -1;
        for (int c = 0; c < child->columns.count && columns[k] < 0; c++)
            if (ip_advice_same_value(w, program, select, term, insert, insert->assignments[c]))
                columns[k] = c;
        if (columns[k] < 0)
            return false;
    }
    return key->column_count > 0;
}

static bool has_foreign_key(const ip_table *child, const ip_table *parent)
{
    for (int k = 0; k < child->foreign_keys.count; k++)
        if (child->foreign_keys.items[k].target == parent)
            return true;
    return false;
}

/* Whether, before the parent row is deleted, a query found no children, or the children were deleted. */
static bool spares_children(ip_workshop *w, const ip_program *program, const ip_statement *delete, const ip_key *key,
                            const ip_table *child, const int *columns)
{
    for (int s = 0; s < delete->id; s++) {
        const ip_statement *earlier = &program->statements.items[s];
        bool looks = earlier->kind == IP_SELECT && ip_advice_finding_at(program, s, delete) == IP_NONE_FOUND;
        bool deletes = earlier->kind == IP_DELETE && !earlier->path && earlier->loop < 0;
        if ((!looks && !deletes) || earlier->sources.count != 1 || earlier->sources.items[0].table != child ||
            conjuncts(earlier->sources.items[0].filter) != key->column_count)
            continue;
        bool same = true;
        for (int k = 0; k < key->column_count && same; k++)
            same = ip_advice_same_value(w, program, earlier,
                                        ip_facts_equated_term(earlier->sources.items[0].filter, 0, columns[k]), delete,
                                        ip_facts_equated_term(delete->sources.items[0].filter, 0, key->columns[k]));
        if (same)
            return true;
    }
    return false;
}

static bool writes_one_of(const ip_statement *s, const ip_table *table, const int *columns, int count)
{
    for (int c = 0; c < count; c++)
        if (s->kind == IP_UPDATE && s->sources.items[0].table == table && s->assignments[columns[c]])
            return true;
    return false;
}

/* Whether the foreign key would refuse nothing that a program does when it runs alone. */
static bool keeps_to(ip_workshop *w, const ip_table *parent, const ip_key *key, const ip_table *child,
                     const int *columns)
{
    int *found = IP_NEW_ARRAY(w->arena, int, key->column_count);
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int i = 0; i < program->statements.count; i++) {
            const ip_statement *s = &program->statements.items[i];
            if (!s->sources.count || s->kind == IP_SELECT)
                continue;
            const ip_table *target = s->sources.items[0].table;
            if ((s->kind == IP_TRUNCATE && target == parent) ||
                (s->kind == IP_UNKNOWN && (target == parent || target == child)) ||
                writes_one_of(s, parent, key->columns, key->column_count) ||
                writes_one_of(s, child, columns, key->column_count))
                return false;
            if (s->kind == IP_DELETE && target == parent && !spares_children(w, program, s, key, child, columns))
                return false;
            bool refers = s->kind != IP_INSERT || target != child;
            for (int e = 0; e < i && !refers; e++) {
                const ip_statement *earlier = &program->statements.items[e];
                refers = earlier->kind == IP_SELECT && earlier->sources.count == 1 &&
                         earlier->sources.items[0].table == parent &&
                         ip_advice_finding_at(program, e, s) == IP_ONE_FOUND &&
                         refers_to(w, program, earlier, s, key, found) &&
                         memcmp(found, columns, sizeof *columns * (size_t)key->column_count) == 0;
            }
            if (!refers)
                return false;
        }
    }
    return true;
}

static void find_foreign_key(ip_workshop *w, const ip_program *program, const ip_statement *select,
                             const ip_statement *insert)
{
    const ip_table *parent = select->sources.items[0].table, *child = insert->sources.items[0].table;
    if (parent == child || has_foreign_key(child, parent) ||
        ip_advice_finding_at(program, select->id, insert) != IP_ONE_FOUND)
        return;
    for (int k = 0; k < parent->keys.count; k++) {
        const ip_key *key = &parent->keys.items[k];
        int *columns = IP_NEW_ARRAY(w->arena, int, key->column_count);
        if (!refers_to(w, program, select, insert, key, columns) || !keeps_to(w, parent, key, child, columns))
            continue;
        const char *line = ip_arena_printf(
            w->arena, "ALTER TABLE %s ADD FOREIGN KEY (%s) REFERENCES %s (%s);",
            ip_table_identifier(w->arena, child->name), names_of(w, child, columns, key->column_count),
            ip_table_identifier(w->arena, parent->name), names_of(w, parent, key->columns, key->column_count));
        if (!is_new(w, line))
            continue;
        /* after the later of the two definitions */
        const ip_table *later = child->id > parent->id ? child : parent;
        int c = add_constraint(
            w, later, line,
            ip_arena_printf(w->arena, "let the database check that the row of %s is there", parent->name));
        if (c < 0)
            continue;
        helps_readers_of(w, c, parent);
        helps_readers_of(w, c, child);
    }
}

void ip_advice_find_constraints(ip_workshop *w)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int i = 0; i < program->statements.count; i++) {
            const ip_statement *insert = &program->statements.items[i];
            for (int s = 0; insert->kind == IP_INSERT && s < i; s++) {
                const ip_statement *select = &program->statements.items[s];
                if (select->kind != IP_SELECT || select->check != IP_CHECK_NONE || select->sources.count != 1 ||
                    select->sources.items[0].table->locks_only)
                    continue;
                find_unique(w, program, select, insert);
                ip_advice_find_exclusion(w, program, select, insert);
                find_foreign_key(w, program, select, insert);
            }
        }
    }
}
