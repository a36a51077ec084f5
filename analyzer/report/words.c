/* Values, rows, places and dependencies in words. */
#include "report/words.h"

#include "replay/schedule/schedule.h"

#include <string.h>

enum { POSITIONAL_ARGUMENTS = 3, LISTED_COLUMNS = 3 };

const char *ip_report_plural(ip_arena *arena, int count, const char *one, const char *many)
{
    return ip_arena_printf(arena, "%d %s", count, count == 1 ? one : many);
}

const char *ip_report_value_text(ip_arena *arena, const ip_value *value)
{
    if (value->null)
        return "NULL";
    bool bare = !value->type.array &&
                (value->type.kind == IP_INTEGER || value->type.kind == IP_NUMERIC || value->type.kind == IP_BOOLEAN);
    if (bare)
        return value->text;
    char *quoted = ip_arena_alloc(arena, 2 * strlen(value->text) + 3), *to = quoted;
    *to++ = '\'';
    for (const char *at = value->text; *at; at++) {
        if (*at == '\'')
            *to++ = '\'';
        *to++ = *at;
    }
    *to = '\'';
    return quoted;
}

bool ip_report_is_number(const char *text)
{
    text += *text == '-';
    size_t whole = strspn(text, "0123456789"), rest = whole + (text[whole] == '.');
    return whole > 0 && text[rest + strspn(text + rest, "0123456789")] == '\0';
}

const char *ip_report_cell_text(ip_arena *arena, const char *value)
{
    ip_value text = {.text = value, .null = !value};
    text.type.kind = value && ip_report_is_number(value) ? IP_NUMERIC : IP_TEXT;
    return ip_report_value_text(arena, &text);
}

int ip_report_argument_count(const ip_instance *instance)
{
    int count = instance->program->parameters.count;
    while (count > 0 && instance->program->parameters.items[count - 1].local && !instance->arguments[count - 1].text)
        count--;
    return count;
}

const char *ip_report_call_text(ip_arena *arena, const ip_instance *instance)
{
    const ip_program *program = instance->program;
    int count = ip_report_argument_count(instance);
    bool script = program->kind == IP_SCRIPT;
    const char *text = ip_arena_printf(arena, "%s%s", program->name, !script ? "(" : count ? " with " : "");
    for (int i = 0; i < count; i++) {
        const char *name = program->parameters.items[i].name,
                   *value = ip_report_value_text(arena, &instance->arguments[i]);
        const char *comma = i ? ", " : "";
        if (script)
            text = ip_arena_printf(arena, "%s%s%s = %s", text, comma, name, value);
        else if (count > POSITIONAL_ARGUMENTS && name && name[0] != '$')
            text = ip_arena_printf(arena, "%s%s%s => %s", text, comma, name, value);
        else
            text = ip_arena_printf(arena, "%s%s%s", text, comma, value);
    }
    return script ? text : ip_arena_printf(arena, "%s)", text);
}

static const ip_statement *statement_of(const ip_program *program, int statement)
{
    return statement >= 0 && statement < program->statements.count ? &program->statements.items[statement] : NULL;
}

const char *ip_report_statement_place(ip_arena *arena, const ip_program *program, int statement)
{
    const ip_statement *found = statement_of(program, statement);
    ip_range range = found && found->range.source ? found->range : program->range;
    if (!range.source)
        return "";
    return ip_arena_printf(arena, "%s:%d", range.source->path, ip_range_position(range).line);
}

/* 'alice', custid 7, (d_w_id 1, d_id 3): a name where the value alone would say little. */
static void say_key(ip_writer *writer, const ip_dependency *dependency)
{
    int count = dependency->key_count;
    bool quoted = count == 1 && (dependency->key[0].type.array || dependency->key[0].type.kind == IP_TEXT);
    ip_report_say(writer, IP_PLAIN, "%s", count > 1 ? "(" : "");
    for (int i = 0; i < count; i++) {
        const char *name = dependency->table->columns.items[dependency->key_columns[i]].name;
        const char *value = ip_report_value_text(writer->arena, &dependency->key[i]);
        ip_report_say(writer, IP_PLAIN, "%s", i ? ", " : "");
        ip_report_say_whole(writer, IP_PLAIN, "%s%s%s", quoted ? "" : name, quoted ? "" : " ", value);
    }
    ip_report_say(writer, IP_PLAIN, "%s", count > 1 ? ")" : "");
}

