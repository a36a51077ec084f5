/* Replaces an EXECUTE with known texts by the statement, or by an IF with a branch for each text. */
#include "dynamic_sql/folding.h"

#include "base/words.h"
#include "dynamic_sql/parts.h"
#include "parse/lexer.h"
#include "parse/pg_parse.h"
#include "dynamic_sql/text_shape.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------- annotations -- */

ip_annotation *ip_dynamic_folding_said(ip_folding *f, const ip_pl_statement *s)
{
    for (int i = 0; i < f->definitions->annotations.count; i++) {
        ip_annotation *a = &f->definitions->annotations.items[i];
        if ((a->executes || a->touches) && a->range.source == s->range.source && a->applies_to == s->range.begin)
            return a;
    }
    return NULL;
}

/* ---------------------------------------------------------- statements -- */

ip_pl_text ip_dynamic_folding_generated(ip_folding *f, const char *text, ip_range at)
{
    return ip_source_generated(f->definitions->arena, text, at);
}

static bool has_position(const ip_tree *node, int after)
{
    if (ip_parse_tree_is_list(node))
        for (size_t i = 0; i < ip_parse_list_size(node); i++)
            if (IP_GET(ip_as_param_ref(ip_parse_list_item(node, i)), number) > after)
                return true;
    return IP_GET(ip_as_param_ref(IP_GET(ip_as_sort_by(node), node)), number) > after;
}

/* ORDER BY 2 and GROUP BY 2 name a column; with a parameter they would not. */
static bool positions_in(const ip_tree *node, int after)
{
    const ip_tree *value;
    if (ip_parse_tree_is_list(node))
        for (size_t i = 0; i < ip_parse_list_size(node); i++)
            if (positions_in(ip_parse_list_item(node, i), after))
                return true;
    if (!ip_parse_tree_is_message(node))
        return false;
    const PgQuery__SelectStmt *select = ip_message_as(node, &pg_query__select_stmt__descriptor);
    if (has_position(node, after) || has_position(IP_ITEMS(select, group_clause), after) ||
        has_position(IP_ITEMS(select, distinct_clause), after))
        return true;
    IP_TREE_EACH(node, key, value) if (positions_in(value, after)) return true;
    return false;
}

static bool as_position(ip_folding *f, const char *text, int after)
{
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse(f->arena, text, &error);
    bool any = positions_in(tree, after);
    return any;
}

/* The statement's text, with $n for inserted values; NULL: an inserted value is more than a value of the statement. */
static const char *assembled(ip_folding *f, const ip_pl_statement *s, const ip_pieces *pieces, ip_pl_statement *to)
{
    const char *text = "";
    to->args.count = 0;
    for (int i = 0; i < s->args.count; i++)
        IP_PUSH(f->arena, &to->args, s->args.items[i]);
    for (int i = 0; i < pieces->count; i++) {
        const ip_text_piece *piece = &pieces->items[i];
        const char *next =
            i + 1 < pieces->count && pieces->items[i + 1].kind == IP_PIECE_TEXT ? pieces->items[i + 1].text : "";
        size_t length = strlen(text);
        if (piece->kind == IP_PIECE_TEXT) {
            text = ip_arena_printf(f->arena, "%s%s", text, piece->text);
            continue;
        }
        bool apart =
            (length == 0 || (!ip_is_name_byte(text[length - 1]) && !strchr("-~!@#%^&|`?", text[length - 1]))) &&
            !ip_is_name_byte(*next);
        if ((piece->kind != IP_PIECE_LITERAL && piece->kind != IP_PIECE_NUMBER) || !apart || piece->loose)
            return NULL;
        IP_PUSH(f->arena, &to->args, piece->expr);
        text = ip_arena_printf(f->arena, "%s$%d", text, to->args.count);
    }
    /* Within quotes or a comment $n would be no parameter. */
    int seen = 0;
    const ip_source *source = ip_source_from_text(f->arena, "", text, strlen(text));
    for (ip_token t = ip_parse_lex(source, 0, source->length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, source->length, false)) {
        if (t.kind == IP_TOKEN_PARAM) {
            long number = strtol(text + t.begin + 1, NULL, 10);
            if (number < 1 || number > to->args.count)
                return NULL;
            seen += number > s->args.count;
        }
        if (t.kind == IP_TOKEN_BROKEN)
            return NULL;
    }
    return seen == to->args.count - s->args.count && !as_position(f, text, s->args.count) ? text : NULL;
}

