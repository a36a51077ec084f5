/* Turns recorded statements into a script with a template for each family of transactions. */
#include "templates/templates.h"

#include "base/words.h"
#include "templates/apart.h"
#include "templates/assumptions.h"
#include "templates/branch.h"
#include "templates/iterations.h"
#include "templates/name.h"
#include "templates/parameters.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct named_family {
    ip_family *family;
    const char *name, *body;
    int results; /* numbers of results in the body */
} named_family;

struct ip_templates {
    ip_arena *arena;
    ip_templates_options options;
    ip_forms *forms;
    ip_sessions *sessions;
    ip_families *families;
    ip_aparts *aparts;
    ip_parameter_rules rules;
    long of_others;
    const char *other_database;
    IP_VEC(const char *) databases; /* of the transactions in templates */
};

static void note_database(ip_templates *t, const char *database)
{
    if (!ip_is_one_of(t->databases.items, (size_t)t->databases.count, database))
        IP_PUSH(t->arena, &t->databases, ip_arena_strdup(t->arena, database));
}

static void add_transaction(void *context, const ip_transaction *transaction)
{
    ip_templates *t = context;
    ip_templates_families_add(t->families, transaction);
    if (transaction->database && !transaction->rolled_back)
        note_database(t, transaction->database);
    if (!transaction->rolled_back)
        ip_templates_aparts_take(t->aparts, transaction);
}

ip_templates *ip_templates_new(const ip_templates_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_templates *t = IP_NEW(arena, ip_templates);
    t->arena = arena;
    t->options = *options;
    t->rules = (ip_parameter_rules){.schema = options->schema, .support = options->support, .redact = options->redact};
    t->forms = ip_templates_forms_new(arena, options->schema);
    t->families = ip_templates_families_new(arena);
    t->aparts = ip_templates_aparts_new(arena, options->schema);
    t->sessions = ip_templates_sessions_new(arena, t->forms, add_transaction, t);
    return t;
}

void ip_templates_free(ip_templates *t)
{
    if (!t)
        return;
    ip_templates_forms_free(t->forms);
    ip_templates_sessions_free(t->sessions);
    ip_templates_families_free(t->families);
    ip_templates_aparts_free(t->aparts);
    ip_arena_free(t->arena);
}

void ip_templates_take(void *templates, const ip_recorded *recorded)
{
    ip_templates *t = templates;
    if (recorded->kind == IP_RECORDED_GAP) {
        ip_templates_sessions_gap(t->sessions);
        return;
    }
    if (t->options.database && recorded->database && strcmp(t->options.database, recorded->database) != 0) {
        t->of_others += recorded->kind == IP_RECORDED_STATEMENT;
        if (!t->other_database)
            t->other_database = ip_arena_strdup(t->arena, recorded->database);
        return;
    }
    ip_templates_sessions_take(t->sessions, recorded);
}

void ip_templates_end(ip_templates *t, bool redacted)
{
    t->rules.redact |= redacted;
    t->rules.unordered = redacted;
    ip_templates_sessions_end(t->sessions);
    ip_templates_families_settle(t->families);
    ip_templates_branches_join(t->arena, t->families, &t->rules);
    ip_templates_iterations_join(t->arena, t->families, true);
    ip_templates_iterations_settle(t->arena, t->families);
}

const ip_session_counts *ip_templates_counts(const ip_templates *t)
{
    return ip_templates_sessions_counts(t->sessions);
}

long ip_templates_of_others(const ip_templates *t)
{
    return t->of_others;
}

const char *ip_templates_other_database(const ip_templates *t)
{
    return t->other_database;
}

int ip_templates_count(const ip_templates *t)
{
    return ip_templates_families_count(t->families);
}

const char *ip_templates_databases(const ip_templates *t, int *count)
{
    const char *list = "";
    for (int i = 0; i < t->databases.count; i++)
        list = ip_arena_printf(t->arena, "%s%s%s", list, i ? ", " : "", t->databases.items[i]);
    *count = t->databases.count;
    return list;
}

