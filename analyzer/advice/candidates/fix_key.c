/* Locks on something other than the rows that are read: the parent of rows that may not exist yet, or a number that
 * represents them. */
#include "advice/candidates/candidate.h"
#include "advice/candidates/select_text.h"
#include "base/words.h"
#include "facts/facts.h"
#include "parse/lexer.h"

#include <string.h>

/* ---------------------------------------------------------------- terms -- */

static bool is_value(ip_token token)
{
    return token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED || token.kind == IP_TOKEN_NUMBER ||
           token.kind == IP_TOKEN_PARAM || token.kind == IP_TOKEN_VARIABLE || token.kind == IP_TOKEN_STRING;
}

/* A name, parameter or literal; with record.field. Reads on from *at. */
static bool read_value(const ip_source *source, size_t *at, size_t end, ip_token *first, size_t *value_end)
{
    *first = ip_parse_next_token(source, at, end, true);
    *value_end = first->end;
    size_t ahead = *at;
    if (!is_value(*first))
        return false;
    while (first->kind != IP_TOKEN_NUMBER &&
           ip_parse_token_is(source, ip_parse_next_token(source, &ahead, end, true), ".")) {
        ip_token field = ip_parse_next_token(source, &ahead, end, true);
        if (!is_value(field))
            return false;
        *value_end = *at = ahead;
    }
    return true;
}

/* What follows "column =" in the text, if it is one value and the condition is a plain conjunction there. */
static const char *equated_text(ip_arena *arena, const ip_select_text *text, const char *column)
{
    size_t at = text->where + strlen("where");
    while (at < text->where_end) {
        size_t here = at;
        ip_token token = ip_parse_next_token(text->source, &at, text->where_end, true);
        if (token.kind == IP_TOKEN_END)
            break;
        if ((token.kind != IP_TOKEN_WORD && token.kind != IP_TOKEN_QUOTED) ||
            strcmp(ip_parse_token_name(arena, text->source, token), column) != 0)
            continue;
        here = at;
        if (!ip_parse_token_is(text->source, ip_parse_next_token(text->source, &here, text->where_end, true), "="))
            continue;
        ip_token value;
        size_t end;
        if (!read_value(text->source, &here, text->where_end, &value, &end))
            continue;
        ip_token following = ip_parse_next_token(text->source, &here, text->where_end, true);
        if (following.kind == IP_TOKEN_END || ip_parse_token_is(text->source, following, "and"))
            return ip_advice_trimmed(arena, text->source, value.begin, end);
    }
    return NULL;
}

/* --------------------------------------------------------------- parents -- */

/* "key = value AND …" for the parent of the rows that the SELECT names. */
static const char *parent_condition(ip_workshop *w, const ip_select_text *text, const ip_row_source *source,
                                    const ip_foreign_key *key)
{
    const char *condition = "";
    for (int c = 0; c < key->column_count; c++) {
        if (!ip_facts_equated_term(source->filter, 0, key->columns[c]))
            return NULL;
        const char *value = equated_text(w->arena, text, source->table->columns.items[key->columns[c]].name);
        if (!value)
            return NULL;
        condition =
            ip_arena_printf(w->arena, "%s%s%s = %s", condition, c ? " AND " : "",
                            ip_identifier(w->arena, key->target->columns.items[key->target_columns[c]].name), value);
    }
    return condition;
}

static int lock_parent(ip_workshop *w, int p, const ip_statement *statement, const ip_select_text *text,
                       const ip_foreign_key *key, ip_lock lock, int cost)
{
    const char *condition = parent_condition(w, text, &statement->sources.items[0], key);
    const char *select = ip_advice_bare_select(w->arena, statement->range);
    if (!condition || !select)
        return -1;
    int c = ip_advice_candidate_add(
        w, "lock-parent", p, statement->id, cost,
        ip_arena_printf(w->arena, "lock the row of %s that these rows belong to, first", key->target->name));
    ip_advice_candidate_insert_before(w, c, statement->range,
                                      ip_arena_printf(w->arena, "%s 1 FROM %s WHERE %s %s;", select,
                                                      ip_table_identifier(w->arena, key->target->name), condition,
                                                      ip_catalog_lock_name(lock)));
    ip_advice_candidate_helps(w, c, p, statement->id, false);
    w->candidates.items[c].waits_only = !ip_advice_changes_ever(w, key->target);
    return c;
}

