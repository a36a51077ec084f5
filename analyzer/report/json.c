/* The report for programs. Keys come out in the order they are set in; the
 * format is fixed by report.schema.json. */
#include "anomaly/fingerprint.h"
#include "replay/world/in_memory.h"
#include "replay/schedule/schedule_json.h"
#include "replay/world/views.h"
#include "report/differences.h"
#include "report/json_build.h"
#include "report/report.h"
#include "report/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The name of a row's existence among column names. */
#define EXISTENCE "(exists)"

/* Integers within 64 bits, truth values and NULL as JSON's own; all other values as PostgreSQL prints them. */
static json_t *value_of(ip_arena *arena, const ip_value *value)
{
    if (value->null)
        return json_null();
    if (!value->type.array && value->type.kind == IP_BOOLEAN)
        return json_boolean(strcmp(value->text, "true") == 0);
    if (!value->type.array && value->type.kind == IP_INTEGER) {
        char *end;
        errno = 0;
        long long number = strtoll(value->text, &end, 10);
        if (errno == 0 && end != value->text && *end == '\0')
            return json_integer(number);
    }
    return string(arena, value->text);
}

void ip_report_position_to_json(ip_arena *arena, json_t *object, ip_range range)
{
    ip_position position = ip_range_position(range);
    set(object, "file", string(arena, range.source ? range.source->path : NULL));
    set(object, "line", range.source ? json_integer(position.line) : json_null());
    set(object, "column", range.source ? json_integer(position.column) : json_null());
}

/* --------------------------------------------------------- transactions -- */

static void append_once(json_t *array, const char *text)
{
    size_t i;
    json_t *item;
    json_array_foreach(array, i, item) if (strcmp(json_string_value(item), text) == 0) return;
    append(array, json_string(text));
}

/* Of each source: its table stands before it, too. A statement that is not understood has hundreds of sources. */
static const bool *stood_before(ip_arena *arena, const ip_statement *statement)
{
    int most = 0, count = statement->sources.count;
    bool *again = IP_NEW_ARRAY(arena, bool, count);
    for (int s = 0; s < count; s++)
        if (statement->sources.items[s].table->id > most)
            most = statement->sources.items[s].table->id;
    const ip_table **seen = IP_NEW_ARRAY(arena, const ip_table *, most + 1);
    for (int s = 0; s < count; s++) {
        const ip_table *table = statement->sources.items[s].table;
        again[s] = seen[table->id] != NULL;
        seen[table->id] = table;
    }
    return again;
}

static void append_column(ip_arena *arena, json_t *array, const ip_table *table, const char *column, bool again)
{
    const char *name = ip_utf8(arena, ip_arena_printf(arena, "%s.%s", table->name, column));
    if (again)
        append_once(array, name);
    else
        append(array, json_string(name));
}

/* What is not understood may read and write whole rows: one entry for all columns of a table. */
static json_t *columns_read(ip_arena *arena, const ip_statement *statement, const bool *again)
{
    json_t *array = must(json_array());
    for (int s = 0; s < statement->sources.count; s++) {
        const ip_row_source *source = &statement->sources.items[s];
        if (statement->kind == IP_UNKNOWN && !source->table->locks_only)
            append_column(arena, array, source->table, "*", again[s]);
        for (int c = 0; c < source->table->columns.count && !source->table->locks_only; c++)
            if (statement->kind != IP_UNKNOWN && ((source->filter_columns && source->filter_columns[c]) ||
                                                  (source->output_columns && source->output_columns[c])))
                append_column(arena, array, source->table, source->table->columns.items[c].name, again[s]);
    }
    return array;
}

static json_t *columns_written(ip_arena *arena, const ip_statement *statement, const bool *again)
{
    json_t *array = must(json_array());
    bool reads = statement->kind == IP_SELECT || statement->kind == IP_ABORT;
    if (statement->kind == IP_UNKNOWN) {
        for (int s = 0; s < statement->sources.count; s++)
            if (!statement->sources.items[s].reads_only && !statement->sources.items[s].table->locks_only)
                append_column(arena, array, statement->sources.items[s].table, "*", again[s]);
    } else if (!reads && statement->sources.count > 0 && !statement->sources.items[0].reads_only) {
        const ip_table *table = statement->sources.items[0].table;
        for (int c = 0; c < table->columns.count; c++)
            if (statement->kind != IP_UPDATE || (statement->assignments && statement->assignments[c]))
                append_column(arena, array, table, table->columns.items[c].name, false);
    }
    return array;
}

