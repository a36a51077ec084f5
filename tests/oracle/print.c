/* Program sets as SQL text. */
#include "set.h"

/* While a join or an INSERT … SELECT is printed: "a." or "b." before columns, and the loop whose fields are
 * columns; the query that SUBQUERY stands for. */
static const char *qualifier = "";
static int inserting_loop = NONE;
static const statement *subquery;
static bool joining;
static bool plain, scripting; /* the program is not PL/pgSQL; it is a script */

static void print_query(const program_set *set, const statement *s, bool into, FILE *out);

static void print_variable(const program_set *set, int variable, FILE *out)
{
    static const char *const fields[] = {"k0", "k1", "c0", "c1"};
    if (variable == SUBQUERY && subquery) {
        if (joining) {
            fprintf(out, "a.c%d", subquery->column);
        } else {
            const statement *query = subquery;
            subquery = NULL;
            fputs("(", out);
            print_query(set, query, false, out);
            fputs(")", out);
            subquery = query;
        }
    } else if (variable < FIRST_INDEX)
        fprintf(out, "v%d", variable);
    else if (variable < FIRST_FIELD)
        fprintf(out, "i%d", variable - FIRST_INDEX);
    else if ((variable - FIRST_FIELD) / 4 == inserting_loop)
        fputs(fields[(variable - FIRST_FIELD) % 4], out);
    else
        fprintf(out, "r%d.%s", (variable - FIRST_FIELD) / 4, fields[(variable - FIRST_FIELD) % 4]);
}

static void print_expression(const program_set *set, int index, FILE *out);

/* x = a OR x = b as x IN (a, b); x >= a AND x <= b as x BETWEEN a AND b. */
static bool print_range(const program_set *set, const expression *e, FILE *out)
{
    const expression *a = &set->expressions[e->left], *b = &set->expressions[e->right];
    bool list = e->kind == E_OR && a->kind == E_EQUAL && b->kind == E_EQUAL;
    bool between = e->kind == E_AND && a->kind == E_AT_LEAST && b->kind == E_AT_MOST;
    if (!(list || between) || a->left != b->left)
        return false;
    print_expression(set, a->left, out);
    fputs(list ? " IN (" : " BETWEEN ", out);
    print_expression(set, a->right, out);
    fputs(list ? ", " : " AND ", out);
    print_expression(set, b->right, out);
    fputs(list ? ")" : "", out);
    return true;
}

static void print_expression(const program_set *set, int index, FILE *out)
{
    static const char *const infix[] = {
        [E_ADD] = "+",      [E_SUBTRACT] = "-", [E_EQUAL] = "=",     [E_DIFFERENT] = "<>", [E_LESS] = "<",
        [E_AT_MOST] = "<=", [E_GREATER] = ">",  [E_AT_LEAST] = ">=", [E_AND] = "AND",      [E_OR] = "OR"};
    const expression *e = &set->expressions[index];
    switch (e->kind) {
    case E_CONSTANT:
        if (e->value == SQL_NULL)
            fputs("NULL", out);
        else
            fprintf(out, "%d", e->value);
        break;
    case E_PARAMETER:
        fprintf(out, "%sp%d", scripting ? ":" : "", e->value);
        break;
    case E_VARIABLE:
        print_variable(set, e->value, out);
        break;
    case E_KEY:
        fprintf(out, "%sk%d", qualifier, e->value);
        break;
    case E_COLUMN:
        fprintf(out, "%sc%d", qualifier, e->value);
        break;
    case E_NOT:
        fputs("NOT (", out);
        print_expression(set, e->left, out);
        fputs(")", out);
        break;
    case E_IS_NULL:
        print_expression(set, e->left, out);
        fputs(" IS NULL", out);
        break;
    case E_COALESCE:
        fputs("coalesce(", out);
        print_expression(set, e->left, out);
        fputs(", ", out);
        print_expression(set, e->right, out);
        fputs(")", out);
        break;
    case E_FOUND:
        fputs("FOUND", out);
        break;
    case E_AND:
    case E_OR:
        if (print_range(set, e, out))
            break;
        /* fall through */
    default: {
        bool nested = e->kind == E_AND || e->kind == E_OR;
        fputs(nested ? "(" : "", out);
        print_expression(set, e->left, out);
        fprintf(out, " %s ", infix[e->kind]);
        print_expression(set, e->right, out);
        fputs(nested ? ")" : "", out);
    }
    }
}