void ip_advice_find_parent_locks(ip_workshop *w)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int s = 0; s < program->statements.count; s++) {
            const ip_statement *statement = &program->statements.items[s];
            ip_select_text text;
            if (statement->kind != IP_SELECT || statement->check != IP_CHECK_NONE || statement->sources.count != 1 ||
                ip_advice_finds_one_row(statement) || !ip_advice_select_text_read(statement->range, &text) ||
                !text.where)
                continue;
            const ip_table *table = statement->sources.items[0].table;
            for (int k = 0; k < table->foreign_keys.count; k++) {
                const ip_foreign_key *key = &table->foreign_keys.items[k];
                int strong = lock_parent(w, p, statement, &text, key, IP_LOCK_UPDATE, IP_COST_LOCK_PARENT + 1);
                int weak = lock_parent(w, p, statement, &text, key, IP_LOCK_NO_KEY_UPDATE, IP_COST_LOCK_PARENT);
                if (weak >= 0)
                    w->candidates.items[weak].weaker_than = strong;
            }
        }
    }
}

/* --------------------------------------------------------- advisory locks -- */

/* Where a program's first statement stands. */
static bool body_begin(ip_arena *arena, const ip_program *program, ip_range *place)
{
    ip_home home;
    if (!program->statements.count || ip_advice_stands_alone(program))
        return false;
    ip_range first = program->statements.items[0].range;
    for (int s = 0; s < program->statements.count; s++) { /* of the program's own text, not of a routine it calls */
        ip_range range = program->statements.items[s].range;
        if (range.source && range.source == program->range.source && range.begin >= program->range.begin &&
            range.end <= program->range.end) {
            first = range;
            break;
        }
    }
    if (!first.source || !ip_advice_home_find(arena, first.source, first.begin, &home))
        return false;
    size_t at = home.script ? program->range.begin : home.begin;
    ip_token token = ip_parse_next_token(first.source, &at, home.end, true);
    while (home.plpgsql && token.kind != IP_TOKEN_END && !ip_parse_token_is(first.source, token, "begin"))
        token = ip_parse_next_token(first.source, &at, home.end, true);
    if (home.script) /* BEGIN …; */
        while (token.kind != IP_TOKEN_END && !ip_parse_token_is(first.source, token, ";"))
            token = ip_parse_next_token(first.source, &at, home.end, true);
    if (home.plpgsql || home.script)
        token = ip_parse_next_token(first.source, &at, home.end, true);
    *place = (ip_range){first.source, token.begin, token.begin};
    return token.kind != IP_TOKEN_END && token.kind != IP_TOKEN_BROKEN;
}

int ip_advice_naming_parameter(const ip_statement *statement, int source, int column)
{
    const ip_row_source *row = &statement->sources.items[source];
    const ip_expr *term = statement->kind == IP_INSERT && source == 0 && statement->assignments
                              ? statement->assignments[column]
                              : ip_facts_equated_term(row->filter, source, column);
    return term && term->kind == IP_EXPR_PARAMETER ? term->index : -1;
}

bool ip_advice_parameter_is_named(const ip_program *program, int parameter)
{
    const ip_parameter *p = &program->parameters.items[parameter];
    return p->name && p->name[0] && (p->type.kind == IP_INTEGER || p->type.kind == IP_TEXT) && !p->type.array;
}

/* The hash functions take text, and types with an implicit cast to it; a uuid, an enum value and domains over them need
 * an explicit cast (pg_cast: only casts of context i happen in a call). Equal values of the types that are named have
 * equal texts. */
static bool becomes_text_unasked(const char *type)
{
    return !type || strcmp(type, "text") == 0 || strncmp(type, "character varying", strlen("character varying")) == 0;
}