const char *ip_templates_unknown_table(const ip_templates *t)
{
    for (int i = 0; t->options.schema && i < ip_templates_families_count(t->families); i++) {
        const ip_family *f = ip_templates_families_item(t->families, i);
        for (int p = 0; p < f->parts.count; p++)
            for (int k = 0; k < f->parts.items[p].form->tables.count; k++)
                if (!ip_templates_table_named(t->options.schema, f->parts.items[p].form->tables.items[k]))
                    return f->parts.items[p].form->tables.items[k];
    }
    return NULL;
}

/* ------------------------------------------------------------------- ways -- */

/* Writes a value as a literal of its column's type. */
static void write_value(FILE *out, const ip_family *f, const ip_condition *condition, const ip_schema *schema)
{
    const ip_statement_form *form = f->parts.items[condition->part].form;
    ip_type_kind kind = IP_TEXT;
    for (int i = 0; i < form->tables.count; i++) {
        const ip_table *table = ip_templates_table_named(schema, form->tables.items[i]);
        for (int c = 0; table && c < table->columns.count; c++)
            if (strcmp(table->columns.items[c].name, condition->column) == 0)
                kind = table->columns.items[c].type.kind;
    }
    if (kind == IP_BOOLEAN)
        fputs(*condition->value == 't' ? "true" : "false", out);
    else if (kind == IP_INTEGER || kind == IP_NUMERIC)
        fputs(condition->value, out);
    else {
        fputc('\'', out);
        for (const char *at = condition->value; *at; at++)
            fputs(*at == '\'' ? "''" : (char[]){*at, '\0'}, out);
        fputc('\'', out);
    }
}

static void write_condition(FILE *out, const ip_family *f, const ip_condition *condition,
                            const ip_parameter_choice *choices, const ip_schema *schema)
{
    if (condition->kind == IP_NO_ROW || condition->kind == IP_SOME_ROW) {
        fprintf(out, ":rows_of_%d %s 0", condition->part + 1, condition->kind == IP_NO_ROW ? "=" : ">");
        return;
    }
    fprintf(out, ":%s%s", ip_templates_result_prefix(f, condition->part), condition->column);
    if (condition->kind == IP_IS_NULL || condition->kind == IP_IS_NOT_NULL)
        fputs(condition->kind == IP_IS_NULL ? " IS NULL" : " IS NOT NULL", out);
    if (condition->kind == IP_IS_VALUE) {
        fputs(" = ", out);
        write_value(out, f, condition, schema);
    }
    if (condition->kind != IP_COMPARED)
        return;
    fprintf(out, " %s ", condition->sign);
    if (condition->slot < 0)
        fprintf(out, ":%s%s", ip_templates_result_prefix(f, condition->other_part), condition->other_column);
    else if (choices[condition->slot].constant)
        fputs(f->facts[condition->slot].text, out);
    else
        fprintf(out, ":%s", choices[condition->slot].name);
}

/* Writes "-- assume: way_1 = (:row_1_status = 'new') (9 of 9, and in none of the 5 others)". */
static void write_conditions(FILE *out, const ip_family *f, const ip_parameter_choice *choices, const ip_schema *schema)
{
    for (int i = 0; i < f->branches.count; i++) {
        const ip_branch *branch = &f->branches.items[i];
        fprintf(out, "-- assume: way_%d = (", i + 1);
        write_condition(out, f, &branch->condition, choices, schema);
        fprintf(out, ") (%ld of %ld, and in none of the %ld others)\n", branch->seen, branch->seen, branch->else_seen);
    }
}

