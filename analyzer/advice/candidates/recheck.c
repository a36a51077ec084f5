/* The conditions of a program on a row that it has read, in terms of the row's columns. */
#include "advice/candidates/recheck.h"
#include "base/words.h"

#include <ctype.h>
#include <string.h>

bool ip_advice_is_name(ip_token token)
{
    return token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* ------------------------------------------------------------------ types -- */

static bool is_one_of(const char *text, const char *const *texts)
{
    for (; *texts; texts++)
        if (strcmp(text, *texts) == 0)
            return true;
    return false;
}

static const char *without_blanks(ip_arena *arena, const char *text)
{
    char *copy = ip_arena_alloc(arena, strlen(text) + 1), *to = copy;
    for (; *text; text++)
        if (!isspace((unsigned char)*text))
            *to++ = (char)tolower((unsigned char)*text);
    *to = '\0';
    return copy;
}

/* The type that the routine declares the variable of, in lower case and without blanks; NULL: not declared once. */
static const char *declared_type(const ip_pair *pair, const char *variable)
{
    static const char *const ends[] = {";", ":=", "=", "default", "not", "collate", NULL};
    ip_home home;
    ip_arena *arena = pair->w->arena;
    const ip_source *source = pair->text.source;
    const char *type = NULL;
    if (!ip_advice_home_find(arena, source, pair->text.begin, &home))
        return NULL;
    bool declaring = false, begins = false;
    for (size_t at = home.begin;;) {
        ip_token token = ip_parse_next_token(source, &at, home.end, false);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN)
            return type;
        if (token.kind == IP_TOKEN_WORD && ip_parse_token_is(source, token, "begin"))
            declaring = false;
        if (declaring && begins && ip_advice_is_name(token) &&
            strcmp(ip_parse_token_name(arena, source, token), variable) == 0) {
            size_t begin = at;
            ip_token next = ip_parse_next_token(source, &at, home.end, false);
            while (next.kind != IP_TOKEN_END && next.kind != IP_TOKEN_BROKEN &&
                   !ip_parse_token_is_any(source, next, ends))
                next = ip_parse_next_token(source, &at, home.end, false);
            if (type)
                return NULL;
            type = without_blanks(arena, ip_advice_trimmed(arena, source, begin, next.begin));
            at = next.begin;
            continue;
        }
        bool declare = token.kind == IP_TOKEN_WORD && ip_parse_token_is(source, token, "declare");
        declaring = declaring || declare;
        begins = declare || ip_parse_token_is(source, token, ";");
    }
}

/* The variable stores every value of the column unchanged, and compares in the same way. */
static bool holds_column(const ip_pair *pair, const char *variable, const ip_column *column)
{
    static const char *const integers[] = {"bigint", "int8", "integer", "int", "int4", "smallint", "int2", NULL};
    static const char *const texts[] = {"text", "varchar", "charactervarying", NULL};
    static const char *const numbers[] = {"numeric", "decimal", "dec", NULL};
    static const char *const others[][2] = {
        {"bool", "boolean"}, {"timestamptz", "timestampwithtimezone"}, {"timestamp", "timestampwithouttimezone"}};
    enum { OTHERS = sizeof others / sizeof *others };
    ip_arena *arena = pair->w->arena;
    const char *type = declared_type(pair, variable);
    if (!type || !column->type.name || column->domain)
        return type && ends_with(type, without_blanks(arena, ip_arena_printf(arena, ".%s%%type", column->name)));
    const char *own = without_blanks(arena, column->type.name);
    if (strcmp(type, own) == 0 ||
        ends_with(type, without_blanks(arena, ip_arena_printf(arena, ".%s%%type", column->name))))
        return true;
    for (int i = 0; i < OTHERS; i++)
        if (is_one_of(type, (const char *const[]){others[i][0], others[i][1], NULL}) &&
            is_one_of(own, (const char *const[]){others[i][0], others[i][1], NULL}))
            return true;
    bool wide = is_one_of(type, integers) && strcmp(type, "smallint") != 0 && strcmp(type, "int2") != 0;
    if (wide && column->type.kind == IP_INTEGER && !column->type.array)
        return strcmp(own, "bigint") != 0 || type[0] == 'b' || strcmp(type, "int8") == 0;
    size_t bare = strcspn(own, "(");
    own = ip_arena_strndup(arena, own, bare);
    return (is_one_of(type, texts) && is_one_of(own, texts)) || (is_one_of(type, numbers) && is_one_of(own, numbers));
}

