/* The spellings of equal values, where they differ and the difference is observable: 1.0 and 1.00. */
#include <string.h>

#include "term/terms_internal.h"

bool ip_term_expr_is_cast(const ip_expr *e)
{
    return e->arg_count == 1 && e->type.name && strcmp(e->text, e->type.name) == 0;
}

/* 1.0 and 1.00 are equal, and values of jsonb, citext, char(n) and intervals can be equal with different spellings. */
bool ip_term_type_has_spellings(ip_type type)
{
    if (type.name && strchr(type.name, '('))
        return false;
    if (type.kind == IP_NUMERIC || type.kind == IP_OTHER)
        return true;
    size_t length = strcspn(type.name ? type.name : "", "[");
    return (type.kind == IP_TEXT && length == 9 && strncmp(type.name, "character", length) == 0) ||
           (type.kind == IP_TIME && length == 8 && strncmp(type.name, "interval", length) == 0);
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

static void add(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_spellings *to, int depth)
{
    enum { DEEPEST = 64 };
    ip_type integer = ip_plain_type(IP_INTEGER);
    if (to->count == IP_MAX_SPELLINGS || depth == DEEPEST) {
        to->more = true;
        return;
    }
    if (e->kind == IP_EXPR_OPERATOR || e->kind == IP_EXPR_CALL) {
        for (int i = 0; i < e->arg_count; i++)
            add(c, site, e->args[i], to, depth + 1);
    } else if (!ip_term_type_has_spellings(e->type)) {
        return;
    } else if (e->kind == IP_EXPR_PARAMETER) {
        to->items[to->count++] =
            ip_term_symbol(c, integer, false, 0, NULL, "written.%d.%d.p%d", site->slot, site->program->id, e->index)
                .value;
    } else if (e->kind == IP_EXPR_VARIABLE) {
        to->items[to->count++] = ip_term_symbol(c, integer, false, site->depth, site->tokens, "written.%d.%d.v%d",
                                                site->slot, site->program->id, e->index)
                                     .value;
    } else if (e->kind == IP_EXPR_NUMERIC) {
        to->items[to->count++] = ip_term_symbol(c, integer, false, 0, NULL, "written:%s", e->text).value;
    } else if (e->kind == IP_EXPR_COLUMN) {
        to->items[to->count++] = of_column(c, site, e);
    }
}

void ip_term_add_spellings(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_spellings *to)
{
    add(c, site, e, to, 0);
}