static json_t *statement_object(ip_arena *arena, const ip_statement *statement)
{
    json_t *object = must(json_object()), *tables = must(json_array());
    ip_position position = ip_range_position(statement->range);
    const bool *again = stood_before(arena, statement);
    for (int s = 0; s < statement->sources.count; s++)
        if (!statement->sources.items[s].table->locks_only && !again[s])
            append(tables, json_string(ip_utf8(arena, statement->sources.items[s].table->name)));
    set(object, "id", json_integer(statement->id));
    set(object, "line", json_integer(position.line));
    set(object, "column", json_integer(position.column));
    set(object, "kind", json_string(ip_anomaly_statement_kind_name(statement->kind)));
    set(object, "tables", tables);
    set(object, "reads", columns_read(arena, statement, again));
    set(object, "writes", columns_written(arena, statement, again));
    set(object, "text", string(arena, statement->text ? statement->text : ""));
    return object;
}

static json_t *refusals_array(ip_arena *arena, const ip_refusals *refusals)
{
    json_t *array = must(json_array());
    for (int i = 0; i < refusals->list.count; i++) {
        json_t *object = must(json_object());
        ip_report_position_to_json(arena, object, refusals->list.items[i].range);
        set(object, "why", string(arena, refusals->list.items[i].why));
        append(array, object);
    }
    return array;
}

/* refusals: NULL: not asked for */
static json_t *transaction_object(ip_arena *arena, const ip_program *program, ip_understanding understood,
                                  const ip_refusals *refusals)
{
    json_t *object = must(json_object()), *parameters = must(json_array()), *statements = must(json_array());
    for (int i = 0; i < program->parameters.count; i++) {
        const ip_parameter *parameter = &program->parameters.items[i];
        json_t *p = must(json_object());
        const char *type = parameter->type.name ? parameter->type.name : ip_parse_type_kind_name(parameter->type.kind);
        set(p, "name", string(arena, parameter->name));
        set(p, "type", string(arena, type));
        append(parameters, p);
    }
    for (int i = 0; i < program->statements.count; i++)
        append(statements, statement_object(arena, &program->statements.items[i]));
    set(object, "name", string(arena, program->name));
    set(object, "file", string(arena, program->range.source ? program->range.source->path : NULL));
    set(object, "line", json_integer(ip_range_position(program->range).line));
    set(object, "understood", json_string(ip_frontend_understanding_name(understood)));
    if (program->declared)
        set(object, "declared_level", json_string(program->declared));
    if (refusals)
        set(object, "not_run", refusals_array(arena, refusals));
    set(object, "parameters", parameters);
    set(object, "statements", statements);
    return object;
}

static json_t *note_object(ip_arena *arena, const ip_diagnostic *note)
{
    json_t *object = must(json_object());
    set(object, "kind", json_string(ip_diagnostic_kind_name(note->kind)));
    ip_report_position_to_json(arena, object, note->range);
    set(object, "transaction", string(arena, note->transaction));
    set(object, "message", string(arena, note->message));
    return object;
}

/* ------------------------------------------------------------ anomalies -- */

static json_t *instance_id(int instance)
{
    return json_sprintf("T%d", instance + 1);
}

static json_t *instance_object(ip_arena *arena, int id, const ip_instance *instance)
{
    json_t *object = must(json_object()), *arguments = must(json_object());
    for (int i = 0; i < ip_report_argument_count(instance); i++)
        set(arguments, ip_utf8(arena, instance->program->parameters.items[i].name),
            value_of(arena, &instance->arguments[i]));
    set(object, "id", instance_id(id));
    set(object, "transaction", string(arena, instance->program->name));
    set(object, "level", string(arena, instance->level));
    set(object, "arguments", arguments);
    return object;
}

static json_t *dependency_object(ip_arena *arena, const ip_dependency *dependency)
{
    json_t *object = must(json_object()), *columns = must(json_array()), *key = json_null();
    const ip_table *table = dependency->table;
    for (int i = 0; i < dependency->column_count; i++) {
        int column = dependency->columns[i];
        append(columns, string(arena, column < 0 ? EXISTENCE : table->columns.items[column].name));
    }
    if (dependency->key_count > 0) {
        key = must(json_object());
        for (int i = 0; i < dependency->key_count; i++)
            set(key, ip_utf8(arena, table->columns.items[dependency->key_columns[i]].name),
                value_of(arena, &dependency->key[i]));
    }
    set(object, "from", instance_id(dependency->from));
    set(object, "to", instance_id(dependency->to));
    set(object, "type", json_string(ip_anomaly_dependency_type_name(dependency->type)));
    set(object, "table", string(arena, table ? table->name : NULL));
    set(object, "columns", columns);
    set(object, "key", key);
    set(object, "from_statement", json_integer(dependency->from_statement));
    set(object, "to_statement", json_integer(dependency->to_statement));
    return object;
}

