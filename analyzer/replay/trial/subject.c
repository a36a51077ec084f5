/* The anomaly with the code of its instances; values worth trying: the programs' literals, the arguments, round
 * numbers. */
#include "replay/trial/subject.h"

#include "replay/trial/labels.h"

#include "replay/trial/derived_values.h"
#include "replay/trial/special_values.h"
#include "replay/world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

bool ip_trial_value_list_same(ip_datum a, ip_datum b)
{
    return a.kind == b.kind && ip_value_datum_equal(a, b);
}

void ip_trial_value_list_add(ip_arena *arena, ip_value_list *values, ip_datum value)
{
    for (int i = 0; i < values->count; i++)
        if (ip_trial_value_list_same(values->items[i], value))
            return;
    IP_PUSH(arena, values, value);
}

void ip_trial_value_list_add_text(ip_arena *arena, ip_value_list *values, ip_type type, const char *text)
{
    const char *error = NULL;
    ip_code_type precise = ip_value_code_type_of(type);
    ip_datum value = ip_value_datum_parse(arena, &precise, text, &error);
    if (!error)
        ip_trial_value_list_add(arena, values, value);
}

static const char *const *usual_texts(ip_type type)
{
    static const char *const numbers[] = {"1", "0", "100", "2", "10", "-1", "1000", "1000000", "0.5", NULL};
    static const char *const texts[] = {"a", "b", "00000000-0000-0000-0000-000000000001", "{}", "", NULL};
    static const char *const booleans[] = {"true", "false", NULL};
    static const char *const times[] = {"2024-01-01", "2024-01-01 00:00:00",
                                        "2024-01-02", "2024-01-02 00:00:00",
                                        "00:00:00",   "1 day",
                                        "2000-01-02", "2030-06-07",
                                        "23:59:00",   "2 years",
                                        NULL};
    static const char *const arrays[] = {"{1}", "{1,1}", "{a}", "{}", NULL};
    static const char *const others[] = {"1",
                                         "a",
                                         "00000000-0000-0000-0000-000000000001",
                                         "{}",
                                         "[1,3)",
                                         "[5,7)",
                                         "[2,6)",
                                         "[2024-01-01,2024-01-03)",
                                         "[2024-01-05,2024-01-07)",
                                         "[2024-01-02,2024-01-06)",
                                         NULL};
    if (type.array)
        return arrays;
    switch (type.kind) {
    case IP_INTEGER:
    case IP_NUMERIC:
        return numbers;
    case IP_TEXT:
        return texts;
    case IP_BOOLEAN:
        return booleans;
    case IP_TIME:
        return times;
    case IP_OTHER:
        break;
    }
    return others;
}

/* One more and one less: conditions are often about being above or below. */
static void add_near(ip_arena *arena, ip_value_list *values, ip_type type, const char *number)
{
    char *end;
    long long value = strtoll(number, &end, 10);
    if (end == number || *end || value < -1000000000 || value > 1000000000)
        return;
    ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "%lld", value + 1));
    ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "%lld", value - 1));
}

/* bit(n) has just those of n bits. */
static void add_bits(ip_arena *arena, ip_value_list *values, ip_type type)
{
    enum { SHOWN = 64, LAST = 3 };
    int n = 0;
    if (!type.name || type.array || sscanf(type.name, "bit(%d)", &n) != 1 || n < 1 || n > SHOWN)
        return;
    for (int number = 0; number <= LAST; number++) {
        char *bits = ip_arena_printf(arena, "%0*d", n, 0);
        bits[n - 1] = (char)('0' + (number & 1));
        if (n > 1)
            bits[n - 2] = (char)('0' + (number >> 1));
        ip_trial_value_list_add_text(arena, values, type, bits);
    }
}

static bool is_number(ip_type type)
{
    return !type.array && (type.kind == IP_INTEGER || type.kind == IP_NUMERIC);
}

