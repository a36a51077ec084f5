/* Arguments, rows and dependencies, as the solver's model has them. */
#include "question/counterexample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anomaly/anomaly_kind.h"
#include "anomaly/fingerprint.h"

static bool is_of(ip_type type, const char *name)
{
    size_t length = strlen(name);
    return type.name && strncmp(type.name, name, length) == 0 && (!type.name[length] || type.name[length] == ' ');
}

/* Times and texts are opaque codes to the solver: only their equality matters. Codes of literals print as the literal,
 * other codes get a generated name. */
static const char *opaque_text(ip_question *q, ip_type type, const char *number)
{
    long long code = strtoll(number, NULL, 10), hour = llabs(code) / 28 % 24;
    if (type.kind == IP_TIME && is_of(type, "time"))
        return ip_arena_printf(q->arena, "%02lld:%02lld:00", hour, llabs(code) % 28);
    if (type.kind == IP_TIME && is_of(type, "interval"))
        return ip_arena_printf(q->arena, "%lld days", llabs(code));
    if (type.kind == IP_TIME)
        return ip_arena_printf(q->arena, "2024-01-%02lld %02lld:00:00", 1 + llabs(code) % 28, hour);
    const char *literal = ip_encoding_text(q->encoding, code);
    if (literal)
        return literal;
    if (is_of(type, "uuid"))
        return ip_arena_printf(q->arena, "00000000-0000-0000-0000-%012llx", llabs(code) & 0xFFFFFFFFFFFF);
    if (is_of(type, "oid") || is_of(type, "json") || is_of(type, "jsonb"))
        return ip_arena_printf(q->arena, "%lld", llabs(code));
    if (is_of(type, "inet") || is_of(type, "cidr"))
        return ip_arena_printf(q->arena, "10.%lld.%lld.%lld", llabs(code) >> 16 & 255, llabs(code) >> 8 & 255,
                               llabs(code) & 255);
    return code < 0 ? ip_arena_printf(q->arena, "text-%lld", -code) : ip_arena_printf(q->arena, "text%lld", code);
}

/* Z3 writes rationals as a/b: as SQL decimals where they are short, else as a quotient. */
static const char *decimal(ip_question *q, Z3_ast value)
{
    const char *text = Z3_get_numeral_string(q->build->z3, value);
    const char *slash = strchr(text, '/');
    if (!slash)
        return ip_arena_strdup(q->arena, text);
    double quotient = strtod(text, NULL) / strtod(slash + 1, NULL);
    char buffer[64];
    snprintf(buffer, sizeof buffer, "%.6g", quotient);
    return ip_arena_strdup(q->arena, buffer);
}

static const char *scalar_text(ip_question *q, Z3_model model, ip_type type, Z3_ast value)
{
    if (type.kind == IP_BOOLEAN)
        return Z3_get_bool_value(q->build->z3, value) == Z3_L_TRUE ? "true" : "false";
    if (!Z3_is_numeral_ast(q->build->z3, value))
        return "?";
    if (type.kind == IP_NUMERIC) {
        bool money = type.name && strcmp(type.name, "money") == 0; /* has none */
        const char *special = money ? NULL : ip_encoding_model_special(q->encoding, model, value);
        return special ? special : decimal(q, value);
    }
    const char *number = ip_arena_strdup(q->arena, Z3_get_numeral_string(q->build->z3, value));
    return type.kind == IP_INTEGER ? number : opaque_text(q, type, number);
}

/* picked: subscripts to show, regardless of the length (related arrays have the same length, which the model does not
 * know); NULL: all, up to a limit. */
static const char *array_text(ip_question *q, Z3_model model, ip_type type, ip_term array, int picks, const int *picked)
{
    enum { SHOWN = 8 };
    ip_type element = {type.kind, false, NULL};
    int length = ip_encoding_model_length(q->encoding, model, array), count = picked ? picks : length;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputc('{', out);
    const char *comma = "";
    for (int i = 1; i <= count && i <= SHOWN; i++) {
        int at = picked ? picked[i - 1] : i;
        if (at < 1)
            continue;
        ip_term item = ip_encoding_model_element(q->encoding, model, array, element, at);
        bool null = Z3_get_bool_value(q->build->z3, item.null) == Z3_L_TRUE;
        fprintf(out, "%s%s", comma, null && !picked ? "NULL" : scalar_text(q, model, element, item.value));
        comma = ",";
    }
    fputs(!picked && length > SHOWN ? ",...}" : "}", out);
    fclose(out);
    const char *copy = ip_arena_strdup(q->arena, text);
    free(text);
    return copy;
}

