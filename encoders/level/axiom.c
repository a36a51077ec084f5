/* Reads the axioms of a level from the terms that Z3 has parsed. */
#include "level/axiom.h"

#include "level/scratch_z3.h"

#include <stdio.h>
#include <string.h>

/* Macros and lets are shared in Z3's terms but written out here; these keep a small file from
 * becoming a large formula, and the recursion within the stack. */
enum { MOST_NODES = 20000, DEEPEST = 2000, MOST_PREFIX = 64 };

typedef struct compiler {
    ip_arena *arena;
    Z3_context z3;
    ip_diagnostics *diagnostics;
    const ip_level_file *file;
    const ip_sexpr *assertion; /* being compiled */
    int assertion_index;
    ip_axioms *axioms;
    int first_axiom;        /* of this assertion */
    int scope[MOST_PREFIX]; /* variables by quantifier nesting, innermost last */
    int scope_count;
    int variable_count;
    IP_VEC(ip_level_sort) sorts; /* [variable] */
    int nodes, depth;
    bool both_polarities; /* below =, xor or the condition of ite */
    bool below_exists;    /* no quantifier there can be moved to the front */
    bool failed;
    ip_whole_reason *whole;
} compiler;

static ip_formula *compile(compiler *c, Z3_ast term, bool negated);

static void fail_at(compiler *c, ip_range range, const char *message)
{
    if (!c->failed)
        ip_diagnostics_add(c->diagnostics, IP_ERROR, range, NULL, "%s", message);
    c->failed = true;
}

static ip_formula *new_formula(compiler *c, ip_formula_op op, int count)
{
    ip_formula *f = IP_NEW(c->arena, ip_formula);
    f->op = op;
    f->count = count;
    f->items = IP_NEW_ARRAY(c->arena, ip_formula *, count);
    if (++c->nodes > MOST_NODES)
        fail_at(c, c->assertion->range, "this axiom is too large once its macros are written out");
    return f;
}

static ip_formula *negate(compiler *c, ip_formula *f, bool negated)
{
    if (!negated)
        return f;
    if (f->op == IP_FORMULA_NOT)
        return f->items[0];
    if (f->op == IP_FORMULA_TRUE || f->op == IP_FORMULA_FALSE) {
        ip_formula *constant = new_formula(c, f->op == IP_FORMULA_TRUE ? IP_FORMULA_FALSE : IP_FORMULA_TRUE, 0);
        return constant;
    }
    ip_formula *result = new_formula(c, IP_FORMULA_NOT, 1);
    result->items[0] = f;
    return result;
}

/* Z3's terms have no places: find the quantifier again by its first variable. */
static const ip_sexpr *find_quantifier(const ip_sexpr *e, const char *keyword, const char *variable)
{
    if (e->kind != IP_SEXPR_LIST)
        return NULL;
    if (e->items.count == 3 && ip_level_file_sexpr_is(e->items.items[0], keyword) &&
        ip_level_file_sexpr_is(e->items.items[1]->items.items[0]->items.items[0], variable))
        return e;
    const ip_sexpr *found = NULL;
    for (int i = 0; i < e->items.count && !found; i++)
        found = find_quantifier(e->items.items[i], keyword, variable);
    return found;
}

static bool is_universal(const compiler *c, Z3_ast quantifier, bool negated)
{
    return Z3_is_quantifier_forall(c->z3, quantifier) != negated && !c->both_polarities && !c->below_exists;
}

static void note_whole(compiler *c, ip_range where, const char *text)
{
    if (!c->whole->text)
        *c->whole = (ip_whole_reason){text, where};
}

/* An existential quantifier: of commit orders it is refused, of visibility it makes the level one of whole histories.
 */
static void note_existential(compiler *c, Z3_ast quantifier)
{
    const char *keyword = Z3_is_quantifier_forall(c->z3, quantifier) ? "forall" : "exists";
    const char *variable = Z3_get_symbol_string(c->z3, Z3_get_quantifier_bound_name(c->z3, quantifier, 0));
    const ip_sexpr *where = find_quantifier(c->assertion, keyword, variable);
    for (int i = 0; i < c->file->macros.count && !where; i++)
        where = find_quantifier(c->file->macros.items[i], keyword, variable);
    ip_range range = where ? where->range : c->assertion->range;
    const char *why = c->both_polarities               ? " (it stands below =, xor or the condition of ite)"
                      : strcmp(keyword, "forall") == 0 ? " (a forall under a negation says exists)"
                                                       : "";
    const char *text = ip_arena_printf(c->arena, "an existential quantifier over '%s'%s", variable, why);
    if (c->file->vocabulary == IP_VISIBILITY)
        note_whole(c, range, text);
    else
        fail_at(c, range,
                ip_arena_printf(c->arena, "%s: refused in an axiom of commit orders; expected forall only", text));
}