static void find_usual(ip_arena *arena, ip_subject *subject, ip_value_list *values, ip_type type, int instance)
{
    const char *const *usual = usual_texts(type);
    for (int turn = 0; turn < subject->count; turn++) {
        const ip_instance *of = &subject->anomaly->instances[(instance + turn) % subject->count];
        for (int p = 0; p < of->program->parameters.count; p++) {
            ip_type other = of->program->parameters.items[p].type;
            if (other.array != type.array || (other.kind != type.kind && !(is_number(other) && is_number(type))))
                continue;
            if (!of->short_arguments[p].null && of->short_arguments[p].text)
                ip_trial_value_list_add_text(arena, values, type, of->short_arguments[p].text);
        }
    }
    ip_trial_value_list_add_text(arena, values, type, usual[0]);
    if (!type.array)
        for (int k = 0; k <= IP_OTHER; k++) {
            if (k != (int)type.kind && !(is_number(type) && (k == IP_INTEGER || k == IP_NUMERIC)))
                continue;
            for (int i = 0; i < subject->constants[k].count; i++) {
                ip_trial_value_list_add_text(arena, values, type, subject->constants[k].items[i]);
                if (is_number(type))
                    add_near(arena, values, type, subject->constants[k].items[i]);
            }
        }
    for (int i = 0; usual[i]; i++)
        ip_trial_value_list_add_text(arena, values, type, usual[i]);
    add_bits(arena, values, type);
    ip_trial_value_list_add_special(arena, subject, values, type);
    ip_trial_value_list_add_derived(arena, subject, values, type);
}

static bool same_type(ip_type a, ip_type b)
{
    return a.kind == b.kind && a.array == b.array &&
           (a.name == b.name || (a.name && b.name && strcmp(a.name, b.name) == 0));
}

const ip_value_list *ip_trial_subject_usual(ip_subject *subject, ip_type type, int instance)
{
    const struct ip_usual *known = NULL;
    for (int i = 0; i < subject->usual.count && !known; i++)
        if (subject->usual.items[i].instance == instance && same_type(subject->usual.items[i].type, type))
            known = &subject->usual.items[i];
    if (!known) {
        struct ip_usual fresh = {.type = type, .instance = instance};
        find_usual(subject->arena, subject, &fresh.values, type, instance);
        IP_PUSH(subject->arena, &subject->usual, fresh);
        known = &subject->usual.items[subject->usual.count - 1];
    }
    return &known->values;
}

/* Columns get many lists: each takes its memory at once. */
static void make_room(ip_arena *arena, ip_value_list *values, int more)
{
    if (values->count + more <= values->capacity)
        return;
    values->capacity = values->count + more + 1; /* NULL comes last */
    ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, values->capacity);
    if (values->count)
        memcpy(items, values->items, sizeof *items * (size_t)values->count);
    values->items = items;
}

void ip_trial_value_list_add_usual(ip_arena *arena, ip_subject *subject, ip_value_list *values, ip_type type,
                                   int instance)
{
    const ip_value_list *usual = ip_trial_subject_usual(subject, type, instance);
    int before = values->count; /* the usual ones are all different */
    make_room(arena, values, usual->count);
    for (int i = 0; i < usual->count; i++) {
        bool new = true;
        for (int k = 0; k < before && new; k++)
            new = !ip_trial_value_list_same(values->items[k], usual->items[i]);
        if (new)
            IP_PUSH(arena, values, usual->items[i]);
    }
}

/* ---- literals of the programs ---- */

static void add_text_once(ip_arena *arena, ip_text_list *texts, const char *text)
{
    for (int i = 0; i < texts->count; i++)
        if (strcmp(texts->items[i], text) == 0)
            return;
    IP_PUSH(arena, texts, text);
}

static void add_constant(ip_subject *subject, ip_type_kind kind, const char *text)
{
    add_text_once(subject->arena, &subject->constants[kind], text);
}

/* date '2024-01-01': the text between the quotes. */
static const char *quoted_part(ip_arena *arena, const char *literal)
{
    const char *begin = strchr(literal, '\''), *end = strrchr(literal, '\'');
    return begin && end > begin ? ip_arena_strndup(arena, begin + 1, (size_t)(end - begin - 1)) : literal;
}

/* in_call: below a function's call, whose numbers are no numbers of rows: left(note, 500). */
static void collect_expr_in(ip_subject *subject, const ip_expr *e, bool in_call)
{
    if (!e)
        return;
    if (e->kind == IP_EXPR_INTEGER) {
        add_constant(subject, IP_INTEGER, e->text);
        if (!in_call)
            add_text_once(subject->arena, &subject->limits, e->text);
    } else if (e->kind == IP_EXPR_NUMERIC)
        add_constant(subject, IP_NUMERIC, e->text);
    else if (e->kind == IP_EXPR_TEXT)
        for (int k = IP_TEXT; k <= IP_OTHER; k++)
            add_constant(subject, (ip_type_kind)k, e->text);
    else if (e->kind == IP_EXPR_TIME)
        add_constant(subject, IP_TIME, quoted_part(subject->arena, e->text));
    ip_trial_derive_fields(subject, e);
    if (e->kind == IP_EXPR_OPERATOR || e->kind == IP_EXPR_CALL)
        for (int i = 0; i < e->arg_count; i++)
            collect_expr_in(subject, e->args[i], in_call || e->kind == IP_EXPR_CALL);
}

