/* Parses files in the format of PostgreSQL's isolation tester. */
#include "workload/client_file_parts.h"

#include <string.h>

typedef enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_BLOCK, TOKEN_OTHER } token_kind;

typedef struct token {
    token_kind kind;
    ip_range range;   /* a block: inside the braces */
    const char *name; /* unquoted */
    bool quoted, unclosed;
} token;

typedef struct reader {
    ip_arena *arena;
    const ip_source *source;
    ip_diagnostics *diagnostics;
    ip_client_file *file;
    size_t at;
    token now;
    IP_VEC(const char *) step_names; /* of all sessions */
    bool by_steps;                   /* permutations matter, transactions do not */
} reader;

static bool starts_name(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static void skip_blanks(reader *r)
{
    const char *text = r->source->text;
    while (r->at < r->source->length) {
        if (text[r->at] == '#')
            while (r->at < r->source->length && text[r->at] != '\n')
                r->at++;
        else if (text[r->at] && strchr(" \t\r\n\f\v", text[r->at]))
            r->at++;
        else
            break;
    }
}

static void lex_quoted(reader *r)
{
    const char *text = r->source->text;
    char *name = ip_arena_alloc(r->arena, r->source->length - r->at + 1);
    size_t length = 0;
    for (r->at++; r->at < r->source->length && text[r->at] != '\n'; r->at++) {
        if (text[r->at] == '"') {
            if (text[r->at + 1] != '"')
                break;
            r->at++;
        }
        name[length++] = text[r->at];
    }
    r->now.kind = TOKEN_NAME;
    r->now.quoted = true;
    r->now.name = ip_arena_strndup(r->arena, name, length);
    r->now.unclosed = r->at >= r->source->length || text[r->at] != '"';
    r->at += !r->now.unclosed;
}

static void next(reader *r)
{
    skip_blanks(r);
    const char *text = r->source->text;
    size_t begin = r->at, limit = r->source->length;
    r->now = (token){.kind = TOKEN_END};
    if (begin == limit) {
        r->now.range = (ip_range){r->source, begin, begin};
        return;
    }
    if (starts_name((unsigned char)text[begin])) {
        while (r->at < limit && (starts_name((unsigned char)text[r->at]) || text[r->at] == '$' ||
                                 (text[r->at] >= '0' && text[r->at] <= '9')))
            r->at++;
        r->now.kind = TOKEN_NAME;
        r->now.name = ip_arena_strndup(r->arena, text + begin, r->at - begin);
    } else if (text[begin] == '"') {
        lex_quoted(r);
    } else if (text[begin] == '{') {
        const char *end = memchr(text + begin, '}', limit - begin);
        r->now.kind = TOKEN_BLOCK;
        r->now.unclosed = !end;
        r->at = end ? (size_t)(end - text) : limit;
        r->now.range = (ip_range){r->source, begin + 1, r->at};
        r->at += end != NULL;
        return;
    } else {
        r->now.kind = TOKEN_OTHER;
        r->at++;
    }
    r->now.range = (ip_range){r->source, begin, r->at};
}

static bool is(const reader *r, const char *word)
{
    return r->now.kind == TOKEN_NAME && !r->now.quoted && !strcmp(r->now.name, word);
}

static bool begins_part(const reader *r)
{
    return is(r, "setup") || is(r, "teardown") || is(r, "session") || is(r, "step") || is(r, "permutation");
}

static const char *shown(reader *r)
{
    if (r->now.kind == TOKEN_END)
        return "end of input";
    if (r->now.kind == TOKEN_BLOCK)
        return "\"{\"";
    return ip_arena_printf(r->arena, "\"%.*s\"", (int)(r->now.range.end - r->now.range.begin),
                           r->source->text + r->now.range.begin);
}

/* After an error, reading resumes at the next part. */
static void expected(reader *r, const char *what)
{
    ip_range range = r->now.range;
    if (r->now.kind == TOKEN_BLOCK)
        range.begin--;
    ip_diagnostics_add(r->diagnostics, IP_ERROR, range, NULL, "expected %s, not %s", what, shown(r));
    while (r->now.kind != TOKEN_END && !begins_part(r))
        next(r);
}

/* An SQL block, read; false after an error. */
static bool block(reader *r, ip_range *text)
{
    if (r->now.kind != TOKEN_BLOCK) {
        expected(r, "an SQL block in braces");
        return false;
    }
    *text = r->now.range;
    if (r->now.unclosed) {
        ip_range brace = {r->source, text->begin - 1, text->begin};
        ip_diagnostics_add(r->diagnostics, IP_ERROR, brace, NULL, "this SQL block has no closing brace");
    }
    next(r);
    return true;
}

static bool name(reader *r, const char *what, token *result)
{
    if (r->now.kind != TOKEN_NAME) {
        expected(r, what);
        return false;
    }
    *result = r->now;
    if (result->unclosed)
        ip_diagnostics_add(r->diagnostics, IP_ERROR, result->range, NULL, "this name has no closing quote");
    next(r);
    return true;
}

static const ip_source *derived(reader *r, ip_range text)
{
    size_t length = text.end - text.begin;
    size_t *offsets = IP_NEW_ARRAY(r->arena, size_t, length + 1);
    for (size_t i = 0; i <= length; i++)
        offsets[i] = text.begin + i;
    return ip_source_derive(r->arena, r->source, r->source->text + text.begin, length, offsets);
}

static ip_client_file_session *current_session(reader *r)
{
    return r->file->sessions.count ? &r->file->sessions.items[r->file->sessions.count - 1] : NULL;
}

static void end_session(reader *r)
{
    if (current_session(r) && !r->by_steps)
        ip_workload_client_file_cut(r->arena, current_session(r), r->diagnostics);
}

static void setup(reader *r)
{
    ip_client_file_step step = {.name = "setup", .kind = IP_CLIENT_SETUP};
    next(r);
    if (!block(r, &step.text))
        return;
    if (current_session(r))
        IP_PUSH(r->arena, &current_session(r)->steps, step);
    else
        IP_PUSH(r->arena, &r->file->setups, derived(r, step.text));
}

static void session(reader *r)
{
    token given;
    next(r);
    if (!name(r, "the session's name", &given))
        return;
    end_session(r);
    for (int i = 0; i < r->file->sessions.count; i++)
        if (!strcmp(r->file->sessions.items[i].name, given.name))
            ip_diagnostics_add(r->diagnostics, IP_ERROR, given.range, NULL, "there is a session %s already",
                               given.name);
    ip_client_file_session session = {.name = given.name, .range = given.range};
    IP_PUSH(r->arena, &r->file->sessions, session);
}

static void step(reader *r)
{
    token given;
    ip_range keyword = r->now.range;
    ip_client_file_step step = {0};
    next(r);
    if (!r->file->sessions.count)
        ip_diagnostics_add(r->diagnostics, IP_ERROR, keyword, NULL, "a step needs a session before it");
    if (!name(r, "the step's name", &given) || !block(r, &step.text))
        return;
    for (int i = 0; i < r->step_names.count; i++)
        if (!strcmp(r->step_names.items[i], given.name))
            ip_diagnostics_add(r->diagnostics, IP_ERROR, given.range, NULL, "there is a step %s already", given.name);
    step.name = given.name;
    IP_PUSH(r->arena, &r->step_names, step.name);
    if (current_session(r))
        IP_PUSH(r->arena, &current_session(r)->steps, step);
}

static void teardown(reader *r)
{
    ip_client_file_step step = {.name = "teardown", .kind = IP_CLIENT_TEARDOWN};
    next(r);
    if (!block(r, &step.text))
        return;
    if (current_session(r))
        IP_PUSH(r->arena, &current_session(r)->steps, step);
    else
        r->file->teardown = step.text;
}

/* ---- permutations ---- */
static bool is_symbol(const reader *r, char symbol)
{
    return r->now.kind == TOKEN_OTHER && r->source->text[r->now.range.begin] == symbol;
}

static bool find_step(reader *r, const char *name, int *session, int *step)
{
    for (int s = 0; s < r->file->sessions.count; s++)
        for (int i = 0; i < r->file->sessions.items[s].steps.count; i++) {
            const ip_client_file_step *found = &r->file->sessions.items[s].steps.items[i];
            if (found->kind != IP_CLIENT_STEP || strcmp(found->name, name) != 0)
                continue;
            *session = s;
            *step = i;
            return true;
        }
    ip_diagnostics_add(r->diagnostics, IP_ERROR, r->now.range, NULL, "there is no step %s", name);
    return false;
}

static int read_number(reader *r)
{
    int number = 0;
    while (r->now.kind == TOKEN_OTHER && strchr("0123456789", r->source->text[r->now.range.begin])) {
        number = number < 1000 ? number * 10 + (r->source->text[r->now.range.begin] - '0') : number;
        next(r);
    }
    return number;
}

/* After "(": *, a step, or a step and "notices" with their number, with commas between. */
static bool blockers(reader *r, ip_client_file_turn *turn)
{
    do {
        ip_client_file_blocker blocker = {.kind = IP_BLOCKER_ONCE};
        next(r);
        if (is_symbol(r, '*')) {
            next(r);
        } else {
            if (r->now.kind != TOKEN_NAME || !find_step(r, r->now.name, &blocker.session, &blocker.step))
                return false;
            next(r);
            blocker.kind = is(r, "notices") ? IP_BLOCKER_NOTICES : IP_BLOCKER_STEP;
            if (is(r, "notices")) {
                next(r);
                blocker.notices = read_number(r);
            }
        }
        IP_PUSH(r->arena, &turn->blockers, blocker);
    } while (is_symbol(r, ','));
    if (!is_symbol(r, ')'))
        return false;
    next(r);
    return true;
}

static void read_turns(reader *r)
{
    ip_client_file_permutation result = {.range = r->now.range};
    next(r);
    while (r->now.kind == TOKEN_NAME && !begins_part(r)) {
        ip_client_file_turn turn = {0};
        if (!find_step(r, r->now.name, &turn.session, &turn.step)) {
            next(r);
            continue;
        }
        next(r);
        if (is_symbol(r, '(') && !blockers(r, &turn)) {
            expected(r, "*, or a step with or without \"notices\" and a number");
            return;
        }
        IP_PUSH(r->arena, &result.turns, turn);
    }
    IP_PUSH(r->arena, &r->file->permutations, result);
}

/* Skipped, since every order of the transactions is explored. */
static void permutation(reader *r)
{
    if (r->by_steps) {
        read_turns(r);
        return;
    }
    ip_diagnostics_add(r->diagnostics, IP_REMARK, r->now.range, NULL,
                       "permutations are not needed: transactions are explored in every order");
    next(r);
    while (r->now.kind != TOKEN_END && r->now.kind != TOKEN_BLOCK && !begins_part(r))
        next(r);
}

static void read_part(reader *r)
{
    if (is(r, "setup")) {
        setup(r);
    } else if (is(r, "session")) {
        session(r);
    } else if (is(r, "step")) {
        step(r);
    } else if (is(r, "permutation")) {
        permutation(r);
    } else if (is(r, "teardown")) {
        teardown(r);
    } else {
        expected(r, "setup, session, step, teardown or permutation");
    }
}

static ip_client_file *read_file(ip_arena *arena, const ip_source *source, bool by_steps, ip_diagnostics *diagnostics)
{
    reader r = {.arena = arena, .source = source, .diagnostics = diagnostics, .by_steps = by_steps};
    r.file = IP_NEW(arena, ip_client_file);
    next(&r);
    while (r.now.kind != TOKEN_END)
        read_part(&r);
    end_session(&r);
    if (!r.file->sessions.count)
        ip_diagnostics_add(diagnostics, IP_ERROR, (ip_range){source, source->length, source->length}, NULL,
                           "a client needs a session");
    return r.file;
}

ip_client_file *ip_workload_client_file_read(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics)
{
    return read_file(arena, source, false, diagnostics);
}

ip_client_file *ip_workload_client_file_read_steps(ip_arena *arena, const ip_source *source,
                                                   ip_diagnostics *diagnostics)
{
    return read_file(arena, source, true, diagnostics);
}
