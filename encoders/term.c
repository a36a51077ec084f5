/* Evaluation of expressions and columns. Statements' rows and results: rows.c. */
#include "term.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terms_internal.h"

/* A set of Z3 asts by address: Z3 shares equal terms. */
struct ip_seen_set {
    Z3_ast *slots;
    size_t capacity, used;
};

void ip_terms_context_init(ip_terms_context *c, ip_arena *arena, const ip_facts *facts)
{
    memset(c, 0, sizeof *c);
    c->arena = arena;
    c->facts = facts;
    ip_build_init(&c->build, arena);
    for (int i = 0; i < IP_RULE_COUNT; i++)
        c->rules[i] = true;
    c->seen = calloc(1, sizeof *c->seen);
    c->variables = ip_variable_cache_new();
}

void ip_terms_context_release(ip_terms_context *c)
{
    if (c->seen) {
        free(c->seen->slots);
        free(c->seen);
    }
    c->seen = NULL;
    ip_variable_cache_free(c->variables);
    c->variables = NULL;
    ip_build_release(&c->build);
}

static bool first_time(struct ip_seen_set *set, Z3_ast ast)
{
    if ((set->used + 1) * 2 > set->capacity) {
        struct ip_seen_set larger = {.capacity = set->capacity ? set->capacity * 2 : 1024};
        larger.slots = calloc(larger.capacity, sizeof *larger.slots);
        for (size_t i = 0; i < set->capacity; i++)
            if (set->slots[i])
                first_time(&larger, set->slots[i]);
        free(set->slots);
        *set = larger;
    }
    size_t at = ((size_t)ast >> 4) * 0x9E3779B97F4A7C15ull % set->capacity;
    for (; set->slots[at]; at = (at + 1) % set->capacity)
        if (set->slots[at] == ast)
            return false;
    set->slots[at] = ast;
    set->used++;
    return true;
}

void ip_side_fact(ip_terms_context *c, Z3_ast fact)
{
    if (fact != c->build.yes && first_time(c->seen, fact))
        IP_PUSH(c->arena, &c->side, fact);
}

int ip_loop_depth(const ip_program *program, int loop)
{
    int depth = -1;
    for (; loop >= 0; loop = program->loops.items[loop].parent)
        depth++;
    return depth;
}

/* ---- symbols ---- */

ip_term ip_symbol(ip_terms_context *c, ip_type type, bool nullable, int arg_count, const Z3_ast *args,
                  const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *name = ip_arena_vprintf(c->arena, format, list);
    va_end(list);
    ip_term result;
    result.value = ip_apply(&c->build, ip_sort_of(&c->build, type), arg_count, args, "%s", name);
    result.null = nullable ? ip_apply(&c->build, c->build.boolean, arg_count, args, "%s?", name) : c->build.no;
    return result;
}

ip_term ip_anything(ip_terms_context *c, ip_type type)
{
    return ip_symbol(c, type, true, 0, NULL, "any.%d", c->fresh++);
}

/* ---- literals ---- */

static ip_type plain(ip_type_kind kind)
{
    return (ip_type){kind, false, NULL};
}

static bool same_ignoring_case_and_blanks(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);
    while (la && a[la - 1] == ' ')
        la--;
    while (lb && b[lb - 1] == ' ')
        lb--;
    if (la != lb)
        return false;
    for (size_t i = 0; i < la; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return true;
}

/* Different spellings are different values, except where types or collations exist under which they
 * are equal (citext, char(n)): those get symbols that may or may not be equal. */
static ip_term text_literal(ip_terms_context *c, const char *text)
{
    for (int i = 0; i < c->texts.count; i++) {
        if (strcmp(c->texts.items[i], text) == 0)
            return (ip_term){ip_int(&c->build, -1 - i), c->build.no};
        if (same_ignoring_case_and_blanks(c->texts.items[i], text))
            return ip_symbol(c, plain(IP_TEXT), false, 0, NULL, "text:%s", text);
    }
    IP_PUSH(c->arena, &c->texts, text);
    return (ip_term){ip_int(&c->build, -c->texts.count), c->build.no};
}

