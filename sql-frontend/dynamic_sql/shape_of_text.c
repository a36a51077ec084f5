/* From the pieces of a text to its shapes (dynamic_sql/text_shape.h). No inserted value may end the token that contains
 * it: PostgreSQL 15 documentation, sections 4.1 and 9.4.1 (format). */
#include "dynamic_sql/text_shape.h"

#include "parse/lexer.h"

#include <string.h>

enum { MOST_SHAPES = 128, MOST_HOLES = 60, MOST_CHOICES = 5 };

typedef struct hole {
    const ip_text_piece *piece;
    size_t begin, end; /* what stands for it */
} hole;

typedef struct shaping {
    ip_arena *arena;
    const char *text;
    IP_VEC(hole) holes;
    const char *why;
    bool trusts;  /* texts of which nothing is known, too */
    bool trusted; /* there were such */
    int odd;      /* this hole has that in its place; -1: none */
    const char *stands;
} shaping;

static const char *quoted_name(ip_arena *arena, const char *prefix)
{
    char *out = ip_arena_alloc(arena, 2 * strlen(prefix) + 4), *to = out;
    *to++ = '"';
    for (size_t i = 0; prefix[i] && i < 63; i++) { /* names are cut there: section 4.1.1 */
        if (prefix[i] == '"')
            *to++ = '"';
        *to++ = prefix[i];
    }
    *to++ = IP_ANY_NAME;
    *to++ = '"';
    *to = '\0';
    return out;
}

static const char *sample_value(shaping *s, const ip_text_piece *piece, bool null)
{
    switch (piece->kind) {
    case IP_PIECE_NAME:
        return quoted_name(s->arena, piece->text ? piece->text : "");
    case IP_PIECE_LITERAL:
        return null ? "NULL" : "'x'";
    case IP_PIECE_VALUE:
        return s->trusts && !piece->tame ? "x" : "1";
    default:
        return "1";
    }
}

/* The text with a sample in place of each value; those whose bit is in `left_out` are NULL, and %s of it nothing. */
static void spell(shaping *s, const ip_pieces *pieces, unsigned left_out, bool null)
{
    const char *text = "";
    int choices = 0;
    s->holes.count = 0;
    for (int i = 0; i < pieces->count; i++) {
        const ip_text_piece *piece = &pieces->items[i];
        if (piece->kind == IP_PIECE_TEXT) {
            text = ip_arena_printf(s->arena, "%s%s", text, piece->text);
            continue;
        }
        bool omitted = piece->empty && (left_out >> choices & 1);
        choices += piece->empty;
        const char *stands = omitted ? "" : i == s->odd ? s->stands : sample_value(s, piece, null);
        hole created = {piece, strlen(text), strlen(text) + strlen(stands)};
        if (!omitted && i != s->odd)
            IP_PUSH(s->arena, &s->holes, created);
        text = ip_arena_printf(s->arena, "%s%s", text, stands);
    }
    s->text = text;
}

static bool fails(shaping *s, const char *why)
{
    s->why = why;
    return false;
}

/* A text of which nothing is known: within quotes, or a word or a part of one. */
static bool stays_in_place(shaping *s, const hole *h, ip_token token, bool *glued)
{
    bool within = token.begin < h->begin && h->end < token.end;
    char before = token.begin ? s->text[token.begin - 1] : ' ', after = s->text[token.end] ? s->text[token.end] : ' ';
    bool apart = (before == '.' || !ip_is_name_byte(before)) && !strchr("'\"&", after);
    if (!s->trusts || !((token.kind == IP_TOKEN_STRING && within) || (token.kind == IP_TOKEN_QUOTED && within) ||
                        (token.kind == IP_TOKEN_WORD && apart)))
        return false;
    *glued = token.kind != IP_TOKEN_STRING;
    return s->trusted = true;
}