static void collect_expr(ip_subject *subject, const ip_expr *e)
{
    collect_expr_in(subject, e, false);
}

/* Of a CHECK. */
static void collect_code(ip_subject *subject, const ip_code_expr *e)
{
    if (!e)
        return;
    if (e->kind == IP_CODE_CONSTANT && !e->null && e->unknown)
        for (int k = 0; k <= IP_OTHER; k++)
            add_constant(subject, (ip_type_kind)k, e->text);
    else if (e->kind == IP_CODE_CONSTANT && !e->null)
        add_constant(subject, e->cast.type.kind, e->text);
    for (int i = 0; i < e->arg_count; i++)
        collect_code(subject, e->args[i]);
}

/* Literals of a domain's constraints, or an enum's labels: conditions that raise. */
static void collect_domain(ip_subject *subject, const ip_code *domain)
{
    bool known = !domain || !domain->labels.count;
    for (int i = 0; i < subject->enums.count; i++)
        known = known || subject->enums.items[i] == domain;
    if (!known)
        IP_PUSH(subject->arena, &subject->enums, domain);
    for (int i = 0; domain && i < domain->body.count; i++)
        for (int b = 0; b < domain->body.items[i]->branches.count; b++)
            collect_code(subject, domain->body.items[i]->branches.items[b].condition);
}

/* Values that an EXECUTE may insert into its text as a name, or after the beginning of a name. */
static void collect_names(ip_subject *subject, const ip_statement *statement)
{
    enum { MOST_NAMES = 8 };
    for (int q = 0; q < statement->sources.count && q < MOST_NAMES; q++) {
        const ip_table *table = statement->sources.items[q].table;
        const char *dot = strchr(table->name, '.'), *name = dot ? dot + 1 : table->name;
        if (table->others || table->locks_only)
            continue;
        add_constant(subject, IP_TEXT, name);
        for (const char *part = strchr(name, '_'); part; part = strchr(part + 1, '_')) {
            add_constant(subject, IP_TEXT, part + 1);
            if (part[1] && strspn(part + 1, "0123456789") == strlen(part + 1))
                add_constant(subject, IP_INTEGER, part + 1);
        }
    }
}

static void collect_constants(ip_subject *subject, const ip_program *program)
{
    for (int v = 0; v < program->variables.count; v++) {
        collect_expr(subject, program->variables.items[v].expr);
        ip_trial_note_accesses(subject, program->variables.items[v].expr);
    }
    for (int s = 0; s < program->statements.count; s++) {
        const ip_statement *statement = &program->statements.items[s];
        collect_expr(subject, statement->path);
        if (statement->kind == IP_UNKNOWN)
            collect_names(subject, statement);
        if (statement->kind == IP_INSERT)
            subject->inserted[statement->sources.items[0].table->id] = true;
        for (int q = 0; q < statement->sources.count; q++) {
            const ip_row_source *source = &statement->sources.items[q];
            collect_expr(subject, source->filter);
            if (source->table && !source->table->others)
                subject->named[source->table->id] = true;
        }
        for (int o = 0; o < statement->outputs.count; o++)
            ip_trial_note_accesses(subject, statement->outputs.items[o].expr);
        if (statement->assignments && statement->sources.count)
            for (int c = 0; c < statement->sources.items[0].table->columns.count; c++)
                collect_expr(subject, statement->assignments[c]);
    }
}

/* ---- the subject ---- */

static void read_clue(ip_subject *subject, const ip_model_row *model_row)
{
    int n = model_row->table->columns.count;
    bool *known = IP_NEW_ARRAY(subject->arena, bool, n);
    ip_datum *values = IP_NEW_ARRAY(subject->arena, ip_datum, n);
    for (int c = 0; c < n; c++) {
        const ip_value *value = &model_row->columns[c];
        if (!value->text || (value->null && model_row->table->columns.items[c].not_null))
            continue;
        known[c] = true;
        if (value->null)
            continue;
        const char *error = NULL;
        ip_code_type type = ip_value_code_type_of_column(&model_row->table->columns.items[c]);
        values[c] = ip_value_datum_parse(subject->arena, &type, value->text, &error);
        known[c] = !error;
    }
    ip_clue clue = {model_row->instance, model_row->table, model_row->present, known, values};
    IP_PUSH(subject->arena, &subject->clues, clue);
}