static bool is_decimal(const char *text)
{
    int digits = 0, points = 0;
    if (*text == '-')
        text++;
    for (; *text; text++)
        if (isdigit((unsigned char)*text))
            digits++;
        else if (*text == '.' && !points)
            points++;
        else
            return false;
    return digits > 0;
}

static ip_term literal_as(ip_terms_context *c, const char *text, ip_type_kind kind)
{
    Z3_context z3 = c->build.z3;
    switch (kind) {
    case IP_INTEGER:
        if (is_decimal(text) && !strchr(text, '.'))
            return (ip_term){Z3_mk_numeral(z3, text, c->build.integer), c->build.no};
        break;
    case IP_NUMERIC:
        if (is_decimal(text)) {
            const char *tidy = text[0] == '.' ? ip_arena_printf(c->arena, "0%s", text) : text;
            size_t n = strlen(tidy);
            if (tidy[n - 1] == '.')
                tidy = ip_arena_strndup(c->arena, tidy, n - 1);
            return (ip_term){Z3_mk_numeral(z3, tidy, c->build.real), c->build.no};
        }
        break;
    case IP_TEXT:
        return text_literal(c, text);
    case IP_BOOLEAN:
        if (strcmp(text, "true") == 0 || strcmp(text, "t") == 0)
            return (ip_term){c->build.yes, c->build.no};
        if (strcmp(text, "false") == 0 || strcmp(text, "f") == 0)
            return (ip_term){c->build.no, c->build.no};
        break;
    case IP_TIME:
    case IP_OTHER:
        break;
    }
    /* Two spellings may mean one value: symbols without distinctness. */
    return ip_symbol(c, plain(kind), false, 0, NULL, "literal.%d:%s", (int)kind, text);
}

static bool is_text_literal(const ip_expr *expr)
{
    return expr->kind == IP_EXPR_TEXT;
}

/* Families of types whose values can be compared as terms. */
static int family(ip_type type)
{
    if (type.array)
        return 100;
    return type.kind == IP_NUMERIC ? IP_INTEGER : (int)type.kind;
}

static bool is_float(ip_type type)
{
    return type.name && (strstr(type.name, "double") || strstr(type.name, "real") || strstr(type.name, "float"));
}

ip_term ip_cast(ip_terms_context *c, ip_term term, ip_type from, ip_type to)
{
    Z3_sort sort = ip_sort_of(&c->build, to);
    if (family(from) == family(to)) {
        Z3_ast value = ip_coerce(&c->build, term.value, sort);
        if (value)
            return (ip_term){value, term.null};
    }
    return (ip_term){ip_apply(&c->build, sort, 1, &term.value, "cast.%d.%d", from.kind, to.kind), term.null};
}

/* ---- columns ---- */

static int key_position(const ip_table_facts *facts, int column)
{
    for (int i = 0; i < facts->key_count; i++)
        if (facts->key[i] == column)
            return i;
    return -1;
}

/* Row identity terms, then iteration tokens: the arguments of a symbol that may differ by both. */
static int row_and_tokens(ip_terms_context *c, const ip_site *site, const ip_table *table, const Z3_ast *key,
                          Z3_ast *args)
{
    int n = 0;
    for (int i = 0; i < ip_key_length(c, table) && n < 32; i++)
        args[n++] = key[i];
    for (int d = 0; d < site->depth && n < 33; d++)
        args[n++] = site->tokens[d];
    return n;
}

