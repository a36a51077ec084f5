/* Evaluates expressions over constants and variables with known values. */
#include "dynamic_sql/value.h"

#include "base/words.h"
#include "dynamic_sql/parts.h"
#include "parse/quoted_name.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *last_name(const ip_tree *names)
{
    return ip_parse_last_string(names);
}

static bool is_whole_number(const char *text)
{
    size_t digits = strlen(text) - (*text == '-');
    return digits > 0 && digits < 16 && strspn(text + (*text == '-'), "0123456789") == digits &&
           (text[*text == '-'] != '0' || strcmp(text, "0") == 0);
}

static const char *truth(bool value)
{
    return value ? "true" : "false";
}

static const char *constant(ip_folding *f, const PgQuery__AConst *body)
{
    const PgQuery__String *value = ip_const_sval(body);
    if (value)
        return ip_arena_strdup(f->arena, IP_TEXT(value, sval));
    if (ip_const_ival(body))
        return ip_arena_printf(f->arena, "%d", IP_GET(ip_const_ival(body), ival));
    if (ip_const_boolval(body))
        return truth(IP_GET(ip_const_boolval(body), boolval));
    return NULL;
}

static const char *named(ip_folding *f, const ip_tree *fields)
{
    const char *first = ip_parse_string_node(ip_parse_list_item(fields, 0)), *second = "";
    size_t count = ip_parse_list_size(fields);
    if (count == 2)
        second = ip_parse_string_node(ip_parse_list_item(fields, 1));
    if (count < 1 || count > 2 || !*first || (count == 2 && !*second))
        return NULL;
    const char *table = count == 2 ? first : NULL, *name = count == 2 ? second : first;
    for (int i = 0; f->row && i < f->row->count; i++) {
        const ip_known_column *column = &f->row->items[i];
        if (strcmp(column->name, name) == 0 && (!table || strcmp(column->table, table) == 0))
            return column->value;
    }
    const ip_texts *known =
        ip_dynamic_fold_known(&f->fold, count == 2 ? ip_arena_printf(f->arena, "%s.%s", first, second) : first);
    return known && known->count == 1 && !known->null ? ip_dynamic_fold_settled(f, &known->alternatives[0]) : NULL;
}

/* ---------------------------------------------------------- conditions -- */

static bool is_like(const char *text, const char *pattern)
{
    for (; *pattern; pattern++, text++) {
        if (*pattern == '%') {
            while (*text && !is_like(text, pattern + 1))
                text++;
            return *text || is_like(text, pattern + 1);
        }
        if (*pattern == '\\' && pattern[1])
            pattern++;
        else if (*pattern == '_' && *text)
            continue;
        if (*text != *pattern)
            return false;
    }
    return !*text;
}

/* Numbers that are written differently may be equal. */
static const char *equal(const char *a, const char *b)
{
    if (!a || !b)
        return NULL;
    static const char number[] = "0123456789.-+eE ";
    bool numbers = (*a && strspn(a, number) == strlen(a)) || (*b && strspn(b, number) == strlen(b));
    return strcmp(a, b) == 0                                        ? truth(true)
           : !numbers || (is_whole_number(a) && is_whole_number(b)) ? truth(false)
                                                                    : NULL;
}

static const char *negated(const char *value)
{
    return value ? truth(strcmp(value, "false") == 0) : NULL;
}

/* Is the value one of the list? */
static const char *among(const char *value, const ip_known_elements *list)
{
    bool known = true;
    for (int i = 0; i < list->count; i++) {
        const char *same = equal(value, list->items[i]);
        if (same && strcmp(same, "true") == 0)
            return same;
        known &= same != NULL;
    }
    return known ? truth(false) : NULL;
}

static ip_known_elements values_of(ip_folding *f, const ip_tree *list)
{
    ip_known_elements values = {0};
    for (size_t i = 0; i < ip_parse_list_size(list); i++)
        IP_PUSH(f->arena, &values, ip_dynamic_fold_value(f, ip_parse_list_item(list, i)));
    return values;
}

static const char *connected(ip_folding *f, const PgQuery__BoolExpr *body)
{
    PgQuery__BoolExprType op = IP_GET(body, boolop);
    const ip_tree *args = IP_ITEMS(body, args);
    if (op == PG_QUERY__BOOL_EXPR_TYPE__NOT_EXPR)
        return negated(ip_dynamic_fold_value(f, ip_parse_list_item(args, 0)));
    const char *decisive = truth(op == PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR),
               *all = truth(op != PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR);
    for (size_t i = 0; i < ip_parse_list_size(args); i++) {
        const char *value = ip_dynamic_fold_value(f, ip_parse_list_item(args, i));
        if (value && strcmp(value, decisive) == 0)
            return decisive;
        if (!value)
            all = NULL;
    }
    return all;
}

/* ----------------------------------------------------------- operators -- */