static ip_level_sort sort_of(Z3_context z3, Z3_sort sort)
{
    const char *name = Z3_get_symbol_string(z3, Z3_get_sort_name(z3, sort));
    int found = IP_SORT_TXN;
    while (found < IP_SORT_COUNT && strcmp(ip_level_file_sort_name((ip_level_sort)found), name) != 0)
        found++;
    return found < IP_SORT_COUNT ? (ip_level_sort)found : IP_SORT_NONE;
}

static bool bind_variables(compiler *c, Z3_ast quantifier)
{
    int bound = (int)Z3_get_quantifier_num_bound(c->z3, quantifier);
    if (c->scope_count + bound > MOST_PREFIX) {
        fail_at(c, c->assertion->range, "this axiom has too many variables");
        return false;
    }
    for (int i = 0; i < bound; i++) {
        ip_level_sort sort = sort_of(c->z3, Z3_get_quantifier_bound_sort(c->z3, quantifier, (unsigned)i));
        c->sorts.count = c->variable_count; /* later ones belong to assertions and conjuncts already dropped */
        IP_PUSH(c->arena, &c->sorts, sort);
        c->scope[c->scope_count++] = c->variable_count++;
    }
    return true;
}

/* A variable, or (txn p). */
static void compile_argument(compiler *c, ip_formula *f, int argument, Z3_ast term)
{
    if (Z3_get_ast_kind(c->z3, term) == Z3_APP_AST && Z3_get_app_num_args(c->z3, Z3_to_app(c->z3, term)) == 1) {
        f->owners[argument] = true;
        term = Z3_get_app_arg(c->z3, Z3_to_app(c->z3, term), 0);
    }
    if (Z3_get_ast_kind(c->z3, term) != Z3_VAR_AST)
        fail_at(c, c->assertion->range, "expected a variable as argument of a relation");
    else
        f->variables[argument] = c->scope[c->scope_count - 1 - (int)Z3_get_index_value(c->z3, term)];
}

static bool is_bool(const compiler *c, Z3_ast term)
{
    return Z3_get_sort_kind(c->z3, Z3_get_sort(c->z3, term)) == Z3_BOOL_SORT;
}

static ip_formula *compile_equal(compiler *c, Z3_ast a, Z3_ast b)
{
    if (!is_bool(c, a)) {
        ip_formula *f = new_formula(c, IP_FORMULA_EQUAL, 0);
        compile_argument(c, f, 0, a);
        compile_argument(c, f, 1, b);
        return f;
    }
    bool outer = c->both_polarities;
    c->both_polarities = true;
    ip_formula *f = new_formula(c, IP_FORMULA_IFF, 2);
    f->items[0] = compile(c, a, false);
    f->items[1] = compile(c, b, false);
    c->both_polarities = outer;
    return f;
}

static ip_formula *compile_distinct(compiler *c, Z3_app app)
{
    int count = (int)Z3_get_app_num_args(c->z3, app), next = 0;
    ip_formula *all = new_formula(c, IP_FORMULA_AND, count * (count - 1) / 2);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            ip_formula *equal =
                compile_equal(c, Z3_get_app_arg(c->z3, app, (unsigned)i), Z3_get_app_arg(c->z3, app, (unsigned)j));
            all->items[next++] = negate(c, equal, true);
        }
    return all;
}

static ip_formula *compile_ite(compiler *c, Z3_app app, bool negated)
{
    ip_formula *f = new_formula(c, IP_FORMULA_ITE, 3);
    bool outer = c->both_polarities;
    c->both_polarities = true;
    f->items[0] = compile(c, Z3_get_app_arg(c->z3, app, 0), false);
    c->both_polarities = outer;
    f->items[1] = compile(c, Z3_get_app_arg(c->z3, app, 1), negated);
    f->items[2] = compile(c, Z3_get_app_arg(c->z3, app, 2), negated);
    return f;
}

/* and, or, =>: by De Morgan's laws negations move down, so that quantifiers show their polarity. One in another of its
 * kind is taken apart: the literals of a clause are then all at its top. */
