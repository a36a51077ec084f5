/* Expressions of text, over tokens: parse trees do not tell where an expression ends. */
#include "dynamic_sql/parts.h"
#include "base/words.h"
#include "parse/pg_parse.h"
#include "parse/quoted_name.h"

#include <string.h>
#include <strings.h>

enum { DEEPEST = 40 };

static ip_texts fold(ip_fold *f, ip_range text, int depth);

/* ---------------------------------------------------------- functions -- */

/* Their common prefix. */
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
    ip_texts inner = fold(f, part, depth + 1), created = {0};
    bool null = inner.null && (kind == IP_PIECE_NAME || strict); /* %I raises an error, %L gives NULL as a word */
    inner.null = inner.null && !null;
    bool constants = all_constant(&inner);
    for (int i = 0; i < inner.count && constants; i++) {
        const ip_pieces *pieces = &inner.alternatives[i];
        const char *text = pieces->count ? pieces->items[0].text : "";
        constants = kind == IP_PIECE_NAME || !strchr(text, '\\');
        bool name = kind == IP_PIECE_NAME;
        const char *quoted = name ? ip_parse_quoted_name(f->arena, text) : ip_quoted(f->arena, text, '\'');
        ip_texts one = ip_dynamic_texts_constant(f, quoted);
        one.respelled = name && quoted != text; /* keywords differ between versions, and with them the quotes */
        created = i ? ip_dynamic_texts_join(f, &created, &one) : one;
    }
    created.null = created.null || null;
    if (constants)
        return created;
    ip_texts value = ip_dynamic_texts_hole(f, part, kind);
    if (value.count == 1) {
        value.alternatives[0].items[0].strict = strict;
        if (kind == IP_PIECE_NAME)
            value.alternatives[0].items[0].text = common_prefix(f, &inner);
    }
    return value;
}

/* One % of a format: %s, %2$I …, from the character after the %; false: with a width, or of an unknown kind. */
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

/* %s of NULL is empty, and so is %s of a text that is NULL because of a NULL part. */
static ip_texts spliced(ip_fold *f, ip_range part, int depth)
{
    ip_texts texts = fold(f, part, depth + 1), created = {.respelled = texts.respelled};
    bool nothing = texts.null;
    for (int i = 0; i < texts.count; i++) {
        const ip_pieces *pieces = &texts.alternatives[i];
        for (int p = 0; p < pieces->count; p++) { /* copies: the variable's own text stays as it is */
            ip_text_piece piece = pieces->items[p];
            nothing |= piece.strict && (texts.count > 1 || pieces->count > 1);
            piece.empty |= piece.strict && !nothing;
            piece.strict = false;
            IP_PUSH(f->arena, &created.alternatives[i], piece);
        }
    }
    created.count = texts.count;
    if (texts.only_null)
        return ip_dynamic_texts_constant(f, "");
    if (!nothing || texts.count == 0)
        return created;
    ip_texts none = ip_dynamic_texts_constant(f, "");
    none.respelled = true; /* this applies to the text as a whole, not to its part */
    return ip_dynamic_texts_join(f, &created, &none);
}

/* coalesce(quote_literal(x), 'NULL') is quote_nullable(x). Of a text that is trusted to be a name or an expression
 * nothing is reported by the text that stands for NULL. */