/* bits: of the key, 64 or 32. */
static const char *key_of(ip_workshop *w, const ip_program *program, int parameter, int bits)
{
    const ip_parameter *p = &program->parameters.items[parameter];
    bool psql = program->kind == IP_SCRIPT && p->name[0] != '$';
    bool number = p->type.kind == IP_INTEGER;
    const char *name = psql                         ? ip_arena_printf(w->arena, number ? ":%s" : ":'%s'", p->name)
                       : program->kind == IP_SCRIPT ? p->name
                                                    : ip_identifier(w->arena, p->name);
    if (number)
        return name;
    const char *cast = program->kind != IP_SCRIPT && !becomes_text_unasked(p->type.name) ? "::text" : "";
    return bits == 64 ? ip_arena_printf(w->arena, "hashtextextended(%s%s, 0)", name, cast)
                      : ip_arena_printf(w->arena, "hashtext(%s%s)", name, cast);
}

const char *ip_advice_advisory_key(ip_workshop *w, const ip_program *program, int parameter)
{
    return key_of(w, program, parameter, 64);
}

const char *ip_advice_half_advisory_key(ip_workshop *w, const ip_program *program, int parameter)
{
    const ip_parameter *p = &program->parameters.items[parameter];
    const char *name = key_of(w, program, parameter, 32), *type = p->type.name ? p->type.name : "";
    if (p->type.kind != IP_INTEGER)
        return name;
    if (strcmp(type, "integer") == 0 || strcmp(type, "smallint") == 0)
        return name;
    return *name == ':' ? ip_arena_printf(w->arena, "hashtext(:'%s')", p->name)
                        : ip_arena_printf(w->arena, "hashtext(%s::text)", name);
}

static int same_lock(const ip_workshop *w, const ip_program *program, const char *line)
{
    for (int c = 0; c < w->candidates.count; c++)
        if (w->candidates.items[c].fix.program == program && strstr(w->candidates.items[c].fix.after, line))
            return c;
    return -1;
}

/* The program takes this lock first, and so waits for all others that take it. */
static void advisory_lock(ip_workshop *w, int p, const ip_table *table, int cost, const char *key, const char *change)
{
    const ip_program *program = w->workload->programs.items[p];
    ip_range place;
    if (!body_begin(w->arena, program, &place))
        return;
    const char *select = ip_advice_bare_select(w->arena, place);
    if (!select)
        return;
    const char *line = ip_arena_printf(w->arena, "%s pg_advisory_xact_lock(%s);", select, key);
    int c = same_lock(w, program, line);
    if (c < 0) {
        c = ip_advice_candidate_add(w, "advisory-lock", p, -1, cost, change);
        ip_advice_candidate_insert_before(w, c, place, line);
        w->candidates.items[c].waits_only = true;
        w->candidates.items[c].last_resort = cost == IP_COST_ADVISORY_LOCK_ALL;
    }
    for (int s = 0; s < program->statements.count; s++)
        for (int i = 0; i < program->statements.items[s].sources.count; i++)
            if (program->statements.items[s].sources.items[i].table == table) {
                ip_advice_candidate_helps(w, c, p, s, false);
                ip_advice_candidate_helps(w, c, p, s, true);
            }
}

bool ip_advice_sought_together(const ip_program *program, const ip_statement *s, int source, int *columns,
                               int *parameters)
{
    const ip_row_source *row = &s->sources.items[source];
    int count = 0;
    if (ip_program_statement_names_one_row(s))
        return false;
    for (int column = 0; column < row->table->columns.count && count < 2; column++) {
        const ip_expr *term = ip_facts_equated_term(row->filter, source, column);
        if (!term || term->kind != IP_EXPR_PARAMETER || !ip_advice_parameter_is_named(program, term->index) ||
            (count == 1 && term->index == parameters[0]))
            continue;
        columns[count] = column;
        parameters[count++] = term->index;
    }
    return count == 2;
}

