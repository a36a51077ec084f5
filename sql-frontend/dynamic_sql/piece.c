/* The possible texts of an expression, each a list of pieces: constants and inserted values. */
#include "dynamic_sql/parts.h"
#include "parse/pg_parse.h"

#include <string.h>

/* --------------------------------------------------------------- texts -- */

ip_texts ip_dynamic_texts_any(void)
{
    return (ip_texts){0};
}

ip_texts ip_dynamic_texts_null(void)
{
    return (ip_texts){.null = true, .only_null = true};
}

ip_texts ip_dynamic_texts_of(ip_fold *f, ip_text_piece piece)
{
    ip_texts texts = {.count = 1};
    IP_PUSH(f->arena, &texts.alternatives[0], piece);
    return texts;
}

ip_texts ip_dynamic_texts_constant(ip_fold *f, const char *text)
{
    return ip_dynamic_texts_of(f, (ip_text_piece){.kind = IP_PIECE_TEXT, .text = text});
}

static void append(ip_fold *f, ip_pieces *to, const ip_text_piece *piece)
{
    ip_text_piece *last = to->count ? &to->items[to->count - 1] : NULL;
    if (last && last->kind == IP_PIECE_TEXT && piece->kind == IP_PIECE_TEXT)
        last->text = ip_arena_printf(f->arena, "%s%s", last->text, piece->text);
    else
        IP_PUSH(f->arena, to, *piece);
}

static bool same_pieces(const ip_pieces *a, const ip_pieces *b)
{
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++) {
        const ip_text_piece *x = &a->items[i], *y = &b->items[i];
        same = x->kind == y->kind && x->loose == y->loose && x->strict == y->strict && x->empty == y->empty &&
               (x->kind == IP_PIECE_TEXT ? strcmp(x->text, y->text) == 0
                                         : x->expr.source == y->expr.source && x->expr.begin == y->expr.begin) &&
               (x->kind != IP_PIECE_NAME || x->expr.source || strcmp(x->text, y->text) == 0);
    }
    return same;
}

ip_texts ip_dynamic_texts_join(ip_fold *f, const ip_texts *a, const ip_texts *b)
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
        return ip_dynamic_texts_any();
    for (int i = 0; i < b->count; i++) {
        bool there = false;
        for (int k = 0; k < joined.count; k++)
            there |= same_pieces(&joined.alternatives[k], &b->alternatives[i]);
        if (!there && joined.count == IP_MOST_ALTERNATIVES)
            return ip_dynamic_texts_any();
        if (!there)
            joined.alternatives[joined.count++] = b->alternatives[i];
    }
    return joined;
}

ip_texts ip_dynamic_texts_loosened(ip_fold *f, const ip_texts *texts, const char *name)
{
    ip_texts created = *texts;
    for (int i = 0; i < texts->count; i++) {
        memset(&created.alternatives[i], 0,
               sizeof created.alternatives[i]); /* the others may be known elsewhere, too */
        for (int p = 0; p < texts->alternatives[i].count; p++) {
            ip_text_piece piece = texts->alternatives[i].items[p];
            piece.loose |=
                piece.kind != IP_PIECE_TEXT && piece.expr.source && ip_dynamic_fold_mentions(f, piece.expr, name);
            IP_PUSH(f->arena, &created.alternatives[i], piece);
        }
    }
    return created;
}

static bool is_relation_name(ip_fold *f, const char *text)
{
    ip_parse_error error;
    for (const char *c = text; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || *c == '_' || (c > text && *c >= '0' && *c <= '9')))
            return false;
    const ip_tree *tree =
        *text ? ip_parse_pg_parse(f->arena, ip_arena_printf(f->arena, "SELECT FROM %s", text), &error) : NULL;
    bool could_be = ip_parse_list_size(tree) == 1;
    return could_be;
}