static json_t *equal_order(const ip_anomaly *anomaly)
{
    if (!anomaly->replay.equal_serial_order)
        return json_null();
    json_t *order = must(json_array());
    for (int i = 0; i < anomaly->instance_count; i++)
        append(order, instance_id(anomaly->replay.equal_serial_order[i]));
    return order;
}

/* An anomaly without confirmation has no schedule, but a reason. */
static json_t *replay_object(ip_arena *arena, const ip_anomaly *anomaly)
{
    static const char *const names[] = {
        [IP_REPLAY_NOT_RUN] = "not-run", [IP_REPLAY_CONFIRMED] = "confirmed", [IP_REPLAY_REFUTED] = "refuted"};
    const ip_replay *replay = &anomaly->replay;
    bool confirmed = replay->status == IP_REPLAY_CONFIRMED;
    json_t *object = must(json_object());
    set(object, "status", json_string(names[replay->status]));
    set(object, "reason", string(arena, replay->reason));
    set(object, "observable",
        confirmed && (replay->observable || replay->equal_serial_order) ? json_boolean(replay->observable)
                                                                        : json_null());
    set(object, "equal_serial_order", equal_order(anomaly));
    if (confirmed)
        set(object, "rows_differ", json_boolean(replay->rows_differ));
    if (replay->guesses_number)
        set(object, "guesses_number", json_true());
    if (confirmed)
        set(object, "in_time", json_boolean(replay->in_time));
    set(object, "initial_rows", json_array());
    set(object, "schedule", json_array());
    if (replay->schedule && !ip_schedule_to_json(replay->schedule, object))
        must(NULL);
    return object;
}

/* Where statements have their own snapshots: the number of commits in each; else null. */
static json_t *snapshots_of(const ip_anomaly *anomaly)
{
    json_t *all = anomaly->snapshots ? must(json_array()) : json_null();
    for (int i = 0; anomaly->snapshots && i < anomaly->instance_count; i++) {
        json_t *of_instance = must(json_array());
        for (int s = 0; s < anomaly->snapshots[i].count; s++)
            append(of_instance, json_integer(anomaly->snapshots[i].items[s]));
        append(all, of_instance);
    }
    return all;
}

json_t *ip_report_anomaly_to_json(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly)
{
    const char *harm = ip_report_harm_text(arena, schema, anomaly);
    int n = anomaly->instance_count;
    json_t *object = must(json_object()), *instances = must(json_array()), *dependencies = must(json_array());
    json_t *commit_order = must(json_array()), *visible = must(json_array());
    for (int i = 0; i < n; i++) {
        append(instances, instance_object(arena, i, &anomaly->instances[i]));
        append(dependencies, dependency_object(arena, &anomaly->dependencies[i]));
        if (anomaly->commit_order)
            append(commit_order, instance_id(anomaly->commit_order[i]));
    }
    for (int t = 0; anomaly->visible && t < n; t++)
        for (int u = 0; u < n; u++)
            if (anomaly->visible[t * n + u])
                append(visible, json_pack("[o,o]", instance_id(t), instance_id(u)));
    set(object, "id", string(arena, anomaly->id));
    set(object, "kind", json_string(ip_anomaly_kind_name(anomaly->kind)));
    set(object, "harm", *harm ? string(arena, harm) : json_null());
    set(object, "instances", instances);
    set(object, "dependencies", dependencies);
    set(object, "commit_order", commit_order);
    set(object, "visible", visible);
    set(object, "snapshots", snapshots_of(anomaly));
    set(object, "approximated", json_boolean(anomaly->approximated));
    set(object, "replay", replay_object(arena, anomaly));
    set(object, "suppressed", json_boolean(anomaly->suppressed));
    return object;
}

/* ------------------------------------------------------------------ top -- */

/* Longer lists of names would make the report grow with the square of the number of programs. */
enum { NAMED_IN_FULL = 200 };

static json_t *names_of_set(ip_arena *arena, const ip_workload *workload, const bool *set)
{
    json_t *names = must(json_array());
    for (int p = 0; p < workload->programs.count; p++)
        if (set[p])
            append(names, string(arena, workload->programs.items[p]->name));
    return names;
}