/* Transactions that share only one of the two columns need not wait for each other. */
static void lock_pair(ip_workshop *w, int p, const ip_table *table)
{
    const ip_program *program = w->workload->programs.items[p];
    int columns[2], parameters[2];
    for (int s = 0; s < program->statements.count; s++)
        for (int i = 0; i < program->statements.items[s].sources.count; i++) {
            if (program->statements.items[s].sources.items[i].table != table ||
                !ip_advice_sought_together(program, &program->statements.items[s], i, columns, parameters))
                continue;
            const char *key =
                ip_arena_printf(w->arena, "%s, %s", ip_advice_half_advisory_key(w, program, parameters[0]),
                                ip_advice_half_advisory_key(w, program, parameters[1]));
            const char *change = ip_arena_printf(
                w->arena, "let transactions on one %s.%s and %s wait for each other, from their first statement",
                table->name, table->columns.items[columns[0]].name, table->columns.items[columns[1]].name);
            advisory_lock(w, p, table, IP_COST_ADVISORY_LOCK_PAIR, key, change);
            return;
        }
}

/* One for each column of a table by which the program's parameters name rows of it. */
static void lock_named_rows(ip_workshop *w, int p, const ip_table *table)
{
    const ip_program *program = w->workload->programs.items[p];
    lock_pair(w, p, table);
    for (int column = 0; column < table->columns.count; column++) {
        int parameter = -1;
        for (int s = 0; s < program->statements.count && parameter < 0; s++)
            for (int i = 0; i < program->statements.items[s].sources.count && parameter < 0; i++)
                if (program->statements.items[s].sources.items[i].table == table)
                    parameter = ip_advice_naming_parameter(&program->statements.items[s], i, column);
        if (parameter >= 0 && ip_advice_parameter_is_named(program, parameter))
            advisory_lock(w, p, table, IP_COST_ADVISORY_LOCK, ip_advice_advisory_key(w, program, parameter),
                          ip_arena_printf(
                              w->arena, "let transactions on one %s.%s wait for each other, from their first statement",
                              table->name, table->columns.items[column].name));
    }
}

static bool touches(const ip_program *program, const ip_table *table)
{
    for (int s = 0; s < program->statements.count; s++)
        for (int i = 0; i < program->statements.items[s].sources.count; i++)
            if (program->statements.items[s].sources.items[i].table == table)
                return true;
    return false;
}

/* Whether a program reads rows of the table that it does not name, while some program writes such rows. There may be no
 * row whose lock could represent them. */
static bool is_searched(const ip_workshop *w, const ip_table *table)
{
    bool searched = false, written = false;
    for (int p = 0; p < w->workload->programs.count; p++)
        for (int s = 0; s < w->workload->programs.items[p]->statements.count; s++) {
            const ip_statement *statement = &w->workload->programs.items[p]->statements.items[s];
            if (statement->sources.count == 0 || statement->check != IP_CHECK_NONE)
                continue;
            written = written || (statement->kind != IP_SELECT && statement->sources.items[0].table == table);
            for (int i = 0; i < statement->sources.count && statement->kind == IP_SELECT; i++)
                searched =
                    searched || (statement->sources.items[i].table == table && !ip_advice_finds_one_row(statement));
        }
    return searched && written && !table->locks_only && !strpbrk(table->name, "'\\");
}

void ip_advice_find_advisory_locks(ip_workshop *w)
{
    for (int t = 0; t < w->workload->schema.tables.count; t++) {
        const ip_table *table = w->workload->schema.tables.items[t];
        bool searched = is_searched(w, table);
        for (int p = 0; p < w->workload->programs.count; p++) {
            lock_named_rows(w, p, table);
            if (searched && touches(w->workload->programs.items[p], table))
                advisory_lock(
                    w, p, table, IP_COST_ADVISORY_LOCK_ALL,
                    ip_arena_printf(w->arena, "hashtextextended('%s', 0)", table->name),
                    ip_arena_printf(w->arena,
                                    "let all transactions on %s wait for each other, whatever their rows, from their "
                                    "first statement",
                                    table->name));
        }
    }
}
