/* Shared by psql scripts and specifications: the statements that are sent, and the initial rows as INSERT
 * statements. */
#include "base/words.h"
#include "interpreter/interpreter.h"
#include "live/execute.h"
#include "live/export.h"
#include "live/sequences.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void ip_live_add(ip_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *more = ip_arena_vprintf(text->arena, format, args);
    va_end(args);
    size_t length = strlen(more);
    if (text->length + length + 1 > text->size) {
        size_t size = 2 * (text->length + length) + 1024;
        char *bytes = ip_arena_alloc(text->arena, size);
        memcpy(bytes, text->length ? text->bytes : "", text->length);
        text->bytes = bytes;
        text->size = size;
    }
    memcpy(text->bytes + text->length, more, length + 1);
    text->length += length;
}

void ip_live_export_add(const ip_export *export, ip_export_files *files, const char *suffix, const ip_text *text)
{
    ip_export_file file = {ip_arena_printf(export->arena, "%s.%s", export->id, suffix), text->bytes};
    IP_PUSH(export->arena, &files->list, file);
}

const char *ip_live_export_comment(ip_arena *arena, const char *words)
{
    char *copy = ip_arena_strdup(arena, words);
    for (char *at = copy; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    return copy;
}

const char *ip_live_export_sent(const ip_export *export, const ip_schedule_step *step)
{
    switch (step->kind) {
    case IP_STEP_BEGIN:
        return ip_live_begin_text(export->arena, export->isolation[step->instance]);
    case IP_STEP_STATEMENT:
        return ip_workload_load_in_schema(export->arena, step->text, IP_LIVE_SCHEMA);
    case IP_STEP_COMMIT:
        return "COMMIT";
    case IP_STEP_ABORT:
        break;
    }
    return "ROLLBACK";
}

static const char *quoted(ip_arena *arena, const char *text, char quote)
{
    char *out = ip_arena_alloc(arena, 2 * strlen(text) + 3), *to = out;
    *to++ = quote;
    for (const char *at = text; *at; at++) {
        if (*at == quote)
            *to++ = quote;
        *to++ = *at;
    }
    *to++ = quote;
    *to = '\0';
    return out;
}

const char *ip_live_export_literal(ip_arena *arena, const char *text)
{
    return text ? quoted(arena, text, '\'') : "NULL";
}

/* --------------------------------------------------------------- order -- */

static const char *value_of(const ip_schedule_row *row, const char *column)
{
    for (int i = 0; i < row->count; i++)
        if (strcmp(row->columns[i], column) == 0)
            return row->values[i];
    return NULL;
}

/* MATCH SIMPLE: a foreign key with a NULL in it references no row. */
static bool refers_to(const ip_table *table, const ip_foreign_key *key, const ip_schedule_row *row,
                      const ip_schedule_row *other)
{
    if (strcmp(other->table, key->target->name) != 0)
        return false;
    for (int i = 0; i < key->column_count; i++) {
        const char *here = value_of(row, table->columns.items[key->columns[i]].name);
        const char *there = value_of(other, key->target->columns.items[key->target_columns[i]].name);
        if (!here || !there || strcmp(here, there) != 0)
            return false;
    }
    return true;
}

static bool is_ready(const ip_export *export, const bool *done, int index)
{
    const ip_schedule *schedule = export->schedule;
    const ip_schedule_row *row = &schedule->initial_rows.items[index];
    const ip_table *table = ip_catalog_schema_table(export->schema, row->table);
    for (int k = 0; table && k < table->foreign_keys.count; k++)
        for (int i = 0; i < schedule->initial_rows.count; i++)
            if (i != index && !done[i] &&
                refers_to(table, &table->foreign_keys.items[k], row, &schedule->initial_rows.items[i]))
                return false;
    return true;
}

const int *ip_live_export_row_order(const ip_export *export)
{
    int n = export->schedule->initial_rows.count, count = 0;
    int *order = IP_NEW_ARRAY(export->arena, int, n);
    bool *done = IP_NEW_ARRAY(export->arena, bool, n);
    while (count < n) {
        int before = count;
        for (int i = 0; i < n; i++)
            if (!done[i] && is_ready(export, done, i)) {
                done[i] = true;
                order[count++] = i;
            }
        /* A cycle: only deferrable constraints allow it, and then any order will do. */
        for (int i = 0; count == before && i < n; i++)
            if (!done[i]) {
                done[i] = true;
                order[count++] = i;
            }
    }
    return order;
}

/* ---------------------------------------------------------------- text -- */

const char *ip_live_export_insert(const ip_export *export, const ip_schedule_row *row)
{
    ip_arena *arena = export->arena;
    const ip_table *table = ip_catalog_schema_table(export->schema, row->table);
    const char *columns = "", *values = "";
    bool drawn = false;
    for (int i = 0; i < row->count; i++) {
        int column = table ? ip_catalog_table_column(table, row->columns[i]) : -1;
        if (column >= 0 && table->columns.items[column].generated)
            continue;
        drawn |= column >= 0 && table->columns.items[column].always;
        const char *comma = *columns ? ", " : "";
        columns = ip_arena_printf(arena, "%s%s%s", columns, comma, ip_identifier(arena, row->columns[i]));
        values = ip_arena_printf(arena, "%s%s%s", values, comma, ip_live_export_literal(arena, row->values[i]));
    }
    const char *name = ip_table_identifier(arena, row->table);
    if (!*columns)
        return ip_arena_printf(arena, "INSERT INTO %s DEFAULT VALUES", name);
    /* GENERATED ALWAYS AS IDENTITY accepts values only with this clause. */
    return ip_arena_printf(arena, "INSERT INTO %s (%s)%s VALUES (%s)", name, columns,
                           drawn ? " OVERRIDING SYSTEM VALUE" : "", values);
}

int ip_live_export_tables(const ip_export *export, const char ***names)
{
    const ip_schedule *schedule = export->schedule;
    IP_VEC(const char *) list = {0};
    for (int i = 0; i < schedule->initial_rows.count; i++) {
        const char *name = ip_table_identifier(export->arena, schedule->initial_rows.items[i].table);
        bool known = false;
        for (int j = 0; j < list.count; j++)
            known |= strcmp(list.items[j], name) == 0;
        if (!known)
            IP_PUSH(export->arena, &list, name);
    }
    *names = list.items;
    return list.count;
}

static bool is_drawn(const ip_export *export, const char *value)
{
    char *end;
    long long number = strtoll(value, &end, 10);
    return end != value && !*end && ip_live_is_of_block(export->schedule, number);
}

bool ip_live_export_names_drawn(const ip_export *export)
{
    for (int s = 0; s < export->schedule->steps.count; s++) {
        const char *at = export->schedule->steps.items[s].text;
        while (at && *(at += strcspn(at, "0123456789"))) {
            size_t length = strspn(at, "0123456789"),
                   sign = at > export->schedule->steps.items[s].text && at[-1] == '-';
            if (is_drawn(export, ip_arena_strndup(export->arena, at - sign, length + sign)))
                return true;
            at += length;
        }
    }
    return false;
}

bool ip_live_export_has_triggers(const ip_export *export)
{
    for (int i = 0; i < export->load->statements.count; i++)
        if (export->load->statements.items[i].trigger)
            return true;
    return false;
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; *text; text++)
        if (strncasecmp(text, word, length) == 0)
            return true;
    return false;
}

bool ip_live_export_sets_triggers(const char *statement)
{
    static const char words[] = "ALTER TABLE";
    return strncasecmp(statement, words, strlen(words)) == 0 && has_word(statement, " TRIGGER ") &&
           (has_word(statement, " DISABLE ") || has_word(statement, " ENABLE ")) && !strchr(statement, ',');
}
