/* Walks a routine's statements in order and replaces EXECUTEs whose text is known by static statements. */
#include "dynamic_sql/fold.h"

#include "dynamic_sql/parts.h"
#include "dynamic_sql/value.h"
#include "dynamic_sql/folding.h"
#include "parse/lexer.h"
#include "parse/pg_parse.h"

#include <string.h>
#include <strings.h>

static void walk(ip_folding *f, ip_pl_statement *s);

static void walk_all(ip_folding *f, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++)
        walk(f, items[i]);
}

/* Are the statements after it in its list unreachable? */
static bool leaves(const ip_pl_statement *s)
{
    return (s->kind == IP_PL_RETURN && !s->more_follows) || (s->kind == IP_PL_RAISE && s->aborts) ||
           ((s->kind == IP_PL_EXIT || s->kind == IP_PL_CONTINUE) && !ip_pl_given(s->expr));
}

static void declare(ip_folding *f, const char *name, const char *type)
{
    ip_declared_type declared = {name, type};
    ip_dynamic_folding_forget(f, name);
    IP_PUSH(f->arena, &f->fold.types, declared);
}

/* $2 is the second parameter, whatever its name. */
static const char *type_of(ip_folding *f, const char *name)
{
    for (int i = f->fold.types.count - 1; i >= 0; i--)
        if (strcmp(f->fold.types.items[i].name, name) == 0)
            return f->fold.types.items[i].type;
    for (int i = 0; i < f->aliases.count; i++)
        if (strcmp(f->aliases.items[i].type, name) == 0 && strcmp(f->aliases.items[i].name, name) != 0)
            return type_of(f, f->aliases.items[i].name);
    return "";
}

/* Leaves of what is known only what was known before, of the same variables: the rest was learned since, or assigned.
 */
static void forget_learned(ip_folding *f, const ip_known_texts *before)
{
    for (int i = 0; i < f->fold.known.count && !f->follower; i++) {
        bool was = false;
        for (int k = 0; k < before->count; k++)
            was = was || strcmp(before->items[k].name, f->fold.known.items[i].name) == 0;
        if (!was)
            f->fold.known.items[i--] = f->fold.known.items[--f->fold.known.count];
    }
}

/* The types of which equal values are the same text. */
static bool is_plain_text(const char *type)
{
    static const char *const types[] = {"name", "text", "varchar", "character varying"};
    size_t length = strcspn(type, "(");
    while (length > 0 && type[length - 1] == ' ')
        length--;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strlen(types[i]) == length && strncasecmp(type, types[i], length) == 0)
            return strchr(type, '[') == NULL;
    return false;
}

/* A variable of type name has the first 63 bytes of what it is given (PostgreSQL 15, section 8.3), and so may one of a
 * type that is not known here. */
static bool keeps(const char *type, const ip_texts *texts)
{
    enum { LONGEST_NAME = 63 };
    bool whole = !*type || (is_plain_text(type) && strcasecmp(type, "name") != 0), fits = strcmp(type, "\"char\"") != 0;
    for (int i = 0; i < texts->count && !whole && fits; i++) {
        const ip_pieces *pieces = &texts->alternatives[i];
        fits = pieces->count == 0 || (pieces->count == 1 && pieces->items[0].kind == IP_PIECE_TEXT &&
                                      strlen(pieces->items[0].text) <= LONGEST_NAME);
    }
    return fits;
}

