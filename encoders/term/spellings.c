/* The spellings of equal values, where they differ and the difference is observable: 1.0 and 1.00. */
#include <string.h>

#include "term/terms_internal.h"

bool ip_term_expr_is_cast(const ip_expr *e)
{
    return e->arg_count == 1 && e->type.name && strcmp(e->text, e->type.name) == 0;
}

/* numeric(12,2): all its values have as many digits; char(4): as many letters. */
static bool has_modifier(ip_type type)
{
    return (type.kind == IP_NUMERIC || type.kind == IP_TEXT) && type.name && strchr(type.name, '(');
}

/* 1.0 and 1.00 are equal, and values of jsonb, citext, char(n) and intervals can be equal with different spellings. */
bool ip_term_type_has_spellings(ip_type type)
{
    if (has_modifier(type))
        return false;
    if (type.kind == IP_NUMERIC || type.kind == IP_OTHER)
        return true;
    const char *name = type.name ? type.name : "";
    bool padded = type.kind == IP_TEXT && strcspn(name, "[") == 9 && strncmp(name, "character", 9) == 0;
    return padded || (type.kind == IP_TIME && strncmp(name, "interval", 8) == 0);
}

/* For numbers, these depend only on the value. */
bool ip_term_shows_spelling(const ip_expr *e)
{
    static const char *const blind[] = {"round", "trunc", "floor", "ceil", "ceiling", "abs",
                                        "sign",  "mod",   "&&",    "@>",   "<@",      "?"};
    bool number = e->type.kind == IP_INTEGER || e->type.kind == IP_NUMERIC || e->type.kind == IP_BOOLEAN;
    bool shown = !number || e->type.array || !ip_term_expr_is_cast(e);
    for (size_t i = 0; i < sizeof blind / sizeof blind[0]; i++)
        shown = shown && strcmp(e->text, blind[i]) != 0;
    return shown;
}

/* The symbol of a value's version, under another name: all readers of the same version find the same spelling. */
static Z3_ast of_version(ip_terms_context *c, Z3_ast value)
{
    Z3_context z3 = c->build.z3;
    if (Z3_get_ast_kind(z3, value) != Z3_APP_AST)
        return NULL;
    Z3_app symbol = Z3_to_app(z3, value);
    Z3_func_decl of = Z3_get_app_decl(z3, symbol);
    unsigned count = Z3_get_app_num_args(z3, symbol);
    Z3_ast args[32];
    if (Z3_get_decl_kind(z3, of) != Z3_OP_UNINTERPRETED || count > 32)
        return NULL;
    for (unsigned i = 0; i < count; i++)
        args[i] = Z3_get_app_arg(z3, symbol, i);
    return ip_term_apply(&c->build, c->build.integer, (int)count, args, "written.%s",
                         Z3_get_symbol_string(z3, Z3_get_decl_name(z3, of)));
}

/* Keys are identified by their values: if rows are deleted and inserted again, the new row may spell them
 * differently. */
static Z3_ast of_column(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_type integer = ip_plain_type(IP_INTEGER);
    const ip_table *table = site->statement ? site->statement->sources.items[e->source].table : NULL;
    const ip_row *row = site->rows ? &site->rows[e->source] : NULL;
    if (!table || !row || !row->key)
        return ip_term_anything(c, integer).value;
    const ip_table_facts *facts = &c->facts->tables[table->id];
    if (ip_term_key_position(facts, e->index) < 0) {
        Z3_ast written = of_version(c, ip_term_of_column(c, site, e->source, e->index).value);
        return written ? written : ip_term_anything(c, integer).value;
    }
    if (!ip_table_fixed(facts))
        return ip_term_anything(c, integer).value;
    return ip_term_symbol(c, integer, false, ip_term_key_length(c, table), row->key, "written.%d.%d", table->id,
                          e->index)
        .value;
}