/* Tells whether a condition uses a column of the part's result, or with rows, its number of rows. */
static bool is_asked(const ip_family *f, int part, bool rows)
{
    for (int i = 0; i < f->branches.count; i++) {
        const ip_condition *c = &f->branches.items[i].condition;
        bool of_rows = c->kind == IP_NO_ROW || c->kind == IP_SOME_ROW;
        if (of_rows == rows && (c->part == part || (c->kind == IP_COMPARED && c->slot < 0 && c->other_part == part)))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------- statements -- */

static void write_names(FILE *out, const ip_template_part *part, const ip_parameter_choice *choices)
{
    int written = 0;
    for (int k = 0; k < part->form->slots.count; k++)
        if (!choices[part->first_slot + k].constant)
            fprintf(out, "%s%s", written++ ? ", " : "-- params: ", choices[part->first_slot + k].name);
    if (written)
        fputc('\n', out);
}

static bool gives_result(const ip_family *f, const ip_template_part *part, const ip_parameter_choice *choices)
{
    for (int i = 0; i < f->slot_count; i++)
        if (choices[i].result_of == part - f->parts.items)
            return true;
    return is_asked(f, (int)(part - f->parts.items), false);
}

/* Writes a mark for each column of the part's rows that lists have. */
static void write_columns(FILE *out, const ip_family *f, int part, const ip_parameter_choice *choices)
{
    for (int i = 0; i < f->slot_count; i++) {
        bool written = choices[i].rows_of != part;
        for (int k = 0; k < i && !written; k++)
            written = choices[k].rows_of == part && strcmp(choices[k].rows_column, choices[i].rows_column) == 0;
        if (!written)
            fprintf(out, "-- isoproof: column %s in %s\n", choices[i].rows_column,
                    ip_templates_rows_name(f, &choices[i]));
    }
}

/* Writes SET app.actor = 'x' as a call of set_config with a parameter. Returns false for any other statement. */
static bool write_setting(FILE *out, const ip_template_part *part, int number)
{
    const char *text = part->form->pieces.items[0].text, *at = text + strspn(text, " ");
    bool local = false;
    if (part->form->role != IP_ROLE_SETTING || strncasecmp(at, "SET ", 4) != 0 || !strchr(at, '\''))
        return false;
    at += 4;
    if (strncasecmp(at, "LOCAL ", 6) == 0 || strncasecmp(at, "SESSION ", 8) == 0) {
        local = strncasecmp(at, "LOCAL ", 6) == 0;
        at += local ? 6 : 8;
    }
    fprintf(out, "-- params: setting_%d\nSELECT set_config('%.*s', $1, %s);\n", number, (int)strcspn(at, " ='"), at,
            local ? "true" : "false");
    return true;
}

/* Returns the type of a parameter that stands for number literals where no column tells it, or NULL. A parameter
 * without one would be text in CASE WHEN x THEN $1 END, which the literal is not. */
static const char *literal_type(const ip_family *f, int slot, const ip_parameter_rules *rules)
{
    const ip_template_slot *at = ip_templates_slot_at(f, slot);
    unsigned kinds = f->facts[slot].kinds;
    if (at->column || at->position || at->placeholder || !at->number || at->list || at->limit || at->text ||
        (kinds & IP_VALUE_OTHER) || rules->redact) /* numbers that replace others do not tell */
        return NULL;
    return kinds & IP_VALUE_NUMERIC ? "numeric" : kinds & IP_VALUE_BIGINT ? "bigint" : "integer";
}

/* Writes the statement's text, with constants and parameters. */
static void write_pieces(FILE *out, const ip_family *f, const ip_template_part *part,
                         const ip_parameter_choice *choices, const ip_parameter_rules *rules)
{
    const ip_statement_form *form = part->form;
    int before = 0; /* parameters before the slot `at`: slots mostly stand in their order */
    for (int i = 0, at = 0; i < form->pieces.count; i++) {
        const ip_form_piece *piece = &form->pieces.items[i];
        fputs(piece->text, out);
        if (piece->slot < 0)
            continue;
        if (piece->slot < at)
            at = before = 0;
        for (; at < piece->slot; at++)
            before += !choices[part->first_slot + at].constant;
        int slot = part->first_slot + piece->slot;
        const char *type = literal_type(f, slot, rules);
        if (choices[slot].constant)
            fputs(f->facts[slot].text, out);
        else
            fprintf(out, "$%d%s%s", before + 1, type ? "::" : "", type ? type : "");
        /* In ARRAY[$1, $2] the type does not follow from the column. */
        if (form->slots.items[piece->slot].list && choices[slot].type && strncmp(piece[1].text, "::", 2) != 0)
            fprintf(out, "::%s[]", choices[slot].type);
    }
}

static void write_statement(FILE *out, const ip_family *f, const ip_template_part *part,
                            const ip_parameter_choice *choices, const ip_parameter_rules *rules)
{
    const ip_statement_form *form = part->form;
    const ip_form_counts *counts = form->counts;
    bool changes = strcmp(form->verb, "update") == 0 || strcmp(form->verb, "delete") == 0;
    int number = (int)(part - f->parts.items);
    bool found = !f->results[number].none; /* as far as is known */
    if (is_asked(f, number, true))
        fprintf(out, "-- isoproof: row count in rows_of_%d\n", number + 1);
    int rows = part->seen >= rules->support ? ip_templates_rows_written(f, number, choices, rules->schema) : 0;
    if (found && rows > 0)
        fprintf(out, "-- assume: at least %d row%s (%ld of %ld write %s later)\n", rows, rows > 1 ? "s" : "",
                part->seen, part->seen, rows > 1 ? "them" : "it");
    else if (found && strcmp(form->verb, "select") == 0 && gives_result(f, part, choices))
        fprintf(out, "-- assume: at least 1 row (%ld of %ld)\n", part->seen, part->seen);
    if (changes && counts->rolled_back && counts->one && !counts->none && !counts->more && !counts->unknown)
        fprintf(out, "-- expect: 1 row (without one rolled back, %ld of %ld)\n", counts->rolled_back,
                counts->rolled_back);
    if (rules->redact && write_setting(out, part, number + 1))
        return;
    write_columns(out, f, number, choices);
    write_names(out, part, choices);
    write_pieces(out, f, part, choices, rules);
    if (gives_result(f, part, choices))
        fprintf(out, " \\gset %s\n", ip_templates_result_prefix(f, number));
    else
        fputs(";\n", out);
    if (strcmp(form->verb, "copy") == 0 && strstr(form->identity, "STDIN"))
        fputs("\\.\n", out);
}

/* Tells whether a list is assumed to have the values of the slot in all iterations. */
static bool is_listed(const ip_family *f, const ip_parameter_choice *choices, int slot)
{
    for (int i = 0; i < f->slot_count; i++)
        if (choices[i].members && choices[i].members[0] == slot)
            return true;
    return false;
}

/* The first name has as many values as there are iterations: that of a list, if there is one. */
static void write_loop_values(FILE *out, const ip_family *f, const ip_repeat *loop, const ip_parameter_choice *choices,
                              bool listed, int *written)
{
    for (int p = loop->first; p < loop->first + loop->count; p++)
        for (int k = 0; k < f->parts.items[p].form->slots.count; k++) {
            int slot = f->parts.items[p].first_slot + k;
            const ip_parameter_choice *c = &choices[slot];
            if (!c->each || is_listed(f, choices, slot) != listed)
                continue;
            fprintf(out, "%s%s", (*written)++ ? ", " : " over ", c->name);
            if (c->type && !ip_templates_slot_at(f, slot)->list)
                fprintf(out, " %s", c->type);
        }
}

static void write_loop_mark(FILE *out, const ip_family *f, const ip_repeat *loop, const ip_parameter_choice *choices)
{
    int written = 0;
    fputs("-- isoproof: loop", out);
    write_loop_values(out, f, loop, choices, true, &written);
    write_loop_values(out, f, loop, choices, false, &written);
    fputc('\n', out);
}

typedef struct body {
    FILE *out;
    const ip_family *family;
    const ip_parameter_choice *choices;
    const ip_parameter_rules *rules;
    int branch; /* index of the next one */
} body;

static void write_parts(body *b, int from, int end)
{
    const ip_family *f = b->family;
    for (int p = from; p < end; p++) {
        const ip_template_part *part = &f->parts.items[p];
        if (part->loop >= 0 && f->loops.items[part->loop].first == p)
            write_loop_mark(b->out, f, &f->loops.items[part->loop], b->choices);
        write_statement(b->out, f, part, b->choices, b->rules);
        if (part->loop >= 0 && f->loops.items[part->loop].first + f->loops.items[part->loop].count == p + 1)
            fputs("-- isoproof: end loop\n", b->out);
    }
}

/* Writes the statements of a branch from part `from` on. A branch may contain branches. */
static void write_way(body *b, int from, int end, int within, bool in_else)
{
    int index = b->branch;
    const ip_branch *branch = index < b->family->branches.count ? &b->family->branches.items[index] : NULL;
    if (!branch || branch->within != within || branch->in_else != in_else) {
        write_parts(b, from, end);
        return;
    }
    b->branch++;
    write_parts(b, from, branch->at);
    fprintf(b->out, "\\if :way_%d\n", index + 1);
    write_way(b, branch->at, branch->otherwise, index, false);
    if (branch->rolls_back)
        fputs("ROLLBACK;\n", b->out);
    bool other = branch->end > branch->otherwise || branch->else_rolls_back ||
                 (b->branch < b->family->branches.count && b->family->branches.items[b->branch].within == index);
    if (other)
        fputs("\\else\n", b->out);
    write_way(b, branch->otherwise, branch->end, index, true);
    if (branch->else_rolls_back)
        fputs("ROLLBACK;\n", b->out);
    fputs("\\endif\n", b->out);
}

/* *results becomes the last number of a part whose result has a name; 0 if there is none. */
static const char *body_of(ip_arena *arena, const ip_family *f, const ip_parameter_rules *rules, int *results)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return "";
    const ip_parameter_choice *choices = ip_templates_parameters_choose(arena, f, rules);
    ip_templates_assumptions_write(out, f, choices);
    write_conditions(out, f, choices, rules->schema);
    fprintf(out, "BEGIN%s;\n", f->options ? f->options : "");
    write_way(&(body){out, f, choices, rules, 0}, 0, f->parts.count, -1, false);
    fputs("COMMIT;\n", out);
    *results = 0;
    for (int p = 0; p < f->parts.count; p++)
        if (gives_result(f, &f->parts.items[p], choices))
            *results = p + 1;
    for (int i = 0; i < f->slot_count; i++)
        if (choices[i].rows_of >= *results)
            *results = choices[i].rows_of + 1;
    fclose(out);
    const char *body = ip_arena_strdup(arena, text ? text : "");
    free(text);
    return body;
}

/* ----------------------------------------------------------------- output -- */

static int by_name(const void *a, const void *b)
{
    const named_family *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->body, y->body);
}