static ip_value *arguments(ip_question *q, const ip_naming *naming, Z3_model model, int instance, int program,
                           bool shortened)
{
    static const int first[] = {1};
    const int *picked = NULL;
    int picks = 0;
    if (shortened && (picks = ip_encoding_model_iterations(q->encoding, model, instance, program, &picked)) == 0)
        picks = 1, picked = first;
    const ip_program *p = naming->programs[program];
    ip_value *values = IP_NEW_ARRAY(q->arena, ip_value, p->parameters.count);
    for (int i = 0; i < p->parameters.count; i++) {
        ip_type type = p->parameters.items[i].type;
        ip_term term = ip_encoding_model_parameter(q->encoding, model, instance, program, i);
        bool null = Z3_get_bool_value(q->build->z3, term.null) == Z3_L_TRUE;
        null = null && !(type.array && shortened); /* elements outside of an array are NULL, which is rarely intended */
        const char *text = null         ? "NULL"
                           : type.array ? array_text(q, model, type, term, picks, picked)
                                        : scalar_text(q, model, type, term.value);
        values[i] = (ip_value){type, null, text};
    }
    return values;
}

static const int exists_column[] = {-1};

static void dependency(ip_question *q, const ip_naming *naming, Z3_model model, const ip_edge_model *edge, int from,
                       int to, ip_dependency *d)
{
    static const ip_dependency_type types[] = {[IP_EDGE_WR] = IP_WR, [IP_EDGE_WW] = IP_WW, [IP_EDGE_RW] = IP_RW};
    const ip_table *table = naming->schema->tables.items[edge->group->table];
    const ip_table_facts *facts = &naming->facts->tables[table->id];
    d->from = from;
    d->to = to;
    d->type = types[edge->type];
    d->table = table;
    d->column_count = edge->group->exists ? 1 : edge->group->columns.count;
    d->columns = edge->group->exists ? exists_column : edge->group->columns.items;
    d->from_statement = edge->from_statement;
    d->to_statement = edge->to_statement;
    d->key_count = facts->key_count;
    d->key_columns = facts->key;
    ip_value *key = IP_NEW_ARRAY(q->arena, ip_value, facts->key_count);
    for (int i = 0; i < facts->key_count; i++) {
        ip_type type = table->columns.items[facts->key[i]].type;
        key[i] = (ip_value){type, false, i < edge->key_length ? scalar_text(q, model, type, edge->key[i]) : "?"};
    }
    d->key = key;
}

static void model_rows(ip_question *q, const ip_naming *naming, Z3_model model, const int *programs,
                       ip_anomaly *anomaly)
{
    IP_VEC(ip_model_row) all = {0};
    for (int i = 0; i < anomaly->instance_count; i++) {
        ip_row_models seen = ip_encoding_model_rows(q->encoding, model, i, programs[i]);
        for (int r = 0; r < seen.count; r++) {
            const ip_table *table = naming->schema->tables.items[seen.items[r].table];
            ip_value *columns = IP_NEW_ARRAY(q->arena, ip_value, table->columns.count);
            for (int c = 0; c < table->columns.count; c++) {
                ip_type type = table->columns.items[c].type;
                ip_term term = seen.items[r].columns[c];
                bool null = Z3_get_bool_value(q->build->z3, term.null) == Z3_L_TRUE;
                columns[c] = (ip_value){type, null, null ? "NULL" : NULL};
                if (!null && !type.array && term.value)
                    columns[c].text = scalar_text(q, model, type, term.value);
            }
            ip_model_row model_row = {i, table, seen.items[r].present, columns};
            IP_PUSH(q->arena, &all, model_row);
        }
    }
    anomaly->model_rows = all.items;
    anomaly->model_row_count = all.count;
}

static bool is_infinity(const char *text)
{
    return text && (strcmp(text, "Infinity") == 0 || strcmp(text, "-Infinity") == 0);
}

/* values: read from the model a moment ago. */
static void rename_value(const ip_value *values, int count, const char *from, const char *to)
{
    for (int i = 0; i < count; i++)
        if (values[i].type.kind == IP_NUMERIC && values[i].text && strcmp(values[i].text, from) == 0)
            ((ip_value *)values)[i].text = to;
}

