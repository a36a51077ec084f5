/* A row is read, tested and written: the UPDATE tests it again, in its current version. */
#include "advice/candidates/recheck.h"
#include "base/words.h"
#include "facts/facts.h"

#include <string.h>

/* ------------------------------------------------------------------ edits -- */

/* Where the UPDATE's condition ends; 0: it is not plain enough. */
static size_t condition_end(const ip_pair *pair)
{
    ip_range range = pair->update->range;
    bool first = true, where = false;
    int depth = 0;
    size_t end = 0;
    for (size_t at = range.begin;; first = false) {
        ip_token token = ip_parse_next_token(range.source, &at, range.end, false);
        if (token.kind == IP_TOKEN_END)
            return where ? end : 0;
        depth += ip_parse_token_is(range.source, token, "(") - ip_parse_token_is(range.source, token, ")");
        bool word = token.kind == IP_TOKEN_WORD;
        bool begins = word && (ip_parse_token_is(range.source, token, "update") ||
                               ip_parse_token_is(range.source, token, "delete"));
        if (token.kind == IP_TOKEN_BROKEN || (first && !begins) || ip_parse_token_is(range.source, token, ";") ||
            (where && depth == 0 && word && ip_parse_token_is(range.source, token, "or")))
            return 0;
        if (depth == 0 && word && ip_parse_token_is(range.source, token, "returning"))
            return where ? end : 0;
        where = where || (depth == 0 && word && ip_parse_token_is(range.source, token, "where"));
        end = token.end;
    }
}

static ip_range end_of(ip_range statement)
{
    size_t at = statement.end;
    ip_token token = ip_parse_next_token(statement.source, &at, statement.source->length, false);
    return ip_parse_token_is(statement.source, token, ";") ? (ip_range){statement.source, token.end, token.end}
                                                           : (ip_range){NULL, 0, 0};
}

static const char *line_break(const ip_pair *pair, int deeper)
{
    const char *blanks = ip_advice_indentation(pair->w->arena, pair->update->range.source, pair->update->range.begin);
    return blanks ? ip_arena_printf(pair->w->arena, "\n%s%s", blanks, deeper ? "    " : "") : " ";
}

static bool raises(const ip_guard *guard)
{
    size_t at = guard->body.begin;
    return ip_parse_token_is(guard->body.source, ip_parse_next_token(guard->body.source, &at, guard->body.end, false),
                             "raise");
}

static const char *body_of(const ip_pair *pair, const ip_guard *guard)
{
    return ip_advice_trimmed(pair->w->arena, guard->body.source, guard->body.begin, guard->body.end);
}

/* The error of the guard, if there is only one guard, and the error does not name a value that was read. */
static const char *error_of(const ip_pair *pair)
{
    const ip_guard *only = NULL;
    for (int g = 0; g < pair->guards.count; g++) {
        const ip_guard *guard = &pair->guards.items[g];
        if (guard->around || only)
            return NULL;
        only = guard;
    }
    if (!only || ip_advice_mentions_row(pair, only->body))
        return NULL;
    return raises(only) ? body_of(pair, only) : NULL;
}

static const char *stopped(const ip_pair *pair, const char *error, bool needs_row)
{
    ip_arena *arena = pair->w->arena;
    const char *also = "";
    if (!needs_row) { /* without a row, the program goes on as before */
        for (int v = 0; v < pair->program->variables.count && !*also; v++) {
            const ip_variable *variable = &pair->program->variables.items[v];
            const char *name = ip_advice_variable_base_name(arena, variable);
            int column = variable->kind == IP_VAR_RESULT && variable->statement == pair->select->id
                             ? ip_advice_column_held(pair, name)
                             : -1;
            if (column >= 0 && ip_advice_is_never_null(pair, column))
                also = pair->record ? ip_arena_printf(arena, " AND %s.%s IS NOT NULL",
                                                      ip_identifier(arena, pair->record), ip_identifier(arena, name))
                                    : ip_arena_printf(arena, " AND %s IS NOT NULL", ip_identifier(arena, name));
        }
        if (!*also)
            return NULL;
    }
    return ip_arena_printf(arena, "%sIF NOT FOUND%s THEN%s%s%sEND IF;", line_break(pair, 0), also, line_break(pair, 1),
                           error, line_break(pair, 0));
}