/* How a parameter, a variable or a column is written; NULL: another value. */
static Z3_ast of_leaf(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_type integer = ip_plain_type(IP_INTEGER);
    switch (e->kind) {
    case IP_EXPR_PARAMETER:
        return ip_term_symbol(c, integer, false, 0, NULL, "written.%d.%d.p%d", site->slot, site->program->id, e->index)
            .value;
    case IP_EXPR_VARIABLE:
        return ip_term_symbol(c, integer, false, site->depth, site->tokens, "written.%d.%d.v%d", site->slot,
                              site->program->id, e->index)
            .value;
    case IP_EXPR_COLUMN:
        return of_column(c, site, e);
    default:
        return NULL;
    }
}

/* A function of what an expression is made of: its name says how, with all constants. */
typedef struct composed {
    const char *name;
    Z3_ast args[3 * IP_MAX_SPELLINGS];
    int count;
    bool more; /* than there is room for, or parts that have another value each time */
} composed;

static void compose(ip_terms_context *c, const ip_site *site, const ip_expr *e, composed *to, int depth)
{
    enum { DEEPEST = 64, MOST = (int)(sizeof to->args / sizeof to->args[0]) };
    const char *type = e->type.name ? e->type.name : ip_term_type_key(c, e->type);
    if (to->more || e->kind == IP_EXPR_UNKNOWN || to->count + 3 > MOST || depth == DEEPEST) {
        to->more = true;
    } else if (e->kind == IP_EXPR_OPERATOR || e->kind == IP_EXPR_CALL) {
        to->name = e->kind == IP_EXPR_OPERATOR ? ip_arena_printf(c->arena, "%s(%d %s", to->name, (int)e->op, type)
                                               : ip_arena_printf(c->arena, "%s(%s %s", to->name, e->text, type);
        for (int i = 0; i < e->arg_count; i++)
            compose(c, site, e->args[i], to, depth + 1);
        to->name = ip_arena_printf(c->arena, "%s)", to->name);
    } else if (e->kind == IP_EXPR_PARAMETER || e->kind == IP_EXPR_VARIABLE || e->kind == IP_EXPR_COLUMN) {
        ip_term leaf = ip_term_eval(c, site, e);
        Z3_ast written = ip_term_type_has_spellings(e->type) ? of_leaf(c, site, e) : NULL;
        to->args[to->count++] = leaf.value;
        if (leaf.null != c->build.no)
            to->args[to->count++] = leaf.null;
        if (written)
            to->args[to->count++] = written;
        to->name = ip_arena_printf(c->arena, "%s %s", to->name, type);
    } else if (e->kind == IP_EXPR_BOOLEAN) {
        to->name = ip_arena_printf(c->arena, "%s %d", to->name, (int)e->boolean);
    } else {
        to->name = ip_arena_printf(c->arena, "%s %d:%s:%s", to->name, (int)e->kind, type, e->text ? e->text : "");
    }
}

void ip_term_add_spellings(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_spellings *to)
{
    ip_type integer = ip_plain_type(IP_INTEGER);
    bool rounded = has_modifier(e->type) && e->type.kind == IP_NUMERIC;
    if (!ip_term_type_has_spellings(e->type) && !rounded)
        return;
    if (to->count == IP_MAX_SPELLINGS) {
        to->more = true;
        return;
    }
    Z3_ast written = of_leaf(c, site, e);
    if (rounded) { /* to as many digits as the type says */
        written = ip_term_symbol(c, integer, false, 0, NULL, "written:%s", e->type.name).value;
    } else if (e->kind == IP_EXPR_NUMERIC) {
        written = ip_term_symbol(c, integer, false, 0, NULL, "written:%s", e->text).value;
    } else if (e->kind == IP_EXPR_OPERATOR || e->kind == IP_EXPR_CALL || e->kind == IP_EXPR_UNKNOWN) {
        /* The result has a spelling of its own: round(n, 2) may be equal to n. */
        composed of = {.name = "written"};
        compose(c, site, e, &of, 0);
        to->more = to->more || of.more;
        written = of.more ? NULL : ip_term_symbol(c, integer, false, of.count, of.args, "%s", of.name).value;
    }
    if (written)
        to->items[to->count++] = written;
}