/* Several names, each of which could be a table's, become one name with their common prefix. Other texts stay. */
static ip_texts as_one_name(ip_fold *f, const ip_texts *texts)
{
    const char *common = NULL;
    for (int i = 0; i < texts->count; i++) {
        const ip_pieces *pieces = &texts->alternatives[i];
        if (pieces->count != 1 || pieces->items[0].kind != IP_PIECE_TEXT || !is_relation_name(f, pieces->items[0].text))
            return *texts;
        size_t length = 0;
        while (common && common[length] && common[length] == pieces->items[0].text[length])
            length++;
        common = common ? ip_arena_strndup(f->arena, common, length) : pieces->items[0].text;
    }
    ip_texts created = ip_dynamic_texts_of(f, (ip_text_piece){.kind = IP_PIECE_NAME, .text = common, .loose = true});
    created.respelled = true;
    created.null = texts->null;
    return created;
}

ip_texts ip_dynamic_texts_concatenated(ip_fold *f, const ip_texts *a, const ip_texts *b)
{
    enum { MANY = 24 };
    ip_texts name;
    if (a->count > 1 && b->count > 1 && a->count * b->count > MANY) {
        name = as_one_name(f, b);
        b = &name;
    }
    ip_texts all = {.respelled = a->respelled || b->respelled, .null = a->null || b->null};
    if ((a->only_null && (b->count > 0 || b->only_null)) || (b->only_null && a->count > 0))
        return ip_dynamic_texts_null();
    if (a->count == 0 || b->count == 0 || a->count * b->count > IP_MOST_ALTERNATIVES)
        return ip_dynamic_texts_any();
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            const ip_pieces *x = &a->alternatives[i], *y = &b->alternatives[k];
            ip_pieces *created = &all.alternatives[all.count++];
            if (x->count + y->count > IP_MOST_PIECES)
                return ip_dynamic_texts_any();
            for (int p = 0; p < x->count; p++)
                append(f, created, &x->items[p]);
            for (int p = 0; p < y->count; p++)
                append(f, created, &y->items[p]);
            size_t length = 0;
            for (int p = 0; p < created->count; p++)
                length += created->items[p].kind == IP_PIECE_TEXT ? strlen(created->items[p].text) : 0;
            if (length > IP_LONGEST_TEXT)
                return ip_dynamic_texts_any();
        }
    return all;
}

/* The one constant text; NULL: it is not one. */
const char *ip_dynamic_texts_only(const ip_texts *texts)
{
    if (texts->count != 1 || texts->null || texts->alternatives[0].count > 1)
        return NULL;
    if (texts->alternatives[0].count == 0)
        return "";
    const ip_text_piece *piece = &texts->alternatives[0].items[0];
    return piece->kind == IP_PIECE_TEXT ? piece->text : NULL;
}

/* ------------------------------------------------------------- holes -- */

/* One part whose value is inserted into the text. */
ip_texts ip_dynamic_texts_hole(ip_fold *f, ip_range part, ip_piece_kind kind)
{
    part = ip_dynamic_part_trimmed(part);
    if (part.begin >= part.end)
        return ip_dynamic_texts_any();
    ip_text_piece piece = {.kind = kind, .expr = part, .loose = !ip_dynamic_fold_pure(f, part)};
    if (kind == IP_PIECE_VALUE && ip_dynamic_part_has_type(f, part, ip_dynamic_is_number_type)) {
        piece.kind = IP_PIECE_NUMBER;
        piece.strict = true;
        /* 7 / 2 is of integers, where 2 is the text of a numeric. */
        piece.integer = ip_dynamic_part_has_type(f, part, ip_dynamic_is_integer_type);
        piece.loose |= !piece.integer;
    } else if (kind == IP_PIECE_VALUE && ip_dynamic_part_has_type(f, part, ip_dynamic_is_tame_type)) {
        piece.tame = piece.strict = true;
    }
    return ip_dynamic_texts_of(f, piece);
}
