/* Keeps the possible texts of each variable at the current statement, and forgets them where they may change. */
#include "dynamic_sql/folding.h"

#include "parse/lexer.h"

#include <string.h>
#include <strings.h>

/* A variable is forgotten with its fields: "r" with "r.id". */
static bool belongs_to(const char *part, const char *name)
{
    size_t length = strlen(name);
    return strncmp(part, name, length) == 0 && (part[length] == '\0' || part[length] == '.');
}

static void forget_name(ip_folding *f, const char *name)
{
    ip_dynamic_narrow_forget(&f->narrowed, name);
    for (int i = 0; i < f->arrays.count; i++)
        if (strcmp(f->arrays.items[i].name, name) == 0)
            f->arrays.items[i--] = f->arrays.items[--f->arrays.count];
    for (int i = 0; i < f->fold.known.count; i++) {
        ip_known_text *k = &f->fold.known.items[i];
        if (belongs_to(k->name, name))
            f->fold.known.items[i--] = f->fold.known.items[--f->fold.known.count];
        else
            k->texts = ip_dynamic_texts_loosened(&f->fold, &k->texts, name);
    }
}

typedef IP_VEC(const char *) names;

static void add_name(ip_folding *f, names *to, const char *name)
{
    for (int i = 0; i < to->count; i++)
        if (strcmp(to->items[i], name) == 0)
            return;
    IP_PUSH(f->arena, to, name);
}

/* All names of the variable, the given one first: $1 also has the parameter's name, and both have those of ALIAS
 * FOR. */
static names names_of(ip_folding *f, const char *name)
{
    names all = {0};
    IP_PUSH(f->arena, &all, name);
    for (int n = 0; n < all.count; n++)
        for (int i = 0; i < f->aliases.count; i++) {
            const ip_declared_type *alias = &f->aliases.items[i];
            if (strcmp(alias->name, all.items[n]) == 0)
                add_name(f, &all, alias->type);
            if (strcmp(alias->type, all.items[n]) == 0)
                add_name(f, &all, alias->name);
        }
    return all;
}

/* A variable is assigned: its known values are forgotten, and texts that contain its value contain the old value. */
void ip_dynamic_folding_forget(ip_folding *f, const char *name)
{
    names all = names_of(f, name);
    for (int i = 0; i < all.count; i++)
        forget_name(f, all.items[i]);
}

enum { MOST_KNOWN = 100 }; /* they are copied at every branch */

void ip_dynamic_folding_learn(ip_folding *f, const char *name, const ip_texts *texts)
{
    ip_known_text known = {name, *texts};
    if (!ip_dynamic_fold_known(&f->fold, name) && texts->count > 0 && f->fold.known.count < MOST_KNOWN)
        IP_PUSH(f->arena, &f->fold.known, known);
}

void ip_dynamic_folding_set(ip_folding *f, const char *name, const ip_texts *texts)
{
    ip_dynamic_folding_forget(f, name);
    /* x := x || y: the piece that names x is the old value. */
    ip_texts own = *texts;
    names all = names_of(f, name);
    for (int i = 0; i < all.count; i++)
        own = ip_dynamic_texts_loosened(&f->fold, &own, all.items[i]);
    ip_known_text known = {name, own};
    if ((own.count > 0 || own.only_null) && f->fold.known.count < MOST_KNOWN)
        IP_PUSH(f->arena, &f->fold.known, known);
}

ip_known_texts ip_dynamic_folding_known(ip_folding *f)
{
    ip_known_texts copy = {0};
    for (int i = 0; i < f->fold.known.count; i++)
        IP_PUSH(f->arena, &copy, f->fold.known.items[i]);
    return copy;
}

void ip_dynamic_folding_restore(ip_folding *f, const ip_known_texts *to)
{
    f->fold.known.count = 0;
    for (int i = 0; i < to->count; i++)
        IP_PUSH(f->arena, &f->fold.known, to->items[i]);
}

/* What both ways leave. */
void ip_dynamic_folding_join(ip_folding *f, const ip_known_texts *other)
{
    for (int i = 0; i < f->fold.known.count; i++) {
        ip_known_text *mine = &f->fold.known.items[i];
        const ip_known_text *theirs = NULL;
        for (int k = 0; k < other->count; k++)
            if (strcmp(other->items[k].name, mine->name) == 0)
                theirs = &other->items[k];
        ip_texts joined = {0};
        if (theirs)
            joined = ip_dynamic_texts_join(&f->fold, &mine->texts, &theirs->texts);
        mine->texts = joined;
        if (joined.count == 0 && !joined.only_null)
            f->fold.known.items[i--] = f->fold.known.items[--f->fold.known.count];
    }
}

/* The variable that a target names, or whose part it is. */
const char *ip_dynamic_folding_target(ip_folding *f, ip_pl_text target)
{
    const char *name = "";
    /* label.variable and record.field: either may be the variable. */
    for (ip_token t = ip_parse_lex(target.source, target.begin, target.end, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(target.source, t.end, target.end, false)) {
        if (t.kind != IP_TOKEN_WORD && t.kind != IP_TOKEN_QUOTED && t.kind != IP_TOKEN_PARAM)
            break;
        if (*name)
            ip_dynamic_folding_forget(f, name);
        name = ip_parse_token_name(f->arena, target.source, t);
        t = ip_parse_lex(target.source, t.end, target.end, false);
        if (!ip_parse_token_is(target.source, t, "."))
            break;
    }
    return name;
}

void ip_dynamic_folding_forget_targets(ip_folding *f, const ip_pl_statement *s)
{
    for (int i = 0; i < s->targets.count; i++)
        ip_dynamic_folding_forget(f, ip_dynamic_folding_target(f, s->targets.items[i]));
    /* CALL assigns OUT values to variables among its arguments. */
    if (s->kind == IP_PL_SQL && s->sql.source && strncasecmp(s->sql_text ? s->sql_text : "", "call", 4) == 0)
        for (ip_token t = ip_parse_lex(s->sql.source, s->sql.begin, s->sql.end, false); t.kind != IP_TOKEN_END;
             t = ip_parse_lex(s->sql.source, t.end, s->sql.end, false))
            if (t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED || t.kind == IP_TOKEN_PARAM)
                ip_dynamic_folding_forget(f, ip_parse_token_name(f->arena, s->sql.source, t));
}

void ip_dynamic_folding_forget_assigned_in(ip_folding *f, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++)
        ip_dynamic_folding_forget_assigned(f, items[i]);
}

/* All that a statement, or one within it, may assign. */
void ip_dynamic_folding_forget_assigned(ip_folding *f, const ip_pl_statement *s)
{
    ip_dynamic_folding_forget_targets(f, s);
    for (int i = 0; i < s->declarations.count; i++)
        ip_dynamic_folding_forget(f, s->declarations.items[i].name);
    ip_dynamic_folding_forget_assigned_in(f, s->body.items, s->body.count);
    ip_dynamic_folding_forget_assigned_in(f, s->handlers.items, s->handlers.count);
    for (int i = 0; i < s->branches.count; i++)
        ip_dynamic_folding_forget_assigned_in(f, s->branches.items[i].body.items, s->branches.items[i].body.count);
}