static void print_conditions(const program_set *set, const statement *s, const char *glue, FILE *out)
{
    if (s->key_where != NONE) {
        fputs(glue, out);
        print_expression(set, s->key_where, out);
        glue = " AND ";
    }
    if (s->column_where != NONE) {
        fputs(glue, out);
        print_expression(set, s->column_where, out);
    }
}

static void print_where(const program_set *set, const statement *s, FILE *out)
{
    print_conditions(set, s, " WHERE ", out);
    if (joining) {
        qualifier = "a.";
        print_conditions(set, subquery, " AND ", out);
        qualifier = "b.";
    }
}

/* FROM, USING or JOIN of the other table of a join. */
static void print_target(const statement *s, const char *keyword, FILE *out)
{
    fprintf(out, "%s t%d%s", keyword, s->table, joining ? " b" : "");
}

static void print_source(const char *keyword, FILE *out)
{
    if (joining)
        fprintf(out, " %s t%d a", keyword, subquery->table);
}

static void print_order(const program_set *set, const statement *s, FILE *out)
{
    for (int k = 0; k < set->tables[s->table].key_count; k++)
        fprintf(out, "%sk%d%s", k ? ", " : " ORDER BY ", k, s->descending ? " DESC" : "");
}

static void print_lock(const statement *s, FILE *out)
{
    if (s->lock == LOCK_NONE || s->inlined)
        return;
    fputs(s->lock == LOCK_SHARE ? " FOR SHARE" : " FOR UPDATE", out);
    if (joining)
        fputs(" OF b", out);
}

static void print_query(const program_set *set, const statement *s, bool into, FILE *out)
{
    fputs("SELECT ", out);
    if (s->kind == S_AGGREGATE) {
        static const char *const names[] = {[A_SUM] = "sum", [A_MIN] = "min", [A_MAX] = "max"};
        if (s->aggregate == A_COUNT)
            fputs("count(*)", out);
        else if (s->of_key != NONE)
            fprintf(out, "%s(k%d)", names[s->aggregate], s->of_key);
        else
            fprintf(out, "%s(c%d)", names[s->aggregate], s->column);
    } else if (s->of_key != NONE) {
        fprintf(out, "k%d", s->of_key);
    } else {
        fprintf(out, "%sc%d", qualifier, s->column);
        if (s->second != NONE)
            fprintf(out, ", %sc%d", qualifier, s->second);
    }
    if (into) {
        fprintf(out, " INTO v%d", s->variable);
        if (s->second != NONE)
            fprintf(out, ", v%d", s->second_variable);
    }
    if (joining && s->column % 2) { /* both ways of writing a join */
        fprintf(out, " FROM t%d a JOIN t%d b ON b.k0 = a.c%d", subquery->table, s->table, subquery->column);
    } else {
        print_target(s, " FROM", out);
        print_source(",", out);
    }
    print_where(set, s, out);
    if (s->kind == S_FIRST) {
        print_order(set, s, out);
        fputs(" LIMIT 1", out);
    }
    print_lock(s, out);
}

static void print_body(const program_set *set, int index, int depth, FILE *out);

static bool is_default(const program_set *set, const statement *s, int column)
{
    const expression *e = &set->expressions[s->values[column]];
    int given = set->tables[s->table].defaults[column];
    return given != NONE && e->kind == E_CONSTANT && e->value == given;
}