/* Turns s into the statement of that text; false: the statement is not supported. */
static bool make_static(ip_folding *f, ip_pl_statement *s, const char *text, ip_range at)
{
    ip_parse_error error;
    const ip_tree *statements = ip_parse_pg_parse(f->arena, text, &error);
    bool one = ip_parse_list_size(statements) == 1;
    const char *kind = ip_parse_node_kind(ip_parse_statement_at(statements, 0));
    one = one && strcmp(kind, "TransactionStmt") != 0;
    if (!one)
        return false;
    s->sql = ip_dynamic_folding_generated(f, text, at);
    s->sql_text = text;
    s->folded = true;
    s->expr = (ip_pl_text){NULL, 0, 0};
    if (s->kind != IP_PL_UNKNOWN)
        return true;
    s->kind = strncmp(s->what, "RETURN", 6) == 0 ? IP_PL_RETURN
              : strncmp(s->what, "FOR", 3) == 0  ? IP_PL_FOR_QUERY
                                                 : IP_PL_SQL;
    s->more_follows = s->kind == IP_PL_RETURN;
    return true;
}

static ip_pl_statement *copy(ip_folding *f, const ip_pl_statement *s)
{
    ip_pl_statement *created = IP_NEW(f->arena, ip_pl_statement);
    *created = *s;
    memset(&created->args, 0, sizeof created->args);
    for (int i = 0; i < s->args.count; i++)
        IP_PUSH(f->arena, &created->args, s->args.items[i]);
    return created;
}

/* The text without some or all of the pieces that may be empty is not a statement. */
static bool needs_all(ip_folding *f, const ip_pieces *pieces)
{
    enum { MOST_CHOICES = 5 };
    int choices = 0;
    for (int i = 0; i < pieces->count; i++)
        choices += pieces->items[i].kind != IP_PIECE_TEXT && pieces->items[i].empty;
    for (unsigned left_out = 1; choices <= MOST_CHOICES && left_out < 1u << choices; left_out++) {
        const char *text = "";
        int choice = 0;
        for (int i = 0; i < pieces->count; i++) {
            const ip_text_piece *piece = &pieces->items[i];
            bool omitted = piece->kind != IP_PIECE_TEXT && piece->empty && (left_out >> choice & 1);
            choice += piece->kind != IP_PIECE_TEXT && piece->empty;
            text = ip_arena_printf(f->arena, "%s%s", text,
                                   piece->kind == IP_PIECE_TEXT ? piece->text
                                   : omitted                    ? ""
                                                                : "$1");
        }
        ip_parse_error error;
        const ip_tree *tree = ip_parse_pg_parse(f->arena, text, &error);
        if (tree)
            return false;
    }
    return choices <= MOST_CHOICES;
}

static void refuse(ip_folding *f, ip_pl_statement *choice, const char *condition, const char *message, const char *code)
{
    ip_pl_statement *refused = IP_NEW(f->arena, ip_pl_statement);
    ip_pl_branch branch = {.condition = ip_dynamic_folding_generated(f, condition, choice->range)};
    ip_pl_raise *said = IP_NEW(f->arena, ip_pl_raise);
    ip_pl_raise_option option = {"errcode", ip_dynamic_folding_generated(f, code, choice->range)};
    said->format = message;
    IP_PUSH(f->arena, &said->options, option);
    refused->kind = IP_PL_RAISE;
    refused->range = choice->range;
    refused->raise = said;
    refused->aborts = true;
    IP_PUSH(f->arena, &refused->args, option.value);
    IP_PUSH(f->arena, &branch.body, refused);
    IP_PUSH(f->arena, &choice->branches, branch);
}

