/* LOOP UPDATE …; IF FOUND THEN RETURN; END IF; BEGIN INSERT …; RETURN; EXCEPTION WHEN unique_violation THEN END; END
 * LOOP (PostgreSQL 15 documentation, example 43.2): an attempt that does not leave the loop has changed nothing,
 * neither rows nor variables, so the effect of the loop is that of its last attempt. In a serial order that keeps the
 * reads of the last attempt, the first attempt succeeds. So the body is followed once, and its end is unreachable. */
#include "lower/lower.h"
#include "catalog/builtin.h"
#include "parse/keyword.h"
#include "parse/lexer.h"
#include "access_summary/chance.h"

#include <string.h>
#include <strings.h>

/* The text's only token. */
static ip_token alone(ip_pl_text text)
{
    ip_token none = {0};
    if (!text.source || text.begin >= text.end)
        return none;
    size_t at = text.begin;
    ip_token first = ip_parse_next_token(text.source, &at, text.end, false);
    return ip_parse_next_token(text.source, &at, text.end, false).kind == IP_TOKEN_END ? first : none;
}

static bool is_found(ip_pl_text text)
{
    ip_token token = alone(text);
    return token.kind == IP_TOKEN_WORD && ip_parse_token_is(text.source, token, "found");
}

static bool exits(const ip_pl_statement *s, const ip_pl_statement *loop)
{
    return s->kind == IP_PL_EXIT && (!s->label || (loop->label && strcmp(s->label, loop->label) == 0));
}

/* It surely leaves the loop, or the routine. */
static bool leaves(const ip_pl_statement *s, const ip_pl_statement *loop)
{
    bool always = !s->expr.source || s->expr.begin >= s->expr.end;
    return (s->kind == IP_PL_RETURN && !s->more_follows) || (exits(s, loop) && always);
}

static bool leaves_if_found(const ip_pl_statement *s, const ip_pl_statement *loop)
{
    if (s->kind == IP_PL_EXIT)
        return exits(s, loop) && is_found(s->expr);
    if (s->kind != IP_PL_IF || s->branches.count != 1 || !is_found(s->branches.items[0].condition))
        return false;
    const ip_pl_branch *branch = &s->branches.items[0];
    return branch->body.count > 0 && leaves(branch->body.items[branch->body.count - 1], loop);
}

/* Another attempt begins in the middle of the body. */
static bool continues(ip_pl_statement *const *items, int count)
{
    bool any = false;
    for (int i = 0; i < count && !any; i++) {
        const ip_pl_statement *s = items[i];
        any = s->kind == IP_PL_CONTINUE || continues(s->body.items, s->body.count) ||
              continues(s->handlers.items, s->handlers.count);
        for (int b = 0; b < s->branches.count; b++)
            any = any || continues(s->branches.items[b].body.items, s->branches.items[b].body.count);
    }
    return any;
}

/* It only calls functions without lasting effects. */
static bool is_plain(ip_lowerer *l, const ip_pl_statement *s)
{
    const ip_source *source = s->sql.source;
    size_t at = s->sql.begin;
    ip_token before = {0};
    for (ip_token token = ip_parse_next_token(source, &at, s->sql.end, false); token.kind != IP_TOKEN_END;
         before = token, token = ip_parse_next_token(source, &at, s->sql.end, false)) {
        bool word = before.kind == IP_TOKEN_WORD || before.kind == IP_TOKEN_QUOTED;
        if (token.kind == IP_TOKEN_BROKEN)
            return false;
        if (!word || !ip_parse_token_is(source, token, "("))
            continue;
        int count;
        const char *name = ip_parse_token_name(l->arena, source, before);
        const ip_builtin *builtin = ip_catalog_builtin_named(name, &count);
        bool changes = !builtin;
        for (int i = 0; builtin && i < count; i++)
            changes = changes || builtin[i].volatility == 'v';
        if (changes && !(before.kind == IP_TOKEN_WORD && ip_parse_is_reserved_keyword(name)))
            return false;
    }
    return true;
}

static bool names(ip_lowerer *l, const ip_pl_statement *s, const char *name)
{
    size_t at = 0, length = strlen(s->sql_text);
    ip_source text = *s->sql.source; /* without INTO and what follows it */
    text.text = s->sql_text;
    text.length = length;
    for (ip_token token = ip_parse_next_token(&text, &at, length, false); token.kind != IP_TOKEN_END;
         token = ip_parse_next_token(&text, &at, length, false))
        if (token.kind == IP_TOKEN_BROKEN || ((token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED) &&
                                              strcasecmp(ip_parse_token_name(l->arena, &text, token), name) == 0))
            return true;
    return false;
}

/* Only for plain names it is known whether the target's value from the previous attempt is used by the statement. */
static bool takes_target(ip_lowerer *l, const ip_pl_statement *s, ip_pl_text target)
{
    ip_token name = alone(target);
    return name.kind != IP_TOKEN_WORD || names(l, s, ip_parse_token_name(l->arena, target.source, name));
}

/* A query, or a change of rows, without effect if it has found no row. The next attempt assigns its variables again, if
 * it begins with it. */
