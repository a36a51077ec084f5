/* Builds programs, cycles and reports by hand, as the solver would find them. */
#include "fixture.h"

#include "anomaly/anomaly_kind.h"
#include "anomaly/fingerprint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void fixture_begin(fixture *f)
{
    memset(f, 0, sizeof *f);
    f->arena = ip_arena_new();
    const char *text = "";
    for (int line = 1; line <= 60; line++)
        text = ip_arena_printf(f->arena, "%s    statement of line %d;\n", text, line);
    f->source = ip_source_from_text(f->arena, "bank.sql", text, strlen(text));
    const ip_source *source = f->source;
    IP_PUSH(f->arena, &f->workload.sources, source);
    f->diagnostics.arena = f->arena;
    f->report.workload = &f->workload;
    f->report.diagnostics = &f->diagnostics;
}

void fixture_end(fixture *f)
{
    ip_arena_free(f->arena);
}

ip_range fixture_place(const fixture *f, int line, int column)
{
    size_t begin = f->source->line_starts[line - 1] + (size_t)column - 1;
    return (ip_range){f->source, begin, begin + 9};
}

/* The next blank-separated word; NULL at the end. */
static const char *next_word(fixture *f, const char **text)
{
    while (*text && **text == ' ')
        (*text)++;
    if (!*text || !**text)
        return NULL;
    size_t length = strcspn(*text, " ");
    const char *word = ip_arena_strndup(f->arena, *text, length);
    *text += length;
    return word;
}

ip_table *fixture_table(fixture *f, const char *name, const char *columns, ip_type_kind type, int key_columns)
{
    ip_table *table = IP_NEW(f->arena, ip_table);
    table->id = f->workload.schema.tables.count;
    table->name = name;
    table->primary_key = key_columns ? 0 : -1;
    for (const char *word; (word = next_word(f, &columns));) {
        ip_column column = {.name = word, .type = {.kind = type}};
        IP_PUSH(f->arena, &table->columns, column);
    }
    if (key_columns) {
        int *key = IP_NEW_ARRAY(f->arena, int, key_columns);
        for (int i = 0; i < key_columns; i++)
            key[i] = i;
        ip_key primary = {.primary = true, .column_count = key_columns, .columns = key};
        IP_PUSH(f->arena, &table->keys, primary);
    }
    IP_PUSH(f->arena, &f->workload.schema.tables, table);
    return table;
}

ip_program *fixture_program(fixture *f, const char *name, ip_program_kind kind, int line)
{
    ip_program *program = IP_NEW(f->arena, ip_program);
    program->id = f->workload.programs.count;
    program->name = name;
    program->kind = kind;
    program->range = fixture_place(f, line, 1);
    IP_PUSH(f->arena, &f->workload.programs, program);
    return program;
}

void fixture_parameter(fixture *f, ip_program *program, const char *name, ip_type_kind type)
{
    ip_parameter parameter = {name, {.kind = type}, false, false};
    IP_PUSH(f->arena, &program->parameters, parameter);
}

int fixture_statement(fixture *f, ip_program *program, ip_statement_kind kind, const ip_table *table, int line,
                      const char *reads, const char *writes)
{
    ip_statement statement = {.id = program->statements.count, .kind = kind, .loop = -1};
    statement.range = fixture_place(f, line, 5);
    statement.text = ip_arena_printf(f->arena, "statement of line %d", line);
    ip_row_source source = {.table = table, .alias = table->name};
    source.filter_columns = IP_NEW_ARRAY(f->arena, bool, table->columns.count);
    source.output_columns = IP_NEW_ARRAY(f->arena, bool, table->columns.count);
    for (const char *word; (word = next_word(f, &reads));)
        source.output_columns[ip_catalog_table_column(table, word)] = true;
    IP_PUSH(f->arena, &statement.sources, source);
    statement.assignments = IP_NEW_ARRAY(f->arena, const ip_expr *, table->columns.count);
    for (const char *word; (word = next_word(f, &writes));)
        statement.assignments[ip_catalog_table_column(table, word)] = ip_program_expr_true(f->arena);
    IP_PUSH(f->arena, &program->statements, statement);
    return statement.id;
}

ip_value fixture_value(ip_type_kind kind, const char *text)
{
    return (ip_value){.type = {.kind = kind}, .null = !text, .text = text};
}

