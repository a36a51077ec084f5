/* Expressions of text, over tokens: parse trees do not tell where an expression ends. */
#include "fold_text.h"

#include "lexer.h"
#include "pg_parse.h"

#include <string.h>
#include <strings.h>

enum { DEEPEST = 40 };

static ip_texts fold(ip_fold *f, ip_range text, int depth);

/* -------------------------------------------------------------- tokens -- */

static ip_token next_token(ip_range text, size_t at)
{
    ip_token token = ip_lex(text.source, at, text.end, false);
    while (token.kind == IP_TOKEN_COMMENT)
        token = ip_lex(text.source, token.end, text.end, false);
    return token;
}

static bool is(ip_range text, ip_token token, const char *word)
{
    return ip_token_is(text.source, token, word);
}

static int nesting(ip_range text, ip_token token)
{
    if (is(text, token, "(") || is(text, token, "[") || is(text, token, "case"))
        return 1;
    return is(text, token, ")") || is(text, token, "]") || is(text, token, "end") ? -1 : 0;
}

/* Without blanks and comments around it. */
static ip_range trimmed(ip_range text)
{
    ip_token first = next_token(text, text.begin);
    ip_range result = {text.source, first.begin, first.begin};
    for (ip_token t = first; t.kind != IP_TOKEN_END; t = next_token(text, t.end))
        result.end = t.end;
    return result;
}

/* The parts between the separators outside of parentheses and CASE. */
typedef IP_VEC(ip_range) ip_ranges;

static ip_ranges split(ip_fold *f, ip_range text, const char *separator)
{
    ip_ranges parts = {0};
    int depth = 0;
    size_t begin = text.begin;
    for (ip_token t = next_token(text, text.begin); t.kind != IP_TOKEN_END; t = next_token(text, t.end)) {
        if (depth == 0 && is(text, t, separator)) {
            IP_PUSH(f->arena, &parts, ((ip_range){text.source, begin, t.begin}));
            begin = t.end;
        }
        depth += nesting(text, t);
    }
    IP_PUSH(f->arena, &parts, ((ip_range){text.source, begin, text.end}));
    return parts;
}

/* Something that binds less than || stands in it. */
static bool is_condition(ip_range text)
{
    static const char *const words[] = {"=",  "<",   ">",    "<=",    ">=", "<>",      "!=",     "and", "or",
                                        "is", "not", "like", "ilike", "in", "between", "select", "from"};
    int depth = 0;
    for (ip_token t = next_token(text, text.begin); t.kind != IP_TOKEN_END; t = next_token(text, t.end)) {
        for (size_t i = 0; depth == 0 && i < sizeof words / sizeof words[0]; i++)
            if (is(text, t, words[i]))
                return true;
        depth += nesting(text, t);
    }
    return false;
}

/* ---------------------------------------------------------------- pure -- */

bool ip_fold_pure(ip_fold *f, ip_pl_text text)
{
    /* Immutable, or as long as the transaction. */
    static const char *const calls[] = {"make_interval",
                                        "coalesce",
                                        "lower",
                                        "upper",
                                        "now",
                                        "format",
                                        "quote_literal",
                                        "quote_ident",
                                        "quote_nullable",
                                        "concat",
                                        "trim",
                                        "btrim",
                                        "ltrim",
                                        "rtrim",
                                        "replace",
                                        "abs",
                                        "nullif",
                                        "cast",
                                        "length",
                                        "round",
                                        "floor",
                                        "array_to_string",
                                        "to_char",
                                        "greatest",
                                        "least",
                                        "text",
                                        "concat_ws",
                                        "substr",
                                        "substring",
                                        "date_trunc",
                                        "left",
                                        "right"};
    static const char *const refused[] = {"select", "with", "values", "table"};
    ip_token before = {IP_TOKEN_END, 0, 0};
    (void)f;
    for (ip_token t = next_token(text, text.begin); t.kind != IP_TOKEN_END; t = next_token(text, t.end)) {
        for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
            if (is(text, t, refused[i]))
                return false;
        if (is(text, t, "(") && (before.kind == IP_TOKEN_WORD || before.kind == IP_TOKEN_QUOTED)) {
            bool known = is(text, before, "and") || is(text, before, "or") || is(text, before, "then") ||
                         is(text, before, "else") || is(text, before, "when") || is(text, before, "in") ||
                         is(text, before, "numeric") || is(text, before, "varchar");
            for (size_t i = 0; !known && i < sizeof calls / sizeof calls[0]; i++)
                known = is(text, before, calls[i]);
            if (!known)
                return false;
        }
        before = t;
    }
    return true;
}

