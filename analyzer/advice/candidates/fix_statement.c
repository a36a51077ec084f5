/* One statement instead of two: both parts see the same snapshot, or a value is computed where it is written. */
#include "advice/candidates/candidate.h"
#include "advice/candidates/read_then_write.h"
#include "advice/candidates/select_text.h"
#include "base/words.h"
#include "parse/lexer.h"

#include <string.h>

/* ---------------------------------------------------------------- merge -- */

/* SELECT … INTO of one value, of at most one row, where the number of rows is not used. */
static bool is_scalar(const ip_program *program, const ip_statement *statement, ip_select_text *text)
{
    return statement->kind == IP_SELECT && statement->check == IP_CHECK_NONE && statement->outputs.count == 1 &&
           statement->range.source && ip_advice_select_text_read(statement->range, text) && text->into && text->from &&
           !text->into_strict && !text->perform && !text->nested && !text->combined && !text->locking &&
           (statement->aggregated || ip_advice_finds_one_row(statement)) &&
           !ip_advice_counts_rows_of(program, statement->id);
}

/* Only one semicolon, blanks and comments. */
static bool stands_right_before(const ip_select_text *a, const ip_select_text *b)
{
    size_t at = a->end;
    return a->source == b->source && a->end <= b->begin &&
           ip_parse_token_is(a->source, ip_parse_next_token(a->source, &at, b->begin, true), ";") &&
           ip_parse_next_token(a->source, &at, b->begin, true).kind == IP_TOKEN_END;
}

static size_t into_end(const ip_select_text *text)
{
    size_t end = text->end;
    const size_t clauses[] = {text->from, text->where, text->order, text->limit};
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (clauses[i] > text->into && clauses[i] < end)
            end = clauses[i];
    return end;
}

static const char *target_of(ip_arena *arena, const ip_select_text *text)
{
    return ip_advice_trimmed(arena, text->source, text->into + strlen("into"), into_end(text));
}

/* The SELECT without its INTO. */
static const char *query_of(ip_arena *arena, const ip_select_text *text)
{
    return ip_arena_printf(arena, "SELECT %s%s%s", ip_advice_trimmed(arena, text->source, text->list, text->into),
                           into_end(text) < text->end ? " " : "",
                           ip_advice_trimmed(arena, text->source, into_end(text), text->end));
}

static bool depends_on(const ip_program *program, const ip_statement *later, const ip_statement *earlier)
{
    for (int i = 0; i < later->sources.count; i++)
        if (ip_advice_comes_from(program, later->sources.items[i].filter, earlier->id))
            return true;
    for (int i = 0; i < later->outputs.count; i++)
        if (ip_advice_comes_from(program, later->outputs.items[i].expr, earlier->id))
            return true;
    return ip_advice_comes_from(program, later->order_expr, earlier->id);
}

void ip_advice_find_merges(ip_workshop *w)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int s = 0; s + 1 < program->statements.count; s++) {
            const ip_statement *a = &program->statements.items[s], *b = a + 1;
            ip_select_text first, second;
            if (!is_scalar(program, a, &first) || !is_scalar(program, b, &second) || a->loop != b->loop ||
                !stands_right_before(&first, &second) || depends_on(program, b, a))
                continue;
            const char *blanks = ip_advice_indentation(w->arena, first.source, first.begin);
            blanks = blanks ? blanks : "";
            int c = ip_advice_candidate_add(w, "merge", p, s, IP_COST_MERGE,
                                            "read both values in one statement: they then come from one snapshot");
            const char *text = ip_arena_printf(w->arena, "SELECT (%s),\n%s       (%s)\n%s  INTO %s, %s",
                                               query_of(w->arena, &first), blanks, query_of(w->arena, &second), blanks,
                                               target_of(w->arena, &first), target_of(w->arena, &second));
            ip_range whole = {first.source, first.begin, second.end};
            ip_advice_candidate_edit(w, c, whole, text);
            ip_advice_candidate_claims(w, c, whole);
            ip_advice_candidate_helps(w, c, p, s, false);
            ip_advice_candidate_helps(w, c, p, s + 1, false);
        }
    }
}

/* ------------------------------------------------------ read, then write -- */

/* The variables that hold results of the statement. */
static bool is_result(const ip_program *program, int variable, int statement)
{
    const ip_variable *v = &program->variables.items[variable];
    return v->kind == IP_VAR_RESULT && v->statement == statement;
}

static int uses_in(const ip_program *program, const ip_expr *expr, int statement)
{
    if (!expr)
        return 0;
    int uses = expr->kind == IP_EXPR_VARIABLE && is_result(program, expr->index, statement);
    for (int i = 0; i < expr->arg_count; i++)
        uses += uses_in(program, expr->args[i], statement);
    return uses;
}

/* How often a statement's results are named outside of the assignments of one UPDATE. A routine's return value is not
 * in its lowered form: is_local checks the text. */
static int other_uses(const ip_program *program, int statement, int update)
{
    int uses = 0;
    for (int v = 0; v < program->variables.count; v++)
        uses += uses_in(program, program->variables.items[v].expr, statement);
    for (int l = 0; l < program->loops.count; l++)
        uses += uses_in(program, program->loops.items[l].low, statement) +
                uses_in(program, program->loops.items[l].high, statement);
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *s = &program->statements.items[i];
        uses += uses_in(program, s->path, statement) + uses_in(program, s->order_expr, statement);
        for (int k = 0; k < s->sources.count; k++)
            uses += uses_in(program, s->sources.items[k].filter, statement);
        for (int k = 0; k < s->outputs.count; k++)
            uses += uses_in(program, s->outputs.items[k].expr, statement);
        for (int c = 0; i != update && s->assignments && c < s->sources.items[0].table->columns.count; c++)
            uses += uses_in(program, s->assignments[c], statement);
    }
    return uses;
}

