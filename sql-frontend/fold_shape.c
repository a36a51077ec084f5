/* From the pieces of a text to its shapes (shape.h). Nothing that a value brings may end the token in which it stands:
 * PostgreSQL 15 documentation, sections 4.1 and 9.4.1 (format). */
#include "shape.h"

#include "lexer.h"

#include <string.h>

enum { MOST_SHAPES = 64, MOST_HOLES = 60, MOST_CHOICES = 5 };

typedef struct hole {
    const ip_piece *piece;
    size_t begin, end; /* what stands for it */
} hole;

typedef struct shaping {
    ip_arena *arena;
    const char *text;
    IP_VEC(hole) holes;
    const char *why;
} shaping;

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.' || (unsigned char)c >= 0x80;
}

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

static const char *stand_in(shaping *s, const ip_piece *piece, bool null)
{
    switch (piece->kind) {
    case IP_PIECE_NAME:
        return quoted_name(s->arena, piece->text ? piece->text : "");
    case IP_PIECE_LITERAL:
        return null ? "NULL" : "'x'";
    default:
        return "1";
    }
}

/* The text with something in the place of each value; those whose bit is in `left_out` are NULL, and %s of it nothing.
 */
static void spell(shaping *s, const ip_pieces *pieces, unsigned left_out, bool null)
{
    const char *text = "";
    int choices = 0;
    s->holes.count = 0;
    for (int i = 0; i < pieces->count; i++) {
        const ip_piece *piece = &pieces->items[i];
        if (piece->kind == IP_PIECE_TEXT) {
            text = ip_arena_printf(s->arena, "%s%s", text, piece->text);
            continue;
        }
        bool gone = piece->empty && (left_out >> choices & 1);
        choices += piece->empty;
        const char *stands = gone ? "" : stand_in(s, piece, null);
        hole made = {piece, strlen(text), strlen(text) + strlen(stands)};
        if (!gone)
            IP_PUSH(s->arena, &s->holes, made);
        text = ip_arena_printf(s->arena, "%s%s", text, stands);
    }
    s->text = text;
}

static bool fails(shaping *s, const char *why)
{
    s->why = why;
    return false;
}

/* Does the value stand in that token as a token of its own, or as a part of it that cannot end it? *glued: a number is
 * a part of a name. */
static bool stands_well(shaping *s, const hole *h, ip_token token, bool *glued)
{
    const char *text = s->text;
    char before = h->begin ? text[h->begin - 1] : ' ', after = text[h->end] ? text[h->end] : ' ';
    bool exact = token.begin == h->begin && token.end == h->end, apart = !in_word(before) && !in_word(after);
    bool apart_but_dots = (before == '.' || !in_word(before)) && (after == '.' || !in_word(after));
    switch (h->piece->kind) {
    case IP_PIECE_NAME: /* with quotes or without; with a quote behind it could be e'…' or u&"…" */
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
        /* -5 behind - begins a comment, behind | it is another operator */
        if (token.kind == IP_TOKEN_NUMBER && exact && apart && !strchr("-~!@#%^&|`?", before))
            return true;
        return fails(s, "a number stands in it that is not apart from its neighbours");
    default: /* a value of a type whose text has no quotes, or any text */
        if (h->piece->tame && token.kind == IP_TOKEN_STRING && token.begin < h->begin && h->end < token.end &&
            text[token.begin] == '\'')
            return true;
        return fails(s, "a text stands in it that may be any part of a statement");
    }
}

/* Names with a number in them become names of which the beginning is known; negative: as the number's sign would have
 * it, where the name has no quotes. */