static ip_formula *compile_junction(compiler *c, Z3_app app, Z3_decl_kind kind, bool negated)
{
    int count = (int)Z3_get_app_num_args(c->z3, app);
    ip_formula *f = new_formula(c, (kind == Z3_OP_AND) == !negated ? IP_FORMULA_AND : IP_FORMULA_OR, 0);
    IP_VEC(ip_formula *) items = {0};
    for (int i = 0; i < count; i++) {
        bool flip = kind == Z3_OP_IMPLIES && i < count - 1;
        ip_formula *item = compile(c, Z3_get_app_arg(c->z3, app, (unsigned)i), negated != flip);
        for (int j = 0; item->op == f->op && j < item->count; j++)
            IP_PUSH(c->arena, &items, item->items[j]);
        if (item->op != f->op)
            IP_PUSH(c->arena, &items, item);
    }
    f->count = items.count;
    f->items = items.items;
    return f;
}

static ip_formula *compile_atom(compiler *c, Z3_app app)
{
    Z3_func_decl relation = Z3_get_app_decl(c->z3, app);
    ip_level_sort sorts[IP_SYMBOL_MOST_ARGUMENTS] = {IP_SORT_NONE};
    int count = (int)Z3_get_app_num_args(c->z3, app);
    for (int i = 0; i < count && i < IP_SYMBOL_MOST_ARGUMENTS; i++)
        sorts[i] = sort_of(c->z3, Z3_get_domain(c->z3, relation, (unsigned)i));
    ip_formula *f = new_formula(c, IP_FORMULA_ATOM, 0);
    f->symbol = ip_level_file_symbol_resolve(
        c->file->vocabulary, Z3_get_symbol_string(c->z3, Z3_get_decl_name(c->z3, relation)), sorts, count);
    if (f->symbol == IP_SYMBOL_COUNT) {
        fail_at(c, c->assertion->range, "a symbol outside the vocabulary");
        f->op = IP_FORMULA_TRUE;
        return f;
    }
    for (int i = 0; i < count; i++)
        compile_argument(c, f, i, Z3_get_app_arg(c->z3, app, (unsigned)i));
    if (f->symbol == IP_SYMBOL_WRITES)
        note_whole(c, c->assertion->range, "(writes t x), an object by itself");
    return f;
}

static ip_formula *compile_app(compiler *c, Z3_ast term, bool negated)
{
    Z3_app app = Z3_to_app(c->z3, term);
    Z3_decl_kind kind = Z3_get_decl_kind(c->z3, Z3_get_app_decl(c->z3, app));
    switch (kind) {
    case Z3_OP_TRUE:
        return negate(c, new_formula(c, IP_FORMULA_TRUE, 0), negated);
    case Z3_OP_FALSE:
        return negate(c, new_formula(c, IP_FORMULA_FALSE, 0), negated);
    case Z3_OP_NOT:
        return compile(c, Z3_get_app_arg(c->z3, app, 0), !negated);
    case Z3_OP_AND:
    case Z3_OP_OR:
    case Z3_OP_IMPLIES:
        return compile_junction(c, app, kind, negated);
    case Z3_OP_EQ:
    case Z3_OP_IFF:
    case Z3_OP_XOR:
        return negate(c, compile_equal(c, Z3_get_app_arg(c->z3, app, 0), Z3_get_app_arg(c->z3, app, 1)),
                      negated != (kind == Z3_OP_XOR));
    case Z3_OP_DISTINCT:
        return negate(c, compile_distinct(c, app), negated);
    case Z3_OP_ITE:
        return compile_ite(c, app, negated);
    case Z3_OP_UNINTERPRETED:
        return negate(c, compile_atom(c, app), negated);
    default:
        fail_at(c, c->assertion->range, "an operation outside the language of levels");
        return new_formula(c, IP_FORMULA_TRUE, 0);
    }
}

/* Not at the front: ∃ as it stands, ∀ as ¬∃¬. */
static ip_formula *compile_inner_quantifier(compiler *c, Z3_ast quantifier, bool negated)
{
    bool outer = c->below_exists, exists = !Z3_is_quantifier_forall(c->z3, quantifier);
    int first = c->variable_count;
    note_existential(c, quantifier);
    if (c->failed || !bind_variables(c, quantifier))
        return new_formula(c, IP_FORMULA_TRUE, 0);
    int last = c->variable_count;
    c->below_exists = true;
    ip_formula *body = compile(c, Z3_get_quantifier_body(c->z3, quantifier), !exists);
    for (int v = first; v < last; v++) {
        ip_formula *f = new_formula(c, IP_FORMULA_EXISTS, 1);
        f->variables[0] = v;
        f->items[0] = body;
        body = f;
    }
    c->below_exists = outer;
    return negate(c, body, negated == exists);
}