/* The column of the SELECT's only result, if only the UPDATE's assignments use it; -1. */
static int column_read(const ip_program *program, const ip_statement *select, const ip_statement *update)
{
    if (select->outputs.count != 1 || select->outputs.items[0].aggregate != IP_AGG_NONE)
        return -1;
    const ip_expr *output = select->outputs.items[0].expr;
    if (!output || output->kind != IP_EXPR_COLUMN || other_uses(program, select->id, update->id))
        return -1;
    return output->index;
}

static const char *name_of_result(ip_workshop *w, const ip_program *program, int statement)
{
    for (int v = 0; v < program->variables.count; v++)
        if (is_result(program, v, statement))
            return ip_advice_variable_base_name(w->arena, &program->variables.items[v]);
    return NULL;
}

static bool lies_in(ip_token token, ip_range range)
{
    return range.begin <= token.begin && token.end <= range.end;
}

/* The name stands in the routine's text once, where it is declared, beside the two statements. */
static bool is_local(ip_workshop *w, ip_range select, ip_range update, const char *variable)
{
    ip_home home;
    int others = 0;
    if (!ip_advice_home_find(w->arena, select.source, select.begin, &home) || !home.plpgsql)
        return false;
    for (size_t at = home.begin;;) {
        ip_token token = ip_parse_next_token(select.source, &at, home.end, false);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN)
            return others == 1;
        if ((token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED) &&
            strcmp(ip_parse_token_name(w->arena, select.source, token), variable) == 0)
            others += !lies_in(token, select) && !lies_in(token, update);
    }
}

/* The variable's names in the SET list, replaced by the column. */
static const char *with_column(ip_workshop *w, ip_range range, const char *variable, const char *column, int *replaced)
{
    const char *text = "";
    bool in_set = false;
    ip_token previous = {IP_TOKEN_END, range.begin, range.begin};
    size_t copied = range.begin;
    *replaced = 0;
    for (size_t at = range.begin;;) {
        ip_token token = ip_parse_next_token(range.source, &at, range.end, true);
        if (token.kind == IP_TOKEN_END)
            break;
        if (token.kind == IP_TOKEN_WORD && ip_parse_token_is(range.source, token, "set"))
            in_set = true;
        if (token.kind == IP_TOKEN_WORD && ip_parse_token_is(range.source, token, "where"))
            in_set = false;
        bool name = token.kind == IP_TOKEN_WORD && !ip_parse_token_is(range.source, previous, ".") &&
                    strcmp(ip_parse_token_name(w->arena, range.source, token), variable) == 0;
        if (name && in_set) {
            text = ip_arena_printf(w->arena, "%s%.*s%s", text, (int)(token.begin - copied), range.source->text + copied,
                                   column);
            copied = token.end;
            ++*replaced;
        }
        previous = token;
    }
    return ip_arena_printf(w->arena, "%s%.*s", text, (int)(range.end - copied), range.source->text + copied);
}

static void replace_pair(ip_workshop *w, int p, const ip_statement *select, const ip_statement *update)
{
    const ip_program *program = w->workload->programs.items[p];
    ip_select_text text;
    int column = column_read(program, select, update);
    const char *variable = name_of_result(w, program, select->id);
    if (column < 0 || !variable || !is_local(w, select->range, update->range, variable) ||
        !ip_advice_select_text_read(select->range, &text) || !text.into || text.into_strict || text.nested ||
        text.combined || text.limit)
        return;
    int replaced;
    const char *name = select->sources.items[0].table->columns.items[column].name;
    const char *changed =
        with_column(w, update->range, variable,
                    ip_arena_printf(w->arena, "%s.%s", ip_identifier(w->arena, update->sources.items[0].alias),
                                    ip_identifier(w->arena, name)),
                    &replaced);
    if (!replaced)
        return;
    int c = ip_advice_candidate_add(w, "single-statement", p, select->id, IP_COST_SINGLE_STATEMENT,
                                    "compute the new value in the UPDATE, from the row as it is then");
    ip_advice_candidate_edit(w, c, ip_advice_whole_lines(select->range), "");
    ip_advice_candidate_edit(w, c, update->range, changed);
    ip_advice_candidate_claims(w, c, select->range);
    ip_advice_candidate_claims(w, c, update->range);
    ip_advice_candidate_helps(w, c, p, select->id, false);
    ip_advice_candidate_helps(w, c, p, update->id, false);
}

void ip_advice_find_single_statements(ip_workshop *w)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int s = 0; s < program->statements.count; s++) {
            const ip_statement *select = &program->statements.items[s];
            if (select->kind != IP_SELECT || select->check != IP_CHECK_NONE || !ip_advice_finds_one_row(select) ||
                !select->range.source || ip_advice_counts_rows_of(program, s))
                continue;
            for (int u = s + 1; u < program->statements.count; u++) {
                const ip_statement *update = &program->statements.items[u];
                if (update->kind == IP_UPDATE && update->sources.count == 1 && update->loop == select->loop &&
                    update->sources.items[0].table == select->sources.items[0].table &&
                    ip_advice_same_expr(w->arena, program, select, select->sources.items[0].filter, update,
                                        update->sources.items[0].filter) &&
                    !ip_advice_written_between(program, s, u, update->sources.items[0].table))
                    replace_pair(w, p, select, update);
            }
        }
    }
}