static bool on_existence(const ip_dependency *dependency)
{
    for (int i = 0; i < dependency->column_count; i++)
        if (dependency->columns[i] < 0)
            return true;
    return false;
}

/* savings.bal, or savings.(bal, name) */
static void say_columns(ip_writer *writer, const ip_dependency *dependency)
{
    const ip_table *table = dependency->table;
    int count = dependency->column_count;
    if (table->outside) { /* one thing, without rows */
        ip_report_say(writer, IP_CYAN, "%s", table->name);
        return;
    }
    int listed = count <= LISTED_COLUMNS + 1 ? count : LISTED_COLUMNS;
    ip_report_say(writer, IP_CYAN, "%s.%s", table->name, count > 1 ? "(" : "");
    for (int i = 0; i < listed; i++)
        ip_report_say(writer, IP_CYAN, "%s%s", i ? ", " : "", table->columns.items[dependency->columns[i]].name);
    if (listed < count)
        ip_report_say(writer, IP_CYAN, " and %d more", count - listed);
    if (count > 1)
        ip_report_say(writer, IP_CYAN, ")");
    ip_report_say(writer, IP_PLAIN, dependency->key_count ? " of " : " of a row");
    say_key(writer, dependency);
}

/* the savings row 'alice'; without a key the rows have no names: a savings row */
static void say_row(ip_writer *writer, const char *article, const ip_dependency *dependency)
{
    bool nameless = dependency->key_count == 0 && strcmp(article, "the") == 0;
    const char *indefinite = strchr("aeiou", dependency->table->name[0]) ? "an" : "a";
    ip_report_say(writer, IP_PLAIN, "%s ", nameless ? indefinite : article);
    ip_report_say(writer, IP_CYAN, "%s", dependency->table->name);
    ip_report_say(writer, IP_PLAIN, dependency->key_count ? " row " : " row");
    say_key(writer, dependency);
}

static void say_instance(ip_writer *writer, const char *before, int instance)
{
    ip_report_say(writer, IP_PLAIN, "%s", before);
    ip_report_say(writer, IP_BOLD, "T%d", instance + 1);
}

/* What a statement does to a row that comes or goes. */
static const char *row_verb(const ip_statement *statement)
{
    switch (statement ? statement->kind : IP_UNKNOWN) {
    case IP_INSERT:
        return "inserts";
    case IP_DELETE:
        return "deletes";
    case IP_TRUNCATE:
        return "truncates away";
    case IP_UPDATE:
        return "updates";
    default:
        return "may insert or delete";
    }
}

static bool is_kind(const ip_statement *statement, ip_statement_kind kind)
{
    return statement && statement->kind == kind;
}

/* The first step at which the instance runs the statement; -1: none. The query of a loop begins after the loop, at
 * whose place the step is. */
static int step_of(const ip_schedule *schedule, int instance, const ip_statement *statement)
{
    ip_position at = ip_range_position(statement->range);
    int found = -1;
    for (int s = 0; s < schedule->steps.count; s++) {
        const ip_schedule_step *step = &schedule->steps.items[s];
        if (step->instance != instance || step->kind != IP_STEP_STATEMENT || ip_schedule_is_earlier(schedule, step) ||
            step->line != at.line || step->column > at.column)
            continue;
        if (found < 0 || step->column > schedule->steps.items[found].column)
            found = s;
    }
    return found;
}

static int commit_of(const ip_schedule *schedule, int instance)
{
    int last = -1;
    for (int s = 0; s < schedule->steps.count; s++)
        if (schedule->steps.items[s].instance == instance && schedule->steps.items[s].kind == IP_STEP_COMMIT)
            last = s;
    return last;
}

/* A read of what is overwritten later. Where the schedule has the write above the read, "before" would contradict it:
 * then the words say why the reader does not see the write. */