static void write_counts(const ip_templates *t, FILE *out)
{
    const ip_session_counts *c = ip_templates_counts(t);
    long committed = c->committed + c->noise + c->schema + c->upkeep + c->unparsed;
    fprintf(out,
            "-- %ld committed transactions: %ld in the %d templates below, %ld without work (settings, queries of the "
            "catalogs),\n--   %ld that change the schema, %ld of upkeep, %ld not understood\n",
            committed, c->committed, ip_templates_count(t), c->noise, c->schema, c->upkeep, c->unparsed);
    fprintf(out,
            "-- left out: %ld rolled back, %ld failed, %ld begun before the log, %ld not ended in it, %ld with "
            "entries missing\n",
            c->rolled_back, c->failed, c->begun_before, c->not_ended, c->damaged);
}

static void write_head(FILE *out, const ip_family *f, const char *name, long committed, long support)
{
    fprintf(out, "\n-- name: %s\n-- seen: %ld time%s, %.1f %% of the committed transactions\n", name, f->seen,
            f->seen == 1 ? "" : "s", 100.0 * (double)f->seen / (double)(committed ? committed : 1));
    fprintf(out, "-- example: %s:%ld\n", f->file, f->line);
    if (f->seen < support && f->equal.count + f->cells.count > 0)
        fprintf(out, "-- seen less than %ld times: values that were equal are not assumed to be\n", support);
    if (!f->begun)
        fputs("-- autocommit\n", out);
    if (f->session_level)
        fputs("-- the level is the session's default\n", out);
}

