/* Bounds of a partition that a client creates (parse_utilcmd.c, transformPartitionBound; partbounds.c,
 * check_new_partition_bound). Bounds that are no plain constants are not compared. */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "catalog/partition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 32 };
typedef enum value_kind { UNKNOWN, LEAST, NUMBER, WORD, MOST, NONE } value_kind;

typedef struct value {
    value_kind kind;
    long long number;
    const char *word;
} value;

typedef struct parent {
    const ip_table *table;
    const PgQuery__PartitionSpec *key;
    int count; /* of the key's columns and expressions */
    const ip_column *columns[MOST_COLUMNS];
} parent;

static void refuse(const ip_definition_request *a, const char *sqlstate, const char *message)
{
    ip_workload_requested_refuse(a, sqlstate, message);
}

/* ------------------------------------------------------------------ values -- */

static bool is_day(const char *text)
{
    static const char form[] = "0000-00-00";
    bool day = strlen(text) == sizeof form - 1;
    for (size_t i = 0; day && form[i]; i++)
        day = form[i] == '0' ? isdigit((unsigned char)text[i]) != 0 : text[i] == '-';
    return day;
}

static value of_text(const ip_definition_request *a, const ip_column *column, const char *text)
{
    char *end = NULL;
    long long number = strtoll(text, &end, 10);
    if (column->type.kind == IP_TEXT || (column->type.kind == IP_TIME && is_day(text)))
        return (value){WORD, 0, text};
    if (column->type.kind == IP_INTEGER && *text && !*end)
        return (value){NUMBER, number, NULL};
    bool time = column->type.kind == IP_TIME;
    if ((time || column->type.kind == IP_INTEGER) && !strpbrk(text, "0123456789") &&
        !ip_is_among("today tomorrow yesterday now epoch infinity -infinity allballs", text))
        refuse(a, time ? "22007" : "22P02",
               ip_arena_printf(a->arena, "invalid input syntax for type %s: \"%s\"", column->type.name, text));
    return (value){UNKNOWN, 0, NULL};
}

static value value_of(const ip_definition_request *a, const ip_column *column, const ip_tree *datum)
{
    const PgQuery__AConst *constant = ip_as_a_const(datum);
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(datum), fields);
    const char *name = ip_parse_list_size(fields) == 1 ? ip_parse_last_string(fields) : "";
    const PgQuery__Integer *number = ip_const_ival(constant);
    if (strcmp(name, "minvalue") == 0 || strcmp(name, "maxvalue") == 0)
        return (value){strcmp(name, "minvalue") == 0 ? LEAST : MOST, 0, NULL};
    if (constant && constant->isnull)
        return (value){NONE, 0, NULL};
    if (!constant || !column || column->type.array)
        return (value){UNKNOWN, 0, NULL};
    if (constant->val_case == PG_QUERY__A__CONST__VAL_SVAL && constant->sval)
        return of_text(a, column, constant->sval->sval ? constant->sval->sval : "");
    bool truth = constant->val_case == PG_QUERY__A__CONST__VAL_BOOLVAL;
    if ((truth && (column->type.kind == IP_INTEGER || column->type.kind == IP_NUMERIC)) ||
        ((truth || number) && column->type.kind == IP_TIME))
        refuse(a, "42804",
               ip_arena_printf(a->arena, "specified value cannot be cast to type %s for column \"%s\"",
                               column->type.name, column->name));
    return number && column->type.kind == IP_INTEGER ? (value){NUMBER, IP_GET(number, ival), NULL}
                                                     : (value){UNKNOWN, 0, NULL};
}

/* -1, 0, 1; false: not known. */
static bool compare(value left, value right, int *order)
{
    if (left.kind == UNKNOWN || right.kind == UNKNOWN)
        return false;
    *order = left.kind < right.kind ? -1 : left.kind > right.kind;
    if (left.kind == NUMBER && right.kind == NUMBER)
        *order = left.number < right.number ? -1 : left.number > right.number;
    if (left.kind == WORD && right.kind == WORD)
        *order = strcmp(left.word, right.word);
    return true;
}

