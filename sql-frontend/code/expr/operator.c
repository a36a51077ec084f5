/* Operators, and what the parser spells as one: BETWEEN, IN, LIKE, IS DISTINCT FROM. */
#include "code/coder.h"
#include "catalog/unit_index.h"
#include "catalog/resolve.h"
#include "access_summary/summary.h"
#include "parse/statement.h"

#include <string.h>

static const ip_type unknown_type = {IP_OTHER, false, NULL};

/* PostgreSQL's order of numbers: the wider of two is the type of their sum. */
static int width_of(ip_type type)
{
    static const char *const order[] = {"smallint", "integer", "bigint", "numeric", "real", "double precision"};
    for (int i = 0; i < 6; i++)
        if (ip_code_type_named(&type, order[i]))
            return i + 1;
    return 0;
}

static ip_type number_type(int width)
{
    static const ip_type types[] = {{IP_INTEGER, false, "smallint"}, {IP_INTEGER, false, "integer"},
                                    {IP_INTEGER, false, "bigint"},   {IP_NUMERIC, false, "numeric"},
                                    {IP_NUMERIC, false, "real"},     {IP_NUMERIC, false, "double precision"}};
    return types[width - 1];
}

static ip_type time_type(const char *op, ip_type a, ip_type b)
{
    bool minus = strcmp(op, "-") == 0, date_a = ip_code_type_named(&a, "date"), date_b = ip_code_type_named(&b, "date");
    if (date_a && date_b)
        return minus ? number_type(2) : unknown_type;
    if ((date_a && width_of(b)) || (date_b && width_of(a)))
        return date_a ? a : b;
    bool span_a = ip_code_type_named(&a, "interval"), span_b = ip_code_type_named(&b, "interval");
    ip_type span = {IP_TIME, false, "interval"}, stamp = {IP_TIME, false, "timestamp without time zone"};
    if ((span_a && span_b) || (span_a && width_of(b)) || (span_b && width_of(a)))
        return span;
    if (span_a || span_b) {
        ip_type other = span_a ? b : a;
        return ip_code_type_named(&other, "date") ? stamp : other;
    }
    return minus && a.kind == IP_TIME && b.kind == IP_TIME ? span : unknown_type;
}

ip_type ip_code_operator_type(const char *op, ip_type a, ip_type b)
{
    static const char *const tests[] = {"=", "<>", "!=", "<",   ">",  "<=", ">=", "~~", "!~~", "~~*", "!~~*",
                                        "~", "~*", "!~", "!~*", "@>", "<@", "&&", "?",  "?|",  "?&"};
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        if (strcmp(tests[i], op) == 0)
            return (ip_type){IP_BOOLEAN, false, "boolean"};
    if (strcmp(op, "||") == 0)
        return a.array || a.kind == IP_OTHER ? a : (ip_type){IP_TEXT, false, "text"};
    int left = width_of(a), right = width_of(b);
    if (left && right)
        /* A real beside an exact number is a double precision. */
        return number_type(left == right ? left : left < 5 && right < 5 ? (left > right ? left : right) : 6);
    if (a.kind == IP_TIME || b.kind == IP_TIME)
        return time_type(op, a, b);
    if (left && !b.name)
        return number_type(left);
    if (right && !a.name)
        return number_type(right);
    return unknown_type;
}

/* a op b of rows: = and <> column by column, the others by the first column that differs. */
static const ip_code_expr *compare_rows(ip_compiler *c, const char *op, const ip_code_expr *a, const ip_code_expr *b,
                                        int from, ip_range range)
{
    bool equal = strcmp(op, "=") == 0, unequal = strcmp(op, "<>") == 0;
    const ip_code_expr *left = a->args[from], *right = b->args[from];
    if (from + 1 == a->arg_count)
        return ip_code_compare(c, op, left, right, range);
    const ip_code_expr *rest = compare_rows(c, op, a, b, from + 1, range);
    if (equal || unequal) {
        const ip_code_expr *const both[] = {ip_code_compare(c, op, left, right, range), rest};
        return ip_code_make(c, equal ? IP_CODE_AND : IP_CODE_OR, range, 2, both);
    }
    const char *strict = op[0] == '<' ? "<" : ">";
    const ip_code_expr *const tie[] = {ip_code_compare(c, "=", left, right, range), rest};
    const ip_code_expr *const either[] = {ip_code_compare(c, strict, left, right, range),
                                          ip_code_make(c, IP_CODE_AND, range, 2, tie)};
    return ip_code_make(c, IP_CODE_OR, range, 2, either);
}