bool ip_fold_mentions(ip_fold *f, ip_pl_text text, const char *name)
{
    for (ip_token t = next_token(text, text.begin); t.kind != IP_TOKEN_END; t = next_token(text, t.end))
        if ((t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED || t.kind == IP_TOKEN_PARAM) &&
            strcmp(ip_token_name(f->arena, text.source, t), name) == 0)
            return true;
    return false;
}

/* --------------------------------------------------------------- texts -- */

static ip_texts any_text(void)
{
    return (ip_texts){0};
}

ip_texts ip_texts_null(void)
{
    return (ip_texts){.null = true, .only_null = true};
}

static ip_texts of_piece(ip_fold *f, ip_piece piece)
{
    ip_texts texts = {.count = 1};
    IP_PUSH(f->arena, &texts.alternatives[0], piece);
    return texts;
}

static ip_texts constant(ip_fold *f, const char *text)
{
    return of_piece(f, (ip_piece){.kind = IP_PIECE_TEXT, .text = text});
}

static void append(ip_fold *f, ip_pieces *to, const ip_piece *piece)
{
    ip_piece *last = to->count ? &to->items[to->count - 1] : NULL;
    if (last && last->kind == IP_PIECE_TEXT && piece->kind == IP_PIECE_TEXT)
        last->text = ip_arena_printf(f->arena, "%s%s", last->text, piece->text);
    else
        IP_PUSH(f->arena, to, *piece);
}

static bool same_pieces(const ip_pieces *a, const ip_pieces *b)
{
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++) {
        const ip_piece *x = &a->items[i], *y = &b->items[i];
        same = x->kind == y->kind && x->loose == y->loose && x->strict == y->strict && x->empty == y->empty &&
               (x->kind == IP_PIECE_TEXT ? strcmp(x->text, y->text) == 0
                                         : x->expr.source == y->expr.source && x->expr.begin == y->expr.begin);
    }
    return same;
}

ip_texts ip_texts_join(ip_fold *f, const ip_texts *a, const ip_texts *b)
{
    ip_texts joined = a->only_null ? *b : *a;
    (void)f;
    if (a->only_null || b->only_null) {
        joined.null = true;
        return joined;
    }
    joined.respelled |= b->respelled;
    joined.null |= b->null;
    if (a->count == 0 || b->count == 0)
        return any_text();
    for (int i = 0; i < b->count; i++) {
        bool there = false;
        for (int k = 0; k < joined.count; k++)
            there |= same_pieces(&joined.alternatives[k], &b->alternatives[i]);
        if (!there && joined.count == IP_MOST_ALTERNATIVES)
            return any_text();
        if (!there)
            joined.alternatives[joined.count++] = b->alternatives[i];
    }
    return joined;
}

ip_texts ip_texts_loosened(ip_fold *f, const ip_texts *texts, const char *name)
{
    ip_texts made = *texts;
    for (int i = 0; i < texts->count; i++) {
        memset(&made.alternatives[i], 0, sizeof made.alternatives[i]); /* the others may be known elsewhere, too */
        for (int p = 0; p < texts->alternatives[i].count; p++) {
            ip_piece piece = texts->alternatives[i].items[p];
            piece.loose |= piece.kind != IP_PIECE_TEXT && ip_fold_mentions(f, piece.expr, name);
            IP_PUSH(f->arena, &made.alternatives[i], piece);
        }
    }
    return made;
}

static ip_texts concatenated(ip_fold *f, const ip_texts *a, const ip_texts *b)
{
    ip_texts all = {.respelled = a->respelled || b->respelled, .null = a->null || b->null};
    if ((a->only_null && (b->count > 0 || b->only_null)) || (b->only_null && a->count > 0))
        return ip_texts_null();
    if (a->count == 0 || b->count == 0 || a->count * b->count > IP_MOST_ALTERNATIVES)
        return any_text();
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            const ip_pieces *x = &a->alternatives[i], *y = &b->alternatives[k];
            ip_pieces *made = &all.alternatives[all.count++];
            if (x->count + y->count > IP_MOST_PIECES)
                return any_text();
            for (int p = 0; p < x->count; p++)
                append(f, made, &x->items[p]);
            for (int p = 0; p < y->count; p++)
                append(f, made, &y->items[p]);
            size_t length = 0;
            for (int p = 0; p < made->count; p++)
                length += made->items[p].kind == IP_PIECE_TEXT ? strlen(made->items[p].text) : 0;
            if (length > IP_LONGEST_TEXT)
                return any_text();
        }
    return all;
}