ip_term ip_eval_column(ip_terms_context *c, const ip_site *site, int source, int column)
{
    const ip_row_source *s = &site->statement->sources.items[source];
    const ip_table_facts *facts = &c->facts->tables[s->table->id];
    const ip_column *declared = &s->table->columns.items[column];
    const ip_row *row = site->rows ? &site->rows[source] : NULL;
    if (!row || !row->key)
        return ip_anything(c, declared->type);
    bool nullable = !declared->not_null;
    Z3_ast args[40];
    ip_term result;
    int position = key_position(facts, column);
    if (position >= 0) {
        result = (ip_term){row->key[position], c->build.no};
    } else if (facts->columns[column].frozen && c->rules[IP_RULE_FROZEN]) {
        result = ip_symbol(c, declared->type, nullable, ip_key_length(c, s->table), row->key, "imm.%d.%d", s->table->id,
                           column);
        if (ip_changed_before(c, site->program, site->statement, s->table, -1)) {
            /* Perhaps a row of its own, which others, not seeing it, insert with other values. */
            Z3_ast once = ip_const(&c->build, c->build.boolean, "rows-inserted-once");
            int n = row_and_tokens(c, site, s->table, row->key, args);
            ip_term own = ip_symbol(c, declared->type, nullable, n, args, "own.%d.%d.%d.%d.%d", site->slot,
                                    site->program->id, site->statement->id, s->table->id, column);
            result.value = ip_choose(&c->build, once, result.value, own.value);
            result.null = ip_choose(&c->build, once, result.null, own.null);
        }
    } else if (row->ghost || !c->rules[IP_RULE_FROZEN]) {
        int n = row_and_tokens(c, site, s->table, row->key, args);
        result = ip_symbol(c, declared->type, nullable, n, args, "ghost.%d.%d.%d.%d.%d", site->slot, site->program->id,
                           site->statement->id, source, column);
    } else if (ip_changed_before(c, site->program, site->statement, s->table, column)) {
        int n = row_and_tokens(c, site, s->table, row->key, args);
        result = ip_symbol(c, declared->type, nullable, n, args, "own.%d.%d.%d.%d.%d", site->slot, site->program->id,
                           site->statement->id, s->table->id, column);
    } else {
        result = ip_symbol(c, declared->type, nullable, ip_key_length(c, s->table), row->key, "seen.%d.%d.%d",
                           site->slot, s->table->id, column);
    }
    if (s->optional)
        result.null = ip_or(&c->build, result.null, ip_anything(c, plain(IP_BOOLEAN)).value);
    return result;
}

/* ---- three-valued logic ---- */

typedef struct truth {
    Z3_ast yes, no; /* is true, is false; NULL is neither */
} truth;

static truth truth_of(ip_terms_context *c, ip_term t)
{
    const ip_build *b = &c->build;
    Z3_ast known = ip_not(b, t.null);
    return (truth){ip_and(b, known, t.value), ip_and(b, known, ip_not(b, t.value))};
}

static ip_term term_of(ip_terms_context *c, truth t)
{
    const ip_build *b = &c->build;
    if (t.no == ip_not(b, t.yes))
        return (ip_term){t.yes, b->no};
    return (ip_term){t.yes, ip_and(b, ip_not(b, t.yes), ip_not(b, t.no))};
}

static ip_term eval_for(ip_terms_context *c, const ip_site *site, const ip_expr *e, ip_type wanted)
{
    if (is_text_literal(e) && !wanted.array && wanted.kind != IP_TEXT)
        return literal_as(c, e->text, wanted.kind);
    return ip_eval(c, site, e);
}

/* Where SQL expects a condition. PostgreSQL refuses what is not boolean there, but a column's type may be
 * one that we do not know to be (a domain): its truth is then a function of the value. */
static ip_term eval_condition(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_term term = eval_for(c, site, e, plain(IP_BOOLEAN));
    return is_text_literal(e) ? term : ip_cast(c, term, e->type, plain(IP_BOOLEAN));
}

static ip_term connective(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_terms yes = {0}, no = {0};
    bool definite = true;
    for (int i = 0; i < e->arg_count; i++) {
        ip_term term = eval_condition(c, site, e->args[i]);
        definite = definite && term.null == c->build.no;
        truth t = truth_of(c, term);
        IP_PUSH(c->arena, &yes, t.yes);
        IP_PUSH(c->arena, &no, t.no);
    }
    bool conjunction = e->op == IP_OP_AND;
    Z3_ast is_true = conjunction ? ip_all(&c->build, &yes) : ip_any(&c->build, &yes);
    if (definite)
        return (ip_term){is_true, c->build.no};
    return term_of(c, (truth){is_true, conjunction ? ip_any(&c->build, &no) : ip_all(&c->build, &no)});
}

