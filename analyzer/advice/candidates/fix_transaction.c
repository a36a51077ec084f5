/* A program with one statement becomes a transaction whose first statement is a lock: conflicting writes are then
 * committed before the statement, or come later. A lock within the statement would come after its snapshot. */
#include "advice/candidates/candidate.h"
#include "base/words.h"
#include "parse/lexer.h"

#include <stdlib.h>
#include <string.h>

bool ip_advice_stands_alone(const ip_program *program)
{
    size_t at = program->range.begin;
    if (program->kind != IP_SCRIPT || !program->range.source)
        return false;
    ip_token first = ip_parse_next_token(program->range.source, &at, program->range.end, true);
    return !ip_parse_token_is(program->range.source, first, "begin") &&
           !ip_parse_token_is(program->range.source, first, "start");
}

/* ---- placeholders ---- */

/* "$3" is the third; 0: it has a name. */
static int number_of(const char *name)
{
    char *end;
    long number = name && name[0] == '$' ? strtol(name + 1, &end, 10) : 0;
    return number > 0 && number < 1000 && *end == '\0' ? (int)number : 0;
}

/* Placeholders are numbered per statement: a comment before each says which numbers of two statements are one value. */
static const char *names_line(ip_arena *arena, const int *numbers, int count)
{
    const char *line = "-- params:";
    for (int i = 0; i < count; i++)
        line = ip_arena_printf(arena, "%s%s p%d", line, i ? "," : "", numbers[i]);
    return ip_arena_printf(arena, "%s\n", line);
}

static const char *names_of_statement(ip_arena *arena, const ip_program *program)
{
    int most = 0;
    for (int i = 0; i < program->parameters.count; i++) {
        int number = number_of(program->parameters.items[i].name);
        most = number > most ? number : most;
    }
    int *numbers = IP_NEW_ARRAY(arena, int, most);
    for (int i = 0; i < most; i++)
        numbers[i] = i + 1;
    return most ? names_line(arena, numbers, most) : "";
}

/* The lock with its placeholders numbered from 1, and their values. */
static const char *renumbered(ip_arena *arena, const char *lock)
{
    const char *result = "";
    int numbers[16], count = 0;
    for (const char *at = lock; *at;) {
        size_t plain = strcspn(at, "$");
        result = ip_arena_printf(arena, "%s%.*s", result, (int)plain, at);
        at += plain;
        if (*at) {
            size_t digits = strspn(at + 1, "0123456789");
            int number = atoi(at + 1), place = 0;
            while (place < count && numbers[place] != number)
                place++;
            if (place == count && count < (int)(sizeof numbers / sizeof *numbers))
                numbers[count++] = number;
            result = ip_arena_printf(arena, "%s$%d", result, place + 1);
            at += 1 + digits;
        }
    }
    return count ? ip_arena_printf(arena, "%s%s", names_line(arena, numbers, count), result) : result;
}

/* ---- changes ---- */

static void wrap(ip_workshop *w, int p, const ip_table *table, const char *kind, int cost, const char *lock,
                 const char *change)
{
    const ip_program *program = w->workload->programs.items[p];
    const ip_source *source = program->range.source;
    size_t at = program->range.begin;
    size_t begin = ip_parse_next_token(source, &at, program->range.end, true).begin, end = program->range.end;
    ip_token next = ip_parse_lex(source, end, source->length, true);
    if (ip_parse_token_is(source, next, ";"))
        end = next.end;
    else if (end == begin || source->text[end - 1] != ';')
        return;
    int c = ip_advice_candidate_add(w, kind, p, -1, cost, change);
    const char *before =
        ip_arena_printf(w->arena, "BEGIN;\n%s\n%s", renumbered(w->arena, lock), names_of_statement(w->arena, program));
    ip_advice_candidate_edit(w, c, (ip_range){source, begin, begin}, before);
    ip_advice_candidate_edit(w, c, (ip_range){source, end, end}, "\nCOMMIT;");
    ip_advice_candidate_claims(w, c, (ip_range){source, begin, end});
    w->candidates.items[c].waits_only = true;
    for (int s = 0; s < program->statements.count; s++)
        for (int i = 0; i < program->statements.items[s].sources.count; i++)
            if (program->statements.items[s].sources.items[i].table == table) {
                ip_advice_candidate_helps(w, c, p, s, false);
                ip_advice_candidate_helps(w, c, p, s, true);
            }
}