/* IF one of those values is NULL THEN RAISE ELSE the statement END IF; false: with NULL it is another statement. */
static bool refuse_null(ip_folding *f, ip_pl_statement *s, const ip_pieces *pieces)
{
    const char *null = "", *empty = "";
    if (!needs_all(f, pieces))
        return false;
    for (int i = 0; i < pieces->count; i++) {
        const ip_text_piece *piece = &pieces->items[i];
        if (piece->kind == IP_PIECE_TEXT || !(piece->strict || piece->empty))
            continue;
        const char **condition = piece->strict ? &null : &empty;
        *condition = ip_arena_printf(f->arena, "%s%s(%s) IS NULL", *condition, **condition ? " OR " : "",
                                     ip_range_text(f->arena, piece->expr));
    }
    ip_pl_statement choice = {.kind = IP_PL_IF, .range = s->range, .executes = true};
    ip_pl_branch otherwise = {0};
    if (*null)
        refuse(f, &choice, null, "query string argument of EXECUTE is null", "'22004'"); /* null_value_not_allowed */
    if (*empty)
        refuse(f, &choice, empty, "syntax error", "'42601'"); /* syntax_error */
    if (choice.branches.count == 0)
        return true;
    IP_PUSH(f->arena, &otherwise.body, copy(f, s));
    IP_PUSH(f->arena, &choice.branches, otherwise);
    *s = choice;
    return true;
}

bool ip_dynamic_folding_has_execute(ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        if (s->executes || ip_dynamic_folding_has_execute(s->body.items, s->body.count) ||
            ip_dynamic_folding_has_execute(s->handlers.items, s->handlers.count))
            return true;
        for (int k = 0; k < s->branches.count; k++)
            if (ip_dynamic_folding_has_execute(s->branches.items[k].body.items, s->branches.items[k].body.count))
                return true;
    }
    return false;
}

/* What the one name of the text is put in from, if that is all that is not known of it. */
static ip_pl_text only_name(ip_folding *f, const ip_pieces *pieces)
{
    ip_pl_text name = {0};
    int holes = 0;
    for (int i = 0; i < pieces->count; i++) {
        const ip_text_piece *piece = &pieces->items[i];
        if (piece->kind == IP_PIECE_TEXT)
            continue;
        holes++;
        if (piece->kind == IP_PIECE_NAME && !piece->loose && !piece->empty &&
            ip_dynamic_fold_pure(&f->fold, piece->expr))
            name = piece->expr;
    }
    return holes == 1 ? name : (ip_pl_text){0};
}

/* As far as the text is known, or that one of its alternatives; -1: all. */
static ip_pl_statement *shaped(ip_folding *f, ip_pl_statement *s, const ip_texts *texts, int number)
{
    ip_texts one = {.count = 1, .alternatives = {texts->alternatives[number < 0 ? 0 : number]}};
    ip_shapes shapes = {0};
    bool trusted = false;
    memset(&s->shapes, 0, sizeof s->shapes);
    if ((s->kind == IP_PL_UNKNOWN || s->kind == IP_PL_OPEN) &&
        ip_dynamic_shapes_of(&f->fold, number < 0 ? texts : &one, &shapes, &s->why, &trusted))
        for (int i = 0; i < shapes.count; i++) {
            IP_PUSH(f->arena, &s->shapes, shapes.items[i]);
            if (strchr(shapes.items[i], IP_ANY_NAME))
                ip_catalog_other_tables(f->arena, f->definitions->schema);
        }
    const bool single = s->shapes.count == 1 && (number >= 0 || texts->count == 1);
    s->name = single ? only_name(f, &one.alternatives[0]) : (ip_pl_text){0};
    if (trusted)
        ip_diagnostics_add(
            f->diagnostics, IP_ASSUMPTION, s->range, f->unit->name,
            "--trust-splices: what is put into the text of this EXECUTE unquoted stays in its place: a name where "
            "only a name can stand, elsewhere an expression without subqueries and without user-defined functions");
    return s;
}

