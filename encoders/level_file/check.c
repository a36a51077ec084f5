/* Checks the commands of a level file, with the place of each mistake. */
#include "level_file/check.h"

#include "level_file/info.h"
#include "level_file/vocabulary.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef enum sort { SORT_WRONG, SORT_BOOL, SORT_TXN, SORT_STEP, SORT_OBJECT } sort;

/* A variable of a quantifier, a let or a macro's parameter list; innermost first. */
typedef struct binding {
    const char *name;
    sort sort;
    const struct binding *outer;
} binding;

typedef struct macro {
    const char *name;
    int count;
    const sort *sorts;
} macro;

typedef struct checker {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    ip_level_file *file;
    IP_VEC(macro) macros;
} checker;

static const char *const connectives[] = {"and", "or",  "not",    "=>",     "xor",  "=",    "distinct",
                                          "ite", "let", "forall", "exists", "true", "false"};
enum { CONNECTIVES = sizeof connectives / sizeof *connectives };

static const char *sort_name(sort s)
{
    static const char *const names[] = {[SORT_WRONG] = "",
                                        [SORT_BOOL] = "a truth value (Bool)",
                                        [SORT_TXN] = "a transaction (Txn)",
                                        [SORT_STEP] = "a statement (Step)",
                                        [SORT_OBJECT] = "an object (Object)"};
    return names[s];
}

static const ip_level_sort level_sorts[] = {
    [SORT_WRONG] = IP_SORT_NONE, [SORT_BOOL] = IP_SORT_NONE,     [SORT_TXN] = IP_SORT_TXN,
    [SORT_STEP] = IP_SORT_STEP,  [SORT_OBJECT] = IP_SORT_OBJECT,
};

static sort sort_of_argument(ip_level_symbol symbol, int argument)
{
    switch (ip_level_file_symbol_sort(symbol, argument)) {
    case IP_SORT_STEP:
        return SORT_STEP;
    case IP_SORT_OBJECT:
        return SORT_OBJECT;
    default:
        return SORT_TXN;
    }
}

static bool is_order(const checker *c)
{
    return c->file->vocabulary == IP_COMMIT_ORDER;
}

#define FAIL(c, expression, ...) ip_diagnostics_add((c)->diagnostics, IP_ERROR, (expression)->range, NULL, __VA_ARGS__)

static const macro *find_macro(const checker *c, const char *name)
{
    for (int i = 0; i < c->macros.count; i++)
        if (strcmp(c->macros.items[i].name, name) == 0)
            return &c->macros.items[i];
    return NULL;
}

static bool is_connective(const char *name)
{
    for (int i = 0; i < CONNECTIVES; i++)
        if (strcmp(connectives[i], name) == 0)
            return true;
    return false;
}

static void report_unknown(checker *c, const ip_sexpr *e, const binding *scope, bool applied)
{
    ip_vocabulary other = is_order(c) ? IP_VISIBILITY : IP_COMMIT_ORDER;
    if (ip_level_file_symbol_find(other, e->text) != IP_SYMBOL_COUNT) {
        FAIL(c, e, "'%s' belongs to the vocabulary %s, and this file is written in %s: see (set-info :vocabulary %s)",
             e->text, ip_level_file_vocabulary_name(other), ip_level_file_vocabulary_name(c->file->vocabulary),
             ip_level_file_vocabulary_name(other));
        return;
    }
    IP_VEC(const char *) known = {0};
    if (!applied)
        for (const binding *b = scope; b; b = b->outer)
            IP_PUSH(c->arena, &known, b->name);
    for (int i = 0; i < IP_SYMBOL_COUNT; i++)
        if (ip_level_file_symbol_vocabulary((ip_level_symbol)i) == c->file->vocabulary)
            IP_PUSH(c->arena, &known, ip_level_file_symbol_name((ip_level_symbol)i));
    for (int i = 0; i < c->macros.count; i++)
        IP_PUSH(c->arena, &known, c->macros.items[i].name);
    for (int i = 0; i < CONNECTIVES; i++)
        IP_PUSH(c->arena, &known, connectives[i]);
    const char *nearest = ip_level_file_nearest(c->arena, e->text, known.items, known.count);
    const char *hint = nearest ? ip_arena_printf(c->arena, "did you mean '%s'? ", nearest) : "";
    if (applied)
        FAIL(c, e, "unknown symbol '%s': %sexpected a connective or one of %s", e->text, hint,
             ip_level_file_vocabulary_text(c->arena, c->file->vocabulary));
    else
        FAIL(c, e, "unknown symbol '%s': %sexpected a quantified variable, true or false", e->text, hint);
}