const ip_code_expr *ip_code_compare(ip_compiler *c, const char *op, const ip_code_expr *a, const ip_code_expr *b,
                                    ip_range range)
{
    static const char *const known[] = {"=", "<>", "<", "<=", ">", ">="};
    bool comparison = false;
    if (strcmp(op, "!=") == 0)
        op = "<>";
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        comparison = comparison || strcmp(known[i], op) == 0;
    const ip_user_type *enumerated = ip_code_enum_of(c, a) ? ip_code_enum_of(c, a) : ip_code_enum_of(c, b);
    if (enumerated && comparison && strcmp(op, "=") != 0 && strcmp(op, "<>") != 0) {
        a = ip_code_place_among(c, enumerated, a, range);
        b = ip_code_place_among(c, enumerated, b, range);
    }
    if (a->kind != IP_CODE_ROW || b->kind != IP_CODE_ROW || !comparison)
        return ip_code_operator(c, op, a, b, range);
    if (a->arg_count != b->arg_count || a->arg_count == 0) {
        ip_code_refuse_wrong(c, range, "42601", "unequal number of entries in row expressions",
                             "rows of different length are compared");
        return ip_code_null(c, range);
    }
    return compare_rows(c, op, a, b, 0, range);
}

static const char *operator_name(ip_compiler *c, const PgQuery__AExpr *body, ip_range range)
{
    const ip_tree *names = IP_ITEMS(body, name);
    size_t count = ip_parse_list_size(names);
    const char *name = count ? ip_parse_string_node(ip_parse_list_item(names, count - 1)) : "";
    if (count > 1 && strcmp(ip_parse_string_node(ip_parse_list_item(names, 0)), "pg_catalog") != 0 &&
        (ip_catalog_is_own_operator(name) ||
         !ip_catalog_find_user_operator(c->coder->definitions, IP_USER_OPERATOR, name)))
        ip_code_refuse(c, range, "an operator that is not PostgreSQL's own");
    return strcmp(name, "!=") == 0 ? "<>" : ip_arena_strdup(c->arena, name);
}

/* r.* and, of a record with known fields, r: as ROW(r.a, r.b, …). */
static const ip_code_expr *row_operand(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    size_t count = ip_parse_list_size(fields);
    if (count > 1 && ip_as_a_star(ip_parse_list_item(fields, count - 1))) {
        ip_code_columns columns = {0};
        ip_code_expand_star(c, node, scope, &columns);
        ip_code_expr *row = ip_code_new(c, IP_CODE_ROW, ip_code_place_of(c, node));
        row->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, columns.count);
        for (int i = 0; i < columns.count; i++)
            row->args[row->arg_count++] = columns.items[i].expr;
        return row;
    }
    return ip_code_expr_of(c, node, scope);
}

/* NEW and OLD are rows, of which some fields alone may have been read; another variable may be NULL as a whole. */
static const ip_code_expr *fields_of(ip_compiler *c, const ip_code_expr *e)
{
    const ip_table *row = e->kind == IP_CODE_VARIABLE && c->self->trigger ? ip_code_row_of(c, e) : NULL;
    if (!row)
        return e;
    ip_code_expr *all = ip_code_new(c, IP_CODE_ROW, e->range);
    all->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, row->columns.count);
    for (int i = 0; i < row->columns.count; i++) {
        ip_code_expr *field = ip_code_make(c, IP_CODE_FIELD, e->range, 1, &e);
        field->name = row->columns.items[i].name;
        field->type = row->columns.items[i].type;
        all->args[all->arg_count++] = field;
    }
    return all;
}

/* IS DISTINCT FROM, of rows field by field. */
static const ip_code_expr *distinct(ip_compiler *c, const ip_code_expr *a, const ip_code_expr *b, ip_range range)
{
    const ip_code_expr *const rows[] = {fields_of(c, a), fields_of(c, b)}, *const both[] = {a, b};
    if (rows[0]->kind != IP_CODE_ROW || rows[1]->kind != IP_CODE_ROW || rows[0]->arg_count != rows[1]->arg_count ||
        rows[0]->arg_count == 0)
        return ip_code_make(c, IP_CODE_DISTINCT, range, 2, both);
    ip_code_args tests = {0};
    for (int i = 0; i < rows[0]->arg_count; i++) {
        const ip_code_expr *const pair[] = {rows[0]->args[i], rows[1]->args[i]};
        IP_PUSH(c->arena, &tests, (const ip_code_expr *)ip_code_make(c, IP_CODE_DISTINCT, range, 2, pair));
    }
    return tests.count == 1 ? tests.items[0] : ip_code_make(c, IP_CODE_OR, range, tests.count, tests.items);
}