static bool covers(ip_fold *f, const ip_texts *first, const ip_texts *second)
{
    const char *otherwise = ip_dynamic_texts_only(second);
    if (first->count != 1 || first->null || first->alternatives[0].count != 1 || !otherwise)
        return false;
    const ip_text_piece *piece = &first->alternatives[0].items[0];
    if (piece->kind == IP_PIECE_LITERAL)
        return piece->strict && strcasecmp(otherwise, "null") == 0;
    for (const char *c = otherwise; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_'))
            return false;
    return f->trusts && piece->kind == IP_PIECE_VALUE && !piece->tame && *otherwise;
}

/* The first argument that is not NULL. */
static ip_texts coalesced(ip_fold *f, const ip_ranges *args, int depth)
{
    ip_texts all = {0};
    if (args->count == 2) {
        ip_texts first = fold(f, args->items[0], depth + 1), second = fold(f, args->items[1], depth + 1);
        if (covers(f, &first, &second)) {
            ip_text_piece piece = first.alternatives[0].items[0];
            piece.strict = piece.empty = false;
            return ip_dynamic_texts_of(f, piece);
        }
    }
    for (int i = 0; i < args->count; i++) {
        ip_texts next = fold(f, args->items[i], depth + 1), created = next;
        if (next.only_null) {
            all = i == 0 ? next : all;
            continue;
        }
        bool last = i + 1 == args->count;
        created.null = next.null && last;
        for (int k = 0; k < next.count && !last; k++) {
            memset(&created.alternatives[k], 0, sizeof created.alternatives[k]);
            for (int p = 0; p < next.alternatives[k].count; p++) {
                ip_text_piece piece = next.alternatives[k].items[p];
                piece.strict = false;
                IP_PUSH(f->arena, &created.alternatives[k], piece);
            }
        }
        all = i == 0 ? created : ip_dynamic_texts_join(f, &all, &created);
    }
    return all;
}

/* lpad(number::text, 2, '0'): digits, perhaps after a sign. */
static ip_texts padded(ip_fold *f, ip_range whole, const ip_ranges *args, int depth)
{
    ip_texts length = fold(f, args->items[1], depth + 1), fill = fold(f, args->items[2], depth + 1);
    const char *count = ip_dynamic_texts_only(&length), *with = ip_dynamic_texts_only(&fill);
    ip_texts created = ip_dynamic_texts_hole(f, whole, IP_PIECE_VALUE);
    bool digits = with && *with && strspn(with, "0123456789") == strlen(with) && count && strlen(count) == 1 &&
                  *count >= '2' && *count <= '9'; /* one byte could be the sign alone */
    if (digits && ip_dynamic_part_has_type(f, args->items[0], ip_dynamic_is_integer_type))
        created = ip_dynamic_texts_of(f, (ip_text_piece){.kind = IP_PIECE_NUMBER,
                                                         .expr = ip_dynamic_part_trimmed(whole),
                                                         .loose = true,
                                                         .integer = true,
                                                         .strict = true});
    return created;
}

/* One constant part of a format; *position: the argument that the last conversion took. */
static ip_texts formatted_part(ip_fold *f, const char *format, const ip_ranges *args, int *position, int depth)
{
    ip_texts result = ip_dynamic_texts_constant(f, "");
    for (const char *at = format; *at;) {
        size_t plain = strcspn(at, "%");
        char kind;
        ip_texts next;
        if (plain > 0) {
            next = ip_dynamic_texts_constant(f, ip_arena_strndup(f->arena, at, plain));
            at += plain;
        } else {
            at++;
            int own = *position + 1;
            if (!conversion(&at, &own, &kind))
                return ip_dynamic_texts_any();
            if (kind != '%' && own >= args->count) /* an error: there is no text */
                return ip_dynamic_texts_null();
            if (kind == '%') {
                next = ip_dynamic_texts_constant(f, "%");
            } else {
                *position = own;
                ip_range part = args->items[own];
                next = kind == 's'
                           ? spliced(f, part, depth)
                           : quoted_argument(f, part, kind == 'I' ? IP_PIECE_NAME : IP_PIECE_LITERAL, false, depth);
            }
        }
        result = ip_dynamic_texts_concatenated(f, &result, &next);
    }
    return result;
}

/* An inserted value within a format that does not contain a conversion, nor a part of one. */
static bool is_no_conversion(ip_fold *f, const ip_pieces *pieces, int number)
{
    const ip_text_piece *piece = &pieces->items[number], *before = number ? piece - 1 : NULL;
    size_t length = before && before->kind == IP_PIECE_TEXT ? strlen(before->text) : 0, percents = 0;
    while (percents < length && before->text[length - 1 - percents] == '%')
        percents++;
    return percents % 2 == 0 && (piece->kind == IP_PIECE_NUMBER || f->trusts);
}

static ip_texts formatted_as(ip_fold *f, const ip_pieces *format, const ip_ranges *args, int depth)
{
    ip_texts result = ip_dynamic_texts_constant(f, "");
    int position = 0;
    for (int i = 0; i < format->count; i++) {
        const ip_text_piece *piece = &format->items[i];
        ip_texts next = piece->kind == IP_PIECE_TEXT ? formatted_part(f, piece->text, args, &position, depth)
                                                     : ip_dynamic_texts_of(f, *piece);
        if (piece->kind != IP_PIECE_TEXT && !is_no_conversion(f, format, i))
            return ip_dynamic_texts_any();
        result = ip_dynamic_texts_concatenated(f, &result, &next);
    }
    return result;
}

/* Each of the formats must be known except for inserted values. */
static ip_texts formatted(ip_fold *f, const ip_ranges *args, int depth)
{
    ip_texts texts = fold(f, args->items[0], depth + 1), result = {0};
    for (int i = 0; i < texts.count; i++) {
        ip_texts created = formatted_as(f, &texts.alternatives[i], args, depth);
        result = i ? ip_dynamic_texts_join(f, &result, &created) : created;
    }
    result.null |= texts.null;
    result.respelled |= texts.respelled;
    return result;
}

/* May a value's text, alone or with its neighbors, contain the searched text? */
static bool hides(ip_fold *f, const ip_pieces *pieces, int number, const char *sought)
{
    const ip_text_piece *piece = &pieces->items[number];
    size_t length = strlen(sought);
    if (f->samples)
        return false;
    if (piece->kind != IP_PIECE_NUMBER && !piece->tame && !(f->trusts && piece->kind == IP_PIECE_VALUE))
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

/* replace(text, constant, value): applied to the constant parts of the text. */
static ip_texts replaced(ip_fold *f, const ip_ranges *args, int depth)
{
    ip_texts text = fold(f, args->items[0], depth + 1), sought = fold(f, args->items[1], depth + 1);
    ip_texts value = fold(f, args->items[2], depth + 1), result = {0};
    const char *from = ip_dynamic_texts_only(&sought);
    if (text.count == 0 || value.count != 1 || !from || !*from)
        return ip_dynamic_texts_any();
    for (int i = 0; i < text.count; i++) {
        ip_texts created = ip_dynamic_texts_constant(f, "");
        for (int p = 0; p < text.alternatives[i].count; p++) {
            const ip_text_piece *piece = &text.alternatives[i].items[p];
            if (piece->kind != IP_PIECE_TEXT && hides(f, &text.alternatives[i], p, from))
                return ip_dynamic_texts_any();
            const char *at = piece->kind == IP_PIECE_TEXT ? piece->text : "", *found;
            ip_texts next = ip_dynamic_texts_of(f, *piece);
            if (piece->kind != IP_PIECE_TEXT) {
                created = ip_dynamic_texts_concatenated(f, &created, &next);
                continue;
            }
            while ((found = strstr(at, from)) != NULL) {
                next = ip_dynamic_texts_constant(f, ip_arena_strndup(f->arena, at, (size_t)(found - at)));
                created = ip_dynamic_texts_concatenated(f, &created, &next);
                created = ip_dynamic_texts_concatenated(f, &created, &value);
                at = found + strlen(from);
                if (created.count == 0)
                    return ip_dynamic_texts_any();
            }
            next = ip_dynamic_texts_constant(f, at);
            created = ip_dynamic_texts_concatenated(f, &created, &next);
        }
        result = i == 0 ? created : ip_dynamic_texts_join(f, &result, &created);
    }
    result.null |= text.null || value.null;
    result.respelled |= text.respelled || value.respelled;
    return result;
}

static ip_texts called(ip_fold *f, ip_range whole, ip_token name, ip_range inside, int depth)
{
    ip_ranges args = ip_dynamic_part_split(f, inside, ",");
    if (ip_dynamic_part_is(whole, name, "format") && args.count >= 1)
        return formatted(f, &args, depth);
    if (ip_dynamic_part_is(whole, name, "quote_ident") && args.count == 1)
        return quoted_argument(f, args.items[0], IP_PIECE_NAME, true, depth);
    if ((ip_dynamic_part_is(whole, name, "quote_literal") || ip_dynamic_part_is(whole, name, "quote_nullable")) &&
        args.count == 1)
        return quoted_argument(f, args.items[0], IP_PIECE_LITERAL, ip_dynamic_part_is(whole, name, "quote_literal"),
                               depth);
    if (ip_dynamic_part_is(whole, name, "replace") && args.count == 3)
        return replaced(f, &args, depth);
    if (ip_dynamic_part_is(whole, name, "concat")) {
        ip_texts all = ip_dynamic_texts_constant(f, "");
        for (int i = 0; i < args.count; i++) {
            ip_texts next = spliced(f, args.items[i], depth);
            all = ip_dynamic_texts_concatenated(f, &all, &next);
        }
        return all;
    }
    if (ip_dynamic_part_is(whole, name, "coalesce") && args.count >= 1)
        return coalesced(f, &args, depth);
    if (ip_dynamic_part_is(whole, name, "lpad") && args.count == 3)
        return padded(f, whole, &args, depth);
    ip_ranges as = ip_dynamic_part_split(f, inside, "as");
    if (ip_dynamic_part_is(whole, name, "cast") && as.count == 2)
        return ip_dynamic_is_text_type(ip_range_text(f->arena, ip_dynamic_part_trimmed(as.items[1])))
                   ? fold(f, as.items[0], depth + 1)
                   : ip_dynamic_texts_hole(f, whole, IP_PIECE_VALUE);
    return ip_dynamic_texts_hole(f, whole, IP_PIECE_VALUE);
}

/* CASE … WHEN … THEN a … ELSE b END: one of a, b. Without ELSE it may be NULL. */
static ip_texts choice(ip_fold *f, ip_range whole, int depth)
{
    ip_texts all = {0};
    bool any = false, otherwise = false;
    int level = 0;
    size_t begin = 0;
    ip_token first = ip_dynamic_part_next(whole, whole.begin);
    for (ip_token t = ip_dynamic_part_next(whole, first.end); t.kind != IP_TOKEN_END;
         t = ip_dynamic_part_next(whole, t.end)) {
        bool ends = level == 0 && (ip_dynamic_part_is(whole, t, "when") || ip_dynamic_part_is(whole, t, "else") ||
                                   ip_dynamic_part_is(whole, t, "end"));
        if (ends && begin) {
            ip_texts way = fold(f, (ip_range){whole.source, begin, t.begin}, depth + 1);
            all = any ? ip_dynamic_texts_join(f, &all, &way) : way;
            any = true;
            begin = 0;
        }
        if (level == 0 && (ip_dynamic_part_is(whole, t, "then") || ip_dynamic_part_is(whole, t, "else")))
            begin = t.end;
        otherwise |= level == 0 && ip_dynamic_part_is(whole, t, "else");
        if (level == 0 && ip_dynamic_part_is(whole, t, "end")) {
            all.null |= !otherwise;
            return t.end == whole.end ? all : ip_dynamic_texts_any();
        }
        level += ip_dynamic_part_nesting(whole, t);
    }
    return ip_dynamic_texts_any();
}

/* ---------------------------------------------------------- expressions -- */

const ip_texts *ip_dynamic_fold_known(const ip_fold *f, const char *name)
{
    for (int i = 0; i < f->known.count; i++)
        if (strcmp(f->known.items[i].name, name) == 0)
            return &f->known.items[i].texts;
    return NULL;
}

static ip_texts string_value(ip_fold *f, ip_range part)
{
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse_expr(f->arena, ip_range_text(f->arena, part), &error);
    const PgQuery__String *value = ip_const_sval(ip_as_a_const(tree));
    ip_texts texts =
        value ? ip_dynamic_texts_constant(f, ip_arena_strdup(f->arena, IP_TEXT(value, sval))) : ip_dynamic_texts_any();
    return texts;
}

/* One operand of ||. */
static ip_texts operand(ip_fold *f, ip_range part, int depth)
{
    part = ip_dynamic_part_trimmed(part);
    ip_token first = ip_dynamic_part_next(part, part.begin), second = ip_dynamic_part_next(part, first.end),
             last = first;
    ip_range inner;
    for (ip_token t = first; t.kind != IP_TOKEN_END; t = ip_dynamic_part_next(part, t.end))
        last = t;
    const char *type = ip_dynamic_part_cast(f, part, &inner);
    if (type)
        return ip_dynamic_is_text_type(type) ? fold(f, inner, depth + 1)
                                             : ip_dynamic_texts_hole(f, part, IP_PIECE_VALUE);
    if (first.kind == IP_TOKEN_STRING && first.end == part.end)
        return string_value(f, part);
    if (first.kind == IP_TOKEN_NUMBER && first.end == part.end && !strpbrk(ip_range_text(f->arena, part), "eE"))
        return ip_dynamic_texts_constant(f, ip_range_text(f->arena, part));
    if ((first.kind == IP_TOKEN_WORD || first.kind == IP_TOKEN_QUOTED) && first.end == part.end) {
        const ip_texts *known = ip_dynamic_fold_known(f, ip_parse_token_name(f->arena, part.source, first));
        return known ? *known : ip_dynamic_texts_hole(f, part, IP_PIECE_VALUE);
    }
    if (ip_dynamic_part_is(part, first, "case"))
        return choice(f, part, depth);
    /* The parenthesis that opens first or second closes at the end. */
    ip_token open = ip_dynamic_part_is(part, first, "(") ? first : second;
    if (ip_dynamic_part_is(part, open, "(") && ip_dynamic_part_is(part, last, ")")) {
        int level = 1;
        ip_token t = open;
        while (level > 0 && t.kind != IP_TOKEN_END) {
            t = ip_dynamic_part_next(part, t.end);
            level += ip_dynamic_part_nesting(part, t);
        }
        if (t.end == part.end) {
            inner = (ip_range){part.source, open.end, t.begin};
            return open.begin == first.begin ? fold(f, inner, depth + 1) : called(f, part, first, inner, depth);
        }
    }
    return ip_dynamic_texts_hole(f, part, IP_PIECE_VALUE);
}

static ip_texts fold(ip_fold *f, ip_range text, int depth)
{
    if (depth > DEEPEST || ip_dynamic_part_is_condition(text))
        return ip_dynamic_texts_any();
    ip_ranges parts = ip_dynamic_part_split(f, text, "||");
    ip_texts all = operand(f, parts.items[0], depth);
    for (int i = 1; i < parts.count && (all.count > 0 || all.only_null); i++) {
        ip_texts next = operand(f, parts.items[i], depth);
        all = ip_dynamic_texts_concatenated(f, &all, &next);
    }
    return all;
}

/* May the text have the variable's value in several places? "%1$I" names an argument once more. */
static bool repeats(ip_fold *f, ip_pl_text expr, const char *name)
{
    int times = ip_dynamic_fold_mentions(f, expr, name);
    bool numbered = false;
    for (ip_token token = ip_dynamic_part_next(expr, expr.begin); times == 1 && token.kind != IP_TOKEN_END;
         token = ip_dynamic_part_next(expr, token.end))
        numbered |=
            token.kind == IP_TOKEN_STRING && memchr(expr.source->text + token.begin, '$', token.end - token.begin);
    return times > 1 || numbered;
}

/* A variable has one value wherever the expression names it: each of a few constants is put in by itself. Of
 * format('%1$I … %1$I', v) there are as many texts as of v. */
ip_texts ip_dynamic_fold_text(ip_fold *f, ip_pl_text expr)
{
    enum { MOST_CONSTANTS = 8 };
    for (int k = 0; k < f->known.count; k++) {
        const ip_texts all = f->known.items[k].texts;
        if (all.count < 2 || all.count > MOST_CONSTANTS || !all_constant(&all) ||
            !repeats(f, expr, f->known.items[k].name))
            continue;
        ip_texts result = {0};
        for (int i = 0; i < all.count; i++) {
            f->known.items[k].texts = all;
            f->known.items[k].texts.count = 1;
            f->known.items[k].texts.alternatives[0] = all.alternatives[i];
            ip_texts one = ip_dynamic_fold_text(f, expr);
            result = i ? ip_dynamic_texts_join(f, &result, &one) : one;
        }
        f->known.items[k].texts = all;
        return result;
    }
    return fold(f, expr, 0);
}