static void walk_block(ip_folding *f, ip_pl_statement *s)
{
    int types = f->fold.types.count;
    for (int i = 0; i < s->declarations.count; i++) {
        const ip_pl_declaration *d = &s->declarations.items[i];
        ip_texts initial = ip_pl_given(d->initial) ? (ip_texts){0} : ip_dynamic_texts_null();
        if (ip_pl_given(d->initial) && !d->alias_for && !d->cursor)
            initial = ip_dynamic_fold_text(&f->fold, d->initial);
        declare(f, d->name, d->alias_for ? type_of(f, d->alias_for) : d->type);
        if (d->alias_for)
            IP_PUSH(f->arena, &f->aliases, ((ip_declared_type){d->name, d->alias_for}));
        /* Another name for the same variable: the texts of both are unknown. */
        if (!d->alias_for && !d->cursor && ip_parse_type_from_text(f->arena, d->type).kind == IP_TEXT &&
            keeps(d->type, &initial))
            ip_dynamic_folding_set(f, d->name, &initial);
        if (f->follower && !d->alias_for && !d->cursor && ip_pl_given(d->initial)) {
            f->follower->text(f->follower->context, f, s, d->initial);
            ip_dynamic_follow_declare(f, d->name, d->type, d->initial);
        }
        if (f->follower && d->alias_for)
            ip_dynamic_follow_alias(f, d->name, d->alias_for);
    }
    /* What conditions in it say need not hold where an error or EXIT leads. */
    const ip_known_texts before = ip_dynamic_folding_known(f);
    if (!s->has_handlers) {
        walk_all(f, s->body.items, s->body.count);
    } else {
        bool unsure = f->unsure;
        f->unsure = true;
        walk_all(f, s->body.items, s->body.count);
        forget_learned(f, &before);
        ip_dynamic_folding_forget_assigned_in(f, s->body.items, s->body.count);
        for (int i = 0; i < s->handler_list.count; i++) {
            walk_all(f, s->handler_list.items[i].body.items, s->handler_list.items[i].body.count);
            forget_learned(f, &before);
            ip_dynamic_folding_forget_assigned_in(f, s->handler_list.items[i].body.items,
                                                  s->handler_list.items[i].body.count);
            ip_dynamic_folding_forget_assigned_in(f, s->body.items, s->body.count);
        }
        f->unsure = unsure;
    }
    if (s->label) { /* EXIT may come from anywhere in it */
        forget_learned(f, &before);
        ip_dynamic_folding_forget_assigned_in(f, s->body.items, s->body.count);
    }
    for (int i = 0; i < s->declarations.count; i++)
        ip_dynamic_folding_forget(f, s->declarations.items[i].name);
    f->fold.types.count = types;
}

/* The condition holds, or is false or NULL: a variable that it compares with constants is one of them. */
static void learn(ip_folding *f, const ip_pl_branch *branch, bool holds)
{
    ip_narrowed_list guarded = {0};
    if (!f->follower && ip_pl_given(branch->condition) && !ip_pl_given(branch->operand) &&
        !f->definitions->user_operators.count && !f->definitions->equates_texts)
        guarded = ip_dynamic_guarded_by(f->arena, branch->condition, holds);
    for (int i = 0; i < guarded.count; i++) {
        const ip_narrowed *g = &guarded.items[i];
        ip_texts texts = {0};
        if (!is_plain_text(type_of(f, g->name)) || g->values.count > IP_MOST_ALTERNATIVES)
            continue;
        for (int v = 0; v < g->values.count; v++) {
            ip_texts one = ip_dynamic_texts_constant(&f->fold, g->values.items[v]);
            texts = v ? ip_dynamic_texts_join(&f->fold, &texts, &one) : one;
        }
        texts.null = g->null;
        if (!keeps(type_of(f, g->name), &texts))
            continue;
        ip_dynamic_folding_learn(f, g->name, &texts);
        f->unit->guarded = true;
    }
}

