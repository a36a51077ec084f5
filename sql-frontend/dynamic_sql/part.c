/* Parts of an expression's text: tokens, operands, arguments, casts, types; and whether evaluating it has effects. */
#include "dynamic_sql/parts.h"
#include "parse/pg_parse.h"

#include <string.h>
#include <strings.h>

/* -------------------------------------------------------------- tokens -- */

ip_token ip_dynamic_part_next(ip_range text, size_t at)
{
    return ip_parse_next_token(text.source, &at, text.end, false);
}

bool ip_dynamic_part_is(ip_range text, ip_token token, const char *word)
{
    return ip_parse_token_is(text.source, token, word);
}

int ip_dynamic_part_nesting(ip_range text, ip_token token)
{
    if (ip_dynamic_part_is(text, token, "(") || ip_dynamic_part_is(text, token, "[") ||
        ip_dynamic_part_is(text, token, "case"))
        return 1;
    return ip_dynamic_part_is(text, token, ")") || ip_dynamic_part_is(text, token, "]") ||
                   ip_dynamic_part_is(text, token, "end")
               ? -1
               : 0;
}

/* Without blanks and comments around it. */
ip_range ip_dynamic_part_trimmed(ip_range text)
{
    ip_token first = ip_dynamic_part_next(text, text.begin);
    ip_range result = {text.source, first.begin, first.begin};
    for (ip_token t = first; t.kind != IP_TOKEN_END; t = ip_dynamic_part_next(text, t.end))
        result.end = t.end;
    return result;
}

/* The parts between the separators outside of parentheses and CASE. */
ip_ranges ip_dynamic_part_split(ip_fold *f, ip_range text, const char *separator)
{
    ip_ranges parts = {0};
    int depth = 0;
    size_t begin = text.begin;
    for (ip_token t = ip_dynamic_part_next(text, text.begin); t.kind != IP_TOKEN_END;
         t = ip_dynamic_part_next(text, t.end)) {
        if (depth == 0 && ip_dynamic_part_is(text, t, separator)) {
            IP_PUSH(f->arena, &parts, ((ip_range){text.source, begin, t.begin}));
            begin = t.end;
        }
        depth += ip_dynamic_part_nesting(text, t);
    }
    IP_PUSH(f->arena, &parts, ((ip_range){text.source, begin, text.end}));
    return parts;
}

/* It contains an operator that binds less tightly than ||. */
bool ip_dynamic_part_is_condition(ip_range text)
{
    static const char *const words[] = {"=",  "<",   ">",    "<=",    ">=", "<>",      "!=",     "and", "or",
                                        "is", "not", "like", "ilike", "in", "between", "select", "from"};
    int depth = 0;
    for (ip_token t = ip_dynamic_part_next(text, text.begin); t.kind != IP_TOKEN_END;
         t = ip_dynamic_part_next(text, t.end)) {
        for (size_t i = 0; depth == 0 && i < sizeof words / sizeof words[0]; i++)
            if (ip_dynamic_part_is(text, t, words[i]))
                return true;
        depth += ip_dynamic_part_nesting(text, t);
    }
    return false;
}

/* ---------------------------------------------------------------- pure -- */

bool ip_dynamic_fold_pure(ip_fold *f, ip_pl_text text)
{
    /* Immutable, or constant during the transaction. */
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
    for (ip_token t = ip_dynamic_part_next(text, text.begin); t.kind != IP_TOKEN_END;
         t = ip_dynamic_part_next(text, t.end)) {
        for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
            if (ip_dynamic_part_is(text, t, refused[i]))
                return false;
        if (ip_dynamic_part_is(text, t, "(") && (before.kind == IP_TOKEN_WORD || before.kind == IP_TOKEN_QUOTED)) {
            bool known = ip_dynamic_part_is(text, before, "and") || ip_dynamic_part_is(text, before, "or") ||
                         ip_dynamic_part_is(text, before, "then") || ip_dynamic_part_is(text, before, "else") ||
                         ip_dynamic_part_is(text, before, "when") || ip_dynamic_part_is(text, before, "in") ||
                         ip_dynamic_part_is(text, before, "numeric") || ip_dynamic_part_is(text, before, "varchar");
            for (size_t i = 0; !known && i < sizeof calls / sizeof calls[0]; i++)
                known = ip_dynamic_part_is(text, before, calls[i]);
            if (!known)
                return false;
        }
        before = t;
    }
    return true;
}