/* ---- operators ---- */

static Z3_ast opaque_relation(ip_terms_context *c, const char *name, Z3_ast a, Z3_ast b)
{
    return ip_apply(&c->build, c->build.boolean, 2, (Z3_ast[]){a, b}, "%s", name);
}

static Z3_ast less(ip_terms_context *c, Z3_ast a, Z3_ast b, bool numbers)
{
    Z3_context z3 = c->build.z3;
    if (!numbers)
        return opaque_relation(c, "less", a, b);
    Z3_ast ra = a, rb = b;
    if (Z3_get_sort(z3, a) != Z3_get_sort(z3, b)) {
        ra = ip_coerce(&c->build, a, c->build.real);
        rb = ip_coerce(&c->build, b, c->build.real);
    }
    return Z3_mk_lt(z3, ra, rb);
}

static ip_term comparison(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    const ip_expr *left = e->args[0], *right = e->args[1];
    ip_type lt = left->type, rt = right->type;
    if (is_text_literal(left) && !is_text_literal(right))
        lt = rt;
    if (is_text_literal(right) && !is_text_literal(left))
        rt = lt;
    ip_term x = eval_for(c, site, left, lt), y = eval_for(c, site, right, rt);
    Z3_ast null = ip_or(b, x.null, y.null);
    if (left->kind == IP_EXPR_NULL || right->kind == IP_EXPR_NULL) {
        if (e->op != IP_OP_NOT_DISTINCT)
            return (ip_term){b->no, b->yes};
        return (ip_term){ip_and(b, x.null, y.null), b->no};
    }
    bool fits = family(lt) == family(rt);
    bool numbers = fits && !lt.array && family(lt) == IP_INTEGER;
    bool ordered = numbers || (fits && Z3_get_sort(b->z3, x.value) == Z3_get_sort(b->z3, y.value));
    Z3_ast equal = ordered ? ip_equal(b, x.value, y.value) : opaque_relation(c, "equal", x.value, y.value);
    Z3_ast result = NULL;
    switch (e->op) {
    case IP_OP_EQ:
        result = equal;
        break;
    case IP_OP_NE:
        result = ip_not(b, equal);
        break;
    case IP_OP_LT:
        result = less(c, x.value, y.value, numbers);
        break;
    case IP_OP_GT:
        result = less(c, y.value, x.value, numbers);
        break;
    case IP_OP_LE:
        result =
            numbers ? ip_not(b, less(c, y.value, x.value, true)) : ip_or(b, equal, less(c, x.value, y.value, false));
        break;
    case IP_OP_GE:
        result =
            numbers ? ip_not(b, less(c, x.value, y.value, true)) : ip_or(b, equal, less(c, y.value, x.value, false));
        break;
    default: /* IS NOT DISTINCT FROM */
        result = ip_or(b, ip_and(b, x.null, y.null), ip_and3(b, ip_not(b, x.null), ip_not(b, y.null), equal));
        null = b->no;
        break;
    }
    return (ip_term){result, null};
}

static ip_term arithmetic(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    Z3_context z3 = b->z3;
    ip_term x = eval_for(c, site, e->args[0], e->type);
    ip_term y = e->arg_count > 1 ? eval_for(c, site, e->args[1], e->type) : x;
    Z3_ast null = ip_or(b, x.null, y.null);
    Z3_sort sort = ip_sort_of(b, e->type);
    bool numbers = !e->type.array && family(e->type) == IP_INTEGER && !is_float(e->type);
    for (int i = 0; i < e->arg_count; i++)
        numbers = numbers && !e->args[i]->type.array && !is_float(e->args[i]->type) &&
                  (is_text_literal(e->args[i]) || family(e->args[i]->type) == IP_INTEGER);
    Z3_ast xv = numbers ? ip_coerce(b, x.value, sort) : NULL, yv = numbers ? ip_coerce(b, y.value, sort) : NULL;
    if (xv && yv) {
        bool linear = Z3_is_numeral_ast(z3, xv) || Z3_is_numeral_ast(z3, yv);
        Z3_ast operands[] = {xv, yv};
        switch (e->op) {
        case IP_OP_ADD:
            return (ip_term){Z3_mk_add(z3, 2, operands), null};
        case IP_OP_SUB:
            return (ip_term){Z3_mk_sub(z3, 2, operands), null};
        case IP_OP_NEG:
            return (ip_term){Z3_mk_unary_minus(z3, xv), null};
        case IP_OP_MUL:
            if (linear)
                return (ip_term){Z3_mk_mul(z3, 2, operands), null};
            break;
        default: /* division rounds: not interpreted */
            break;
        }
    }
    Z3_ast operands[] = {x.value, y.value};
    return (ip_term){ip_apply(b, sort, e->arg_count, operands, "op%d.%d", (int)e->op, (int)e->type.kind), null};
}

