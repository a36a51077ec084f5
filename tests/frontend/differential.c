/* PL/pgSQL's block structure, read by our parser and by libpg_query's, as one canonical list of statements: their kinds
 * and lines, in order. Wherever libpg_query accepts a body, both lists must be the same.
 *
 *     isoproof-tests frontend-differential [--least N] FILE or FOLDER…
 *
 * Every routine in PL/pgSQL of every .sql file is compared, files by themselves. libpg_query ends the process on some
 * inputs and keeps state between others: it runs in a child, one for each routine. It wants parameters to have names:
 * the statement that it is given is created again, from the parameters and the body. */
#define _GNU_SOURCE /* nftw */
#include "catalog/definition.h"
#include "parse/lexer.h"
#include "test.h"

#include <ctype.h>
#include <ftw.h>
#include <jansson.h>
#include <pg_query.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

typedef IP_VEC(char) text_buffer;

typedef struct lister {
    ip_arena *arena;
    const ip_unit *unit;
    text_buffer text;
    size_t last_get; /* where the last GET that was listed begins */
} lister;

static ip_arena *names; /* of the input files */
static IP_VEC(const char *) files;
static int routines, compared, refused, statements;

static void add(lister *l, int depth, const char *kind, int line)
{
    for (const char *c = ip_arena_printf(l->arena, "%*s%s %d\n", 2 * depth, "", kind, line); *c; c++)
        IP_PUSH(l->arena, &l->text, *c);
}

static const char *finished(lister *l)
{
    IP_PUSH(l->arena, &l->text, '\0');
    return l->text.items;
}

/* ------------------------------------------------------------------ ours -- */

/* As PL/pgSQL counts them: from 1 at the body's first byte. */
static int line_of(const lister *l, size_t at)
{
    int line = 1;
    for (size_t i = l->unit->body.begin; i < at; i++)
        line += l->unit->body.source->text[i] == '\n';
    return line;
}

static ip_token next(const ip_source *source, size_t at, size_t end)
{
    ip_token token = ip_parse_lex(source, at, end, false);
    while (token.kind == IP_TOKEN_COMMENT)
        token = ip_parse_lex(source, token.end, end, false);
    return token;
}

/* The first word after a label. */
static ip_token first_word(const ip_pl_statement *s)
{
    ip_token token = next(s->range.source, s->range.begin, s->range.end);
    if (ip_parse_token_is(s->range.source, token, "<<")) {
        while (token.kind != IP_TOKEN_END && !ip_parse_token_is(s->range.source, token, ">>"))
            token = next(s->range.source, token.end, s->range.end);
        token = next(s->range.source, token.end, s->range.end);
    }
    return token;
}

/* What PL/pgSQL calls a block's line: that of its BEGIN. */
static ip_token begin_of(const ip_pl_statement *block)
{
    ip_token token = first_word(block);
    while (token.kind != IP_TOKEN_END && !ip_parse_token_is(block->range.source, token, "begin"))
        token = next(block->range.source, token.end, block->range.end);
    return token;
}

static void list_ours(lister *l, const ip_pl_statement *s, int depth);

static void list_all(lister *l, ip_pl_statement *const *items, int count, int depth)
{
    for (int i = 0; i < count; i++)
        list_ours(l, items[i], depth);
}

/* Does the word stand outside of parentheses, before LOOP? */
static bool header_has(const ip_pl_statement *s, ip_token token, const char *word)
{
    int depth = 0;
    for (; token.kind != IP_TOKEN_END; token = next(s->range.source, token.end, s->range.end)) {
        depth += ip_parse_token_is(s->range.source, token, "(") - ip_parse_token_is(s->range.source, token, ")");
        if (depth == 0 && ip_parse_token_is(s->range.source, token, "loop"))
            return false;
        if (depth == 0 && ip_parse_token_is(s->range.source, token, word))
            return true;
    }
    return false;
}

/* By its first words: kinds that only our tree has do not matter. */
static const char *kind_of(const ip_pl_statement *s, ip_token token)
{
    const ip_source *source = s->range.source;
    static const char *const alike[][2] = {{"move", "fetch"}, {"case", "if"}};
    static const char *const words[] = {"if",       "loop",   "while", "for",     "foreach", "exit",
                                        "continue", "return", "raise", "assert",  "execute", "get",
                                        "open",     "fetch",  "close", "perform", "commit",  "rollback"};
    if (s->kind == IP_PL_BLOCK)
        return "block";
    if (s->kind == IP_PL_ASSIGN)
        return "assign";
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        if (ip_parse_token_is(source, token, alike[i][0]))
            return alike[i][1];
    ip_token second = next(source, token.end, s->range.end);
    if (ip_parse_token_is(source, token, "return") && ip_parse_token_is(source, second, "next"))
        return "return next";
    if (ip_parse_token_is(source, token, "return") && ip_parse_token_is(source, second, "query"))
        return "return query";
    if (ip_parse_token_is(source, token, "for"))
        return s->kind == IP_PL_FOR_RANGE ? "for range" : header_has(s, token, "execute") ? "for execute" : "for rows";
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ip_parse_token_is(source, token, words[i]))
            return words[i];
    return "sql";
}