/* The one constant text; NULL: it is not one. */
static const char *only_text(const ip_texts *texts)
{
    if (texts->count != 1 || texts->null || texts->alternatives[0].count > 1)
        return NULL;
    if (texts->alternatives[0].count == 0)
        return "";
    const ip_piece *piece = &texts->alternatives[0].items[0];
    return piece->kind == IP_PIECE_TEXT ? piece->text : NULL;
}

/* ------------------------------------------------------------- holes -- */

static bool is_integer_type(ip_fold *f, const char *type)
{
    ip_type known = ip_type_from_text(f->arena, type);
    return known.kind == IP_INTEGER && !known.array;
}

static bool is_number_type(ip_fold *f, const char *type)
{
    ip_type known = ip_type_from_text(f->arena, type);
    return (known.kind == IP_INTEGER || (known.kind == IP_NUMERIC && strncmp(known.name, "numeric", 7) == 0)) &&
           !known.array;
}

/* Values whose text has neither quotes nor backslashes. Those with a time zone have its name, whatever that is. */
static bool is_tame_type(ip_fold *f, const char *type)
{
    static const char *const names[] = {"boolean",  "date", "timestamp without time zone", "time without time zone",
                                        "interval", "uuid"};
    ip_type known = ip_type_from_text(f->arena, type);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!known.array && known.name && strcmp(known.name, names[i]) == 0)
            return true;
    return is_number_type(f, type);
}

static const char *declared_type(const ip_fold *f, const char *name)
{
    for (int i = f->types.count - 1; i >= 0; i--)
        if (strcmp(f->types.items[i].name, name) == 0)
            return f->types.items[i].type;
    return NULL;
}

/* What the part is converted to: NULL: nothing, or it is no cast. *inner: without the cast. */
static const char *cast_type(ip_fold *f, ip_range part, ip_range *inner)
{
    ip_ranges parts = split(f, part, "::");
    int depth = 0;
    if (parts.count < 2)
        return NULL;
    /* a + b::integer casts b alone */
    for (ip_token t = next_token(part, part.begin); t.kind != IP_TOKEN_END; t = next_token(part, t.end)) {
        if (depth == 0 && t.kind == IP_TOKEN_OPERATOR && nesting(part, t) == 0 && !is(part, t, "::") &&
            !is(part, t, "."))
            return NULL;
        depth += nesting(part, t);
    }
    *inner = (ip_range){part.source, part.begin, parts.items[parts.count - 2].end};
    return ip_range_text(f->arena, trimmed(parts.items[parts.count - 1]));
}

static bool is_text_type(const char *type)
{
    return strcasecmp(type, "text") == 0 || strcasecmp(type, "varchar") == 0 ||
           strcasecmp(type, "character varying") == 0;
}

/* What a text of this type looks like, for variables, casts, and sums and products of them. */
static bool is_of_type(ip_fold *f, ip_range part, bool (*accepts)(ip_fold *, const char *))
{
    static const char *const alike[] = {"coalesce", "greatest", "least", "abs", "nullif"};
    ip_range inner;
    part = trimmed(part);
    const char *type = cast_type(f, part, &inner);
    if (type)
        return is_text_type(type) ? is_of_type(f, inner, accepts) : accepts(f, type);
    bool any = false;
    for (ip_token t = next_token(part, part.begin); t.kind != IP_TOKEN_END; t = next_token(part, t.end)) {
        bool variable = t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED, function = false;
        type = variable ? declared_type(f, ip_token_name(f->arena, part.source, t)) : NULL;
        for (size_t i = 0; variable && i < sizeof alike / sizeof alike[0]; i++)
            function |= is(part, t, alike[i]) && is(part, next_token(part, t.end), "(");
        bool sign =
            t.end == t.begin + 1 && strchr(accepts == is_tame_type ? "()" : "+-*(),", part.source->text[t.begin]);
        if (!sign && !function && t.kind != IP_TOKEN_NUMBER && !(type && accepts(f, type)))
            return false;
        any = true;
    }
    return any;
}

