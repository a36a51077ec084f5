/* Follows a body that runs with known arguments: computes its texts, one iteration of its loops at a time. */
#include "dynamic_sql/parts.h"
#include "dynamic_sql/value.h"

#include <stdlib.h>
#include <string.h>

static void tell(ip_folding *f, const ip_pl_statement *s, ip_pl_text text)
{
    if (ip_pl_given(text))
        f->follower->text(f->follower->context, f, s, text);
}

void ip_dynamic_follow_texts(ip_folding *f, const ip_pl_statement *s)
{
    const ip_pl_text own[] = {s->sql, s->expr, s->low, s->high, s->step};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        tell(f, s, own[i]);
    for (int i = 0; i < s->targets.count; i++)
        if (ip_pl_subscripted(s->targets.items[i]))
            tell(f, s, s->targets.items[i]);
    if (s->fetch)
        tell(f, s, s->fetch->counted);
    for (int i = 0; i < s->args.count; i++)
        tell(f, s, s->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->args.count; i++)
        tell(f, s, s->raise->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->options.count; i++)
        tell(f, s, s->raise->options.items[i].value);
}

/* ------------------------------------------------------------- EXECUTE -- */

/* The text with a name, or an empty literal, in place of each value. */
static const char *sample(ip_folding *f, const ip_pieces *pieces)
{
    const char *text = "";
    for (int i = 0; i < pieces->count; i++) {
        const ip_text_piece *piece = &pieces->items[i];
        const char *next = piece->kind == IP_PIECE_TEXT      ? piece->text
                           : piece->kind == IP_PIECE_LITERAL ? "''"
                           : piece->kind == IP_PIECE_NUMBER  ? "1"
                                                             : "x";
        text = ip_arena_printf(f->arena, "%s%s", text, next);
    }
    return text;
}

void ip_dynamic_follow_execute(ip_folding *f, const ip_pl_statement *s)
{
    ip_annotation *said = ip_dynamic_folding_said(f, s);
    void *context = f->follower->context;
    if (said)
        said->used = true;
    if (said && said->executes)
        f->follower->execute(context, f, s, said->executes, "");
    if (said)
        return;
    ip_texts texts = ip_dynamic_fold_text(&f->fold, s->expr);
    bool before = f->unsure;
    f->unsure |= texts.count > 1 || texts.null;
    for (int i = 0; i < texts.count; i++) {
        const ip_pieces *pieces = &texts.alternatives[i];
        f->follower->execute(context, f, s, ip_dynamic_fold_settled(f, pieces), sample(f, pieces));
    }
    if (texts.count == 0 && !texts.only_null)
        f->follower->execute(context, f, s, ip_dynamic_fold_value_of(f, s->expr), "");
    f->unsure = before;
}

/* -------------------------------------------------------------- values -- */

static void know(ip_folding *f, const char *name, const char *value)
{
    ip_texts texts = ip_dynamic_texts_constant(&f->fold, value ? value : "");
    if (value)
        ip_dynamic_folding_set(f, name, &texts);
}

static void know_elements(ip_folding *f, const char *name, ip_pl_text expr)
{
    ip_known_array array = {.name = name};
    if (ip_dynamic_fold_elements_of(f, expr, &array.elements))
        IP_PUSH(f->arena, &f->arrays, array);
}

void ip_dynamic_follow_declare(ip_folding *f, const char *name, const char *type, ip_pl_text initial)
{
    ip_type known = ip_parse_type_from_text(f->arena, type);
    const char *value = ip_dynamic_fold_value_of(f, initial);
    if (known.array)
        know_elements(f, name, initial);
    else if (known.kind != IP_TEXT && known.kind != IP_NUMERIC && known.kind != IP_TIME)
        know(f, name, value);
}

void ip_dynamic_follow_alias(ip_folding *f, const char *name, const char *other)
{
    const ip_texts *known = strcmp(name, other) != 0 ? ip_dynamic_fold_known(&f->fold, other) : NULL;
    if (known && !ip_dynamic_fold_known(&f->fold, name))
        IP_PUSH(f->arena, &f->fold.known, ((ip_known_text){name, *known}));
}

