/* Shared by term.c, literal.c, operator.c, spellings.c, rows.c, results.c and model_rows.c only. */
#ifndef IP_TERMS_INTERNAL_H
#define IP_TERMS_INTERNAL_H

#include "term/term.h"

struct ip_numeral {
    const char *text;
    Z3_sort sort;
    Z3_ast number;
};

/* A symbol (constant or function application) for a value of an SQL type, with its NULL flag. */
ip_term ip_term_symbol(ip_terms_context *c, ip_type type, bool nullable, int arg_count, const Z3_ast *args,
                       const char *format, ...) __attribute__((format(printf, 6, 7)));
/* An unknown value, different at each call. */
ip_term ip_term_anything(ip_terms_context *c, ip_type type);
struct ip_variable_cache *ip_term_variable_cache_new(void);
void ip_term_variable_cache_free(struct ip_variable_cache *cache); /* NULL is allowed */
/* Variable of the site's program, in the iteration of the site's tokens. */
ip_term ip_term_of_variable(ip_terms_context *c, const ip_site *site, int variable);

static inline ip_type ip_plain_type(ip_type_kind kind)
{
    return (ip_type){kind, false, NULL};
}
int ip_term_key_position(const ip_table_facts *facts, int column); /* in the key; -1 */
/* The number with this text. Made once: the solver reads a text digit by digit. */
Z3_ast ip_term_numeral(ip_terms_context *c, const char *text, Z3_sort sort);
/* The literal with this text, read as a value of that kind. */
ip_term ip_term_literal(ip_terms_context *c, const char *text, ip_type_kind kind);
/* The value of a term that is NULL. */
Z3_ast ip_term_default_value(ip_terms_context *c, Z3_sort sort);
/* The expression's value; a quoted literal is read as a value of the type. */
ip_term ip_term_eval_as(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_type wanted);
/* numeric, numeric(12,2): the type has this name, regardless of its modifier. */
bool ip_term_type_is_named(ip_type type, const char *name);
/* A name that distinguishes functions of values of this type from those of other types with partly the same values. */
const char *ip_term_type_key(ip_terms_context *c, ip_type type);
/* States that the value, a real, is no NaN and not infinite. */
void ip_term_ordinary_number(ip_terms_context *c, Z3_ast value);
/* The number as a term of the other sort, to which it also belongs, unless it is NULL. NULL: it is no number. */
Z3_ast ip_term_same_number(ip_terms_context *c, ip_term number, Z3_sort sort);
/* IP_OP_ADD and other arithmetic. */
ip_term ip_term_of_arithmetic(ip_terms_context *c, const ip_site *site, const ip_expr *e);
/* An IP_EXPR_OPERATOR, an IP_EXPR_CALL. */
ip_term ip_term_eval_operator(ip_terms_context *c, const ip_site *site, const ip_expr *e);
ip_term ip_term_of_call(ip_terms_context *c, const ip_site *site, const ip_expr *e);

bool ip_term_expr_is_cast(const ip_expr *e);
/* What the call gives depends on how its arguments are written. */
bool ip_term_shows_spelling(const ip_expr *e);
enum { IP_MAX_SPELLINGS = 16 };
typedef struct ip_spellings {
    Z3_ast items[IP_MAX_SPELLINGS];
    int count;
    bool more; /* than there is room for */
} ip_spellings;
/* How the values that the expression is made of are written: unknown, but the same each time within an instance, and
 * of one version of a column. */
void ip_term_add_spellings(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_spellings *to);

/* Site of an expression that stands at a loop (or outside all: -1) rather than in a statement. */
ip_site ip_term_site_at(const ip_site *site, int loop);

#endif