/* The first set that has it, without itself. sharing: NULL: all are named. */
static json_t *safe_with(ip_arena *arena, const ip_workload *workload, const ip_level_result *result, int program)
{
    json_t *names = must(json_array());
    int own = result->programs[program].safe_set, size = 0;
    const bool *set = own < 0 ? NULL : result->safe_sets.items[own];
    for (int p = 0; set && p < workload->programs.count; p++)
        size += set[p];
    for (int p = 0; set && p < workload->programs.count; p++)
        if (set[p] && p != program && (size <= NAMED_IN_FULL || result->components[p] == result->components[program]))
            append(names, string(arena, workload->programs.items[p]->name));
    return names;
}

static json_t *program_result_object(ip_arena *arena, const ip_workload *workload, const ip_level_result *result,
                                     int program)
{
    const ip_program_result *of = &result->programs[program];
    json_t *object = must(json_object()), *unsafe_in = must(json_array());
    for (int i = 0; i < of->unsafe_in.count; i++)
        append(unsafe_in, string(arena, result->anomalies.items[of->unsafe_in.items[i]].id));
    set(object, "transaction", string(arena, workload->programs.items[program]->name));
    set(object, "safe_set", of->safe_set < 0 ? json_null() : json_integer(of->safe_set));
    set(object, "safe_with", safe_with(arena, workload, result, program));
    set(object, "unsafe_in", unsafe_in);
    set(object, "undecided_because", string(arena, of->undecided_because));
    ip_report_position_to_json(arena, object, of->undecided_at);
    return object;
}

static void set_parts(ip_arena *arena, json_t *object, const ip_workload *workload, const ip_level_result *result)
{
    json_t *sets = must(json_array()), *programs = must(json_array());
    for (int s = 0; s < result->safe_sets.count && result->programs; s++)
        append(sets, names_of_set(arena, workload, result->safe_sets.items[s]));
    for (int p = 0; p < workload->programs.count && result->programs; p++)
        append(programs, program_result_object(arena, workload, result, p));
    set(object, "safe_sets", sets);
    set(object, "programs", programs);
}

static json_t *denial_object(ip_arena *arena, const ip_workload *workload, const ip_denied *denied)
{
    static const char *const states[] = {
#define X(id, state, name) [id] = state,
        IP_DENIALS(X)
#undef X
    };
    json_t *object = must(json_object());
    set(object, "transaction", string(arena, workload->programs.items[denied->program]->name));
    set(object, "statement", denied->statement < 0 ? json_null() : json_integer(denied->statement));
    ip_report_position_to_json(arena, object, denied->range);
    set(object, "sqlstate", json_string(states[denied->denial]));
    set(object, "with", names_of_set(arena, workload, denied->with));
    set(object, "handled", json_boolean(denied->handled));
    return object;
}

static json_t *statistics_object(const ip_statistics *of)
{
    json_t *statistics = must(json_object());
    set(statistics, "queries", json_integer(of->queries));
    set(statistics, "solver_seconds", json_real(of->solver_seconds));
    set(statistics, "seconds", json_real(of->seconds));
    return statistics;
}

static json_t *proof_of(ip_arena *arena, const ip_level_result *result)
{
    if (!result->proof_method)
        return json_null();
    json_t *proof = must(json_object());
    set(proof, "method", string(arena, result->proof_method));
    set(proof, "detail", string(arena, result->proof_detail ? result->proof_detail : ""));
    return proof;
}

/* Does this shard decide the program, as one of those that share data with another one? */
static bool is_beside(const ip_level_result *result, int program, int other)
{
    return !result->elsewhere[program] &&
           (!result->components || result->components[program] == result->components[other]);
}

/* The decisions of this shard, for isoproof merge: without its programs' anomalies, which are listed with all
 * others. */
static json_t *shard_object(ip_arena *arena, const ip_workload *workload, const ip_level_result *result)
{
    json_t *object = must(json_object()), *components = must(json_array());
    int count = workload->programs.count;
    for (int first = 0; first < count; first++) {
        bool known = result->elsewhere[first];
        for (int p = 0; p < first && !known; p++)
            known = is_beside(result, p, first);
        if (known)
            continue;
        bool *members = IP_NEW_ARRAY(arena, bool, count);
        for (int p = first; p < count; p++)
            members[p] = is_beside(result, p, first);
        append(components, names_of_set(arena, workload, members));
    }
    ip_verdict verdict = result->proof_method ? IP_SAFE : result->verdict;
    set(object, "verdict", json_string(ip_anomaly_verdict_name(verdict)));
    set(object, "proof", proof_of(arena, result));
    set(object, "components", components);
    return object;
}