/* One part whose value stands in the text. */
static ip_texts hole(ip_fold *f, ip_range part, ip_piece_kind kind)
{
    part = trimmed(part);
    if (part.begin >= part.end)
        return any_text();
    ip_piece piece = {.kind = kind, .expr = part, .loose = !ip_fold_pure(f, part)};
    if (kind == IP_PIECE_VALUE && is_of_type(f, part, is_number_type)) {
        piece.kind = IP_PIECE_NUMBER;
        piece.strict = true;
        /* 7 / 2 is of integers, where 2 is the text of a numeric. */
        piece.integer = is_of_type(f, part, is_integer_type);
        piece.loose |= !piece.integer;
    } else if (kind == IP_PIECE_VALUE && is_of_type(f, part, is_tame_type)) {
        piece.tame = piece.strict = true;
    }
    return of_piece(f, piece);
}

/* ---------------------------------------------------------- functions -- */

static const char *quoted(ip_arena *arena, const char *text, char quote)
{
    char *out = ip_arena_alloc(arena, 2 * strlen(text) + 3), *to = out;
    *to++ = quote;
    for (; *text; text++) {
        if (*text == quote)
            *to++ = quote;
        *to++ = *text;
    }
    *to++ = quote;
    *to = '\0';
    return out;
}

/* What all of them begin with. */
static const char *common_prefix(ip_fold *f, const ip_texts *texts)
{
    const char *common = NULL;
    for (int i = 0; i < texts->count; i++) {
        const ip_pieces *pieces = &texts->alternatives[i];
        const char *begins = pieces->count > 0 && pieces->items[0].kind == IP_PIECE_TEXT ? pieces->items[0].text : "";
        size_t length = 0;
        while (common && common[length] && common[length] == begins[length])
            length++;
        common = common ? ip_arena_strndup(f->arena, common, length) : begins;
    }
    return common;
}

static bool all_constant(const ip_texts *texts)
{
    bool constants = texts->count > 0 && !texts->null;
    for (int i = 0; i < texts->count && constants; i++)
        constants = texts->alternatives[i].count == 0 ||
                    (texts->alternatives[i].count == 1 && texts->alternatives[i].items[0].kind == IP_PIECE_TEXT);
    return constants;
}

/* quote_ident and quote_literal, and %I and %L, of an argument. A constant's backslashes would need E'…'. */
static ip_texts quoted_argument(ip_fold *f, ip_range part, ip_piece_kind kind, bool strict, int depth)
{
    ip_texts inner = fold(f, part, depth + 1), made = {0};
    bool constants = all_constant(&inner);
    for (int i = 0; i < inner.count && constants; i++) {
        const ip_pieces *pieces = &inner.alternatives[i];
        const char *text = pieces->count ? pieces->items[0].text : "";
        constants = kind == IP_PIECE_NAME || !strchr(text, '\\');
        ip_texts one = constant(f, quoted(f->arena, text, kind == IP_PIECE_NAME ? '"' : '\''));
        one.respelled = kind == IP_PIECE_NAME; /* PostgreSQL leaves the quotes out where it can */
        made = i ? ip_texts_join(f, &made, &one) : one;
    }
    if (constants)
        return made;
    ip_texts value = hole(f, part, kind);
    if (value.count == 1) {
        value.alternatives[0].items[0].strict = strict;
        if (kind == IP_PIECE_NAME)
            value.alternatives[0].items[0].text = common_prefix(f, &inner);
    }
    return value;
}

/* One % of a format: %s, %2$I … From behind the %; false: with a width, or of no known kind. */
static bool conversion(const char **at, int *position, char *kind)
{
    const char *c = *at;
    int number = 0;
    while (*c >= '0' && *c <= '9' && number < 1000)
        number = number * 10 + (*c++ - '0');
    if (c > *at && *c != '$')
        return false;
    if (*c == '$' && number > 0) {
        *position = number;
        c++;
    }
    *kind = *c;
    *at = c + (*c != '\0');
    return *kind == 's' || *kind == 'I' || *kind == 'L' || *kind == '%';
}