static ip_formula *compile_quantifier(compiler *c, Z3_ast quantifier, bool negated)
{
    int outer = c->scope_count;
    ip_formula *result;
    /* ∀ moves out of ∧ and ∨ because the set of transactions is never empty. */
    if (!is_universal(c, quantifier, negated))
        result = compile_inner_quantifier(c, quantifier, negated);
    else if (bind_variables(c, quantifier))
        result = compile(c, Z3_get_quantifier_body(c->z3, quantifier), negated);
    else
        result = new_formula(c, IP_FORMULA_TRUE, 0);
    c->scope_count = outer;
    return result;
}

static ip_formula *compile(compiler *c, Z3_ast term, bool negated)
{
    ip_formula *result;
    if (++c->depth > DEEPEST)
        fail_at(c, c->assertion->range, "this axiom is nested too deeply once its macros are written out");
    if (c->failed) {
        result = new_formula(c, IP_FORMULA_TRUE, 0);
    } else if (Z3_get_ast_kind(c->z3, term) == Z3_QUANTIFIER_AST) {
        result = compile_quantifier(c, term, negated);
    } else {
        result = compile_app(c, term, negated);
    }
    c->depth--;
    return result;
}

int ip_level_formula_arguments(const ip_formula *f)
{
    return f->op == IP_FORMULA_EQUAL ? 2 : f->op == IP_FORMULA_ATOM ? ip_level_file_symbol_arity(f->symbol) : 0;
}

static int variables_named(const ip_formula *f)
{
    return f->op == IP_FORMULA_EXISTS ? 1 : ip_level_formula_arguments(f);
}

static void mark_bound(const ip_formula *f, bool *bound)
{
    if (f->op == IP_FORMULA_EXISTS)
        bound[f->variables[0]] = true;
    for (int i = 0; i < f->count; i++)
        mark_bound(f->items[i], bound);
}

static void mark_variables(const ip_formula *f, bool *used)
{
    for (int i = 0; i < variables_named(f); i++)
        used[f->variables[i]] = true;
    for (int i = 0; i < f->count; i++)
        mark_variables(f->items[i], used);
}

static void renumber(ip_formula *f, const int *numbers)
{
    for (int i = 0; i < variables_named(f); i++)
        f->variables[i] = numbers[f->variables[i]];
    for (int i = 0; i < f->count; i++)
        renumber(f->items[i], numbers);
}

/* Drops variables that the matrix does not mention. If none is left, one stays: (forall ((t Txn)) false)
 * still speaks of transactions at the level only. */
static void add_axiom(compiler *c, ip_formula *matrix)
{
    bool *used = IP_NEW_ARRAY(c->arena, bool, c->variable_count);
    bool *bound = IP_NEW_ARRAY(c->arena, bool, c->variable_count);
    int *numbers = IP_NEW_ARRAY(c->arena, int, c->variable_count), kept = 0, universal;
    mark_variables(matrix, used);
    mark_bound(matrix, bound);
    for (int i = 0; i < c->variable_count; i++)
        if (used[i] && !bound[i])
            numbers[i] = kept++;
    if (kept == 0 && c->variable_count > 0)
        kept = 1;
    universal = kept;
    for (int i = 0; i < c->variable_count; i++)
        if (used[i] && bound[i])
            numbers[i] = kept++;
    if (kept > IP_AXIOM_MOST_VARIABLES)
        fail_at(c, c->assertion->range,
                ip_arena_printf(c->arena, "this axiom relates %d %s at once: expected at most %d", kept,
                                c->file->vocabulary == IP_VISIBILITY ? "transactions" : "variables",
                                IP_AXIOM_MOST_VARIABLES));
    if (c->failed || matrix->op == IP_FORMULA_TRUE)
        return;
    renumber(matrix, numbers);
    ip_axiom axiom = {.variable_count = universal, .matrix = matrix, .assertion = c->assertion_index};
    axiom.sorts[0] = IP_SORT_TXN;
    for (int i = 0; i < c->variable_count; i++)
        if (used[i])
            axiom.sorts[numbers[i]] = c->sorts.items[i];
    IP_PUSH(c->arena, c->axioms, axiom);
}