static const char *not_run(ip_arena *arena, const ip_program *program)
{
    const ip_code *code = program->code;
    if (!code)
        return ip_arena_printf(arena, "%s is not run in memory", program->name);
    ip_position place = ip_range_position(code->why_not_range);
    if (!code->why_not_range.source)
        return ip_arena_printf(arena, "%s is not run in memory: %s", program->name, code->why_not);
    return ip_arena_printf(arena, "%s:%d: %s is not run in memory", code->why_not_range.source->path, place.line,
                           code->why_not);
}

/* A table that no file creates is not there in memory. */
static bool is_of_other_table(const ip_anomaly *anomaly)
{
    bool any = false;
    for (int d = 0; d < anomaly->instance_count; d++)
        any = any || (anomaly->dependencies[d].table && anomaly->dependencies[d].table->others);
    return any;
}

ip_subject *ip_trial_subject_new(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly,
                                 const ip_level *const *levels, const char **why)
{
    if (anomaly->instance_count > IP_WORLD_MOST) {
        *why = ip_arena_printf(arena, "more than %d instances are not run in memory", (int)IP_WORLD_MOST);
        return NULL;
    }
    if (is_of_other_table(anomaly)) {
        *why = "it is about a table that no file creates; with --complete-schema there is none";
        return NULL;
    }
    ip_subject *subject = IP_NEW(arena, ip_subject);
    subject->arena = arena;
    subject->schema = schema;
    subject->anomaly = anomaly;
    subject->count = anomaly->instance_count;
    subject->levels = levels;
    subject->inserted = IP_NEW_ARRAY(arena, bool, schema->tables.count);
    subject->named = IP_NEW_ARRAY(arena, bool, schema->tables.count);
    subject->codes = IP_NEW_ARRAY(arena, const ip_code *, anomaly->instance_count);
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_program *program = anomaly->instances[i].program;
        subject->codes[i] = program->code;
        if (!program->code || program->code->why_not) {
            *why = not_run(arena, program);
            return NULL;
        }
        bool seen = false;
        for (int j = 0; j < i; j++)
            seen = seen || anomaly->instances[j].program == program;
        if (!seen)
            collect_constants(subject, program);
        for (int p = 0; !seen && p < program->code->parameter_count; p++)
            collect_domain(subject, program->code->variables.items[p].type.domain);
    }
    for (int t = 0; t < schema->tables.count; t++) {
        const ip_code_table *code = schema->tables.items[t]->code;
        if (!code) /* it stands for locks */
            continue;
        for (int k = 0; k < code->checks.count; k++)
            collect_code(subject, code->checks.items[k]);
        for (int c = 0; c < schema->tables.items[t]->columns.count; c++)
            collect_domain(subject, schema->tables.items[t]->columns.items[c].domain_check);
        if (code->partition)
            collect_code(subject, code->partition);
    }
    for (int s = 0; s < anomaly->model_row_count; s++)
        if (!anomaly->model_rows[s].table->others)
            read_clue(subject, &anomaly->model_rows[s]);
    ip_trial_use_labels(subject);
    return subject;
}

/* ---- numbers from sequences ---- */

static ip_datum renamed_once(ip_arena *arena, const struct ip_rename *rename, ip_datum value)
{
    if (value.kind == IP_DATUM_ARRAY) {
        ip_datum *items = IP_NEW_ARRAY(arena, ip_datum, value.count);
        for (int i = 0; i < value.count; i++)
            items[i] = renamed_once(arena, rename, value.as.items[i]);
        value.as.items = items;
        return value;
    }
    return ip_trial_value_list_same(value, rename->from) ? rename->to : value;
}

ip_datum ip_trial_subject_renamed(ip_arena *arena, const ip_subject *subject, ip_datum value)
{
    for (int i = 0; i < subject->renames.count; i++) {
        ip_datum now = renamed_once(arena, &subject->renames.items[i], value);
        if (!ip_trial_value_list_same(now, value))
            return now;
    }
    return value;
}

bool ip_trial_subject_rename(ip_subject *subject, ip_datum from, ip_datum to)
{
    if (ip_trial_value_list_same(from, to))
        return false;
    for (int i = 0; i < subject->renames.count; i++)
        if (ip_trial_value_list_same(subject->renames.items[i].from, from) ||
            ip_trial_value_list_same(subject->renames.items[i].to, from))
            return false;
    struct ip_rename rename = {ip_value_datum_copy(subject->arena, from), ip_value_datum_copy(subject->arena, to)};
    IP_PUSH(subject->arena, &subject->renames, rename);
    for (int i = 0; i < subject->clues.count; i++) {
        ip_clue *clue = &subject->clues.items[i];
        for (int c = 0; c < clue->table->columns.count; c++)
            if (clue->known[c])
                clue->values[c] = renamed_once(subject->arena, &rename, clue->values[c]);
    }
    return true;
}