int ip_dynamic_fold_mentions(ip_fold *f, ip_pl_text text, const char *name)
{
    int times = 0;
    for (ip_token t = ip_dynamic_part_next(text, text.begin); t.kind != IP_TOKEN_END;
         t = ip_dynamic_part_next(text, t.end))
        if ((t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED || t.kind == IP_TOKEN_PARAM) &&
            strcmp(ip_parse_token_name(f->arena, text.source, t), name) == 0)
            times++;
    return times;
}

/* --------------------------------------------------------------- types -- */

bool ip_dynamic_is_integer_type(ip_fold *f, const char *type)
{
    ip_type known = ip_parse_type_from_text(f->arena, type);
    return known.kind == IP_INTEGER && !known.array;
}

bool ip_dynamic_is_number_type(ip_fold *f, const char *type)
{
    ip_type known = ip_parse_type_from_text(f->arena, type);
    return (known.kind == IP_INTEGER || (known.kind == IP_NUMERIC && strncmp(known.name, "numeric", 7) == 0)) &&
           !known.array;
}

/* Types whose texts have neither quotes nor backslashes. Values with a time zone contain its name, which may be any
 * text. */
bool ip_dynamic_is_tame_type(ip_fold *f, const char *type)
{
    static const char *const names[] = {"boolean",  "date", "timestamp without time zone", "time without time zone",
                                        "interval", "uuid"};
    ip_type known = ip_parse_type_from_text(f->arena, type);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!known.array && known.name && strcmp(known.name, names[i]) == 0)
            return true;
    return ip_dynamic_is_number_type(f, type);
}

static const char *declared_type(const ip_fold *f, const char *name)
{
    for (int i = f->types.count - 1; i >= 0; i--)
        if (strcmp(f->types.items[i].name, name) == 0)
            return f->types.items[i].type;
    return NULL;
}

/* The type to which the part is cast; NULL: no cast. *inner: without the cast. */
const char *ip_dynamic_part_cast(ip_fold *f, ip_range part, ip_range *inner)
{
    ip_ranges parts = ip_dynamic_part_split(f, part, "::");
    int depth = 0;
    if (parts.count < 2)
        return NULL;
    /* a + b::integer casts b alone */
    for (ip_token t = ip_dynamic_part_next(part, part.begin); t.kind != IP_TOKEN_END;
         t = ip_dynamic_part_next(part, t.end)) {
        if (depth == 0 && t.kind == IP_TOKEN_OPERATOR && ip_dynamic_part_nesting(part, t) == 0 &&
            !ip_dynamic_part_is(part, t, "::") && !ip_dynamic_part_is(part, t, "."))
            return NULL;
        depth += ip_dynamic_part_nesting(part, t);
    }
    *inner = (ip_range){part.source, part.begin, parts.items[parts.count - 2].end};
    return ip_range_text(f->arena, ip_dynamic_part_trimmed(parts.items[parts.count - 1]));
}

bool ip_dynamic_is_text_type(const char *type)
{
    return strcasecmp(type, "text") == 0 || strcasecmp(type, "varchar") == 0 ||
           strcasecmp(type, "character varying") == 0;
}

/* The form of this type's texts, for variables, casts, and sums and products of them. */
bool ip_dynamic_part_has_type(ip_fold *f, ip_range part, bool (*accepts)(ip_fold *, const char *))
{
    static const char *const alike[] = {"coalesce", "greatest", "least", "abs", "nullif"};
    ip_range inner;
    part = ip_dynamic_part_trimmed(part);
    const char *type = ip_dynamic_part_cast(f, part, &inner);
    if (type)
        return ip_dynamic_is_text_type(type) ? ip_dynamic_part_has_type(f, inner, accepts) : accepts(f, type);
    bool any = false;
    for (ip_token t = ip_dynamic_part_next(part, part.begin); t.kind != IP_TOKEN_END;
         t = ip_dynamic_part_next(part, t.end)) {
        bool variable = t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED, function = false;
        type = variable ? declared_type(f, ip_parse_token_name(f->arena, part.source, t)) : NULL;
        for (size_t i = 0; variable && i < sizeof alike / sizeof alike[0]; i++)
            function |= ip_dynamic_part_is(part, t, alike[i]) &&
                        ip_dynamic_part_is(part, ip_dynamic_part_next(part, t.end), "(");
        bool sign = t.end == t.begin + 1 &&
                    strchr(accepts == ip_dynamic_is_tame_type ? "()" : "+-*(),", part.source->text[t.begin]);
        if (!sign && !function && t.kind != IP_TOKEN_NUMBER && !(type && accepts(f, type)))
            return false;
        any = true;
    }
    return any;
}