/* Takes conjunctions apart before moving quantifiers out, so that ∀tu.A ∧ ∀xy.B is two axioms of two
 * variables and not one of four. */
static void split(compiler *c, Z3_ast term, bool negated)
{
    int scope_count = c->scope_count, variable_count = c->variable_count;
    Z3_ast_kind kind = Z3_get_ast_kind(c->z3, term);
    if (++c->depth > DEEPEST)
        fail_at(c, c->assertion->range, "this axiom is nested too deeply once its macros are written out");
    if (c->failed) {
        c->depth--;
        return;
    }
    Z3_app app = kind == Z3_APP_AST ? Z3_to_app(c->z3, term) : NULL;
    Z3_decl_kind op = app ? Z3_get_decl_kind(c->z3, Z3_get_app_decl(c->z3, app)) : Z3_OP_TRUE;
    if (kind == Z3_QUANTIFIER_AST && is_universal(c, term, negated)) {
        if (bind_variables(c, term))
            split(c, Z3_get_quantifier_body(c->z3, term), negated);
    } else if (op == Z3_OP_NOT) {
        split(c, Z3_get_app_arg(c->z3, app, 0), !negated);
    } else if ((op == Z3_OP_AND && !negated) || ((op == Z3_OP_OR || op == Z3_OP_IMPLIES) && negated)) {
        int count = (int)Z3_get_app_num_args(c->z3, app);
        for (int i = 0; i < count; i++)
            split(c, Z3_get_app_arg(c->z3, app, (unsigned)i), negated != (op == Z3_OP_IMPLIES && i < count - 1));
    } else {
        add_axiom(c, compile(c, term, negated));
    }
    c->scope_count = scope_count;
    c->variable_count = variable_count;
    c->depth--;
}

bool ip_level_formula_mentions(const ip_formula *f, ip_level_symbol symbol)
{
    if (f->op == IP_FORMULA_ATOM && f->symbol == symbol)
        return true;
    for (int i = 0; i < f->count; i++)
        if (ip_level_formula_mentions(f->items[i], symbol))
            return true;
    return false;
}

static bool mentions_at_level(const ip_formula *f)
{
    return ip_level_formula_mentions(f, IP_SYMBOL_AT_LEVEL) || ip_level_formula_mentions(f, IP_ORDER_AT_LEVEL);
}

bool ip_level_axioms_mention(const ip_axioms *axioms, ip_level_symbol symbol)
{
    for (int i = 0; i < axioms->count; i++)
        if (ip_level_formula_mentions(axioms->items[i].matrix, symbol))
            return true;
    return false;
}

static bool compile_assertion(compiler *c, int index, Z3_ast term)
{
    c->assertion_index = index;
    c->assertion = c->file->assertions.items[index];
    c->first_axiom = c->axioms->count;
    c->nodes = c->depth = c->scope_count = c->variable_count = 0;
    c->failed = c->both_polarities = c->below_exists = false;
    split(c, term, false);
    bool explicit = false;
    for (int i = c->first_axiom; i < c->axioms->count; i++)
        explicit |= mentions_at_level(c->axioms->items[i].matrix);
    for (int i = c->first_axiom; i < c->axioms->count; i++)
        c->axioms->items[i].guarded = !explicit;
    return !c->failed;
}

/* The text for Z3: the checked commands alone, every other byte blank, lines and columns unchanged. */
static char *text_for_z3(ip_arena *arena, const ip_level_file *file)
{
    const ip_source *source = file->source;
    char *text = ip_arena_alloc(arena, source->length + 1);
    for (size_t i = 0; i < source->length; i++)
        text[i] = source->text[i] == '\n' ? '\n' : ' ';
    for (int kind = 0; kind < 2; kind++) {
        int count = kind ? file->macros.count : file->assertions.count;
        const ip_sexpr *const *list = kind ? file->macros.items : file->assertions.items;
        for (int i = 0; i < count; i++)
            memcpy(text + list[i]->range.begin, source->text + list[i]->range.begin,
                   list[i]->range.end - list[i]->range.begin);
    }
    for (size_t i = 0; i < source->length; i++) /* no strings in these commands: every ';' starts a comment */
        if (text[i] == ';')
            while (i < source->length && text[i] != '\n')
                text[i++] = ' ';
    return text;
}