/* A name that a file binds must not hide a symbol: the axiom would not say what it seems to say. */
static bool check_new_name(checker *c, const ip_sexpr *e)
{
    if (e->kind != IP_SEXPR_SYMBOL) {
        FAIL(c, e, "expected a name");
        return false;
    }
    if (ip_level_file_symbol_reserved(e->text) ||
        ip_level_file_symbol_find(c->file->vocabulary, e->text) != IP_SYMBOL_COUNT || is_connective(e->text) ||
        find_macro(c, e->text)) {
        FAIL(c, e, "'%s' has a meaning already: expected a new name", e->text);
        return false;
    }
    return true;
}

static sort check_sort(checker *c, const ip_sexpr *e, bool bool_allowed)
{
    if (ip_level_file_sexpr_is(e, "Txn"))
        return SORT_TXN;
    if (bool_allowed && ip_level_file_sexpr_is(e, "Bool"))
        return SORT_BOOL;
    if (ip_level_file_sexpr_is(e, "Step"))
        return SORT_STEP;
    if (ip_level_file_sexpr_is(e, "Object"))
        return SORT_OBJECT;
    FAIL(c, e, "expected the sort Txn, Step or Object%s%s%s", bool_allowed ? " or Bool" : "",
         *e->text ? ", found " : "", e->text);
    return SORT_WRONG;
}

/* ((x Txn) …): binds each name; false after reporting. */
static bool check_variables(checker *c, const ip_sexpr *list, bool bool_allowed, const binding **scope)
{
    if (list->kind != IP_SEXPR_LIST) {
        FAIL(c, list, "expected a list of variables such as ((t Txn) (u Txn))");
        return false;
    }
    for (int i = 0; i < list->items.count; i++) {
        const ip_sexpr *pair = list->items.items[i];
        if (pair->kind != IP_SEXPR_LIST || pair->items.count != 2) {
            FAIL(c, pair, "expected a variable with its sort, such as (t Txn)");
            return false;
        }
        const ip_sexpr *name = pair->items.items[0];
        if (!check_new_name(c, name))
            return false;
        binding *b = IP_NEW(c->arena, binding);
        *b = (binding){name->text, check_sort(c, pair->items.items[1], bool_allowed), *scope};
        if (b->sort == SORT_WRONG)
            return false;
        *scope = b;
    }
    return true;
}

static sort check_term(checker *c, const ip_sexpr *e, const binding *scope);

static bool expect(checker *c, const ip_sexpr *e, const binding *scope, sort wanted)
{
    sort found = check_term(c, e, scope);
    if (found == SORT_WRONG)
        return false;
    if (found != wanted)
        FAIL(c, e, "expected %s, found %s", sort_name(wanted), sort_name(found));
    return found == wanted;
}

static sort check_quantifier(checker *c, const ip_sexpr *e, const binding *scope)
{
    if (e->items.count != 3) {
        FAIL(c, e, "expected (%s ((t Txn) …) formula)", e->items.items[0]->text);
        return SORT_WRONG;
    }
    const ip_sexpr *variables = e->items.items[1];
    if (!check_variables(c, variables, false, &scope))
        return SORT_WRONG;
    if (variables->items.count == 0) {
        FAIL(c, variables, "expected at least one variable");
        return SORT_WRONG;
    }
    return expect(c, e->items.items[2], scope, SORT_BOOL) ? SORT_BOOL : SORT_WRONG;
}