void ip_dynamic_follow_assign(ip_folding *f, const char *name, ip_pl_text expr, const char *value)
{
    know_elements(f, name, expr);
    if (!ip_dynamic_fold_known(&f->fold, name))
        know(f, name, value);
}

/* --------------------------------------------------------------- loops -- */

void ip_dynamic_follow_forget_arrays(ip_folding *f, const ip_pl_statement *s)
{
    ip_known_texts known = ip_dynamic_folding_known(f);
    ip_dynamic_folding_forget_assigned(f, s);
    ip_dynamic_folding_restore(f, &known);
}

/* The values before the loop, or those after the iteration. */
static void perhaps(ip_folding *f, const ip_pl_statement *s, ip_follow_round round)
{
    ip_known_texts before = ip_dynamic_folding_known(f);
    bool unsure = f->unsure;
    f->unsure = true;
    round(f, s);
    f->unsure = unsure;
    ip_dynamic_folding_join(f, &before);
    ip_dynamic_follow_forget_arrays(f, s);
}

static bool each_element(ip_folding *f, const ip_pl_statement *s, ip_follow_round round)
{
    ip_known_elements elements = {0};
    if (s->slice || s->targets.count != 1 || !ip_dynamic_fold_elements_of(f, s->expr, &elements))
        return false;
    const char *name = ip_dynamic_folding_target(f, s->targets.items[0]);
    for (int i = 0; i<elements.count && * f->rounds> 0; i++) {
        ip_dynamic_folding_forget(f, name);
        know(f, name, elements.items[i]);
        round(f, s);
    }
    return *f->rounds > 0;
}

static bool each_number(ip_folding *f, const ip_pl_statement *s, ip_follow_round round)
{
    const char *low = ip_dynamic_fold_value_of(f, s->low), *high = ip_dynamic_fold_value_of(f, s->high);
    if (!low || !high || s->reverse || ip_pl_given(s->step) || strspn(low, "-0123456789") != strlen(low) ||
        strspn(high, "-0123456789") != strlen(high))
        return false;
    const char *name = ip_dynamic_folding_target(f, s->targets.items[0]);
    for (long long i = strtoll(low, NULL, 10), last = strtoll(high, NULL, 10); i <= last && *f->rounds > 0; i++) {
        ip_dynamic_folding_forget(f, name);
        know(f, name, ip_arena_printf(f->arena, "%lld", i));
        round(f, s);
    }
    return *f->rounds > 0;
}

static void take_row(ip_folding *f, const ip_pl_statement *s, const ip_known_columns *row)
{
    for (int i = 0; i < s->targets.count; i++) {
        const char *name = ip_dynamic_folding_target(f, s->targets.items[i]);
        ip_dynamic_folding_forget(f, name);
        if (s->targets.count > 1 || row->count == 1)
            know(f, name, i < row->count ? row->items[i].value : NULL);
        for (int k = 0; s->targets.count == 1 && k < row->count; k++)
            know(f, ip_arena_printf(f->arena, "%s.%s", name, row->items[k].name), row->items[k].value);
    }
}

static bool each_row(ip_folding *f, const ip_pl_statement *s, ip_follow_round round)
{
    ip_parse_error error;
    ip_fold_rows rows = {0};
    const ip_tree *tree = s->sql_text && !s->executes ? ip_parse_pg_parse(f->arena, s->sql_text, &error) : NULL;
    const PgQuery__SelectStmt *select = ip_as_select_stmt(ip_parse_statement_at(tree, 0));
    bool known = select && ip_dynamic_fold_rows_of(f, select, &rows);
    for (int i = 0; known && i<rows.count && * f->rounds> 0; i++) {
        ip_known_columns row = {0};
        ip_dynamic_fold_outputs(f, select, &rows.items[i], &row);
        take_row(f, s, &row);
        if (rows.items[i].sure)
            round(f, s);
        else
            perhaps(f, s, round);
    }
    return known && *f->rounds > 0;
}

bool ip_dynamic_follow_loop(ip_folding *f, const ip_pl_statement *s, ip_follow_round round)
{
    return s->kind == IP_PL_FOREACH     ? each_element(f, s, round)
           : s->kind == IP_PL_FOR_RANGE ? each_number(f, s, round)
           : s->kind == IP_PL_FOR_QUERY ? each_row(f, s, round)
                                        : false;
}