static void note_error(Z3_context z3, Z3_error_code code)
{
    (void)z3, (void)code; /* asked for with Z3_get_error_code */
}

static Z3_ast_vector parse(Z3_context z3, ip_vocabulary vocabulary, const char *text)
{
    Z3_symbol sort_names[IP_SORT_COUNT], names[IP_SYMBOL_COUNT + 1];
    Z3_sort sorts[IP_SORT_COUNT];
    Z3_func_decl declarations[IP_SYMBOL_COUNT + 1];
    for (int s = IP_SORT_TXN; s < IP_SORT_COUNT; s++) {
        sort_names[s] = Z3_mk_string_symbol(z3, ip_level_file_sort_name((ip_level_sort)s));
        sorts[s] = Z3_mk_uninterpreted_sort(z3, sort_names[s]);
    }
    unsigned count = 0;
    for (int i = 0; i < IP_SYMBOL_COUNT; i++) {
        ip_level_symbol symbol = (ip_level_symbol)i;
        if (ip_level_file_symbol_vocabulary(symbol) != vocabulary)
            continue;
        Z3_sort domain[IP_SYMBOL_MOST_ARGUMENTS];
        int arity = ip_level_file_symbol_arity(symbol);
        for (int j = 0; j < arity; j++)
            domain[j] = sorts[ip_level_file_symbol_sort(symbol, j)];
        names[count] = Z3_mk_string_symbol(z3, ip_level_file_symbol_name(symbol));
        declarations[count] = Z3_mk_func_decl(z3, names[count], (unsigned)arity, domain, Z3_mk_bool_sort(z3));
        count++;
    }
    names[count] = Z3_mk_string_symbol(z3, IP_LEVEL_OWNER);
    declarations[count] = Z3_mk_func_decl(z3, names[count], 1, &sorts[IP_SORT_STEP], sorts[IP_SORT_TXN]);
    count++;
    return Z3_parse_smtlib2_string(z3, text, IP_SORT_COUNT - IP_SORT_TXN, sort_names + IP_SORT_TXN, sorts + IP_SORT_TXN,
                                   count, names, declarations);
}

/* Z3 says (error "line 3 column 7: …"). */
static void report_parser(ip_arena *arena, const ip_level_file *file, const char *message, ip_diagnostics *diagnostics)
{
    int line = 0, column = 0, rest = 0;
    const char *start = strstr(message, "line ");
    ip_range range = {file->source, 0, 0};
    if (start && sscanf(start, "line %d column %d: %n", &line, &column, &rest) == 2 && line >= 1 &&
        line <= file->source->line_count) {
        range.begin = range.end = file->source->line_starts[line - 1] + (size_t)(column > 0 ? column - 1 : 0);
        message = ip_arena_strndup(arena, start + rest, strcspn(start + rest, "\"\n"));
    }
    ip_diagnostics_add(diagnostics, IP_ERROR, range, NULL, "Z3 does not accept this axiom: %s", message);
}

bool ip_level_axioms_compile(ip_arena *arena, const ip_level_file *file, ip_axioms *axioms, ip_whole_reason *whole,
                             ip_diagnostics *diagnostics)
{
    Z3_context z3 = ip_level_scratch_z3_take();
    Z3_set_error_handler(z3, note_error);
    Z3_ast_vector parsed = parse(z3, file->vocabulary, text_for_z3(arena, file));
    bool good = Z3_get_error_code(z3) == Z3_OK;
    if (!good) {
        report_parser(arena, file, Z3_get_error_msg(z3, Z3_get_error_code(z3)), diagnostics);
    } else {
        Z3_ast_vector_inc_ref(z3, parsed);
        unsigned count = Z3_ast_vector_size(z3, parsed);
        compiler c = {
            .arena = arena, .z3 = z3, .diagnostics = diagnostics, .file = file, .axioms = axioms, .whole = whole};
        if (count != (unsigned)file->assertions.count) {
            report_parser(arena, file, "it was not read as one formula an assertion", diagnostics);
            good = false;
        }
        for (unsigned i = 0; i < count && i < (unsigned)file->assertions.count; i++)
            good &= compile_assertion(&c, (int)i, Z3_ast_vector_get(z3, parsed, i));
        Z3_ast_vector_dec_ref(z3, parsed);
    }
    ip_level_scratch_z3_give_back(z3);
    return good;
}