static sort check_let(checker *c, const ip_sexpr *e, const binding *scope)
{
    const binding *inner = scope;
    if (e->items.count != 3 || e->items.items[1]->kind != IP_SEXPR_LIST) {
        FAIL(c, e, "expected (let ((name term) …) formula)");
        return SORT_WRONG;
    }
    const ip_sexpr *pairs = e->items.items[1];
    for (int i = 0; i < pairs->items.count; i++) {
        const ip_sexpr *pair = pairs->items.items[i];
        if (pair->kind != IP_SEXPR_LIST || pair->items.count != 2) {
            FAIL(c, pair, "expected a name with its term, such as (x (vis t u))");
            return SORT_WRONG;
        }
        if (!check_new_name(c, pair->items.items[0]))
            return SORT_WRONG;
        binding *b = IP_NEW(c->arena, binding);
        *b = (binding){pair->items.items[0]->text, check_term(c, pair->items.items[1], scope), inner};
        if (b->sort == SORT_WRONG)
            return SORT_WRONG;
        inner = b;
    }
    return check_term(c, e->items.items[2], inner);
}

/* = and distinct: at least two terms of one sort. */
static sort check_comparison(checker *c, const ip_sexpr *e, const binding *scope)
{
    if (e->items.count < 3) {
        FAIL(c, e, "'%s' compares at least two terms", e->items.items[0]->text);
        return SORT_WRONG;
    }
    sort first = check_term(c, e->items.items[1], scope);
    if (first == SORT_WRONG)
        return SORT_WRONG;
    for (int i = 2; i < e->items.count; i++)
        if (!expect(c, e->items.items[i], scope, first))
            return SORT_WRONG;
    return SORT_BOOL;
}

static sort check_connective(checker *c, const ip_sexpr *e, const binding *scope)
{
    static const struct {
        const char *name;
        int least, most;
    } shapes[] = {{"and", 1, INT_MAX}, {"or", 1, INT_MAX},  {"not", 1, 1},
                  {"=>", 2, INT_MAX},  {"xor", 2, INT_MAX}, {"ite", 3, 3}};
    const char *name = e->items.items[0]->text;
    int given = e->items.count - 1;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(shapes[i].name, name) != 0)
            continue;
        if (given < shapes[i].least || given > shapes[i].most) {
            FAIL(c, e, "'%s' takes %s%d formula%s, found %d", name, shapes[i].most == INT_MAX ? "at least " : "",
                 shapes[i].least, shapes[i].least == 1 ? "" : "s", given);
            return SORT_WRONG;
        }
        for (int j = 1; j <= given; j++)
            if (!expect(c, e->items.items[j], scope, SORT_BOOL))
                return SORT_WRONG;
        return SORT_BOOL;
    }
    FAIL(c, e->items.items[0], "'%s' cannot be applied", name); /* (true), (false) */
    return SORT_WRONG;
}

/* "2 transactions", "a transaction and a statement" */
static const char *arguments_text(ip_level_symbol symbol)
{
    if (ip_level_file_symbol_arity(symbol) == 1)
        return "1 transaction";
    bool step = ip_level_file_symbol_sort(symbol, 0) == IP_SORT_STEP;
    return step                                                     ? "2 statements"
           : ip_level_file_symbol_sort(symbol, 1) == IP_SORT_STEP   ? "a transaction and a statement"
           : ip_level_file_symbol_sort(symbol, 1) == IP_SORT_OBJECT ? "a transaction and an object"
                                                                    : "2 transactions";
}

static sort check_vocabulary(checker *c, const ip_sexpr *e, const binding *scope, ip_level_symbol symbol)
{
    int arity = ip_level_file_symbol_arity(symbol), given = e->items.count - 1;
    if (given != arity) {
        FAIL(c, e, "'%s' takes %s, found %d argument%s: expected %s", ip_level_file_symbol_name(symbol),
             arguments_text(symbol), given, given == 1 ? "" : "s", ip_level_file_symbol_forms(c->arena, symbol));
        return SORT_WRONG;
    }
    for (int i = 0; i < arity; i++)
        if (!expect(c, e->items.items[i + 1], scope, sort_of_argument(symbol, i)))
            return SORT_WRONG;
    return SORT_BOOL;
}

