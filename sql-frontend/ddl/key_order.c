/* The indexes of constraints, in the order in which the server creates those of one statement (parse_utilcmd.c,
 * transformIndexConstraints): a row is entered into one index after the other, and meets duplicates in this order. */
#include "ddl/pieces.h"

#include <string.h>

void ip_ddl_await_key(ip_ddl *ddl, ip_table *table, const PgQuery__Constraint *constraint, const char *column,
                      ip_range range)
{
    bool primary = IP_GET(constraint, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY;
    ip_awaited_key key = {.table = table,
                          .constraint = constraint,
                          .column = column,
                          .range = range,
                          .name = IP_TEXT(constraint, conname),
                          .primary = primary,
                          .only = ddl->on_only,
                          .rank = ddl->rank,
                          .deferrable = IP_GET(constraint, deferrable),
                          .deferred = IP_GET(constraint, initdeferred)};
    if (primary && ddl->primary_first)
        key.rank = -1;
    IP_PUSH(ddl->definitions->arena, &ddl->awaited, key);
}

static bool has_same_columns(const ip_awaited_key *a, const ip_awaited_key *b)
{
    const ip_tree *x = IP_ITEMS(a->constraint, keys), *y = IP_ITEMS(b->constraint, keys);
    size_t count = a->column ? 1 : ip_parse_list_size(x);
    bool same = count == (b->column ? 1 : ip_parse_list_size(y));
    for (size_t i = 0; i < count && same; i++)
        same = strcmp(a->column ? a->column : ip_parse_string_node(ip_parse_list_item(x, i)),
                      b->column ? b->column : ip_parse_string_node(ip_parse_list_item(y, i))) == 0;
    return same && ip_parse_tree_equal(IP_ITEMS(a->constraint, including), IP_ITEMS(b->constraint, including));
}

static bool excludes(const ip_awaited_key *key)
{
    return IP_GET(key->constraint, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION;
}

/* They need one index, which is created for the earlier of them. */
static bool are_one(const ip_ddl *ddl, const ip_awaited_key *a, const ip_awaited_key *b)
{
    if (a->table != b->table || a->deferrable != b->deferrable || a->deferred != b->deferred ||
        excludes(a) != excludes(b) || (!ddl->primary_first && a->rank != b->rank))
        return false;
    if (excludes(a))
        return strcmp(IP_TEXT(a->constraint, access_method), IP_TEXT(b->constraint, access_method)) == 0 &&
               ip_parse_tree_equal(IP_ITEMS(a->constraint, exclusions), IP_ITEMS(b->constraint, exclusions)) &&
               ip_parse_tree_equal(IP_GET(a->constraint, where_clause), IP_GET(b->constraint, where_clause)) &&
               ip_parse_tree_equal(IP_ITEMS(a->constraint, including), IP_ITEMS(b->constraint, including));
    return IP_GET(a->constraint, nulls_not_distinct) == IP_GET(b->constraint, nulls_not_distinct) &&
           has_same_columns(a, b);
}

static bool goes_before(const ip_awaited_key *a, const ip_awaited_key *b)
{
    return a->rank != b->rank ? a->rank < b->rank : a->primary && !b->primary;
}

static void sort(ip_ddl *ddl)
{
    for (int i = 1; i < ddl->awaited.count; i++)
        for (int k = i; k > 0 && goes_before(&ddl->awaited.items[k], &ddl->awaited.items[k - 1]); k--) {
            ip_awaited_key key = ddl->awaited.items[k];
            ddl->awaited.items[k] = ddl->awaited.items[k - 1];
            ddl->awaited.items[k - 1] = key;
        }
}

/* A name that only the later of the two has becomes that of the one index. */
static bool is_repeated(ip_ddl *ddl, int at)
{
    const ip_awaited_key *key = &ddl->awaited.items[at];
    for (int i = 0; i < at; i++) {
        ip_awaited_key *prior = &ddl->awaited.items[i];
        if (prior->repeated || !are_one(ddl, prior, key))
            continue;
        if (!*prior->name)
            prior->name = key->name;
        return true;
    }
    return false;
}

/* They are created after all keys, in the order of the text. */
static void sort_foreign_keys(ip_ddl *ddl, int made)
{
    int first = ddl->foreign_keys.count;
    while (first > 0 && ddl->foreign_keys.items[first - 1].made > made)
        first--;
    for (int i = first + 1; i < ddl->foreign_keys.count; i++)
        for (int k = i; k > first && ddl->foreign_keys.items[k].rank < ddl->foreign_keys.items[k - 1].rank; k--) {
            ip_pending_key key = ddl->foreign_keys.items[k];
            ddl->foreign_keys.items[k] = ddl->foreign_keys.items[k - 1];
            ddl->foreign_keys.items[k - 1] = key;
        }
    for (int i = first; i < ddl->foreign_keys.count; i++)
        ddl->foreign_keys.items[i].made = ++ddl->definitions->made;
}

void ip_ddl_make_keys(ip_ddl *ddl, int made)
{
    sort(ddl);
    sort_foreign_keys(ddl, made);
    for (int i = 0; i < ddl->awaited.count; i++)
        ddl->awaited.items[i].repeated = is_repeated(ddl, i);
    for (int i = 0; i < ddl->awaited.count; i++)
        if (!ddl->awaited.items[i].repeated)
            ip_ddl_make_key(ddl, &ddl->awaited.items[i]);
    ddl->awaited.count = 0;
}

/* ALTER COLUMN TYPE creates the indexes on the column again (tablecmds.c, RememberAllDependentForRebuilding). */
void ip_ddl_remake_keys(ip_ddl *ddl, ip_table *table, int column)
{
    int left = table->keys.count;
    for (int k = 0; left-- > 0;) {
        ip_key key = table->keys.items[k];
        bool concerned = false;
        for (int c = 0; c < key.column_count; c++)
            concerned = concerned || key.columns[c] == column;
        if (!concerned) {
            k++;
            continue;
        }
        memmove(&table->keys.items[k], &table->keys.items[k + 1], sizeof key * (size_t)(table->keys.count - 1 - k));
        key.made = ++ddl->definitions->made;
        table->keys.items[table->keys.count - 1] = key;
    }
    for (int k = 0; table->primary_key >= 0 && k < table->keys.count; k++)
        if (table->keys.items[k].primary)
            table->primary_key = k;
}