/* Is the value the whole token, or a part of it that cannot end it? *glued: a number is a part of a name. */
static bool stands_well(shaping *s, const hole *h, ip_token token, bool *glued)
{
    const char *text = s->text;
    char before = h->begin ? text[h->begin - 1] : ' ', after = text[h->end] ? text[h->end] : ' ';
    bool exact = token.begin == h->begin && token.end == h->end,
         apart = !ip_is_name_byte(before) && !ip_is_name_byte(after);
    bool apart_but_dots = (before == '.' || !ip_is_name_byte(before)) && (after == '.' || !ip_is_name_byte(after));
    switch (h->piece->kind) {
    case IP_PIECE_NAME: /* with quotes or without; with a quote after it could be e'…' or u&"…" */
        if (token.kind == IP_TOKEN_QUOTED && exact && apart_but_dots && !strchr("'\"&", after))
            return true;
        return fails(s, "a name stands in it, put in by %I or quote_ident, that is not apart from its neighbours");
    case IP_PIECE_LITERAL:
        if (token.kind == IP_TOKEN_STRING && exact && apart)
            return true;
        return fails(s, "a literal stands in it, put in by %L or quote_literal, that is not apart from its neighbours");
    case IP_PIECE_NUMBER:
        if (token.kind == IP_TOKEN_STRING && token.begin < h->begin && h->end < token.end &&
            text[token.begin] != '$') /* $$…$$ may be ended by … $5$ */
            return true;
        if (token.kind == IP_TOKEN_QUOTED && token.begin < h->begin && h->end < token.end)
            return *glued = true;
        if (token.kind == IP_TOKEN_WORD && token.begin < h->begin)
            return *glued = true;
        /* -5 after - begins a comment, after | it is another operator */
        if (token.kind == IP_TOKEN_NUMBER && exact && apart && !strchr("-~!@#%^&|`?", before))
            return true;
        return fails(s, "a number stands in it that is not apart from its neighbours");
    default: /* a value of a type whose text has no quotes, or any text */
        if (h->piece->tame && token.kind == IP_TOKEN_STRING && token.begin < h->begin && h->end < token.end &&
            text[token.begin] == '\'')
            return true;
        if (stays_in_place(s, h, token, glued))
            return true;
        return fails(s, "a text stands in it that may be any part of a statement");
    }
}

typedef enum spelling {
    AS_NAMES,    /* a number or text within a name: a name of which the beginning is known */
    AS_NEGATIVE, /* the same, but lexed as after a number's sign, where the name has no quotes */
    AS_DOTTED /* the same, but "x.y" for a trusted text that is a word: where only a word can stand it does not parse */
} spelling;

static const char *with_names(shaping *s, const ip_source *source, spelling as)
{
    const char *created = "";
    size_t done = 0;
    for (int i = 0; i < s->holes.count; i++) {
        const hole *h = &s->holes.items[i];
        ip_token t = ip_parse_lex(source, done, source->length, false);
        bool number = h->piece->kind == IP_PIECE_NUMBER;
        if ((!number && h->piece->kind != IP_PIECE_VALUE) || h->begin < done)
            continue;
        while (t.end <= h->begin && t.kind != IP_TOKEN_END)
            t = ip_parse_lex(source, t.end, source->length, false);
        bool word = t.kind == IP_TOKEN_WORD;
        if (!word && t.kind != IP_TOKEN_QUOTED)
            continue;
        bool part_of_name = (h->begin && s->text[h->begin - 1] == '.') || s->text[h->end] == '.';
        if (!number && as == AS_DOTTED && !part_of_name && t.begin == h->begin && t.end == h->end) {
            created = ip_arena_printf(s->arena, "%s%.*sx.y", created, (int)(h->begin - done), s->text + done);
            done = h->end;
            continue;
        }
        if (number && word && as == AS_NEGATIVE) {
            created = ip_arena_printf(s->arena, "%s%.*s -1", created, (int)(h->begin - done), s->text + done);
            done = h->end;
            continue;
        }
        ip_token part = {t.kind, t.begin, h->begin};
        const char *prefix = t.begin == h->begin ? ""
                             : word              ? ip_parse_token_name(s->arena, source, part)
                                    : ip_arena_strndup(s->arena, s->text + t.begin + 1, h->begin - t.begin - 1);
        /* Doubled quotes in it would have to be halved first. */
        if (strchr(prefix, '"'))
            prefix = "";
        created = ip_arena_printf(s->arena, "%s%.*s%s", created, (int)(t.begin - done), s->text + done,
                                  quoted_name(s->arena, prefix));
        done = t.end;
    }
    return ip_arena_printf(s->arena, "%s%s", created, s->text + done);
}

static bool parses(shaping *s, const char *text)
{
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse(s->arena, text, &error);
    bool any = ip_parse_list_size(tree) > 0;
    return any;
}

static bool is_of_rows(shaping *s, const char *text)
{
    static const char *const kinds[] = {"SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"};
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse(s->arena, text, &error);
    const PgQuery__RawStmt *item;
    bool any = false;
    size_t i;
    IP_STATEMENT_EACH(tree, i, item)
    {
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            any |= strcmp(ip_parse_node_kind(IP_GET(item, stmt)), kinds[k]) == 0;
    }
    return any;
}

static bool add(shaping *s, const char *text, ip_shapes *shapes)
{
    if (shapes->count == MOST_SHAPES)
        return fails(s, "it is one of too many");
    IP_PUSH(s->arena, shapes, text);
    return true;
}

/* If the text with samples is not a statement, is it none with any values? A numeric may be NaN, and a name a
 * keyword. */
static bool is_an_error(shaping *s, const ip_pieces *pieces)
{
    for (int i = 0; i < pieces->count; i++) {
        const ip_text_piece *piece = &pieces->items[i];
        bool known_name = piece->kind == IP_PIECE_NAME && !piece->expr.source; /* one of several, no keyword */
        if (piece->kind != IP_PIECE_TEXT && piece->kind != IP_PIECE_LITERAL && !known_name &&
            (piece->kind != IP_PIECE_NUMBER || !piece->integer))
            return false;
    }
    spell(s, pieces, 0, true);
    bool error = !parses(s, s->text);
    spell(s, pieces, 0, false);
    return error;
}