static bool tries(ip_lowerer *l, const ip_pl_statement *s, bool first)
{
    static const char *const kinds[] = {"update", "delete", "select", NULL};
    if (s->kind != IP_PL_SQL || !s->sql_text || s->executes || s->strict || (s->targets.count > 0 && !first))
        return false;
    size_t at = s->sql.begin;
    ip_token begin = ip_parse_next_token(s->sql.source, &at, s->sql.end, false);
    bool plain = ip_parse_token_is_any(s->sql.source, begin, kinds) && is_plain(l, s);
    for (int i = 0; plain && i < s->targets.count; i++)
        plain = !takes_target(l, s, s->targets.items[i]);
    return plain && !names(l, s, "found");
}

static bool leaves_nothing(ip_lowerer *l, const ip_pl_statement *loop, ip_pl_statement *const *items, int count,
                           bool first);

/* If it ends without an error, it leaves; an error that a handler catches has undone it. */
static bool is_undone_try(ip_lowerer *l, const ip_pl_statement *loop, const ip_pl_statement *s)
{
    bool undone = s->kind == IP_PL_BLOCK && s->has_handlers && s->declarations.count == 0 && s->body.count >= 2;
    int last = s->body.count - 1;
    undone = undone && leaves(s->body.items[last], loop);
    for (int i = 0; undone && i < last; i++) {
        const ip_pl_statement *one = s->body.items[i];
        undone = one->kind == IP_PL_SQL && one->sql_text && !one->executes && !names(l, one, "found") &&
                 (one->targets.count == 0 || i == last - 1);
    }
    for (int h = 0; undone && h < s->handler_list.count; h++) {
        const ip_pl_handler *handler = &s->handler_list.items[h];
        undone = (ip_summary_takes_only_duplicates(handler) || ip_summary_takes_only_references(handler)) &&
                 leaves_nothing(l, loop, handler->body.items, handler->body.count, false);
    }
    return undone;
}

/* An execution that reaches the end of the statements has changed nothing. */
static bool leaves_nothing(ip_lowerer *l, const ip_pl_statement *loop, ip_pl_statement *const *items, int count,
                           bool first)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        if (s->kind == IP_PL_NULL && !s->schema_statement && !s->takes_snapshot)
            continue;
        bool tried = i + 1 < count && tries(l, s, first && i == 0) && leaves_if_found(items[i + 1], loop);
        if (!tried && !is_undone_try(l, loop, s))
            return false;
        i += tried;
    }
    return true;
}

/* Triggers and functions may have had effects that are not considered here. */
static bool changes_elsewhere(const ip_lowerer *l, const ip_pl_statement *loop, int first)
{
    for (int i = first; i < l->program->statements.count; i++) {
        const ip_statement *s = &l->program->statements.items[i];
        bool within = s->range.source == loop->range.source && s->range.begin >= loop->range.begin &&
                      s->range.end <= loop->range.end;
        if (s->kind == IP_UNKNOWN || (s->kind != IP_SELECT && !within))
            return true;
    }
    for (int i = 0; i < l->program->statements.count; i++)
        for (int q = 0; q < l->program->statements.items[i].sources.count; q++)
            if (l->program->statements.items[i].sources.items[q].table->outside)
                return true;
    return false;
}

bool ip_lower_retry(ip_lowerer *l, const ip_pl_statement *s)
{
    if (s->kind != IP_PL_LOOP || l->handlers > 0 || s->body.count == 0 || continues(s->body.items, s->body.count) ||
        !leaves_nothing(l, s, s->body.items, s->body.count, true))
        return false;
    const ip_mark now = ip_lower_now(l);
    const ip_values values = ip_lower_copy(l, &l->values);
    const ip_expr *rel = l->rel;
    const bool aborted = l->aborted, begun = l->begun;
    const int deferred = l->deferred.count, late = l->late_checks.count, choices = l->program->choices.count;
    const int exact = l->workload->statements_exact, approximated = l->workload->statements_approximated,
              unsupported = l->workload->statements_unsupported;
    ip_target target = {.kind = IP_TARGET_LOOP, .label = s->label, .result = -1};
    IP_PUSH(l->arena, &l->targets, target);
    int own = l->targets.count - 1;
    ip_lower_statements(l, s->body.items, s->body.count);
    if (changes_elsewhere(l, s, now.statements)) {
        ip_lower_undo(l, now);
        l->targets.count = own;
        l->values = values;
        l->rel = rel;
        l->aborted = aborted;
        l->begun = begun;
        l->deferred.count = deferred;
        l->late_checks.count = late;
        l->program->choices.count = choices;
        l->workload->statements_exact = exact;
        l->workload->statements_approximated = approximated;
        l->workload->statements_unsupported = unsupported;
        return false;
    }
    if (!ip_lower_unreachable(l)) {
        l->range = s->range;
        l->text = "LOOP";
        ip_lower_emit_abort(l, NULL);
        l->rel = ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
    }
    ip_lower_leave_region(l, own, rel, s->body.items, s->body.count, s->label ? s->label : "");
    l->targets.count = own;
    ip_diagnostics_add(
        l->diagnostics, IP_REMARK, s->range, l->program->name,
        "tries again until nothing is in its way, and is followed as its last try: in a transaction with one snapshot "
        "it does not end where the row in its way is not in the snapshot");
    return true;
}