static void add_recheck(const ip_pair *pair, const char *condition, const char *error, int cost, const char *change)
{
    size_t end = condition_end(pair);
    ip_range after = end_of(pair->update->range);
    bool counted = ip_advice_counts_rows_of(pair->program, pair->update->id);
    const char *check =
        counted ? "" : stopped(pair, error, ip_advice_needs_the_row(pair->program, pair->select->id, pair->update->id));
    if (!*condition || !end || !after.source || !check)
        return;
    ip_workshop *w = pair->w;
    int c = ip_advice_candidate_add(w, "recheck", pair->p, pair->update->id, cost, change);
    ip_advice_candidate_edit(
        w, c, (ip_range){after.source, end, after.end},
        ip_arena_printf(w->arena, "%s%.*s%s", condition, (int)(after.end - end), after.source->text + end, check));
    ip_advice_candidate_claims(w, c, pair->select->range);
    ip_advice_candidate_claims(w, c, pair->update->range);
    ip_advice_candidate_helps(w, c, pair->p, pair->select->id, false);
    ip_advice_candidate_helps(w, c, pair->p, pair->update->id, false);
}

/* ------------------------------------------------------ one statement -- */

/* The variable or record occurs in the routine only in its declaration and in these places. */
static bool stands_only_in(const ip_pair *pair, const ip_range *ranges, int count, const char *name)
{
    ip_home home;
    int declared = 0;
    const ip_source *source = pair->text.source;
    if (!ip_advice_home_find(pair->w->arena, source, pair->text.begin, &home))
        return false;
    for (size_t at = home.begin;;) {
        ip_token token = ip_parse_next_token(source, &at, home.end, false);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN)
            return declared == 1;
        bool inside = false;
        for (int i = 0; i < count; i++)
            inside = inside || (ranges[i].begin <= token.begin && token.end <= ranges[i].end);
        if (ip_advice_is_name(token) && strcmp(ip_parse_token_name(pair->w->arena, source, token), name) == 0)
            declared += !inside;
    }
}

static const char *only_target(const ip_pair *pair)
{
    const char *only = NULL;
    for (int v = 0; v < pair->program->variables.count; v++) {
        const ip_variable *variable = &pair->program->variables.items[v];
        if (variable->kind != IP_VAR_RESULT || variable->statement != pair->select->id)
            continue;
        if (only && !pair->record)
            return NULL;
        only = pair->record ? pair->record : ip_advice_variable_base_name(pair->w->arena, variable);
    }
    return only;
}

static void add_conditional(const ip_pair *pair)
{
    if (pair->others || pair->guards.count != 1 || pair->guards.items[0].around || pair->text.into_strict ||
        ip_advice_counts_rows_of(pair->program, pair->update->id) ||
        !ip_advice_needs_the_row(pair->program, pair->select->id, pair->update->id))
        return;
    ip_workshop *w = pair->w;
    const ip_guard *guard = &pair->guards.items[0];
    const ip_range where[] = {pair->select->range, guard->whole, pair->update->range};
    const char *name = only_target(pair);
    bool whole = true;
    int replaced = 0;
    const char *condition = ip_advice_passed(pair, guard, &whole);
    size_t end = condition_end(pair);
    ip_range after = end_of(pair->update->range);
    if (!whole || !*condition || !name || !end || !after.source || ip_advice_mentions_row(pair, guard->body) ||
        !stands_only_in(pair, where, sizeof where / sizeof *where, name))
        return;
    const char *update =
        ip_advice_with_columns(pair, (ip_range){pair->update->range.source, pair->update->range.begin, end}, &replaced);
    int c = ip_advice_candidate_add(w, "conditional-update", pair->p, pair->select->id, IP_COST_SINGLE_STATEMENT,
                                    "look at the row in the statement that writes it");
    ip_advice_candidate_edit(w, c, ip_advice_whole_lines(pair->select->range), "");
    ip_range whole_if = guard->whole;
    whole_if.end--; /* the semicolon, which ip_advice_whole_lines() takes */
    ip_advice_candidate_edit(w, c, ip_advice_whole_lines(whole_if), "");
    ip_advice_candidate_edit(w, c, (ip_range){after.source, pair->update->range.begin, after.end},
                             ip_arena_printf(w->arena, "%s%s%.*s%s", update, condition, (int)(after.end - end),
                                             after.source->text + end, stopped(pair, body_of(pair, guard), true)));
    ip_advice_candidate_claims(w, c, (ip_range){pair->text.source, pair->select->range.begin, pair->update->range.end});
    ip_advice_candidate_helps(w, c, pair->p, pair->select->id, false);
    ip_advice_candidate_helps(w, c, pair->p, pair->update->id, false);
}

/* ------------------------------------------------------------------ pairs -- */