static void list_ours(lister *l, const ip_pl_statement *s, int depth)
{
    /* NULL is no statement there, and CASE's error without ELSE none in the text. */
    if (s->kind == IP_PL_NULL || (s->kind == IP_PL_RAISE && s->aborts && !s->raise))
        return;
    if (s->kind == IP_PL_IF && s->executes) { /* an EXECUTE, by what its text may be */
        list_ours(l, s->branches.items[s->branches.count - 1].body.items[0], depth);
        return;
    }
    ip_token token = s->kind == IP_PL_BLOCK ? begin_of(s) : first_word(s);
    if (s->kind == IP_PL_DIAGNOSTICS && token.begin == l->last_get) /* one for each item */
        return;
    l->last_get = s->kind == IP_PL_DIAGNOSTICS ? token.begin : 0;
    add(l, depth, kind_of(s, token), line_of(l, token.begin));
    list_all(l, s->body.items, s->body.count, depth + 1);
    for (int i = 0; i < s->branches.count; i++)
        list_all(l, s->branches.items[i].body.items, s->branches.items[i].body.count, depth + 1);
    list_all(l, s->handlers.items, s->handlers.count, depth + 1);
}

/* ----------------------------------------------------------- libpg_query's -- */

static const char *const their_kinds[][2] = {{"block", "block"},
                                             {"assign", "assign"},
                                             {"if", "if"},
                                             {"case", "if"},
                                             {"loop", "loop"},
                                             {"while", "while"},
                                             {"fori", "for range"},
                                             {"fors", "for rows"},
                                             {"forc", "for rows"},
                                             {"dynfors", "for execute"},
                                             {"foreach_a", "foreach"},
                                             {"return", "return"},
                                             {"return_next", "return next"},
                                             {"return_query", "return query"},
                                             {"raise", "raise"},
                                             {"assert", "assert"},
                                             {"execsql", "sql"},
                                             {"call", "sql"},
                                             {"dynexecute", "execute"},
                                             {"getdiag", "get"},
                                             {"open", "open"},
                                             {"fetch", "fetch"},
                                             {"close", "close"},
                                             {"perform", "perform"},
                                             {"commit", "commit"},
                                             {"rollback", "rollback"}};

static void list_theirs(lister *l, const json_t *node, int depth)
{
    static const char *const inside[] = {"body",      "then_body",  "elsif_list", "stmts",    "case_when_list",
                                         "else_body", "else_stmts", "exceptions", "exc_list", "action"};
    size_t i;
    json_t *item;
    if (json_is_array(node)) {
        json_array_foreach(node, i, item) list_theirs(l, item, depth);
        return;
    }
    const char *key;
    json_object_foreach((json_t *)node, key, item)
    {
        const char *kind = NULL;
        int line = (int)json_integer_value(json_object_get(item, "lineno"));
        for (size_t k = 0; strncmp(key, "PLpgSQL_stmt_", 13) == 0 && k < sizeof their_kinds / sizeof their_kinds[0];
             k++)
            if (strcmp(key + 13, their_kinds[k][0]) == 0)
                kind = their_kinds[k][1];
        if (strcmp(key, "PLpgSQL_stmt_exit") == 0)
            kind = json_is_true(json_object_get(item, "is_exit")) ? "exit" : "continue";
        bool added = kind && line > 0; /* RETURN at the end, which PL/pgSQL adds, has no line */
        if (added)
            add(l, depth, kind, line);
        if (kind || strncmp(key, "PLpgSQL_", 8) == 0)
            for (size_t k = 0; k < sizeof inside / sizeof inside[0]; k++)
                list_theirs(l, json_object_get(item, inside[k]), depth + added);
    }
}

/* What libpg_query is to read. */
static const char *statement_of(ip_arena *arena, const ip_unit *unit)
{
    const char *parameters = "", *comma = "";
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        const char *name = *p->name == '$' ? ip_arena_printf(arena, "unnamed_%s", p->name + 1) : p->name;
        parameters = ip_arena_printf(arena, "%s%s%s\"%s\" %s", parameters, comma,
                                     p->out && p->in ? "INOUT "
                                     : p->out        ? "OUT "
                                                     : "",
                                     name, p->type_name);
        comma = ", ";
    }
    bool outs = false;
    for (int i = 0; i < unit->parameters.count; i++)
        outs = outs || unit->parameters.items[i].out;
    const char *returns =
        unit->procedure || outs || !*unit->return_type
            ? ""
            : ip_arena_printf(arena, "RETURNS %s%s", unit->returns_set ? "SETOF " : "", unit->return_type);
    if (outs && unit->returns_set)
        returns = "RETURNS SETOF record";
    else if (!*returns && !unit->procedure && !outs)
        returns = "RETURNS void";
    return ip_arena_printf(arena, "CREATE %s compared(%s) %s LANGUAGE plpgsql AS $isoproof$%s$isoproof$",
                           unit->procedure ? "PROCEDURE" : "FUNCTION", parameters, returns,
                           ip_range_text(arena, unit->body));
}