/* Writes the search_path of the family if it is not that of the family before. It stands before the head: after it, the
 * name would be that of the SET, and the transaction would have none. */
static void write_path(FILE *out, const ip_family *f, const char *before)
{
    if ((f->path || before) && (!f->path || !before || strcmp(f->path, before) != 0))
        fprintf(out, "\n%s;\n", f->path ? f->path : "SET search_path TO DEFAULT");
}

/* Writes a warning about rows that an earlier transaction has read, which no level protects. */
static void write_aparts(const ip_templates *t, FILE *out, const ip_family *f)
{
    for (int p = 0; p < f->parts.count; p++) {
        long written;
        const ip_apart *pair = ip_templates_aparts_of(t->aparts, f->parts.items[p].form, t->options.support, &written);
        if (pair)
            fprintf(out,
                    "-- not in one transaction: %s is read by its %s in an earlier transaction of the session, as at "
                    "%s:%ld, and %s here (%ld of %ld)\n",
                    pair->table, pair->key, pair->file, pair->line,
                    strcmp(pair->write->verb, "insert") == 0 ? "a row is inserted" : "written", pair->seen, written);
    }
}

static bool several_applications(const ip_families *families)
{
    const char *first = NULL;
    for (int i = 0; i < ip_templates_families_count(families); i++) {
        const char *application = ip_templates_families_item(families, i)->application;
        if (application && first && strcmp(application, first) != 0)
            return true;
        first = application ? application : first;
    }
    return false;
}