static const char *with_names(shaping *s, const ip_source *source, bool negative)
{
    const char *made = "";
    size_t done = 0;
    for (int i = 0; i < s->holes.count; i++) {
        const hole *h = &s->holes.items[i];
        ip_token t = ip_lex(source, done, source->length, false);
        if (h->piece->kind != IP_PIECE_NUMBER || h->begin < done)
            continue;
        while (t.end <= h->begin && t.kind != IP_TOKEN_END)
            t = ip_lex(source, t.end, source->length, false);
        bool word = t.kind == IP_TOKEN_WORD;
        if (!word && t.kind != IP_TOKEN_QUOTED)
            continue;
        if (word && negative) {
            made = ip_arena_printf(s->arena, "%s%.*s -1", made, (int)(h->begin - done), s->text + done);
            done = h->end;
            continue;
        }
        ip_token part = {t.kind, t.begin, h->begin};
        const char *prefix = word ? ip_token_name(s->arena, source, part)
                                  : ip_arena_strndup(s->arena, s->text + t.begin + 1, h->begin - t.begin - 1);
        /* Doubled quotes in it would have to be halved first. */
        if (strchr(prefix, '"'))
            prefix = "";
        made = ip_arena_printf(s->arena, "%s%.*s%s", made, (int)(t.begin - done), s->text + done,
                               quoted_name(s->arena, prefix));
        done = t.end;
    }
    return ip_arena_printf(s->arena, "%s%s", made, s->text + done);
}

static bool parses(shaping *s, const char *text)
{
    ip_parse_error error;
    json_t *tree = ip_pg_parse(s->arena, text, &error);
    bool any = json_array_size(tree) > 0;
    json_decref(tree);
    return any;
}

static bool add(shaping *s, const char *text, ip_shapes *shapes)
{
    if (shapes->count == MOST_SHAPES)
        return fails(s, "it is one of too many");
    IP_PUSH(s->arena, shapes, text);
    return true;
}

/* Is a text that is no statement none with any values? A numeric may be NaN, and a name a keyword. */
static bool is_an_error(shaping *s, const ip_pieces *pieces)
{
    for (int i = 0; i < pieces->count; i++) {
        const ip_piece *piece = &pieces->items[i];
        if (piece->kind != IP_PIECE_TEXT && piece->kind != IP_PIECE_LITERAL &&
            (piece->kind != IP_PIECE_NUMBER || !piece->integer))
            return false;
    }
    spell(s, pieces, 0, true);
    bool error = !parses(s, s->text);
    spell(s, pieces, 0, false);
    return error;
}

static bool add_spelled(shaping *s, const ip_pieces *pieces, bool whole, ip_shapes *shapes)
{
    const ip_source *source = ip_source_from_text(s->arena, "", s->text, strlen(s->text));
    int next = 0;
    bool any_glued = false;
    for (ip_token t = ip_lex(source, 0, source->length, false); t.kind != IP_TOKEN_END;
         t = ip_lex(source, t.end, source->length, false)) {
        if (t.kind == IP_TOKEN_BROKEN)
            return fails(s, "it has no end of a quotation or comment");
        for (; next < s->holes.count && s->holes.items[next].begin < t.end; next++) {
            bool glued = false;
            if (s->holes.items[next].begin < t.begin || !stands_well(s, &s->holes.items[next], t, &glued))
                return s->why ? false : fails(s, "a value stands between its words");
            any_glued = any_glued || glued;
        }
    }
    if (next < s->holes.count)
        return fails(s, "a value stands between its words");
    const char *text = any_glued ? with_names(s, source, false) : s->text;
    if (parses(s, text)) {
        if (!add(s, text, shapes))
            return false;
    } else if (whole && !is_an_error(s, pieces)) {
        return fails(s, "it is no statement");
    }
    text = any_glued ? with_names(s, source, true) : NULL;
    return !text || !parses(s, text) || add(s, text, shapes);
}

bool ip_shapes_of(ip_fold *f, const ip_texts *texts, ip_shapes *shapes, const char **why)
{
    shaping s = {.arena = f->arena};
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
            add_spelled(&s, pieces, left_out == 0, shapes);
        }
        if (s.why) {
            *why = s.why;
            return false;
        }
    }
    *why = texts->count > 0 && shapes->count == 0 ? "it is no statement" : NULL;
    return shapes->count > 0;
}