static const char *computed(ip_folding *f, const char *op, const char *a, const char *b)
{
    if (!a || !b)
        return NULL;
    if (strcmp(op, "||") == 0)
        return ip_arena_printf(f->arena, "%s%s", a, b);
    if (!is_whole_number(a) || !is_whole_number(b) || strlen(op) != 1)
        return NULL;
    long long x = strtoll(a, NULL, 10), y = strtoll(b, NULL, 10), most = 1000000000;
    bool small = x > -most && x < most && y > -most && y < most;
    switch (small ? *op : 0) {
    case '+':
        return ip_arena_printf(f->arena, "%lld", x + y);
    case '-':
        return ip_arena_printf(f->arena, "%lld", x - y);
    case '*':
        return ip_arena_printf(f->arena, "%lld", x * y);
    case '<':
        return truth(x < y);
    case '>':
        return truth(x > y);
    default:
        return NULL;
    }
}

static const char *operation(ip_folding *f, const PgQuery__AExpr *body)
{
    PgQuery__AExprKind kind = IP_GET(body, kind);
    const char *op = last_name(IP_ITEMS(body, name));
    const ip_tree *right = IP_GET(body, rexpr);
    const char *a = ip_dynamic_fold_value(f, IP_GET(body, lexpr));
    bool is = strcmp(op, "=") == 0, is_not = strcmp(op, "<>") == 0;
    ip_known_elements list = {0};
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN)
        list = values_of(f, IP_ITEMS(ip_as_list(right), items));
    bool any = kind == PG_QUERY__A__EXPR__KIND__AEXPR_IN;
    if ((kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ANY && is) ||
        (kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL && is_not))
        any = ip_dynamic_fold_elements(f, right, &list);
    if (any)
        return is ? among(a, &list) : negated(among(a, &list));
    const char *b = ip_dynamic_fold_value(f, right);
    if (kind == PG_QUERY__A__EXPR__KIND__AEXPR_LIKE && a && b)
        return truth(is_like(a, b) == (*op != '!'));
    if (kind != PG_QUERY__A__EXPR__KIND__AEXPR_OP)
        return NULL;
    return is ? equal(a, b) : is_not ? negated(equal(a, b)) : computed(f, op, a, b);
}

/* of that size; characters outside ASCII depend on the database. */
static const char *in_letters(ip_folding *f, const char *value, char first)
{
    char other = first == 'a' ? 'A' : 'a';
    char *text = ip_arena_strdup(f->arena, value);
    for (char *c = text; *c; c++) {
        if ((unsigned char)*c >= 0x80)
            return NULL;
        *c = *c >= other && *c < other + 26 ? (char)(*c - other + first) : *c;
    }
    return text;
}

static const char *called(ip_folding *f, const PgQuery__FuncCall *body)
{
    const char *name = ip_parse_call_name(f->arena, body);
    const ip_tree *args = IP_ITEMS(body, args);
    ip_known_elements values = values_of(f, args);
    if (strcmp(name, "current_schema") == 0) {
        const ip_path *path = f->unit ? f->unit->path : NULL;
        return path && path->schemas.count ? path->schemas.items[0] : "public";
    }
    /* A set's row. */
    for (int i = 0; f->row && i < f->row->count; i++)
        if (!*f->row->items[i].table && strcmp(f->row->items[i].name, name) == 0)
            return f->row->items[i].value;
    for (int i = 0; i < values.count; i++)
        if (!values.items[i])
            return NULL;
    if (strcmp(name, "quote_ident") == 0 && values.count == 1)
        return ip_quoted(f->arena, values.items[0], '"');
    if (strcmp(name, "quote_literal") == 0 && values.count == 1)
        return ip_quoted(f->arena, values.items[0], '\'');
    if ((strcmp(name, "lower") == 0 || strcmp(name, "upper") == 0) && values.count == 1)
        return in_letters(f, values.items[0], *name == 'u' ? 'A' : 'a');
    if (strcmp(name, "concat") != 0)
        return NULL;
    const char *all = "";
    for (int i = 0; i < values.count; i++)
        all = ip_arena_printf(f->arena, "%s%s", all, values.items[i]);
    return all;
}

/* Conversions that keep a name or a whole number as it is. */
static const char *converted(ip_folding *f, const PgQuery__TypeCast *body)
{
    static const char *const same[] = {"text", "varchar",  "character varying",
                                       "name", "regclass", "information_schema.sql_identifier"};
    const char *type = ip_parse_typename_text(f->arena, IP_GET(body, type_name));
    const char *value = ip_dynamic_fold_value(f, IP_GET(body, arg));
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (strcmp(type, same[i]) == 0)
            return value;
    if (value && strcmp(type, "boolean") == 0)
        return strcmp(value, "t") == 0 || strcmp(value, "true") == 0    ? truth(true)
               : strcmp(value, "f") == 0 || strcmp(value, "false") == 0 ? truth(false)
                                                                        : NULL;
    return value && ip_dynamic_is_integer_type(&f->fold, type) && is_whole_number(value) ? value : NULL;
}