/* %s of NULL is nothing, and so is that of a text that NULL makes NULL. */
static ip_texts spliced(ip_fold *f, ip_range part, int depth)
{
    ip_texts texts = fold(f, part, depth + 1), made = {.respelled = texts.respelled};
    bool nothing = texts.null;
    for (int i = 0; i < texts.count; i++) {
        const ip_pieces *pieces = &texts.alternatives[i];
        for (int p = 0; p < pieces->count; p++) { /* copies: the variable's own text stays as it is */
            ip_piece piece = pieces->items[p];
            nothing |= piece.strict && (texts.count > 1 || pieces->count > 1);
            piece.empty |= piece.strict && !nothing;
            piece.strict = false;
            IP_PUSH(f->arena, &made.alternatives[i], piece);
        }
    }
    made.count = texts.count;
    if (texts.only_null)
        return constant(f, "");
    if (!nothing || texts.count == 0)
        return made;
    ip_texts none = constant(f, "");
    none.respelled = true; /* the text as a whole is as it is said here; its part is not */
    return ip_texts_join(f, &made, &none);
}

/* The first of them that is not NULL. */
static ip_texts coalesced(ip_fold *f, const ip_ranges *args, int depth)
{
    ip_texts all = {0};
    for (int i = 0; i < args->count; i++) {
        ip_texts next = fold(f, args->items[i], depth + 1), made = next;
        if (next.only_null) {
            all = i == 0 ? next : all;
            continue;
        }
        bool last = i + 1 == args->count;
        made.null = next.null && last;
        for (int k = 0; k < next.count && !last; k++) {
            memset(&made.alternatives[k], 0, sizeof made.alternatives[k]);
            for (int p = 0; p < next.alternatives[k].count; p++) {
                ip_piece piece = next.alternatives[k].items[p];
                piece.strict = false;
                IP_PUSH(f->arena, &made.alternatives[k], piece);
            }
        }
        all = i == 0 ? made : ip_texts_join(f, &all, &made);
    }
    return all;
}

/* lpad(number::text, 2, '0'): digits, perhaps behind a sign. */
static ip_texts padded(ip_fold *f, ip_range whole, const ip_ranges *args, int depth)
{
    ip_texts length = fold(f, args->items[1], depth + 1), fill = fold(f, args->items[2], depth + 1);
    const char *count = only_text(&length), *with = only_text(&fill);
    ip_texts made = hole(f, whole, IP_PIECE_VALUE);
    bool digits = with && *with && strspn(with, "0123456789") == strlen(with) && count && strlen(count) == 1 &&
                  *count >= '2' && *count <= '9'; /* one byte could be the sign alone */
    if (digits && is_of_type(f, args->items[0], is_integer_type))
        made = of_piece(
            f, (ip_piece){
                   .kind = IP_PIECE_NUMBER, .expr = trimmed(whole), .loose = true, .integer = true, .strict = true});
    return made;
}

static ip_texts formatted_as(ip_fold *f, const char *format, const ip_ranges *args, int depth)
{
    ip_texts result = constant(f, "");
    int position = 0;
    for (const char *at = format; *at;) {
        size_t plain = strcspn(at, "%");
        char kind;
        ip_texts next;
        if (plain > 0) {
            next = constant(f, ip_arena_strndup(f->arena, at, plain));
            at += plain;
        } else {
            at++;
            int own = position + 1;
            if (!conversion(&at, &own, &kind))
                return any_text();
            if (kind != '%' && own >= args->count) /* an error: there is no text */
                return ip_texts_null();
            if (kind == '%') {
                next = constant(f, "%");
            } else {
                position = own;
                ip_range part = args->items[own];
                next = kind == 's'
                           ? spliced(f, part, depth)
                           : quoted_argument(f, part, kind == 'I' ? IP_PIECE_NAME : IP_PIECE_LITERAL, false, depth);
            }
        }
        result = concatenated(f, &result, &next);
    }
    return result;
}

/* Each of the formats has to be constant. */
static ip_texts formatted(ip_fold *f, const ip_ranges *args, int depth)
{
    ip_texts texts = fold(f, args->items[0], depth + 1), result = {0};
    for (int i = 0; i < texts.count; i++) {
        const ip_pieces *pieces = &texts.alternatives[i];
        if (pieces->count > 1 || (pieces->count == 1 && pieces->items[0].kind != IP_PIECE_TEXT))
            return any_text();
        ip_texts made = formatted_as(f, pieces->count ? pieces->items[0].text : "", args, depth);
        result = i ? ip_texts_join(f, &result, &made) : made;
    }
    result.null |= texts.null;
    result.respelled |= texts.respelled;
    return result;
}