/* Of bounds of ranges. Texts are ordered by a collation, but for days. */
static bool compare_bounds(const ip_definition_request *a, const parent *p, const ip_tree *left, const ip_tree *right,
                           int *order)
{
    *order = 0;
    for (int i = 0; i < p->count && *order == 0; i++) {
        value one = value_of(a, p->columns[i], ip_parse_list_item(left, (size_t)i)),
              other = value_of(a, p->columns[i], ip_parse_list_item(right, (size_t)i));
        bool text = p->columns[i] && p->columns[i]->type.kind == IP_TEXT;
        if (!compare(one, other, order) || (text && one.kind == WORD && other.kind == WORD && *order != 0))
            return false;
        if (one.kind != NUMBER && one.kind != WORD && *order == 0)
            break;
    }
    return true;
}

static bool is_before(const ip_definition_request *a, const parent *p, const ip_tree *left, const ip_tree *right)
{
    int order;
    return compare_bounds(a, p, left, right, &order) && order < 0;
}

/* -------------------------------------------------------- bounds by themselves -- */

static void check_hash(const ip_definition_request *a, const PgQuery__PartitionBoundSpec *bound)
{
    if (bound->modulus <= 0)
        refuse(a, "42P16", "modulus for hash partition must be an integer value greater than zero");
    else if (bound->remainder < 0)
        refuse(a, "42P16", "remainder for hash partition must be an integer value greater than or equal to zero");
    else if (bound->remainder >= bound->modulus)
        refuse(a, "42P16", "remainder for hash partition must be less than modulus");
}

static void check_end(const ip_definition_request *a, const parent *p, const ip_tree *datums, const char *side)
{
    value_kind all = UNKNOWN;
    if ((int)ip_parse_list_size(datums) != p->count) {
        refuse(a, "42P16",
               ip_arena_printf(a->arena, "%s must specify exactly one value per partitioning column", side));
        return;
    }
    for (int i = 0; i < p->count; i++) {
        value_kind kind = value_of(a, p->columns[i], ip_parse_list_item(datums, (size_t)i)).kind;
        if (kind == NONE)
            refuse(a, "42P17", "cannot specify NULL in range bound");
        if (all != UNKNOWN && kind != all)
            refuse(a, "42804",
                   all == LEAST ? "every bound following MINVALUE must also be MINVALUE"
                                : "every bound following MAXVALUE must also be MAXVALUE");
        if (kind == LEAST || kind == MOST)
            all = kind;
    }
}

static void check_bound(const ip_definition_request *a, const parent *p, const PgQuery__PartitionBoundSpec *bound,
                        const char *own)
{
    const char *strategy = IP_TEXT(p->key, strategy), *given = IP_TEXT(bound, strategy);
    const ip_tree *datum;
    size_t i;
    int order;
    if (bound->is_default) {
        if (strcmp(strategy, "hash") == 0)
            refuse(a, "42P16", "a hash-partitioned table may not have a default partition");
        return;
    }
    if (!*strategy || *given != *strategy) {
        refuse(a, "42P16", ip_arena_printf(a->arena, "invalid bound specification for a %s partition", strategy));
        return;
    }
    if (*given == 'h')
        check_hash(a, bound);
    IP_LIST_EACH(IP_ITEMS(bound, listdatums), i, datum)
    value_of(a, p->columns[0], datum);
    if (*given != 'r')
        return;
    check_end(a, p, IP_ITEMS(bound, lowerdatums), "FROM");
    check_end(a, p, IP_ITEMS(bound, upperdatums), "TO");
    if (!a->to->sqlstate && compare_bounds(a, p, IP_ITEMS(bound, lowerdatums), IP_ITEMS(bound, upperdatums), &order) &&
        order >= 0)
        refuse(a, "42P17", ip_arena_printf(a->arena, "empty range bound specified for partition \"%s\"", own));
}