static void print_insert(const program_set *set, const statement *s, bool select, FILE *out)
{
    const table *t = &set->tables[s->table];
    bool left_out[MAX_COLUMNS];
    for (int c = 0; c < t->column_count; c++) /* one must stay */
        left_out[c] = is_default(set, s, c) && (t->key_count || (c && !left_out[0]));
    const char *glue = "";
    fprintf(out, "INSERT INTO t%d (", s->table);
    for (int k = 0; k < t->key_count; k++, glue = ", ")
        fprintf(out, "%sk%d", glue, k);
    for (int c = 0; c < t->column_count; c++)
        if (!left_out[c]) {
            fprintf(out, "%sc%d", glue, c);
            glue = ", ";
        }
    fputs(select ? ") SELECT " : ") VALUES (", out);
    glue = "";
    for (int k = 0; k < t->key_count; k++, glue = ", ") {
        fputs(glue, out);
        print_expression(set, s->key[k], out);
    }
    for (int c = 0; c < t->column_count; c++)
        if (!left_out[c]) {
            fputs(glue, out);
            print_expression(set, s->values[c], out);
            glue = ", ";
        }
    fputs(select ? "" : s->or_nothing ? ") ON CONFLICT DO NOTHING;\n" : ");\n", out);
}

static void print_insert_select(const program_set *set, const statement *s, FILE *out)
{
    inserting_loop = s->loop;
    print_insert(set, &set->statements[s->body], true, out);
    inserting_loop = NONE;
    fprintf(out, " FROM t%d", s->table);
    print_where(set, s, out);
    print_order(set, s, out);
    fputs(";\n", out);
}

static void print_update(const program_set *set, const statement *s, FILE *out)
{
    const char *glue = " SET ";
    print_target(s, "UPDATE", out);
    for (int c = 0; c < set->tables[s->table].column_count; c++)
        if (s->values[c] != NONE) {
            fprintf(out, "%sc%d = ", glue, c);
            print_expression(set, s->values[c], out);
            glue = ", ";
        }
    print_source("FROM", out);
    print_where(set, s, out);
    if (s->variable != NONE)
        fprintf(out, " RETURNING %sc%d INTO v%d", qualifier, s->column, s->variable);
    fputs(";\n", out);
}

static void print_branches(const program_set *set, const statement *s, int depth, FILE *out)
{
    fputs(" THEN\n", out);
    print_body(set, s->body, depth + 1, out);
    if (s->other != NONE) {
        fprintf(out, "%*sELSE\n", 2 * depth, "");
        print_body(set, s->other, depth + 1, out);
    }
    fprintf(out, "%*sEND IF;\n", 2 * depth, "");
}

static void print_statement(const program_set *set, const statement *s, int depth, FILE *out)
{
    fprintf(out, "%*s", 2 * depth, "");
    switch (s->kind) {
    case S_SELECT:
    case S_AGGREGATE:
    case S_FIRST:
        if (plain) {
            print_query(set, s, false, out);
            fputs(";\n", out);
        } else if (s->assigned) {
            fprintf(out, "v%d := (", s->variable);
            print_query(set, s, false, out);
            fputs(");\n", out);
        } else {
            print_query(set, s, true, out);
            fputs(";\n", out);
        }
        break;
    case S_UPDATE:
        print_update(set, s, out);
        break;
    case S_INSERT:
        print_insert(set, s, false, out);
        break;
    case S_DELETE:
        print_target(s, "DELETE FROM", out);
        print_source("USING", out);
        print_where(set, s, out);
        fputs(";\n", out);
        break;
    case S_ASSIGN:
        fprintf(out, "v%d := ", s->variable);
        print_expression(set, s->values[0], out);
        fputs(";\n", out);
        break;
    case S_IF:
        fputs("IF ", out);
        print_expression(set, s->condition, out);
        print_branches(set, s, depth, out);
        break;
    case S_IF_EXISTS:
        fprintf(out, "IF %sEXISTS (SELECT 1 FROM t%d", s->negated ? "NOT " : "", s->table);
        print_where(set, s, out);
        fputs(")", out);
        print_branches(set, s, depth, out);
        break;
    case S_RAISE:
        fputs("RAISE EXCEPTION 'no';\n", out);
        break;
    case S_RETURN:
        fputs("RETURN;\n", out);
        break;
    case S_EXIT:
        fputs("EXIT;\n", out);
        break;
    case S_TRUNCATE:
        fprintf(out, "TRUNCATE t%d CASCADE;\n", s->table);
        break;
    case S_FOR_RANGE:
        fprintf(out, "FOR i%d IN ", s->loop);
        print_expression(set, s->low, out);
        fputs("..", out);
        print_expression(set, s->high, out);
        fputs(" LOOP\n", out);
        print_body(set, s->body, depth + 1, out);
        fprintf(out, "%*sEND LOOP;\n", 2 * depth, "");
        break;
    case S_FOR_QUERY:
        if (statement_insert_select(set, s)) {
            print_insert_select(set, s, out);
            break;
        }
        fprintf(out, "FOR r%d IN SELECT k0%s, c0%s FROM t%d", s->loop,
                set->tables[s->table].key_count == 2 ? ", k1" : "",
                set->tables[s->table].column_count == 2 ? ", c1" : "", s->table);
        print_where(set, s, out);
        print_order(set, s, out);
        print_lock(s, out);
        fputs(" LOOP\n", out);
        print_body(set, s->body, depth + 1, out);
        fprintf(out, "%*sEND LOOP;\n", 2 * depth, "");
        break;
    }
}