ip_anomaly fixture_cycle(fixture *f, int count, ip_program *const *programs)
{
    ip_anomaly cycle = {.instance_count = count};
    cycle.instances = IP_NEW_ARRAY(f->arena, ip_instance, count);
    cycle.dependencies = IP_NEW_ARRAY(f->arena, ip_dependency, count);
    for (int i = 0; i < count; i++) {
        int parameters = programs[i]->parameters.count;
        ip_value *arguments = IP_NEW_ARRAY(f->arena, ip_value, parameters);
        for (int p = 0; p < parameters; p++) {
            ip_type_kind kind = programs[i]->parameters.items[p].type.kind;
            arguments[p] = fixture_value(kind, kind == IP_TEXT      ? "alice"
                                               : kind == IP_BOOLEAN ? "true"
                                                                    : ip_arena_printf(f->arena, "%d", 10 * (i + 1)));
        }
        cycle.instances[i] = (ip_instance){programs[i], "snapshot-isolation", arguments, NULL};
    }
    return cycle;
}

void fixture_edge(fixture *f, ip_anomaly *cycle, int i, ip_dependency_type type, const ip_table *table,
                  const char *columns, const char *key, int from_statement, int to_statement)
{
    IP_VEC(int) column_list = {0}, key_columns = {0};
    IP_VEC(ip_value) key_values = {0};
    if (!*columns)
        IP_PUSH(f->arena, &column_list, -1);
    for (const char *word; (word = next_word(f, &columns));)
        IP_PUSH(f->arena, &column_list, ip_catalog_table_column(table, word));
    for (const char *word; (word = next_word(f, &key));) {
        int column = key_columns.count;
        IP_PUSH(f->arena, &key_columns, column);
        IP_PUSH(f->arena, &key_values, fixture_value(table->columns.items[column].type.kind, word));
    }
    cycle->dependencies[i] = (ip_dependency){
        .from = i,
        .to = (i + 1) % cycle->instance_count,
        .type = type,
        .table = table,
        .column_count = column_list.count,
        .columns = column_list.items,
        .key_count = key_columns.count,
        .key_columns = key_columns.items,
        .key = key_values.items,
        .from_statement = from_statement,
        .to_statement = to_statement,
    };
}

void fixture_execution(fixture *f, ip_anomaly *cycle, const char *commit_order, const char *visible)
{
    int n = cycle->instance_count;
    int *order = IP_NEW_ARRAY(f->arena, int, n);
    bool *sees = IP_NEW_ARRAY(f->arena, bool, n *n);
    for (int i = 0; i < n; i++)
        order[i] = atoi(next_word(f, &commit_order));
    for (const char *word; (word = next_word(f, &visible));)
        sees[(word[0] - '0') * n + (word[2] - '0')] = true;
    cycle->commit_order = order;
    cycle->visible = sees;
}

static void add_anomaly(fixture *f, ip_level_result *result, ip_anomaly *cycle)
{
    cycle->kind = ip_anomaly_classify(cycle);
    cycle->id = ip_anomaly_fingerprint(f->arena, cycle);
    IP_PUSH(f->arena, &result->anomalies, *cycle);
}