static const char *record_of(const ip_pair *pair)
{
    const ip_source *source = pair->text.source;
    size_t at = pair->text.into + strlen("into");
    ip_token name = ip_parse_next_token(source, &at, pair->text.end, false);
    if (pair->text.into_strict)
        name = ip_parse_next_token(source, &at, pair->text.end, false);
    if (!ip_advice_is_name(name) ||
        ip_parse_token_is(source, ip_parse_next_token(source, &at, pair->text.end, false), ","))
        return NULL;
    const char *word = ip_parse_token_name(pair->w->arena, source, name);
    for (int v = 0; v < pair->program->variables.count; v++) {
        const ip_variable *variable = &pair->program->variables.items[v];
        if (variable->kind == IP_VAR_RESULT && variable->statement == pair->select->id &&
            strcmp(ip_advice_variable_base_name(pair->w->arena, variable), word) == 0)
            return NULL;
    }
    return word;
}

/* A name of the list is "t.v": without the table's, it may be a variable's, too. */
static bool needs_table_name(const ip_pair *pair)
{
    const ip_source *source = pair->text.source;
    for (size_t at = pair->text.list;;) {
        ip_token token = ip_parse_next_token(source, &at, pair->text.into, false);
        if (token.kind == IP_TOKEN_END)
            return false;
        if (ip_parse_token_is(source, token, "."))
            return true;
    }
}

static bool read_pair(ip_workshop *w, int p, int s, int u, ip_pair *pair)
{
    const ip_program *program = w->workload->programs.items[p];
    const ip_statement *select = &program->statements.items[s], *update = &program->statements.items[u];
    ip_home home;
    *pair = (ip_pair){.w = w, .p = p, .program = program, .select = select, .update = update};
    if ((update->kind != IP_UPDATE && update->kind != IP_DELETE) || update->sources.count != 1 ||
        update->sources.items[0].table != select->sources.items[0].table || update->loop != select->loop ||
        update->uncertain || update->of_cursor || !update->range.source ||
        update->range.source != select->range.source ||
        !ip_advice_same_expr(w->arena, program, select, select->sources.items[0].filter, update,
                             update->sources.items[0].filter) ||
        ip_advice_written_between(program, s, u, update->sources.items[0].table))
        return false;
    if (!ip_advice_select_text_read(select->range, &pair->text) || !pair->text.into ||
        pair->text.into < pair->text.list || pair->text.nested || pair->text.combined || pair->text.joined ||
        pair->text.locking || !ip_advice_home_find(w->arena, select->range.source, select->range.begin, &home) ||
        !home.plpgsql || !home.may_write ||
        !ip_advice_guards_between(w->arena, select->range.source, select->range.end, update->range.begin, &pair->guards,
                                  &pair->others))
        return false;
    pair->record = record_of(pair);
    pair->qualified = needs_table_name(pair);
    return !pair->record || ip_advice_holds_rows(pair);
}

static void add_rechecks(const ip_pair *pair)
{
    const char *condition = "", *error = error_of(pair);
    static const char again[] =
        "RAISE EXCEPTION 'another transaction has changed the row' USING ERRCODE = 'serialization_failure';";
    for (int g = 0; g < pair->guards.count; g++) {
        bool whole = true;
        condition =
            ip_arena_printf(pair->w->arena, "%s%s", condition, ip_advice_passed(pair, &pair->guards.items[g], &whole));
    }
    add_recheck(pair, condition, error ? error : again, IP_COST_RECHECK,
                "look at the row again where it is written, and stop if it has changed");
    add_recheck(pair, ip_advice_as_read(pair), again, IP_COST_RECHECK_VALUES,
                "write the row only if it is as it was read, and stop if it is not");
}

void ip_advice_find_rechecks(ip_workshop *w)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int s = 0; s < program->statements.count; s++) {
            const ip_statement *select = &program->statements.items[s];
            if (select->kind != IP_SELECT || select->check != IP_CHECK_NONE || !ip_advice_finds_one_row(select) ||
                !select->range.source || select->aggregated || select->grouped)
                continue;
            for (int u = s + 1; u < program->statements.count; u++) {
                ip_pair pair;
                if (!read_pair(w, p, s, u, &pair))
                    continue;
                pair.fails = pair.guards.count == 1 && !pair.guards.items[0].around && raises(&pair.guards.items[0]);
                add_conditional(&pair);
                pair.fails = !ip_advice_counts_rows_of(program, u);
                add_rechecks(&pair);
                break;
            }
        }
    }
}
