/* Writes psql scripts that run single programs on random rows, with the results that the interpreter here gives. */
#include "script.h"

#include "constraints.h"

#include <string.h>

enum { RUNS_EACH = 8 };

static void print_value(int value, FILE *out)
{
    if (value == SQL_NULL)
        fputs("NULL", out);
    else
        fprintf(out, "%d", value);
}

static void print_row(const table *t, int row, const int *cells, const char *glue, FILE *out)
{
    const char *before = "";
    for (int k = 0; k < t->key_count; k++, before = glue)
        fprintf(out, "%s%d", before, t->key_count == 1 ? row : k ? row % 3 : row / 3);
    for (int c = 0; c < t->column_count; c++, before = glue) {
        fputs(before, out);
        print_value(cells[1 + c], out);
    }
}

static void draw_state(const program_set *set, random_state *random, view *v)
{
    memset(v, 0, sizeof *v);
    memset(v->writer, INITIAL, sizeof v->writer);
    do {
        for (int t = 0; t < set->table_count; t++)
            for (int r = t * ROWS; r < t * ROWS + (set->tables[t].key_count == 2 ? 5 : 3); r++) {
                v->value[r][EXISTS] = random_chance(random, 65);
                for (int c = 0; c < set->tables[t].column_count; c++) {
                    int draw = random_below(random, 8);
                    v->value[r][1 + c] = draw < 6 ? draw % 3 : draw == 6 || set->tables[t].not_null[c] ? 3 : SQL_NULL;
                }
            }
    } while (!view_unique(set, v) || !view_references(set, v));
}

static void print_run(const program_set *set, int program, random_state *random, FILE *out)
{
    const struct program *p = &set->programs[program];
    view before, after;
    outcome o;
    int parameters[MAX_PARAMETERS];
    draw_state(set, random, &before);
    for (int i = 0; i < MAX_PARAMETERS; i++)
        parameters[i] = random_below(random, 3);
    after = before;
    /* An abort may be the small domain's; such a run says nothing. */
    if (!run_program(set, program, 0, parameters, &after, NULL, &o, NULL, NULL))
        return;
    fputs(set->table_count > 1 ? "TRUNCATE t0, t1;\n" : "TRUNCATE t0;\n", out);
    for (int t = 0; t < set->table_count; t++) {
        for (int r = 0; r < table_rows(&set->tables[t]); r++)
            if (before.value[t * ROWS + r][EXISTS]) {
                fprintf(out, "INSERT INTO t%d VALUES (", t);
                print_row(&set->tables[t], r, before.value[t * ROWS + r], ", ", out);
                fputs(");\n", out);
            }
    }
    fprintf(out, "\\o /dev/null\n%s f%d(", p->procedure ? "CALL" : "SELECT", program);
    for (int i = 0; i < p->parameter_count; i++)
        fprintf(out, "%s%d", i ? ", " : "", parameters[i]);
    fputs(");\n\\o\n\\if :ERROR\n\\echo got an error\n\\endif\n", out);
    for (int t = 0; t < set->table_count; t++) {
        fprintf(out, "SELECT 'got', %d, * FROM t%d;\n", t, t);
        for (int r = 0; r < table_rows(&set->tables[t]); r++)
            if (after.value[t * ROWS + r][EXISTS]) {
                fprintf(out, "\\echo 'want|%d|", t);
                print_row(&set->tables[t], r, after.value[t * ROWS + r], "|", out);
                fputs("'\n", out);
            }
    }
    fputs("\\echo end\n", out);
}

void script_print(int sets, uint64_t seed, FILE *out)
{
    fputs("\\set QUIET on\n\\pset null NULL\n\\pset format unaligned\n\\pset tuples_only on\n"
          "SET client_min_messages = error;\nCREATE SCHEMA oracle;\nSET search_path = oracle;\n",
          out);
    for (int i = 0; i < sets; i++) {
        static program_set set;
        random_state random = {seed + (uint64_t)i};
        set_generate(&set, &random);
        bool unique = false;
        for (int t = 0; t < set.table_count; t++)
            unique |= set.tables[t].unique;
        if (unique)
            continue; /* PostgreSQL checks row by row, the oracle at the end of the statement */
        fprintf(out, "DROP SCHEMA oracle CASCADE;\nCREATE SCHEMA oracle;\n\\echo 'seed %llu'\n",
                (unsigned long long)(seed + (uint64_t)i));
        for (int p = 0; p < set.program_count; p++)
            if (set.programs[p].form == FORM_SCRIPT)
                set.programs[p].form = FORM_SQL; /* to be called */
        set_print(&set, out);
        for (int run = 0; run < RUNS_EACH; run++)
            print_run(&set, run % set.program_count, &random, out);
    }
}