const char *ip_dynamic_fold_value(ip_folding *f, const ip_tree *expr)
{
    const PgQuery__Node *node = ip_as_node(expr);
    const ip_texts *known;
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_A_CONST:
        return constant(f, node->a_const);
    case PG_QUERY__NODE__NODE_TYPE_CAST:
        return converted(f, node->type_cast);
    case PG_QUERY__NODE__NODE_COLUMN_REF:
        return named(f, IP_ITEMS(node->column_ref, fields));
    case PG_QUERY__NODE__NODE_PARAM_REF:
        known = ip_dynamic_fold_known(&f->fold, ip_arena_printf(f->arena, "$%d", node->param_ref->number));
        return known ? ip_dynamic_texts_only(known) : NULL;
    case PG_QUERY__NODE__NODE_A_EXPR:
        return operation(f, node->a_expr);
    case PG_QUERY__NODE__NODE_BOOL_EXPR:
        return connected(f, node->bool_expr);
    case PG_QUERY__NODE__NODE_NULL_TEST:
        return ip_dynamic_fold_value(f, node->null_test->arg)
                   ? truth(node->null_test->nulltesttype == PG_QUERY__NULL_TEST_TYPE__IS_NOT_NULL)
                   : NULL;
    case PG_QUERY__NODE__NODE_FUNC_CALL:
        return called(f, node->func_call);
    default:
        return NULL;
    }
}

const char *ip_dynamic_fold_value_of(ip_folding *f, ip_pl_text expr)
{
    ip_parse_error error;
    if (!expr.source || expr.begin >= expr.end)
        return NULL;
    const ip_tree *tree = ip_parse_pg_parse_expr(f->arena, ip_range_text(f->arena, expr), &error);
    const char *value = ip_dynamic_fold_value(f, tree);
    return value;
}

const char *ip_dynamic_fold_settled(ip_folding *f, const ip_pieces *pieces)
{
    const char *text = "";
    for (int i = 0; i < pieces->count; i++) {
        const ip_text_piece *piece = &pieces->items[i];
        const char *value = piece->kind == IP_PIECE_TEXT ? piece->text
                            : piece->loose               ? NULL
                                                         : ip_dynamic_fold_value_of(f, piece->expr);
        if (!value)
            return NULL;
        if (piece->kind == IP_PIECE_NAME)
            value = ip_parse_quoted_name(f->arena, value);
        else if (piece->kind == IP_PIECE_LITERAL)
            value = ip_quoted(f->arena, value, '\'');
        text = ip_arena_printf(f->arena, "%s%s", text, value);
    }
    return text;
}

/* -------------------------------------------------------------- arrays -- */

/* '{a,b}' of words and numbers; others need not be read. */
static bool of_literal(ip_folding *f, const char *text, ip_known_elements *elements)
{
    size_t length = strlen(text);
    if (length < 2 || *text != '{' || text[length - 1] != '}')
        return false;
    for (const char *at = text + 1; at < text + length - 1;) {
        size_t part = strcspn(at, ",}");
        const char *element = ip_arena_strndup(f->arena, at, part);
        if (!part || strpbrk(element, "\"{\\ \t\n") || strcasecmp(element, "null") == 0)
            return false;
        IP_PUSH(f->arena, elements, element);
        at += part + 1;
    }
    return true;
}

bool ip_dynamic_fold_elements(ip_folding *f, const ip_tree *expr, ip_known_elements *elements)
{
    const PgQuery__AArrayExpr *array = ip_as_a_array_expr(expr);
    const PgQuery__TypeCast *cast = ip_as_type_cast(expr);
    const PgQuery__ColumnRef *column = ip_as_column_ref(expr);
    const PgQuery__AConst *value = ip_as_a_const(expr);
    if (cast)
        return ip_dynamic_fold_elements(f, IP_GET(cast, arg), elements);
    if (value)
        return ip_const_sval(value) && of_literal(f, constant(f, value), elements);
    if (array) {
        *elements = values_of(f, IP_ITEMS(array, elements));
        for (int i = 0; i < elements->count; i++)
            if (!elements->items[i])
                return false;
        return true;
    }
    const char *name = ip_parse_list_size(IP_ITEMS(column, fields)) == 1 ? last_name(IP_ITEMS(column, fields)) : "";
    for (int i = 0; *name && i < f->arrays.count; i++)
        if (strcmp(f->arrays.items[i].name, name) == 0) {
            *elements = f->arrays.items[i].elements;
            return true;
        }
    return false;
}

bool ip_dynamic_fold_elements_of(ip_folding *f, ip_pl_text expr, ip_known_elements *elements)
{
    ip_parse_error error;
    if (!expr.source || expr.begin >= expr.end)
        return false;
    const ip_tree *tree = ip_parse_pg_parse_expr(f->arena, ip_range_text(f->arena, expr), &error);
    bool known = ip_dynamic_fold_elements(f, tree, elements);
    return known;
}