static bool all_stand_well(shaping *s, const ip_source *source, bool *any_glued)
{
    int next = 0;
    for (ip_token t = ip_parse_lex(source, 0, source->length, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, source->length, false)) {
        if (t.kind == IP_TOKEN_BROKEN)
            return fails(s, "it has no end of a quotation or comment");
        for (; next < s->holes.count && s->holes.items[next].begin < t.end; next++) {
            bool glued = false;
            if (s->holes.items[next].begin < t.begin || !stands_well(s, &s->holes.items[next], t, &glued))
                return s->why ? false : fails(s, "a value stands between its words");
            *any_glued = *any_glued || glued;
        }
    }
    return next == s->holes.count || fails(s, "a value stands between its words");
}

/* A clause may read any table: it is only trusted to be part of the enclosing statement. */
static const char *any_query(shaping *s)
{
    return ip_arena_printf(s->arena, "SELECT FROM %s", quoted_name(s->arena, ""));
}

/* The text is not a statement if its trusted parts are words: tries clauses for them. A part that may be a whole query
 * is not trusted. */
static bool add_clauses(shaping *s, const ip_pieces *pieces, ip_shapes *shapes)
{
    static const char *const clauses[] = {
        "SELECT",  "",    "DESC", "AND TRUE", "WHERE TRUE", "JOIN \"\1\" ON TRUE", "ORDER BY 1",
        "LIMIT 1", "= 1", "=",    "TRUE AND", ", \"\1\"",   "AS \"\1\"",           "INTERVAL"};
    bool any = false;
    for (int i = 0; s->trusted && i < pieces->count; i++)
        for (size_t k = 0; pieces->items[i].kind == IP_PIECE_VALUE && k < sizeof clauses / sizeof clauses[0]; k++) {
            s->odd = i;
            s->stands = clauses[k];
            spell(s, pieces, 0, false);
            s->odd = -1;
            const ip_source *source = ip_source_from_text(s->arena, "", s->text, strlen(s->text));
            bool glued = false;
            if (!all_stand_well(s, source, &glued))
                return false;
            const char *text = with_names(s, source, AS_NAMES);
            if (!parses(s, text))
                continue;
            if (k == 0 || !is_of_rows(s, text))
                return fails(s, "a text stands in it that may be any part of a statement");
            any = true;
            if (!add(s, text, shapes))
                return false;
        }
    return any ? add(s, any_query(s), shapes) : fails(s, "it is no statement");
}

static bool add_spelled(shaping *s, const ip_pieces *pieces, unsigned left_out, ip_shapes *shapes)
{
    const ip_source *source = ip_source_from_text(s->arena, "", s->text, strlen(s->text));
    bool any_glued = false;
    if (!all_stand_well(s, source, &any_glued))
        return false;
    const char *text = any_glued ? with_names(s, source, AS_NAMES) : s->text;
    const char *negative = any_glued ? with_names(s, source, AS_NEGATIVE) : NULL;
    if (parses(s, text)) {
        /* "SELECT * FROM t x": x may be intended as a clause. */
        bool clause = s->trusted && is_of_rows(s, text) && !parses(s, with_names(s, source, AS_DOTTED));
        if (!add(s, text, shapes) || (clause && !add(s, any_query(s), shapes)))
            return false;
    } else if (left_out == 0 && !is_an_error(s, pieces) && !add_clauses(s, pieces, shapes)) {
        return false;
    }
    return !negative || !parses(s, negative) || add(s, negative, shapes);
}

bool ip_dynamic_shapes_of(ip_fold *f, const ip_texts *texts, ip_shapes *shapes, const char **why, bool *trusted)
{
    shaping s = {.arena = f->arena, .trusts = f->trusts, .odd = -1};
    shapes->count = 0;
    for (int i = 0; i < texts->count; i++) {
        const ip_pieces *pieces = &texts->alternatives[i];
        unsigned choices = 0;
        int holes = 0;
        for (int p = 0; p < pieces->count; p++) {
            choices += pieces->items[p].kind != IP_PIECE_TEXT && pieces->items[p].empty;
            holes += pieces->items[p].kind != IP_PIECE_TEXT;
        }
        s.why = NULL;
        if (choices > MOST_CHOICES || holes > MOST_HOLES)
            s.why = "it has too many values in it";
        for (unsigned left_out = 0; !s.why && left_out < 1u << choices; left_out++) {
            spell(&s, pieces, left_out, false);
            add_spelled(&s, pieces, left_out, shapes);
        }
        if (s.why) {
            *why = s.why;
            return false;
        }
    }
    *trusted = s.trusted;
    *why = texts->count > 0 && shapes->count == 0 ? "it is no statement" : NULL;
    return shapes->count > 0;
}