/* The parent row of the searched rows, named by parameters. */
static void lock_parents(ip_workshop *w, int p, const ip_statement *s, int source)
{
    const ip_program *program = w->workload->programs.items[p];
    const ip_table *table = s->sources.items[source].table;
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        const char *condition = "";
        for (int c = 0; c < key->column_count && condition; c++) {
            int parameter = ip_advice_naming_parameter(s, source, key->columns[c]);
            const char *name = parameter >= 0 ? program->parameters.items[parameter].name : NULL;
            const char *value = number_of(name) ? name
                                : parameter >= 0 && ip_advice_parameter_is_named(program, parameter) &&
                                        program->parameters.items[parameter].type.kind == IP_INTEGER
                                    ? ip_advice_advisory_key(w, program, parameter)
                                    : NULL;
            condition =
                value
                    ? ip_arena_printf(w->arena, "%s%s%s = %s", condition, c ? " AND " : "",
                                      ip_identifier(w->arena, key->target->columns.items[key->target_columns[c]].name),
                                      value)
                    : NULL;
        }
        if (condition)
            wrap(w, p, table, "lock-parent", IP_COST_LOCK_PARENT,
                 ip_arena_printf(w->arena, "SELECT 1 FROM %s WHERE %s %s;",
                                 ip_table_identifier(w->arena, key->target->name), condition,
                                 ip_catalog_lock_name(IP_LOCK_NO_KEY_UPDATE)),
                 ip_arena_printf(w->arena, "one transaction: lock the row of %s that these rows belong to, first",
                                 key->target->name));
    }
}

static void lock_numbers(ip_workshop *w, int p, const ip_statement *s, int source)
{
    const ip_program *program = w->workload->programs.items[p];
    const ip_table *table = s->sources.items[source].table;
    int columns[2], parameters[2];
    if (ip_advice_sought_together(program, s, source, columns, parameters))
        wrap(w, p, table, "advisory-lock", IP_COST_ADVISORY_LOCK_PAIR,
             ip_arena_printf(w->arena, "SELECT pg_advisory_xact_lock(%s, %s);",
                             ip_advice_half_advisory_key(w, program, parameters[0]),
                             ip_advice_half_advisory_key(w, program, parameters[1])),
             ip_arena_printf(w->arena, "one transaction: let those on one %s.%s and %s wait for each other, first",
                             table->name, table->columns.items[columns[0]].name,
                             table->columns.items[columns[1]].name));
    for (int column = 0; column < table->columns.count; column++) {
        int parameter = ip_advice_naming_parameter(s, source, column);
        if (parameter >= 0 && ip_advice_parameter_is_named(program, parameter))
            wrap(w, p, table, "advisory-lock", IP_COST_ADVISORY_LOCK,
                 ip_arena_printf(w->arena, "SELECT pg_advisory_xact_lock(%s);",
                                 ip_advice_advisory_key(w, program, parameter)),
                 ip_arena_printf(w->arena, "one transaction: let those on one %s.%s wait for each other, first",
                                 table->name, table->columns.items[column].name));
    }
}

void ip_advice_find_transactions(ip_workshop *w)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int s = 0; s < program->statements.count && ip_advice_stands_alone(program); s++) {
            const ip_statement *statement = &program->statements.items[s];
            for (int i = 0; i < statement->sources.count && statement->kind == IP_SELECT; i++)
                if (statement->check == IP_CHECK_NONE && !statement->sources.items[i].table->locks_only) {
                    lock_parents(w, p, statement, i);
                    lock_numbers(w, p, statement, i);
                }
        }
    }
}