/* A name may stand for several relations. The sorts of the arguments say which. */
static sort check_order(checker *c, const ip_sexpr *e, const binding *scope, ip_level_symbol symbol)
{
    ip_level_sort given[IP_SYMBOL_MOST_ARGUMENTS] = {IP_SORT_NONE};
    const char *found = "";
    int count = e->items.count - 1;
    for (int i = 0; i < count; i++) {
        sort s = check_term(c, e->items.items[i + 1], scope);
        if (s == SORT_WRONG)
            return SORT_WRONG;
        found = ip_arena_printf(c->arena, "%s%s%s", found, i ? " and " : "", sort_name(s));
        if (i < IP_SYMBOL_MOST_ARGUMENTS)
            given[i] = level_sorts[s];
    }
    if (count <= IP_SYMBOL_MOST_ARGUMENTS &&
        ip_level_file_symbol_resolve(c->file->vocabulary, ip_level_file_symbol_name(symbol), given, count) !=
            IP_SYMBOL_COUNT)
        return SORT_BOOL;
    FAIL(c, e, "'%s' cannot relate %s: expected %s, where t, u are transactions, p, q statements, x an object",
         ip_level_file_symbol_name(symbol), *found ? found : "nothing", ip_level_file_symbol_forms(c->arena, symbol));
    return SORT_WRONG;
}

static sort check_owner(checker *c, const ip_sexpr *e, const binding *scope)
{
    const ip_sexpr *step = e->items.count == 2 ? e->items.items[1] : NULL;
    if (!step || step->kind != IP_SEXPR_SYMBOL) {
        FAIL(c, e, "expected (%s p), the transaction of a statement", IP_LEVEL_OWNER);
        return SORT_WRONG;
    }
    return expect(c, step, scope, SORT_STEP) ? SORT_TXN : SORT_WRONG;
}

static sort check_macro_use(checker *c, const ip_sexpr *e, const binding *scope, const macro *m)
{
    if (e->items.count - 1 != m->count) {
        FAIL(c, e, "'%s' takes %d argument%s, found %d", m->name, m->count, m->count == 1 ? "" : "s",
             e->items.count - 1);
        return SORT_WRONG;
    }
    for (int i = 0; i < m->count; i++)
        if (!expect(c, e->items.items[i + 1], scope, m->sorts[i]))
            return SORT_WRONG;
    return SORT_BOOL;
}

static sort check_symbol(checker *c, const ip_sexpr *e, const binding *scope)
{
    for (const binding *b = scope; b; b = b->outer)
        if (strcmp(b->name, e->text) == 0)
            return b->sort;
    if (strcmp(e->text, "true") == 0 || strcmp(e->text, "false") == 0)
        return SORT_BOOL;
    const macro *m = find_macro(c, e->text);
    if (m && m->count == 0)
        return SORT_BOOL;
    ip_level_symbol symbol = ip_level_file_symbol_find(c->file->vocabulary, e->text);
    if (symbol != IP_SYMBOL_COUNT)
        FAIL(c, e, "'%s' needs its arguments: expected %s", e->text, ip_level_file_symbol_forms(c->arena, symbol));
    else if (m || is_connective(e->text))
        FAIL(c, e, "'%s' needs its arguments: expected '(' before it", e->text);
    else
        report_unknown(c, e, scope, false);
    return SORT_WRONG;
}

static sort check_term(checker *c, const ip_sexpr *e, const binding *scope)
{
    if (e->kind == IP_SEXPR_SYMBOL)
        return check_symbol(c, e, scope);
    if (e->kind != IP_SEXPR_LIST) {
        FAIL(c, e, "expected a formula over transactions; numbers, strings and attributes have no use here");
        return SORT_WRONG;
    }
    if (e->items.count == 0 || e->items.items[0]->kind != IP_SEXPR_SYMBOL) {
        FAIL(c, e, "expected a connective or a relation after '('");
        return SORT_WRONG;
    }
    const ip_sexpr *head = e->items.items[0];
    if (ip_level_file_sexpr_is(head, "forall") || ip_level_file_sexpr_is(head, "exists"))
        return check_quantifier(c, e, scope);
    if (ip_level_file_sexpr_is(head, "let"))
        return check_let(c, e, scope);
    if (ip_level_file_sexpr_is(head, "=") || ip_level_file_sexpr_is(head, "distinct"))
        return check_comparison(c, e, scope);
    if (is_connective(head->text))
        return check_connective(c, e, scope);
    ip_level_symbol symbol = ip_level_file_symbol_find(c->file->vocabulary, head->text);
    if (symbol != IP_SYMBOL_COUNT)
        return is_order(c) ? check_order(c, e, scope, symbol) : check_vocabulary(c, e, scope, symbol);
    if (ip_level_file_sexpr_is(head, IP_LEVEL_OWNER))
        return check_owner(c, e, scope);
    const macro *m = find_macro(c, head->text);
    if (m)
        return check_macro_use(c, e, scope, m);
    report_unknown(c, head, scope, true);
    return SORT_WRONG;
}