static void walk_branches(ip_folding *f, ip_pl_statement *s)
{
    ip_known_texts before = ip_dynamic_folding_known(f), joined = {0};
    ip_narrowings kept = ip_dynamic_narrow_copy(f->arena, &f->narrowed),
                  others = ip_dynamic_narrow_copy(f->arena, &f->narrowed);
    bool any = false, otherwise = false, unsure = f->unsure, decided = true;
    for (int i = 0; i < s->branches.count && !(otherwise && decided && f->follower); i++) {
        ip_pl_branch *branch = &s->branches.items[i];
        if (f->follower && ip_pl_given(branch->condition)) {
            f->follower->text(f->follower->context, f, s, branch->condition);
            const char *holds = ip_pl_given(branch->operand) ? NULL : ip_dynamic_fold_value_of(f, branch->condition);
            if (holds && strcmp(holds, "false") == 0)
                continue;
            otherwise |= holds != NULL;
            decided &= holds != NULL;
        }
        f->unsure = unsure || !decided;
        ip_dynamic_folding_restore(f, &before);
        f->narrowed = ip_dynamic_narrow_copy(f->arena, &others);
        otherwise |= !ip_pl_given(branch->condition);
        if (ip_pl_given(branch->condition) && !ip_pl_given(branch->operand)) {
            ip_dynamic_narrow_by(f->arena, &f->narrowed, branch->condition);
            learn(f, branch, true);
            otherwise |= !ip_dynamic_narrow_by_not(f->arena, &others, branch->condition);
        }
        walk_all(f, branch->body.items, branch->body.count);
        ip_dynamic_narrow_keep(&kept, &f->narrowed);
        if (branch->body.count > 0 && leaves(branch->body.items[branch->body.count - 1]))
            continue;
        if (any)
            ip_dynamic_folding_join(f, &joined);
        joined = ip_dynamic_folding_known(f);
        any = true;
    }
    f->unsure = unsure;
    f->narrowed = kept;
    if (!otherwise) {
        ip_dynamic_folding_restore(f, &before);
        if (any)
            ip_dynamic_folding_join(f, &joined);
        for (int i = 0; i < s->branches.count && !any; i++) /* IF x NOT IN ('a', 'b') THEN RAISE … */
            learn(f, &s->branches.items[i], false);
    } else if (any) {
        ip_dynamic_folding_restore(f, &joined);
    }
}

static void settle(ip_folding *f, ip_pl_statement *s)
{
    if (f->follower)
        ip_dynamic_follow_execute(f, s);
    else
        ip_dynamic_folding_resolve(f, s);
}

static void follow_round(ip_folding *f, const ip_pl_statement *s)
{
    --*f->rounds;
    walk_all(f, s->body.items, s->body.count);
}

/* One iteration at a time, where the rows are known. */
static bool follow_loop(ip_folding *f, const ip_pl_statement *s)
{
    int types = f->fold.types.count;
    bool left = f->left;
    if (s->kind == IP_PL_FOR_RANGE && s->targets.count == 1)
        declare(f, ip_dynamic_folding_target(f, s->targets.items[0]), "integer");
    bool known = ip_dynamic_follow_loop(f, s, follow_round);
    f->fold.types.count = types;
    if (f->left != left)
        ip_dynamic_folding_forget_assigned(f, s);
    return known;
}

static void walk(ip_folding *f, ip_pl_statement *s)
{
    bool loops = s->kind == IP_PL_LOOP || s->kind == IP_PL_WHILE || s->kind == IP_PL_FOR_RANGE ||
                 s->kind == IP_PL_FOR_QUERY || s->kind == IP_PL_FOREACH ||
                 (s->kind == IP_PL_UNKNOWN && s->body.count > 0);
    ip_pl_statement whole = *s; /* resolving may split it */
    if (f->returned)
        return;
    if (f->follower) {
        ip_dynamic_follow_texts(f, s);
        f->returned = s->kind == IP_PL_RETURN && !s->more_follows && !f->unsure && !f->left;
        f->left |= leaves(s) || s->kind == IP_PL_EXIT || s->kind == IP_PL_CONTINUE;
    }
    if (s->kind == IP_PL_BLOCK) {
        walk_block(f, s);
        return;
    }
    if (s->kind == IP_PL_IF) {
        walk_branches(f, s);
        if (f->follower)
            ip_dynamic_follow_forget_arrays(f, s);
        return;
    }
    if (s->kind == IP_PL_ASSIGN && s->targets.count == 1) {
        ip_texts texts = ip_dynamic_fold_text(&f->fold, s->expr);
        const char *value = f->follower ? ip_dynamic_fold_value_of(f, s->expr) : NULL;
        const char *name = ip_dynamic_folding_target(f, s->targets.items[0]);
        bool plain =
            ip_parse_lex(s->targets.items[0].source, s->targets.items[0].begin, s->targets.items[0].end, false).end ==
            s->targets.items[0].end;
        ip_dynamic_folding_forget(f, name);
        if (plain && keeps(type_of(f, name), &texts))
            ip_dynamic_folding_set(f, name, &texts);
        if (plain && f->follower)
            ip_dynamic_follow_assign(f, name, s->expr, value);
        return;
    }
    if (loops) {
        if (f->follower && follow_loop(f, s))
            return;
        bool unsure = f->unsure;
        f->unsure = true;
        /* A loop's EXECUTE reads its text before the first iteration. */
        if (s->executes)
            settle(f, s);
        ip_dynamic_folding_forget_assigned(f, &whole);
        int types = f->fold.types.count;
        if (whole.kind == IP_PL_FOR_RANGE && whole.targets.count == 1)
            declare(f, ip_dynamic_folding_target(f, whole.targets.items[0]), "integer");
        const ip_known_texts before = ip_dynamic_folding_known(f);
        walk_all(f, whole.body.items, whole.body.count);
        forget_learned(f, &before);
        ip_dynamic_folding_forget_assigned(f, &whole);
        f->fold.types.count = types;
        f->unsure = unsure;
        return;
    }
    if (s->executes && ip_pl_given(s->expr))
        settle(f, s);
    ip_dynamic_folding_forget_targets(f, &whole);
}