static void say_overwritten(ip_writer *writer, const ip_anomaly *anomaly, const ip_dependency *dependency,
                            const ip_statement *from, const ip_statement *to, const char *before)
{
    static const char *const nouns[] = {[IP_INSERT] = "insert", [IP_DELETE] = "delete", [IP_TRUNCATE] = "truncation"};
    const ip_schedule *schedule = anomaly->replay.schedule;
    int read = schedule && from ? step_of(schedule, dependency->from, from) : -1;
    int write = schedule && to ? step_of(schedule, dependency->to, to) : -1;
    bool listed = to && (size_t)to->kind < sizeof nouns / sizeof *nouns;
    if (read < 0 || write < 0 || read < write) {
        say_instance(writer, " before ", dependency->to);
        ip_report_say(writer, IP_PLAIN, " %s", before);
        return;
    }
    ip_report_say(writer, IP_PLAIN, " %s ",
                  on_existence(dependency) && is_kind(to, IP_INSERT) ? "despite"
                  : dependency->column_count > 1                     ? "as they were before"
                                                                     : "as it was before");
    say_instance(writer, "", dependency->to);
    ip_report_say(writer, IP_PLAIN, "'s %s", listed && nouns[to->kind] ? nouns[to->kind] : "write");
    if (!anomaly->replay.in_time)
        return;
    int commit = commit_of(schedule, dependency->to);
    say_instance(writer, " (", dependency->to);
    if (commit > read) {
        ip_report_say(writer, IP_PLAIN, " has not committed)");
        return;
    }
    say_instance(writer, " commits after ", dependency->from);
    ip_report_say(writer, IP_PLAIN, "'s snapshot)");
}

static void say_existence(ip_writer *writer, const ip_anomaly *anomaly, const ip_dependency *dependency,
                          const ip_statement *from, const ip_statement *to)
{
    say_instance(writer, "", dependency->from);
    switch (dependency->type) {
    case IP_RW:
        if (is_kind(to, IP_INSERT)) {
            ip_report_say(writer, IP_PLAIN, " finds ");
            say_row(writer, "no", dependency);
        } else {
            ip_report_say(writer, IP_PLAIN,
                          is_kind(to, IP_DELETE) || is_kind(to, IP_TRUNCATE) ? " reads " : " looks for ");
            say_row(writer, "the", dependency);
        }
        say_overwritten(writer, anomaly, dependency, from, to, ip_arena_printf(writer->arena, "%s it", row_verb(to)));
        return;
    case IP_WR:
        ip_report_say(writer, IP_PLAIN, " %s ", row_verb(from));
        say_row(writer, "the", dependency);
        say_instance(writer, ", and ", dependency->to);
        ip_report_say(writer, IP_PLAIN,
                      is_kind(from, IP_DELETE) || is_kind(from, IP_TRUNCATE) ? " finds it deleted" : " reads it");
        return;
    case IP_WW:
        ip_report_say(writer, IP_PLAIN, " %s ", row_verb(from));
        say_row(writer, "the", dependency);
        say_instance(writer, " before ", dependency->to);
        ip_report_say(writer, IP_PLAIN, " %s it", row_verb(to));
        return;
    }
}

void ip_report_say_dependency(ip_writer *writer, const ip_anomaly *anomaly, const ip_dependency *dependency)
{
    const ip_statement *from = statement_of(anomaly->instances[dependency->from].program, dependency->from_statement);
    const ip_statement *to = statement_of(anomaly->instances[dependency->to].program, dependency->to_statement);
    if (!dependency->table) {
        say_instance(writer, "", dependency->from);
        say_instance(writer, " comes before ", dependency->to);
        return;
    }
    if (on_existence(dependency)) {
        say_existence(writer, anomaly, dependency, from, to);
        return;
    }
    bool from_unknown = is_kind(from, IP_UNKNOWN), to_unknown = is_kind(to, IP_UNKNOWN);
    const char *it = dependency->column_count > 1 ? "them" : "it";
    say_instance(writer, "", dependency->from);
    if (dependency->type == IP_RW)
        ip_report_say(writer, IP_PLAIN, from_unknown ? " may read " : " reads ");
    else
        ip_report_say(writer, IP_PLAIN, from_unknown ? " may write " : " writes ");
    say_columns(writer, dependency);
    if (dependency->type == IP_WR) {
        say_instance(writer, ", and ", dependency->to);
        ip_report_say(writer, IP_PLAIN, " %s %s", to_unknown ? "may read" : "reads", it);
        return;
    }
    const char *does = is_kind(to, IP_DELETE)      ? "deletes the row"
                       : is_kind(to, IP_INSERT)    ? "inserts the row"
                       : dependency->type == IP_WW ? to_unknown ? "may overwrite" : "overwrites"
                       : to_unknown                ? "may write"
                                                   : "writes";
    if (!is_kind(to, IP_DELETE) && !is_kind(to, IP_INSERT))
        does = ip_arena_printf(writer->arena, "%s %s", does, it);
    if (dependency->type == IP_RW) {
        say_overwritten(writer, anomaly, dependency, from, to, does);
        return;
    }
    say_instance(writer, " before ", dependency->to);
    ip_report_say(writer, IP_PLAIN, " %s", does);
}