/* ------------------------------------------------------------ beside others -- */

static bool have_common_value(const ip_definition_request *a, const parent *p, const ip_tree *left,
                              const ip_tree *right)
{
    size_t i, k;
    const ip_tree *one, *other;
    IP_LIST_EACH(left, i, one)
    {
        IP_LIST_EACH(right, k, other)
        {
            int order;
            if (compare(value_of(a, p->columns[0], one), value_of(a, p->columns[0], other), &order) && order == 0)
                return true;
        }
    }
    return false;
}

static bool overlap(const ip_definition_request *a, const parent *p, const PgQuery__PartitionBoundSpec *one,
                    const PgQuery__PartitionBoundSpec *other)
{
    int least = one->modulus < other->modulus ? one->modulus : other->modulus;
    switch (*IP_TEXT(one, strategy)) {
    case 'h':
        return least > 0 && one->remainder % least == other->remainder % least;
    case 'l':
        return have_common_value(a, p, IP_ITEMS(one, listdatums), IP_ITEMS(other, listdatums));
    default:
        return is_before(a, p, IP_ITEMS(one, lowerdatums), IP_ITEMS(other, upperdatums)) &&
               is_before(a, p, IP_ITEMS(other, lowerdatums), IP_ITEMS(one, upperdatums));
    }
}

static void check_beside(const ip_definition_request *a, const parent *p, const PgQuery__PartitionBoundSpec *bound,
                         const char *own)
{
    for (int i = 0; i < a->definitions->inheritance.count && !a->to->sqlstate; i++) {
        const ip_inheritance *pair = &a->definitions->inheritance.items[i];
        const PgQuery__PartitionBoundSpec *other = ip_catalog_partition_bound(pair);
        if (!pair->partition || !other || strcmp(pair->parent, p->table->name) != 0)
            continue;
        const char *name = ip_last_part(pair->child);
        if (bound->is_default && other->is_default)
            refuse(a, "42P17",
                   ip_arena_printf(a->arena, "partition \"%s\" conflicts with existing default partition \"%s\"", own,
                                   name));
        if (bound->is_default || other->is_default || strcmp(IP_TEXT(bound, strategy), IP_TEXT(other, strategy)) != 0)
            continue;
        if (*IP_TEXT(bound, strategy) == 'h' && other->modulus > 0 && other->modulus % bound->modulus != 0 &&
            bound->modulus % other->modulus != 0)
            refuse(a, "42P17", "every hash partition modulus must be a factor of the next larger modulus");
        else if (overlap(a, p, bound, other))
            refuse(a, "42P17", ip_arena_printf(a->arena, "partition \"%s\" would overlap partition \"%s\"", own, name));
    }
}

void ip_workload_requested_bound_of_partition(const ip_definition_request *a, const ip_table *table,
                                              const PgQuery__PartitionBoundSpec *bound, const char *own)
{
    parent p = {.table = table};
    size_t i;
    const ip_tree *element;
    for (int k = 0; k < a->definitions->partitioned.count; k++)
        if (strcmp(a->definitions->partitioned.items[k].table->name, table->name) == 0)
            p.key =
                ip_message_as(a->definitions->partitioned.items[k].key->tree, &pg_query__partition_spec__descriptor);
    if (!p.key || ip_parse_list_size(IP_ITEMS(p.key, part_params)) > MOST_COLUMNS)
        return;
    IP_LIST_EACH(IP_ITEMS(p.key, part_params), i, element)
    {
        int column = ip_catalog_table_column(table, IP_TEXT(ip_as_partition_elem(element), name));
        p.columns[p.count++] = column >= 0 ? &table->columns.items[column] : NULL;
    }
    check_bound(a, &p, bound, own);
    if (!a->to->sqlstate)
        check_beside(a, &p, bound, own);
}