static Z3_ast default_value(ip_terms_context *c, Z3_sort sort)
{
    if (sort == c->build.boolean)
        return c->build.no;
    return Z3_mk_int(c->build.z3, 0, sort);
}

/* A deterministic function: equal arguments, NULLs included, give equal results. */
static ip_term call(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    Z3_ast args[33];
    int n = 0;
    for (int i = 0; i < e->arg_count; i++) {
        if (n > 30)
            return ip_anything(c, e->type);
        ip_term a = ip_eval(c, site, e->args[i]);
        if (a.null == c->build.no) {
            args[n++] = a.value;
        } else {
            Z3_sort sort = Z3_get_sort(c->build.z3, a.value);
            args[n++] = ip_choose(&c->build, a.null, default_value(c, sort), a.value);
            args[n++] = a.null;
        }
    }
    return ip_symbol(c, e->type, true, n, args, "call.%s.%d", e->text, (int)e->type.kind);
}

static ip_term conditional(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    Z3_ast condition = ip_eval_true(c, site, e->args[0]);
    if (condition == c->build.yes)
        return ip_cast(c, eval_for(c, site, e->args[1], e->type), e->args[1]->type, e->type);
    if (condition == c->build.no)
        return ip_cast(c, eval_for(c, site, e->args[2], e->type), e->args[2]->type, e->type);
    ip_term x = eval_for(c, site, e->args[1], e->type), y = eval_for(c, site, e->args[2], e->type);
    if (!is_text_literal(e->args[1]))
        x = ip_cast(c, x, e->args[1]->type, e->type);
    if (!is_text_literal(e->args[2]))
        y = ip_cast(c, y, e->args[2]->type, e->type);
    return (ip_term){ip_choose(&c->build, condition, x.value, y.value),
                     ip_choose(&c->build, condition, x.null, y.null)};
}

static ip_term coalesce(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    ip_term result = {default_value(c, ip_sort_of(&c->build, e->type)), c->build.yes};
    for (int i = e->arg_count - 1; i >= 0; i--) {
        ip_term x = eval_for(c, site, e->args[i], e->type);
        if (!is_text_literal(e->args[i]))
            x = ip_cast(c, x, e->args[i]->type, e->type);
        result.value = ip_choose(&c->build, x.null, result.value, x.value);
        result.null = ip_and(&c->build, x.null, result.null);
    }
    return result;
}