/* May a value's text, or the value and what stands beside it, hold the sought one? */
static bool hides(const ip_pieces *pieces, int number, const char *sought)
{
    const ip_piece *piece = &pieces->items[number];
    size_t length = strlen(sought);
    if (piece->kind != IP_PIECE_NUMBER && !piece->tame)
        return true;
    if (!strpbrk(sought, "$%{}<>@#?&_[]~|!="))
        return true;
    const char *before =
        number > 0 && pieces->items[number - 1].kind == IP_PIECE_TEXT ? pieces->items[number - 1].text : "";
    const char *after = number + 1 < pieces->count && pieces->items[number + 1].kind == IP_PIECE_TEXT
                            ? pieces->items[number + 1].text
                            : "";
    for (size_t part = 1; part < length; part++) {
        if (strlen(before) >= part && strncmp(before + strlen(before) - part, sought, part) == 0)
            return true;
        if (strncmp(after, sought + length - part, part) == 0)
            return true;
    }
    return false;
}

/* replace(text, constant, value): in what is constant of the text. */
static ip_texts replaced(ip_fold *f, const ip_ranges *args, int depth)
{
    ip_texts text = fold(f, args->items[0], depth + 1), sought = fold(f, args->items[1], depth + 1);
    ip_texts value = fold(f, args->items[2], depth + 1), result = {0};
    const char *from = only_text(&sought);
    if (text.count == 0 || value.count != 1 || !from || !*from)
        return any_text();
    for (int i = 0; i < text.count; i++) {
        ip_texts made = constant(f, "");
        for (int p = 0; p < text.alternatives[i].count; p++) {
            const ip_piece *piece = &text.alternatives[i].items[p];
            if (piece->kind != IP_PIECE_TEXT && hides(&text.alternatives[i], p, from))
                return any_text();
            const char *at = piece->kind == IP_PIECE_TEXT ? piece->text : "", *found;
            ip_texts next = of_piece(f, *piece);
            if (piece->kind != IP_PIECE_TEXT) {
                made = concatenated(f, &made, &next);
                continue;
            }
            while ((found = strstr(at, from)) != NULL) {
                next = constant(f, ip_arena_strndup(f->arena, at, (size_t)(found - at)));
                made = concatenated(f, &made, &next);
                made = concatenated(f, &made, &value);
                at = found + strlen(from);
                if (made.count == 0)
                    return any_text();
            }
            next = constant(f, at);
            made = concatenated(f, &made, &next);
        }
        result = i == 0 ? made : ip_texts_join(f, &result, &made);
    }
    result.null |= text.null || value.null;
    result.respelled |= text.respelled || value.respelled;
    return result;
}

static ip_texts called(ip_fold *f, ip_range whole, ip_token name, ip_range inside, int depth)
{
    ip_ranges args = split(f, inside, ",");
    if (is(whole, name, "format") && args.count >= 1)
        return formatted(f, &args, depth);
    if (is(whole, name, "quote_ident") && args.count == 1)
        return quoted_argument(f, args.items[0], IP_PIECE_NAME, true, depth);
    if ((is(whole, name, "quote_literal") || is(whole, name, "quote_nullable")) && args.count == 1)
        return quoted_argument(f, args.items[0], IP_PIECE_LITERAL, is(whole, name, "quote_literal"), depth);
    if (is(whole, name, "replace") && args.count == 3)
        return replaced(f, &args, depth);
    if (is(whole, name, "concat")) {
        ip_texts all = constant(f, "");
        for (int i = 0; i < args.count; i++) {
            ip_texts next = spliced(f, args.items[i], depth);
            all = concatenated(f, &all, &next);
        }
        return all;
    }
    if (is(whole, name, "coalesce") && args.count >= 1)
        return coalesced(f, &args, depth);
    if (is(whole, name, "lpad") && args.count == 3)
        return padded(f, whole, &args, depth);
    ip_ranges as = split(f, inside, "as");
    if (is(whole, name, "cast") && as.count == 2)
        return is_text_type(ip_range_text(f->arena, trimmed(as.items[1]))) ? fold(f, as.items[0], depth + 1)
                                                                           : hole(f, whole, IP_PIECE_VALUE);
    return hole(f, whole, IP_PIECE_VALUE);
}