static void print_body(const program_set *set, int index, int depth, FILE *out)
{
    if (index == NONE)
        fprintf(out, "%*sNULL;\n", 2 * depth, "");
    subquery = NULL;
    for (; index != NONE; index = set->statements[index].next) {
        const statement *s = &set->statements[index];
        if (s->inlined) {
            subquery = s;
            continue;
        }
        joining = subquery && statement_joins(set, subquery, s);
        qualifier = joining ? "b." : "";
        print_statement(set, s, depth, out);
        joining = false;
        qualifier = "";
        subquery = NULL;
        if ((s->kind == S_UPDATE || s->kind == S_DELETE) && s->second_variable != NONE)
            fprintf(out, "%*sGET DIAGNOSTICS v%d = ROW_COUNT;\n", 2 * depth, "", s->second_variable);
    }
}

/* Locals and rows of query loops that a body names. */
static void used_names(const program_set *set, int index, unsigned *variables, unsigned *loops)
{
    for (; index != NONE; index = set->statements[index].next) {
        const statement *s = &set->statements[index];
        int expressions[EXPRESSIONS_OF];
        statement_expressions(s, expressions);
        for (int i = 0; i < EXPRESSIONS_OF; i++)
            *variables |= expression_variables(set, expressions[i]);
        if (s->variable != NONE)
            *variables |= 1u << s->variable;
        if (s->second_variable != NONE)
            *variables |= 1u << s->second_variable;
        if (s->kind == S_FOR_QUERY && !statement_insert_select(set, s))
            *loops |= 1u << s->loop;
        used_names(set, s->body, variables, loops);
        used_names(set, s->other, variables, loops);
    }
}

static void print_reference(const table *t, FILE *out)
{
    static const char *const actions[] = {[ACTION_RESTRICT] = "RESTRICT",
                                          [ACTION_CASCADE] = "CASCADE",
                                          [ACTION_SET_NULL] = "SET NULL",
                                          [ACTION_SET_DEFAULT] = "SET DEFAULT"};
    fprintf(out, " REFERENCES t0%s", t->to_column ? " (c0)" : "");
    if (t->on_delete != ACTION_NONE)
        fprintf(out, " ON DELETE %s", actions[t->on_delete]);
    if (t->on_update != ACTION_NONE)
        fprintf(out, " ON UPDATE %s", actions[t->on_update]);
}

static void print_table(const table *t, int index, FILE *out)
{
    fprintf(out, "CREATE TABLE t%d (", index);
    for (int k = 0; k < t->key_count; k++) {
        fprintf(out, "k%d int%s", k, t->key_count == 1 ? " PRIMARY KEY" : "");
        if (k == 0 && t->reference == REFERENCE_KEY)
            print_reference(t, out);
        fputs(", ", out);
    }
    for (int c = 0; c < t->column_count; c++) {
        fprintf(out, "%sc%d int%s%s%s", c ? ", " : "", c, t->not_null[c] ? " NOT NULL" : "",
                t->unique >> c & 1 ? " UNIQUE" : "", c == 0 && t->positive ? " CHECK (c0 >= 0)" : "");
        if (c == 0 && t->reference == REFERENCE_COLUMN)
            print_reference(t, out);
        if (t->defaults[c] != NONE)
            fprintf(out, " DEFAULT %d", t->defaults[c]);
    }
    fputs(t->unique & UNIQUE_BOTH ? ", UNIQUE (c0, c1)" : "", out);
    fputs(t->key_count == 2 ? ", PRIMARY KEY (k0, k1));\n" : ");\n", out);
}