static json_t *result_object(ip_arena *arena, const ip_workload *workload, const ip_level_result *result,
                             bool statistics)
{
    json_t *object = must(json_object()), *anomalies = must(json_array());
    for (int i = 0; i < result->anomalies.count; i++)
        append(anomalies, ip_report_anomaly_to_json(arena, &workload->schema, &result->anomalies.items[i]));
    set(object, "level", string(arena, result->level));
    set(object, "verdict", json_string(ip_anomaly_verdict_name(result->verdict)));
    set(object, "reason", string(arena, result->verdict == IP_UNDECIDED ? result->reason : NULL));
    if (result->not_delayed)
        set(object, "not_delayed", string(arena, result->not_delayed));
    if (result->rest)
        set(object, "only_suppressed", json_true());
    set(object, "proof", result->verdict == IP_SAFE ? proof_of(arena, result) : json_null());
    if (result->only_promised)
        set(object, "only_promised", json_true());
    if (result->elsewhere)
        set(object, "shard", shard_object(arena, workload, result));
    set(object, "searched_cycle_length", json_integer(result->searched_cycle_length));
    set(object, "anomalies", anomalies);
    set_parts(arena, object, workload, result);
    json_t *refusals = must(json_array());
    for (int i = 0; i < result->denials.count; i++)
        append(refusals, denial_object(arena, workload, &result->denials.items[i]));
    set(object, "refusals", refusals);
    if (statistics)
        set(object, "statistics", statistics_object(&result->statistics));
    return object;
}

static json_t *promises_array(ip_arena *arena, const ip_report_data *report)
{
    json_t *array = must(json_array());
    for (int i = 0; i < report->promises.count; i++) {
        const ip_promise *promise = &report->promises.items[i];
        json_t *object = must(json_object());
        set(object, "transaction", string(arena, report->workload->programs.items[promise->program]->name));
        set(object, "level", string(arena, promise->level));
        set(object, "kept", json_boolean(promise->kept));
        set(object, "reason", string(arena, promise->reason));
        ip_report_position_to_json(arena, object, report->workload->programs.items[promise->program]->promised_at);
        append(array, object);
    }
    return array;
}

void ip_report_json(const ip_report_data *report, FILE *out, bool statistics)
{
    ip_arena *arena = ip_arena_new();
    json_t *top = must(json_object()), *files = must(json_array()), *transactions = must(json_array());
    json_t *notes = must(json_array()), *results = must(json_array()), *digests = must(json_array());
    for (int i = 0; i < report->workload->sources.count; i++) {
        const ip_source *source = report->workload->sources.items[i];
        append(files, string(arena, source->path));
        append(digests, string(arena, ip_anomaly_file_digest(arena, source->text, source->length)));
    }
    const ip_coverage *coverage = ip_frontend_coverage_find(arena, report->workload, report->diagnostics);
    for (int i = 0; i < report->workload->programs.count; i++)
        append(transactions,
               transaction_object(arena, report->workload->programs.items[i], coverage->program_classes[i],
                                  report->refusals ? &report->refusals[i] : NULL));
    for (int i = 0; i < report->diagnostics->list.count; i++)
        append(notes, note_object(arena, &report->diagnostics->list.items[i]));
    for (int i = 0; i < report->results.count; i++)
        append(results, result_object(arena, report->workload, &report->results.items[i], statistics));
    set(top, "format", json_string("isoproof-report"));
    set(top, "format_version", json_integer(1));
    set(top, "version", json_string(IP_VERSION));
    set(top, "files", files);
    set(top, "digests", digests);
#define SET(flag, name)                                                                                                \
    if (report->workload->flags & flag)                                                                                \
        set(top, name, json_true());
    IP_READ_FLAGS(SET)
#undef SET
    if (report->sessions)
        set(top, "sessions", json_true());
    if (report->shard_count)
        set(top, "shard", json_pack("[i, i]", report->shard, report->shard_count));
    if (report->workload->included.count) {
        json_t *included = must(json_array());
        for (int i = 0; i < report->workload->included.count; i++) {
            const ip_source *source = report->workload->included.items[i];
            json_t *file = must(json_object());
            set(file, "file", string(arena, source->path));
            set(file, "digest", string(arena, ip_anomaly_file_digest(arena, source->text, source->length)));
            append(included, file);
        }
        set(top, "included", included);
    }
    set(top, "transactions", transactions);
    set(top, "notes", notes);
    set(top, "coverage", ip_report_coverage_to_json(arena, coverage, statistics));
    set(top, "results", results);
    if (report->promises.count)
        set(top, "promises", promises_array(arena, report));
    if (report->advice)
        set(top, "advice", ip_report_advice_to_json(arena, report));
    json_dumpf(top, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    fputc('\n', out);
    json_decref(top);
    ip_arena_free(arena);
}