/* The record holds rows as they are. */
bool ip_advice_holds_rows(const ip_pair *pair)
{
    const char *type = declared_type(pair, pair->record);
    return type && (strcmp(type, "record") == 0 || ends_with(type, "%rowtype"));
}

/* The column that a variable holds, by its name in the text; a field of the record, by the field's. -1: none. */
int ip_advice_column_held(const ip_pair *pair, const char *name)
{
    for (int v = 0; v < pair->program->variables.count; v++) {
        const ip_variable *variable = &pair->program->variables.items[v];
        if (variable->kind != IP_VAR_RESULT || variable->statement != pair->select->id ||
            strcmp(ip_advice_variable_base_name(pair->w->arena, variable), name) != 0)
            continue;
        const ip_output *output = &pair->select->outputs.items[variable->index];
        if (output->aggregate != IP_AGG_NONE || !output->expr || output->expr->kind != IP_EXPR_COLUMN ||
            output->expr->source != 0)
            return -1;
        const ip_column *column = &pair->select->sources.items[0].table->columns.items[output->expr->index];
        return pair->record || holds_column(pair, name, column) ? output->expr->index : -1;
    }
    return -1;
}

static const char *written_column(const ip_pair *pair, int column)
{
    ip_arena *arena = pair->w->arena;
    const ip_row_source *target = &pair->update->sources.items[0];
    const char *name = ip_identifier(arena, target->table->columns.items[column].name);
    return pair->qualified ? ip_arena_printf(arena, "%s.%s", ip_identifier(arena, target->alias), name) : name;
}

bool ip_advice_is_never_null(const ip_pair *pair, int column)
{
    return pair->update->sources.items[0].table->columns.items[column].not_null;
}

/* The text with the columns instead of the variables that were read from them. */
const char *ip_advice_with_columns(const ip_pair *pair, ip_range range, int *replaced)
{
    ip_arena *arena = pair->w->arena;
    const ip_source *source = range.source;
    const char *text = "";
    ip_token before = {IP_TOKEN_END, range.begin, range.begin}, last = before;
    size_t copied = range.begin;
    for (size_t at = range.begin;;) {
        ip_token token = ip_parse_next_token(source, &at, range.end, false);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN)
            break;
        bool after_dot = ip_parse_token_is(source, last, ".");
        bool of_record = pair->record && after_dot && ip_advice_is_name(before) &&
                         strcmp(ip_parse_token_name(arena, source, before), pair->record) == 0;
        int column = ip_advice_is_name(token) && (pair->record ? of_record : !after_dot)
                         ? ip_advice_column_held(pair, ip_parse_token_name(arena, source, token))
                         : -1;
        if (column >= 0) {
            size_t begin = of_record ? before.begin : token.begin;
            text = ip_arena_printf(arena, "%s%.*s%s", text, (int)(begin - copied), source->text + copied,
                                   written_column(pair, column));
            copied = token.end;
            ++*replaced;
        }
        before = last;
        last = token;
    }
    return ip_arena_printf(arena, "%s%.*s", text, (int)(range.end - copied), source->text + copied);
}

/* ------------------------------------------------------------ conditions -- */

/* A condition can be repeated if it gives the same result again, and reads only variables. */
static bool can_be_repeated(const ip_pair *pair, ip_range condition)
{
    static const char *const refused[] = {"select", "exists", "found", "case", "row_count", NULL};
    ip_token last = {IP_TOKEN_END, condition.begin, condition.begin};
    for (size_t at = condition.begin;;) {
        ip_token token = ip_parse_next_token(condition.source, &at, condition.end, false);
        if (token.kind == IP_TOKEN_END)
            return true;
        bool call =
            ip_parse_token_is(condition.source, token, "(") && ip_advice_is_name(last) &&
            !ip_parse_token_is(condition.source, last, "coalesce") &&
            !ip_parse_token_is(condition.source, last, "in") && !ip_parse_token_is(condition.source, last, "and") &&
            !ip_parse_token_is(condition.source, last, "or") && !ip_parse_token_is(condition.source, last, "not");
        if (token.kind == IP_TOKEN_BROKEN || call ||
            (token.kind == IP_TOKEN_WORD && ip_parse_token_is_any(condition.source, token, refused)) ||
            (ip_advice_is_name(token) &&
             ip_advice_assigned_between(pair->w->arena, condition.source, condition.end, pair->update->range.begin,
                                        ip_parse_token_name(pair->w->arena, condition.source, token))))
            return false;
        last = token;
    }
}