static bool check_assert(checker *c, const ip_sexpr *command)
{
    if (command->items.count != 2) {
        FAIL(c, command, "expected (assert formula)");
        return false;
    }
    if (!expect(c, command->items.items[1], NULL, SORT_BOOL))
        return false;
    IP_PUSH(c->arena, &c->file->assertions, command);
    return true;
}

static bool check_define_fun(checker *c, const ip_sexpr *command)
{
    if (command->items.count != 5) {
        FAIL(c, command, "expected (define-fun name ((t Txn) …) Bool formula)");
        return false;
    }
    ip_sexpr **part = command->items.items;
    const binding *scope = NULL;
    if (!check_new_name(c, part[1]) || !check_variables(c, part[2], true, &scope))
        return false;
    if (!ip_level_file_sexpr_is(part[3], "Bool")) {
        FAIL(c, part[3], "a macro stands for a formula: expected the sort Bool");
        return false;
    }
    if (!expect(c, part[4], scope, SORT_BOOL))
        return false;
    macro m = {part[1]->text, part[2]->items.count, NULL};
    sort *sorts = IP_NEW_ARRAY(c->arena, sort, m.count);
    for (int i = m.count - 1; i >= 0; i--, scope = scope->outer)
        sorts[i] = scope->sort;
    m.sorts = sorts;
    IP_PUSH(c->arena, &c->macros, m);
    IP_PUSH(c->arena, &c->file->macros, command);
    return true;
}

static bool check_command(checker *c, const ip_sexpr *command)
{
    if (command->kind != IP_SEXPR_LIST || command->items.count == 0 ||
        command->items.items[0]->kind != IP_SEXPR_SYMBOL) {
        FAIL(c, command, "expected a command: (assert …), (define-fun …) or (set-info …)");
        return false;
    }
    const char *name = command->items.items[0]->text;
    if (strcmp(name, "assert") == 0)
        return check_assert(c, command);
    if (strcmp(name, "define-fun") == 0)
        return check_define_fun(c, command);
    if (ip_level_file_info_is(command))
        return ip_level_file_info_check(command, c->diagnostics);
    if (strcmp(name, "set-info") == 0)
        FAIL(c, command, "expected (set-info :title \"…\"), with one keyword and one value");
    else if (strcmp(name, "set-logic") == 0)
        return true;
    else if (strncmp(name, "declare-", 8) == 0)
        FAIL(c, command,
             "'%s' is refused: a symbol without a definition would be free for the solver to choose, that is, "
             "existentially quantified; use the vocabulary, or (define-fun …) for a macro",
             name);
    else
        FAIL(c, command, "'%s' is not a command of level files: expected assert, define-fun or set-info", name);
    return false;
}

ip_level_file *ip_level_file_check(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics)
{
    ip_sexpr *commands = ip_level_file_sexpr_read(arena, source, diagnostics);
    if (!commands)
        return NULL;
    checker c = {.arena = arena, .diagnostics = diagnostics, .file = ip_level_file_new(arena, source)};
    bool good = true;
    ip_level_file_info_take(arena, c.file, commands); /* the vocabulary, before any symbol */
    for (int i = 0; i < commands->items.count; i++)
        good &= check_command(&c, commands->items.items[i]);
    return good ? c.file : NULL;
}