/* May the program be printed as plain SQL: a row of statements, and no variable of which anything is made? */
static bool is_plain(const program_set *set, const program *p)
{
    if (p->result != NONE)
        return false;
    for (int i = p->first; i != NONE; i = set->statements[i].next) {
        const statement *s = &set->statements[i];
        int expressions[EXPRESSIONS_OF];
        bool returning = s->kind != S_SELECT && s->kind != S_AGGREGATE && s->kind != S_FIRST &&
                         (s->variable != NONE || s->second_variable != NONE);
        if (s->kind == S_ASSIGN || s->kind > S_ASSIGN || returning)
            return false;
        statement_expressions(s, expressions);
        for (int e = 0; e < EXPRESSIONS_OF; e++)
            if (expression_variables(set, expressions[e]) & ~(1u << SUBQUERY))
                return false;
    }
    return p->first != NONE;
}

static void print_parameters(const program *p, FILE *out)
{
    for (int i = 0; i < p->parameter_count; i++)
        fprintf(out, "%sp%d int", i ? ", " : "", i);
}

static void print_plain(const program_set *set, int index, FILE *out)
{
    const program *p = &set->programs[index];
    plain = true;
    scripting = p->form == FORM_SCRIPT;
    if (scripting) {
        fprintf(out, "\n-- name: f%d\nBEGIN;\n", index);
    } else {
        fprintf(out, "\nCREATE %s f%d(", p->procedure ? "PROCEDURE" : "FUNCTION", index);
        print_parameters(p, out);
        fprintf(out, ")%s LANGUAGE sql AS $$\n", p->procedure ? "" : " RETURNS void");
    }
    print_body(set, p->first, 1, out);
    if (!scripting && !p->procedure)
        fputs("  SELECT 1;\n", out); /* what a function returns must not be the last query's */
    fputs(scripting ? "COMMIT;\n" : "$$;\n", out);
    plain = scripting = false;
}

static void print_plpgsql(const program_set *set, int index, FILE *out)
{
    const program *p = &set->programs[index];
    fprintf(out, "\nCREATE %s f%d(", p->procedure ? "PROCEDURE" : "FUNCTION", index);
    print_parameters(p, out);
    fprintf(out, ")%s LANGUAGE plpgsql AS $$\n",
            p->procedure        ? ""
            : p->result == NONE ? " RETURNS void"
                                : " RETURNS int");
    unsigned variables = 0, loops = 0;
    used_names(set, p->first, &variables, &loops);
    if (p->result != NONE)
        variables |= 1u << p->result;
    variables &= ~(1u << SUBQUERY);
    if ((variables & ((1u << FIRST_INDEX) - 1)) || loops)
        fputs("DECLARE\n", out);
    for (int v = 0; v < FIRST_INDEX; v++)
        if (variables & 1u << v)
            fprintf(out, "  v%d int;\n", v);
    for (int l = 0; l < MAX_LOOPS; l++)
        if (loops & 1u << l)
            fprintf(out, "  r%d record;\n", l);
    fputs("BEGIN\n", out);
    print_body(set, p->first, 1, out);
    if (p->result != NONE)
        fprintf(out, "  RETURN v%d;\n", p->result);
    fputs("END $$;\n", out);
}

void set_print(const program_set *set, FILE *out)
{
    for (int t = 0; t < set->table_count; t++)
        print_table(&set->tables[t], t, out);
    for (int p = 0; p < set->program_count; p++)
        if (set->programs[p].form != FORM_PLPGSQL && is_plain(set, &set->programs[p]))
            print_plain(set, p, out);
        else
            print_plpgsql(set, p, out);
}