/* CASE … WHEN … THEN a … ELSE b END: one of a, b. Without ELSE it may be NULL. */
static ip_texts choice(ip_fold *f, ip_range whole, int depth)
{
    ip_texts all = {0};
    bool any = false, otherwise = false;
    int level = 0;
    size_t begin = 0;
    ip_token first = next_token(whole, whole.begin);
    for (ip_token t = next_token(whole, first.end); t.kind != IP_TOKEN_END; t = next_token(whole, t.end)) {
        bool ends = level == 0 && (is(whole, t, "when") || is(whole, t, "else") || is(whole, t, "end"));
        if (ends && begin) {
            ip_texts way = fold(f, (ip_range){whole.source, begin, t.begin}, depth + 1);
            all = any ? ip_texts_join(f, &all, &way) : way;
            any = true;
            begin = 0;
        }
        if (level == 0 && (is(whole, t, "then") || is(whole, t, "else")))
            begin = t.end;
        otherwise |= level == 0 && is(whole, t, "else");
        if (level == 0 && is(whole, t, "end")) {
            all.null |= !otherwise;
            return t.end == whole.end ? all : any_text();
        }
        level += nesting(whole, t);
    }
    return any_text();
}

/* ---------------------------------------------------------- expressions -- */

const ip_texts *ip_fold_known(const ip_fold *f, const char *name)
{
    for (int i = 0; i < f->known.count; i++)
        if (strcmp(f->known.items[i].name, name) == 0)
            return &f->known.items[i].texts;
    return NULL;
}

static ip_texts string_value(ip_fold *f, ip_range part)
{
    ip_parse_error error;
    json_t *tree = ip_pg_parse_expr(f->arena, ip_range_text(f->arena, part), &error);
    const json_t *value = ip_field(ip_node_as(tree, "A_Const"), "sval");
    ip_texts texts = value ? constant(f, ip_arena_strdup(f->arena, ip_field_text(value, "sval"))) : any_text();
    json_decref(tree);
    return texts;
}

/* One operand of ||. */
static ip_texts operand(ip_fold *f, ip_range part, int depth)
{
    part = trimmed(part);
    ip_token first = next_token(part, part.begin), second = next_token(part, first.end), last = first;
    ip_range inner;
    for (ip_token t = first; t.kind != IP_TOKEN_END; t = next_token(part, t.end))
        last = t;
    const char *type = cast_type(f, part, &inner);
    if (type)
        return is_text_type(type) ? fold(f, inner, depth + 1) : hole(f, part, IP_PIECE_VALUE);
    if (first.kind == IP_TOKEN_STRING && first.end == part.end)
        return string_value(f, part);
    if (first.kind == IP_TOKEN_NUMBER && first.end == part.end && !strpbrk(ip_range_text(f->arena, part), "eE"))
        return constant(f, ip_range_text(f->arena, part));
    if ((first.kind == IP_TOKEN_WORD || first.kind == IP_TOKEN_QUOTED) && first.end == part.end) {
        const ip_texts *known = ip_fold_known(f, ip_token_name(f->arena, part.source, first));
        return known ? *known : hole(f, part, IP_PIECE_VALUE);
    }
    if (is(part, first, "case"))
        return choice(f, part, depth);
    /* The parenthesis that opens first or second closes at the end. */
    ip_token open = is(part, first, "(") ? first : second;
    if (is(part, open, "(") && is(part, last, ")")) {
        int level = 1;
        ip_token t = open;
        while (level > 0 && t.kind != IP_TOKEN_END) {
            t = next_token(part, t.end);
            level += nesting(part, t);
        }
        if (t.end == part.end) {
            inner = (ip_range){part.source, open.end, t.begin};
            return open.begin == first.begin ? fold(f, inner, depth + 1) : called(f, part, first, inner, depth);
        }
    }
    return hole(f, part, IP_PIECE_VALUE);
}

static ip_texts fold(ip_fold *f, ip_range text, int depth)
{
    if (depth > DEEPEST || is_condition(text))
        return any_text();
    ip_ranges parts = split(f, text, "||");
    ip_texts all = operand(f, parts.items[0], depth);
    for (int i = 1; i < parts.count && (all.count > 0 || all.only_null); i++) {
        ip_texts next = operand(f, parts.items[i], depth);
        all = concatenated(f, &all, &next);
    }
    return all;
}

ip_texts ip_fold_text(ip_fold *f, ip_pl_text expr)
{
    return fold(f, expr, 0);
}