/* The next operand of the condition's outermost ORs or ANDs; the other word between them makes it one. */
static bool next_operand(ip_range condition, size_t *at, const char *word, ip_range *operand)
{
    int depth = 0;
    size_t begin = *at;
    *operand = (ip_range){condition.source, begin, begin};
    for (;;) {
        ip_token token = ip_parse_next_token(condition.source, at, condition.end, false);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN)
            break;
        depth += ip_parse_token_is(condition.source, token, "(") - ip_parse_token_is(condition.source, token, ")");
        if (depth == 0 && token.kind == IP_TOKEN_WORD && ip_parse_token_is(condition.source, token, word))
            break;
        if (operand->begin == operand->end)
            operand->begin = token.begin;
        operand->end = token.end;
    }
    return operand->begin < operand->end;
}

static bool has_outer_word(ip_range condition, const char *word)
{
    size_t at = condition.begin;
    ip_range operand;
    return next_operand(condition, &at, word, &operand) && next_operand(condition, &at, word, &operand);
}

/* One side has variables, the other is not NULL, where a row with NULL could not be written. */
static bool is_not_null_beside(const ip_pair *pair, ip_token side)
{
    if (side.kind == IP_TOKEN_NUMBER || side.kind == IP_TOKEN_STRING)
        return true;
    const ip_table *table = pair->update->sources.items[0].table;
    for (int c = 0; ip_advice_is_name(side) && pair->fails && pair->update->assignments && c < table->columns.count;
         c++) {
        const ip_expr *value = ip_program_expr_value(pair->update->assignments[c]);
        const char *type = table->columns.items[c].type.name;
        if (value && type && value->kind == IP_EXPR_CALL && value->arg_count == 1 && strcmp(value->text, type) == 0)
            value = ip_program_expr_value(value->args[0]); /* as one of the column's type */
        bool strict = value && table->columns.items[c].not_null && value->kind == IP_EXPR_OPERATOR &&
                      (value->op == IP_OP_ADD || value->op == IP_OP_SUB || value->op == IP_OP_MUL);
        for (int i = 0; strict && i < value->arg_count; i++) {
            const ip_expr *operand = ip_program_expr_value(value->args[i]);
            if (operand->kind == IP_EXPR_PARAMETER &&
                strcmp(pair->program->parameters.items[operand->index].name,
                       ip_parse_token_name(pair->w->arena, pair->text.source, side)) == 0)
                return true;
        }
    }
    return false;
}

/* "v < n" as "column >= n", where neither is NULL; NULL: it is no such comparison. */
static const char *opposite(const ip_pair *pair, ip_range operand)
{
    static const char *const operators[][2] = {{"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"},
                                               {"=", "<>"}, {"<>", "="}, {"!=", "="}};
    enum { COUNT = sizeof operators / sizeof *operators };
    ip_arena *arena = pair->w->arena;
    const ip_source *source = operand.source;
    size_t at = operand.begin;
    ip_token left = ip_parse_next_token(source, &at, operand.end, false), name = left;
    if (pair->record) {
        if (!ip_advice_is_name(left) || strcmp(ip_parse_token_name(arena, source, left), pair->record) != 0 ||
            !ip_parse_token_is(source, ip_parse_next_token(source, &at, operand.end, false), "."))
            return NULL;
        name = ip_parse_next_token(source, &at, operand.end, false);
    }
    ip_token compared = ip_parse_next_token(source, &at, operand.end, false);
    ip_token right = ip_parse_next_token(source, &at, operand.end, false);
    int column = ip_advice_is_name(name) ? ip_advice_column_held(pair, ip_parse_token_name(arena, source, name)) : -1;
    if (column < 0 || !ip_advice_is_never_null(pair, column) || !is_not_null_beside(pair, right) ||
        ip_parse_next_token(source, &at, operand.end, false).kind != IP_TOKEN_END)
        return NULL;
    for (int i = 0; i < COUNT; i++)
        if (ip_parse_token_is(source, compared, operators[i][0]))
            return ip_arena_printf(arena, "%s %s %s", written_column(pair, column), operators[i][1],
                                   ip_advice_trimmed(arena, source, right.begin, right.end));
    return NULL;
}