/* IF text IS NULL THEN RAISE ELSIF text = 'this' THEN this … ELSE the last one. Only texts without values in them can
 * be compared so. */
static bool make_choice(ip_folding *f, ip_pl_statement *s, const ip_texts *texts)
{
    int with_values = -1;
    /* A loop's body is repeated for each text, but not within another such body. */
    if (s->body.count > 0 && ip_dynamic_folding_has_execute(s->body.items, s->body.count))
        return false;
    if (texts->respelled || s->kind != IP_PL_UNKNOWN || s->label || !ip_dynamic_fold_pure(&f->fold, s->expr))
        return false;
    for (int i = 0; i < texts->count; i++)
        if (texts->alternatives[i].count != 1 || texts->alternatives[i].items[0].kind != IP_PIECE_TEXT) {
            if (with_values >= 0)
                return false;
            with_values = i;
        }
    ip_pl_statement choice = {.kind = IP_PL_IF, .range = s->range, .executes = true};
    int last = with_values >= 0 ? with_values : texts->count - 1;
    const char *expr = ip_range_text(f->arena, s->expr);
    if (texts->null)
        refuse(f, &choice, ip_arena_printf(f->arena, "(%s) IS NULL", expr), "query string argument of EXECUTE is null",
               "'22004'");
    for (int i = 0; i <= texts->count; i++) {
        ip_pl_branch branch = {0};
        int number = i < texts->count ? i : last; /* the last one comes after all others */
        if (i < texts->count && i == last)
            continue;
        ip_pl_statement *way = copy(f, s);
        const char *text = assembled(f, s, &texts->alternatives[number], way);
        if (!text || !make_static(f, way, text, s->range) || !refuse_null(f, way, &texts->alternatives[number]))
            way = shaped(f, copy(f, s), texts, number);
        if (i < texts->count)
            branch.condition = ip_dynamic_folding_generated(
                f,
                ip_arena_printf(f->arena, "(%s) = %s", expr,
                                ip_quoted(f->arena, texts->alternatives[i].items[0].text, '\'')),
                s->expr);
        IP_PUSH(f->arena, &branch.body, way);
        IP_PUSH(f->arena, &choice.branches, branch);
    }
    *s = choice;
    return true;
}

void ip_dynamic_folding_resolve(ip_folding *f, ip_pl_statement *s)
{
    enum { MOST_BRANCHES = 8 };
    ip_annotation *said = ip_dynamic_folding_said(f, s);
    ip_texts texts = ip_dynamic_fold_text(&f->fold, s->expr);
    if (said) {
        said->used = true;
        ip_diagnostics_add(f->diagnostics, IP_ASSUMPTION, s->range, f->unit->name,
                           "this EXECUTE is assumed to do what the comment before it says");
        s->touches.count = 0;
        ip_pl_text text = s->expr;
        if (said->executes && !make_static(f, s, said->executes, said->range))
            ip_diagnostics_add(f->diagnostics, IP_ERROR, said->range, f->unit->name,
                               "expected one SQL statement after \"isoproof: executes\"");
        if (s->folded && !ip_dynamic_fold_pure(&f->fold, text))
            IP_PUSH(f->arena, &s->args, text); /* the evaluation of the text may have effects, too */
        for (int i = 0; i < said->touched.count; i++)
            IP_PUSH(f->arena, &s->touches, said->touched.items[i]);
        return;
    }
    if (texts.count == 1 && !texts.null) {
        ip_pl_statement *created = copy(f, s);
        const char *text = assembled(f, s, &texts.alternatives[0], created);
        if (text && make_static(f, created, text, s->range) && refuse_null(f, created, &texts.alternatives[0]))
            *s = *created;
    } else if (texts.count >= 1 && texts.count <= MOST_BRANCHES) {
        make_choice(f, s, &texts);
    }
    if (s->kind == IP_PL_UNKNOWN || (s->kind == IP_PL_OPEN && !s->sql_text))
        shaped(f, s, &texts, -1);
}