static ip_folding folding_of(ip_arena *arena, ip_definitions *definitions, ip_unit *unit, ip_diagnostics *diagnostics)
{
    ip_folding f = {.arena = arena,
                    .fold = {.arena = arena, .trusts = (definitions->flags & IP_READ_TRUSTED) != 0},
                    .definitions = definitions,
                    .unit = unit,
                    .diagnostics = diagnostics};
    for (int i = 0; i < unit->parameters.count; i++) {
        IP_PUSH(f.arena, &f.aliases,
                ((ip_declared_type){unit->parameters.items[i].name, ip_arena_printf(f.arena, "$%d", i + 1)}));
        declare(&f, unit->parameters.items[i].name, unit->parameters.items[i].type_name);
    }
    return f;
}

void ip_dynamic_fold_executes(ip_definitions *definitions, ip_unit *unit, ip_diagnostics *diagnostics)
{
    if (!unit->tree || !ip_dynamic_folding_has_execute(&unit->tree, 1))
        return;
    ip_folding f = folding_of(definitions->arena, definitions, unit, diagnostics);
    walk(&f, unit->tree);
}

void ip_dynamic_fold_executes_given(ip_definitions *definitions, ip_unit *unit, const ip_fold_values *values,
                                    ip_diagnostics *diagnostics)
{
    ip_folding f = folding_of(definitions->arena, definitions, unit, diagnostics);
    for (int i = 0; i < unit->parameters.count; i++) {
        ip_texts texts = {0};
        for (int v = 0; v < values[i].list.count; v++) {
            ip_texts one = ip_dynamic_texts_constant(&f.fold, values[i].list.items[v]);
            texts = v ? ip_dynamic_texts_join(&f.fold, &texts, &one) : one;
        }
        if (values[i].list.count && keeps(unit->parameters.items[i].type_name, &texts))
            ip_dynamic_folding_set(&f, unit->parameters.items[i].name, &texts);
    }
    walk(&f, unit->tree);
}

void ip_dynamic_fold_follow(ip_arena *arena, ip_definitions *definitions, ip_unit *unit, ip_pl_statement *tree,
                            const ip_fold_run *run, ip_diagnostics *diagnostics)
{
    ip_folding f = folding_of(arena, definitions, unit, diagnostics);
    f.fold.trusts = false;
    f.follower = run->follower;
    f.unsure = run->unsure;
    f.fold.samples = run->samples;
    f.rounds = run->rounds;
    for (int i = 0; i < run->arguments.count; i++) {
        const ip_fold_argument *argument = &run->arguments.items[i];
        ip_texts texts = ip_dynamic_texts_constant(&f.fold, argument->value ? argument->value : "");
        if (argument->value)
            ip_dynamic_folding_set(&f, argument->name, &texts);
        for (int k = 0; argument->value && k < f.aliases.count; k++) /* $1 */
            if (strcmp(f.aliases.items[k].name, argument->name) == 0)
                ip_dynamic_follow_alias(&f, f.aliases.items[k].type, argument->name);
        if (argument->array)
            IP_PUSH(f.arena, &f.arrays, ((ip_known_array){argument->name, *argument->array}));
    }
    walk(&f, tree);
}