/* "v IS NULL" of a column that never is. */
static bool asks_for_row(const ip_pair *pair, ip_range operand)
{
    int replaced = 0;
    size_t at = operand.begin;
    ip_token token = ip_parse_next_token(operand.source, &at, operand.end, false);
    if (pair->record &&
        ip_parse_token_is(operand.source, ip_parse_next_token(operand.source, &at, operand.end, false), "."))
        token = ip_parse_next_token(operand.source, &at, operand.end, false);
    int column = ip_advice_is_name(token)
                     ? ip_advice_column_held(pair, ip_parse_token_name(pair->w->arena, operand.source, token))
                     : -1;
    ip_advice_with_columns(pair, operand, &replaced);
    return replaced == 1 && column >= 0 && ip_advice_is_never_null(pair, column) &&
           ip_parse_token_is(operand.source, ip_parse_next_token(operand.source, &at, operand.end, false), "is");
}

static bool names_found(ip_range operand)
{
    for (size_t at = operand.begin;;) {
        ip_token token = ip_parse_next_token(operand.source, &at, operand.end, false);
        if (token.kind == IP_TOKEN_END)
            return false;
        if (token.kind == IP_TOKEN_WORD && ip_parse_token_is(operand.source, token, "found"))
            return true;
    }
}

/* The conditions on the row's columns after the guard has passed, as " AND …"; "": none. whole: there were no other
 * conditions. */
const char *ip_advice_passed(const ip_pair *pair, const ip_guard *guard, bool *whole)
{
    ip_arena *arena = pair->w->arena;
    const char *all = "", *between = guard->around ? "and" : "or";
    ip_range operand;
    if (has_outer_word(guard->condition, guard->around ? "or" : "and")) {
        *whole = false;
        return all;
    }
    for (size_t at = guard->condition.begin; next_operand(guard->condition, &at, between, &operand);) {
        int replaced = 0;
        const char *text = ip_advice_with_columns(pair, operand, &replaced);
        if (names_found(operand) || (replaced && asks_for_row(pair, operand)))
            continue;
        if (!replaced || !can_be_repeated(pair, operand)) {
            *whole = false;
            continue;
        }
        const char *other = guard->around ? NULL : opposite(pair, operand);
        all = other           ? ip_arena_printf(arena, "%s AND %s", all, other)
              : guard->around ? ip_arena_printf(arena, "%s AND %s", all, text)
                              : ip_arena_printf(arena, "%s AND (%s) IS NOT TRUE", all, text);
    }
    return all;
}

/* The row is as it was read, in the columns that some program writes and that are used here. */
const char *ip_advice_as_read(const ip_pair *pair)
{
    ip_arena *arena = pair->w->arena;
    const char *all = "";
    for (int v = 0; v < pair->program->variables.count; v++) {
        const ip_variable *variable = &pair->program->variables.items[v];
        const char *name = ip_advice_variable_base_name(arena, variable);
        if (variable->kind != IP_VAR_RESULT || variable->statement != pair->select->id)
            continue;
        int column = ip_advice_column_held(pair, name);
        if (column < 0 || ip_advice_assigned_between(arena, pair->text.source, pair->text.end,
                                                     pair->update->range.begin, pair->record ? pair->record : name))
            return "";
        const char *read = pair->record ? ip_arena_printf(arena, "%s.%s", ip_identifier(arena, pair->record),
                                                          ip_identifier(arena, name))
                                        : ip_identifier(arena, name);
        all = ip_arena_printf(arena, "%s AND %s %s %s", all, written_column(pair, column),
                              ip_advice_is_never_null(pair, column) ? "=" : "IS NOT DISTINCT FROM", read);
    }
    return all;
}

bool ip_advice_mentions_row(const ip_pair *pair, ip_range range)
{
    int replaced = 0;
    ip_advice_with_columns(pair, range, &replaced);
    return replaced > 0 || names_found(range);
}