static ip_term operator_term(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    switch (e->op) {
    case IP_OP_EQ:
    case IP_OP_NE:
    case IP_OP_LT:
    case IP_OP_LE:
    case IP_OP_GT:
    case IP_OP_GE:
    case IP_OP_NOT_DISTINCT:
        return comparison(c, site, e);
    case IP_OP_AND:
    case IP_OP_OR:
        return connective(c, site, e);
    case IP_OP_NOT: {
        ip_term x = eval_condition(c, site, e->args[0]);
        return (ip_term){ip_not(b, x.value), x.null};
    }
    case IP_OP_IS_NULL:
        return (ip_term){ip_eval(c, site, e->args[0]).null, b->no};
    case IP_OP_IS_TRUE:
        return (ip_term){truth_of(c, eval_condition(c, site, e->args[0])).yes, b->no};
    case IP_OP_IF:
        return conditional(c, site, e);
    case IP_OP_COALESCE:
        return coalesce(c, site, e);
    case IP_OP_ELEMENT: {
        ip_term array = ip_eval(c, site, e->args[0]), at = ip_eval(c, site, e->args[1]);
        Z3_ast args[] = {array.value, at.value};
        ip_term element = ip_symbol(c, e->type, true, 2, args, "element.%d", (int)e->type.kind);
        element.null = ip_or(b, element.null, ip_or(b, array.null, at.null));
        return element;
    }
    case IP_OP_LENGTH: {
        ip_term array = ip_eval(c, site, e->args[0]);
        ip_term length = ip_symbol(c, plain(IP_INTEGER), true, 1, &array.value, "length");
        ip_side_fact(c, Z3_mk_ge(b->z3, length.value, ip_int(b, 0)));
        length.null = ip_or(b, length.null, array.null);
        return length;
    }
    case IP_OP_ADD:
    case IP_OP_SUB:
    case IP_OP_MUL:
    case IP_OP_DIV:
    case IP_OP_MOD:
    case IP_OP_NEG:
        return arithmetic(c, site, e);
    }
    return ip_anything(c, e->type);
}

/* One value an evaluation: it may depend on everything the place depends on. */
static ip_term unknown(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    Z3_ast args[40];
    int n = 0;
    for (int d = 0; d < site->depth && n < 20; d++)
        args[n++] = site->tokens[d];
    if (site->rows && site->statement)
        for (int q = 0; q < site->statement->sources.count; q++) {
            if (!site->rows[q].key)
                return ip_anything(c, e->type);
            for (int i = 0; i < ip_key_length(c, site->statement->sources.items[q].table) && n < 33; i++)
                args[n++] = site->rows[q].key[i];
        }
    /* Asked of a row that could be: the columns it depends on may hold anything. */
    bool ghost = false;
    for (int q = 0; site->rows && site->statement && q < site->statement->sources.count; q++)
        ghost = ghost || site->rows[q].ghost;
    return ip_symbol(c, e->type, true, n, args, "unknown.%d.%d.%d.%d%s", site->slot, site->program->id,
                     site->statement ? site->statement->id : -1, e->index, ghost ? ".ghost" : "");
}

ip_term ip_eval(ip_terms_context *c, const ip_site *site, const ip_expr *e)
{
    const ip_build *b = &c->build;
    switch (e->kind) {
    case IP_EXPR_NULL:
        return (ip_term){default_value(c, ip_sort_of(b, e->type)), b->yes};
    case IP_EXPR_INTEGER:
        return literal_as(c, e->text, IP_INTEGER);
    case IP_EXPR_NUMERIC:
        return literal_as(c, e->text, IP_NUMERIC);
    case IP_EXPR_TEXT:
        return literal_as(c, e->text, e->type.array ? IP_OTHER : IP_TEXT);
    case IP_EXPR_TIME:
        return literal_as(c, e->text, IP_TIME);
    case IP_EXPR_BOOLEAN:
        return (ip_term){e->boolean ? b->yes : b->no, b->no};
    case IP_EXPR_PARAMETER:
        return ip_symbol(c, site->program->parameters.items[e->index].type, true, 0, NULL, "param.%d.%d.%d", site->slot,
                         site->program->id, e->index);
    case IP_EXPR_VARIABLE:
        return ip_eval_variable(c, site, e->index);
    case IP_EXPR_COLUMN:
        if (!site->statement)
            return ip_anything(c, e->type);
        return ip_eval_column(c, site, e->source, e->index);
    case IP_EXPR_OPERATOR:
        return operator_term(c, site, e);
    case IP_EXPR_CALL:
        return call(c, site, e);
    case IP_EXPR_UNKNOWN:
        return unknown(c, site, e);
    }
    return ip_anything(c, e->type);
}

Z3_ast ip_eval_true(ip_terms_context *c, const ip_site *site, const ip_expr *expr)
{
    if (!expr || ip_expr_is_true(expr))
        return c->build.yes;
    return truth_of(c, eval_condition(c, site, expr)).yes;
}