void fixture_bank(fixture *f)
{
    ip_table *savings = fixture_table(f, "savings", "custid bal", IP_INTEGER, 1);
    ip_table *checking = fixture_table(f, "checking", "custid bal", IP_INTEGER, 1);
    ip_table *transfer = fixture_table(f, "transfer", "branch day seq note", IP_TEXT, 3);

    ip_program *balance = fixture_program(f, "balance", IP_ROUTINE, 2);
    fixture_parameter(f, balance, "p_name", IP_TEXT);
    fixture_statement(f, balance, IP_SELECT, savings, 4, "bal", NULL);
    fixture_statement(f, balance, IP_SELECT, checking, 5, "bal", NULL);

    ip_program *savings_in = fixture_program(f, "transact_savings", IP_ROUTINE, 10);
    fixture_parameter(f, savings_in, "p_name", IP_TEXT);
    fixture_parameter(f, savings_in, "p_amount", IP_NUMERIC);
    fixture_statement(f, savings_in, IP_SELECT, savings, 13, "bal", NULL);
    fixture_statement(f, savings_in, IP_UPDATE, savings, 14, "bal", "bal");

    ip_program *check = fixture_program(f, "write_check", IP_ROUTINE, 20);
    fixture_parameter(f, check, "p_name", IP_TEXT);
    fixture_parameter(f, check, "p_amount", IP_NUMERIC);
    fixture_statement(f, check, IP_SELECT, savings, 24, "bal", NULL);
    fixture_statement(f, check, IP_SELECT, checking, 25, "bal", NULL);
    fixture_statement(f, check, IP_UPDATE, checking, 28, "bal", "bal");

    ip_program *post = fixture_program(f, "bank.sql:40", IP_SCRIPT, 40);
    fixture_parameter(f, post, "branch", IP_TEXT);
    fixture_parameter(f, post, "day", IP_TIME);
    fixture_parameter(f, post, "urgent", IP_BOOLEAN);
    fixture_parameter(f, post, "amount", IP_INTEGER);
    fixture_parameter(f, post, "note", IP_TEXT);
    fixture_statement(f, post, IP_SELECT, transfer, 42, "note", NULL);
    fixture_statement(f, post, IP_INSERT, transfer, 45, NULL, "branch day seq note");
    fixture_statement(f, post, IP_UNKNOWN, transfer, 46, NULL, NULL);

    ip_level_result si = {.level = "snapshot-isolation", .verdict = IP_UNSAFE, .searched_cycle_length = 4};
    si.statistics = (ip_statistics){18, 0.0712, 0.113};
    ip_anomaly read_only = fixture_cycle(f, 3, (ip_program *[]){balance, check, savings_in});
    fixture_edge(f, &read_only, 0, IP_RW, checking, "bal", "7", 1, 2);
    fixture_edge(f, &read_only, 1, IP_RW, savings, "bal", "7", 0, 1);
    fixture_edge(f, &read_only, 2, IP_WR, savings, "bal", "7", 1, 0);
    fixture_execution(f, &read_only, "2 0 1", "2>0");
    add_anomaly(f, &si, &read_only);
    ip_anomaly phantom = fixture_cycle(f, 2, (ip_program *[]){post, post});
    fixture_edge(f, &phantom, 0, IP_RW, transfer, "", "north 2024-01-31 O'Hara\033[31m", 0, 1);
    fixture_edge(f, &phantom, 1, IP_RW, transfer, "branch day seq note", NULL, 2, 2);
    fixture_execution(f, &phantom, "0 1", "");
    phantom.approximated = true;
    phantom.suppressed = true;
    add_anomaly(f, &si, &phantom);

    ip_level_result atomic = {.level = "read-atomic", .verdict = IP_UNSAFE, .searched_cycle_length = 4};
    atomic.statistics = (ip_statistics){1, 0.01, 0.02};
    ip_anomaly lost = fixture_cycle(f, 2, (ip_program *[]){savings_in, savings_in});
    fixture_edge(f, &lost, 0, IP_RW, savings, "bal", "7", 0, 1);
    fixture_edge(f, &lost, 1, IP_RW, savings, "bal", "7", 0, 1);
    fixture_execution(f, &lost, "1 0", "");
    lost.instances[1].level = "snapshot-isolation";
    lost.instances[0].level = "read-atomic";
    add_anomaly(f, &atomic, &lost);

    ip_level_result selective = {.level = "causal-consistency + serialize balance:write_check",
                                 .verdict = IP_UNDECIDED,
                                 .reason = "the time limit of 60 s was reached",
                                 .searched_cycle_length = 3};
    selective.statistics = (ip_statistics){240, 59.2, 60};
    ip_level_result serial = {.level = "serializability",
                              .verdict = IP_SAFE,
                              .proof_method = "window",
                              .proof_detail = "(2,0)",
                              .searched_cycle_length = 4};
    serial.statistics = (ip_statistics){3, 0.001, 0.002};
    IP_PUSH(f->arena, &f->report.results, atomic);
    IP_PUSH(f->arena, &f->report.results, selective);
    IP_PUSH(f->arena, &f->report.results, si);
    IP_PUSH(f->arena, &f->report.results, serial);

    ip_range nowhere = {0};
    ip_diagnostics_add(&f->diagnostics, IP_UNSUPPORTED, fixture_place(f, 46, 5), "bank.sql:40",
                       "EXECUTE of a computed text may read and write anything");
    ip_diagnostics_add(
        &f->diagnostics, IP_APPROXIMATION, fixture_place(f, 28, 12), "write_check",
        "upper() is assumed to be any function of its argument, because nothing here knows its meaning in the "
        "database's collation");
    ip_diagnostics_add(&f->diagnostics, IP_ASSUMPTION, fixture_place(f, 3, 5), NULL,
                       "transfer.seq only ever grows: every program that writes it adds a positive constant");
    ip_diagnostics_add(&f->diagnostics, IP_SUPPRESSED, fixture_place(f, 45, 5), "bank.sql:40",
                       "ignored: seq is checked later");
    ip_diagnostics_add(&f->diagnostics, IP_REMARK, nowhere, NULL, "balance is defined twice; the last definition wins");
    ip_diagnostics_add(&f->diagnostics, IP_ERROR, fixture_place(f, 50, 5), NULL, "syntax error at or near \"FORM\"");
    for (int p = 0; p < f->workload.programs.count; p++)
        for (int s = 0; s < f->workload.programs.items[p]->statements.count; s++)
            IP_PUSH(f->arena, &f->workload.programs.items[p]->read,
                    f->workload.programs.items[p]->statements.items[s].range);
    f->report.seconds = 61.5;
}