/* A column of numeric(p, s) holds NaN, but no infinity (PostgreSQL 15, section 8.1.2), and a model's number far from 0
 * may be either: where one of them is in such a column, it is NaN everywhere. */
static void keep_infinities_out(ip_anomaly *anomaly)
{
    const char *outside = NULL;
    for (int r = 0; r < anomaly->model_row_count; r++) {
        const ip_model_row *row = &anomaly->model_rows[r];
        for (int c = 0; c < row->table->columns.count; c++) {
            const ip_value *value = &row->columns[c];
            bool limited = value->type.kind == IP_NUMERIC && value->type.name && strchr(value->type.name, '(');
            outside = limited && is_infinity(value->text) ? value->text : outside;
        }
    }
    if (!outside)
        return;
    for (int r = 0; r < anomaly->model_row_count; r++)
        rename_value(anomaly->model_rows[r].columns, anomaly->model_rows[r].table->columns.count, outside, "NaN");
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_instance *instance = &anomaly->instances[i];
        rename_value(instance->arguments, instance->program->parameters.count, outside, "NaN");
        rename_value(instance->short_arguments, instance->program->parameters.count, outside, "NaN");
        rename_value(anomaly->dependencies[i].key, anomaly->dependencies[i].key_count, outside, "NaN");
    }
}

static void snapshots(ip_question *q, Z3_model model, const int *programs, ip_anomaly *anomaly)
{
    int n = anomaly->instance_count, steps = 0;
    if (!ip_encoding_has_statement_snapshots(q->encoding))
        return;
    for (int i = 0; i < n; i++) {
        int own = anomaly->instances[i].program->step_count;
        steps = own > steps ? own : steps;
    }
    bool *sees = IP_NEW_ARRAY(q->arena, bool, n *n *steps);
    for (int t = 0; t < n; t++)
        for (int u = 0; u < n; u++)
            for (int s = 0; t != u && s < steps; s++)
                sees[(t * n + u) * steps + s] = ip_encoding_model_sees(q->encoding, model, t, u, programs[u], s);
    anomaly->sees = sees;
    anomaly->sees_steps = steps;
}

bool ip_question_counterexample_read(ip_question *q, const ip_naming *naming, Z3_model model, const int *programs,
                                     int length, ip_anomaly *anomaly)
{
    *anomaly = (ip_anomaly){.instance_count = length};
    anomaly->instances = IP_NEW_ARRAY(q->arena, ip_instance, length);
    anomaly->dependencies = IP_NEW_ARRAY(q->arena, ip_dependency, length);
    int *order = IP_NEW_ARRAY(q->arena, int, length);
    bool *visible = IP_NEW_ARRAY(q->arena, bool, length *length);
    for (int i = 0; i < length; i++) {
        const ip_program *program = naming->programs[programs[i]];
        anomaly->instances[i] =
            (ip_instance){program, naming->levels[programs[i]], arguments(q, naming, model, i, programs[i], false),
                          arguments(q, naming, model, i, programs[i], true)};
        ip_edge_model edge;
        if (!ip_encoding_model_edge(q->encoding, model, i, (i + 1) % length, &edge))
            return false;
        dependency(q, naming, model, &edge, i, (i + 1) % length, &anomaly->dependencies[i]);
        anomaly->approximated = anomaly->approximated || edge.approximated;
        int before = 0;
        for (int j = 0; j < length; j++) {
            if (i == j)
                continue;
            before += ip_encoding_model_true(q->encoding, model, ip_encoding_ar(q->encoding, j, i));
            visible[i * length + j] = ip_encoding_model_true(q->encoding, model, ip_encoding_vis(q->encoding, i, j));
        }
        order[before] = i;
    }
    snapshots(q, model, programs, anomaly);
    model_rows(q, naming, model, programs, anomaly);
    keep_infinities_out(anomaly);
    anomaly->commit_order = order;
    anomaly->visible = visible;
    anomaly->kind = ip_anomaly_classify(anomaly);
    anomaly->id = ip_anomaly_fingerprint(q->arena, anomaly);
    anomaly->place = ip_anomaly_place(q->arena, anomaly);
    ip_question_accept(naming->accepted, anomaly);
    ip_anomaly *found = IP_NEW(q->arena, ip_anomaly);
    *found = *anomaly;
    anomaly->model = found;
    return true;
}