/* Its answer as JSON, else why it refuses; "" where it ends. */
static const char *parse_in_child(ip_arena *arena, const char *statement)
{
    int ends[2];
    if (pipe(ends) != 0)
        return "";
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        close(2);
        PgQueryPlpgsqlParseResult result = pg_query_parse_plpgsql(statement);
        FILE *out = fdopen(ends[1], "w");
        fputs(result.error ? result.error->message : result.plpgsql_funcs, out);
        fclose(out);
        _exit(0);
    }
    close(ends[1]);
    text_buffer answer = {0};
    char block[65536];
    for (ssize_t n; (n = read(ends[0], block, sizeof block)) > 0;)
        for (ssize_t i = 0; i < n; i++)
            IP_PUSH(arena, &answer, block[i]);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    IP_PUSH(arena, &answer, '\0');
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? answer.items : "";
}

/* ------------------------------------------------------------------------- */

static void report(const char *path, const ip_unit *unit, const char *ours, const char *theirs)
{
    const char *all_ours = ours, *all_theirs = theirs, *line = ours;
    for (; *ours && *ours == *theirs; ours++, theirs++)
        if (*ours == '\n')
            line = ours + 1;
    theirs -= ours - line;
    ours = line;
    fprintf(stderr, "%s:%d: %s: not the same from here on:\n  ours:   %.*s\n  theirs: %.*s\n", path,
            ip_range_position(unit->range).line, unit->name, (int)strcspn(ours, "\n"), ours, (int)strcspn(theirs, "\n"),
            theirs);
    if (getenv("LISTS"))
        fprintf(stderr, "%s---\n%s", all_ours, all_theirs);
}

static void compare(ip_arena *arena, const char *path, const ip_unit *unit)
{
    routines++;
    const char *answer = parse_in_child(arena, statement_of(arena, unit));
    json_t *tree = json_loads(answer, 0, NULL);
    const json_t *function = json_object_get(json_array_get(tree, 0), "PLpgSQL_function");
    if (!function) {
        refused++;
        if (getenv("REFUSED"))
            printf("%s:%d: %s: %s\n", path, ip_range_position(unit->range).line, unit->name, answer);
        json_decref(tree);
        return;
    }
    compared++;
    lister theirs = {.arena = arena}, ours = {.arena = arena, .unit = unit};
    list_theirs(&theirs, json_object_get(function, "action"), 0);
    if (unit->tree)
        list_ours(&ours, unit->tree, 0);
    const char *their_text = finished(&theirs), *our_text = finished(&ours);
    bool same = strcmp(our_text, their_text) == 0;
    CHECK(same);
    if (!same)
        report(path, unit, our_text, their_text);
    for (const char *c = our_text; *c; c++)
        statements += *c == '\n';
    json_decref(tree);
}

static void compare_file(const char *path)
{
    ip_arena *arena = ip_arena_new();
    const char *error;
    const ip_source *source = ip_source_read(arena, path, &error);
    CHECK(source != NULL);
    ip_diagnostics diagnostics = {.arena = arena};
    ip_schema schema = {0};
    ip_definitions *definitions = ip_workload_definitions_read(arena, &source, 1, 0, &schema, &diagnostics);
    for (int i = 0; i < definitions->units.count; i++) {
        const ip_unit *unit = definitions->units.items[i];
        if (unit->kind == IP_UNIT_ROUTINE && strcmp(unit->language, "plpgsql") == 0 && unit->body.source)
            compare(arena, path, unit);
    }
    ip_arena_free(arena);
}

static int note_file(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)place;
    size_t length = strlen(path);
    if (type == FTW_F && length > 4 && strcmp(path + length - 4, ".sql") == 0) {
        const char *name = ip_arena_strdup(names, path);
        IP_PUSH(names, &files, name);
    }
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

TEST_SUITE(frontend_differential)
{
    int least = 0, at = 1;
    if (argc > 2 && strcmp(argv[1], "--least") == 0) {
        least = atoi(argv[2]);
        at = 3;
    }
    names = ip_arena_new();
    for (; at < argc; at++)
        CHECK(nftw(argv[at], note_file, 16, FTW_PHYS) == 0);
    qsort(files.items, (size_t)files.count, sizeof files.items[0], by_name);
    for (int i = 0; i < files.count; i++)
        compare_file(files.items[i]);
    printf("%d files, %d routines: %d compared, with %d statements; %d that libpg_query refuses\n", files.count,
           routines, compared, statements, refused);
    CHECK(compared >= least && statements >= 2 * compared);
    ip_arena_free(names);
    return TEST_RESULT();
}