static const ip_code_expr *negated(ip_compiler *c, const ip_code_expr *expr, bool negate)
{
    return negate ? ip_code_make(c, IP_CODE_NOT, expr->range, 1, &expr) : expr;
}

/* x IN (a, b): rows are compared one by one, columns by column. */
static const ip_code_expr *in_list(ip_compiler *c, const PgQuery__AExpr *body, ip_code_scope *scope, ip_range range)
{
    const ip_tree *list = IP_ITEMS(ip_as_list(IP_GET(body, rexpr)), items);
    bool negate = strcmp(operator_name(c, body, range), "<>") == 0;
    ip_code_args args = {0}, tests = {0};
    size_t i;
    const ip_tree *item;
    IP_PUSH(c->arena, &args, ip_code_expr_of(c, IP_GET(body, lexpr), scope));
    IP_LIST_EACH(list, i, item) IP_PUSH(c->arena, &args, ip_code_expr_of(c, item, scope));
    if (args.items[0]->kind != IP_CODE_ROW)
        return negated(c, ip_code_make(c, IP_CODE_IN, range, args.count, args.items), negate);
    for (int k = 1; k < args.count; k++)
        IP_PUSH(c->arena, &tests, ip_code_compare(c, "=", args.items[0], args.items[k], range));
    return negated(c, ip_code_make(c, IP_CODE_OR, range, tests.count, tests.items), negate);
}

static const ip_code_expr *range_test(ip_compiler *c, const ip_code_expr *a, const ip_code_expr *low,
                                      const ip_code_expr *high, ip_range range)
{
    const ip_code_expr *const both[] = {ip_code_compare(c, ">=", a, low, range),
                                        ip_code_compare(c, "<=", a, high, range)};
    return ip_code_make(c, IP_CODE_AND, range, 2, both);
}

/* The server, too, computes the value again for each comparison. */
static const ip_code_expr *between(ip_compiler *c, const PgQuery__AExpr *body, ip_code_scope *scope, ip_range range)
{
    const ip_tree *ends = IP_ITEMS(ip_as_list(IP_GET(body, rexpr)), items);
    const ip_code_expr *a = ip_code_expr_of(c, IP_GET(body, lexpr), scope);
    const ip_code_expr *low = ip_code_expr_of(c, ip_parse_list_item(ends, 0), scope);
    const ip_code_expr *high = ip_code_expr_of(c, ip_parse_list_item(ends, 1), scope);
    const ip_code_expr *test = range_test(c, a, low, high, range);
    if (body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN_SYM ||
        body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM) {
        const ip_code_expr *const either[] = {test, range_test(c, a, high, low, range)};
        test = ip_code_make(c, IP_CODE_OR, range, 2, either);
    }
    return negated(c, test,
                   body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN ||
                       body->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM);
}

const ip_code_expr *ip_code_a_expr(ip_compiler *c, const ip_tree *node, ip_code_scope *scope)
{
    const PgQuery__AExpr *body = ip_as_a_expr(node);
    const PgQuery__AExprKind kind = body->kind;
    ip_range range = ip_code_place_of(c, node);
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN)
        return in_list(c, body, scope, range);
    if (ip_parse_is_between(body))
        return between(c, body, scope, range);
    const ip_tree *left = IP_GET(body, lexpr);
    const char *name = operator_name(c, body, range);
    const ip_code_expr *a = left ? row_operand(c, left, scope) : NULL;
    const ip_code_expr *b = row_operand(c, IP_GET(body, rexpr), scope);
    const ip_code_expr *const both[] = {a, b};
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ANY || kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL) {
        ip_code_expr *expr =
            ip_code_make(c, kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ANY ? IP_CODE_ANY : IP_CODE_ALL, range, 2, both);
        expr->name = name;
        if (strcmp(name, "=") != 0 && strcmp(name, "<>") != 0) {
            ip_code_refuse_order(c, a, range);
            ip_code_refuse_order(c, b, range);
        }
        return expr;
    }
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_DISTINCT || kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_DISTINCT)
        return negated(c, distinct(c, a, b, range), kind != PG_QUERY__A__EXPR__KIND__AEXPR_DISTINCT);
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_NULLIF) {
        ip_code_expr *expr = ip_code_make(c, IP_CODE_NULLIF, range, 2, both);
        expr->type = a->type;
        return expr;
    }
    return a ? ip_code_compare(c, name, a, b, range) : ip_code_operator(c, name, NULL, b, range);
}