void ip_templates_write(ip_templates *t, FILE *out)
{
    int count = ip_templates_families_count(t->families);
    named_family *list = IP_NEW_ARRAY(t->arena, named_family, count + 1);
    ip_parameter_rules *rules = &t->rules;
    rules->facts = IP_NEW_ARRAY(t->arena, ip_form_facts *, ip_templates_forms_count(t->forms) + 1);
    const ip_session_counts *c = ip_templates_counts(t);
    long committed = c->committed + c->noise + c->schema + c->upkeep + c->unparsed;
    bool several = several_applications(t->families);
    const char *path = NULL;
    for (int i = 0; i < count; i++)
        ip_templates_form_facts_add(t->arena, rules->facts, ip_templates_families_item(t->families, i));
    for (int i = 0; i < count; i++) {
        list[i].family = ip_templates_families_item(t->families, i);
        list[i].name = ip_templates_template_name(t->arena, list[i].family, several);
        list[i].body = body_of(t->arena, list[i].family, rules, &list[i].results);
    }
    qsort(list, (size_t)count, sizeof *list, by_name);
    for (int i = 0, results = 0; i < count; results += list[i++].results) {
        list[i].family->results_before = results;
        if (results && list[i].results)
            list[i].body = body_of(t->arena, list[i].family, rules, &list[i].results);
    }
    fputs("-- Transactions of a running application, written by isoproof templates.\n", out);
    write_counts(t, out);
    for (int i = 0, same = 1; i < count; i++) {
        const ip_family *f = list[i].family;
        same = i > 0 && strcmp(list[i].name, list[i - 1].name) == 0 ? same + 1 : 1;
        const char *name = same > 1 ? ip_arena_printf(t->arena, "%s-%d", list[i].name, same) : list[i].name;
        write_path(out, f, path);
        path = f->path;
        write_head(out, f, name, committed, t->options.support);
        write_aparts(t, out, f);
        fputs(list[i].body, out);
    }
}
