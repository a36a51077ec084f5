/* PERFORM, of whose result at most FOUND is used. Where nothing is used, it only locks rows: whatever rows it finds,
 * the program goes on in the same way, so that in a serial execution it may find others: it depends on no other (view
 * equivalence; Adya 1999, 4.3.2, says it of predicates). It still locks what it finds, and waits.
 *
 * That holds where nothing asks how many rows there were, nothing is called for the rows, and no value in a row can
 * raise an error (ip_row_source.raising, which the encoder looks at). */
#include "lower/lower.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *c = text; *c; c++)
        if (strncasecmp(c, word, length) == 0 && (c == text || !is_of_word(c[-1])) && !is_of_word(c[length]))
            return true;
    return false;
}

/* How FOUND and ROW_COUNT are used after a place. */
typedef enum ip_later { IP_LATER_END, IP_LATER_SET, IP_LATER_ASKED } ip_later;

/* The words may stand in a comment: no harm in that. */
static bool asks(const ip_lowerer *l, ip_range range)
{
    const char *text = ip_range_text(l->arena, range);
    return has_word(text, "found") || has_word(text, "diagnostics");
}

/* PostgreSQL 15, section 43.5.5: FOR sets it when it ends, EXECUTE not at all. */
static bool sets(const ip_pl_statement *s)
{
    static const char *const words[] = {"select", "insert", "update", "delete", "merge"};
    bool set = s->kind == IP_PL_FOR_RANGE || s->kind == IP_PL_FOR_QUERY || s->kind == IP_PL_FOREACH;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && s->sql_text; i++)
        set = set || ((s->kind == IP_PL_SQL || s->kind == IP_PL_PERFORM) && !s->executes &&
                      strncasecmp(s->sql_text, words[i], strlen(words[i])) == 0);
    return set || (s->kind == IP_PL_RETURN && !s->more_follows); /* it is the routine's own */
}

static ip_later from_place(const ip_lowerer *l, ip_pl_statement *const *items, int first, int count)
{
    for (int i = first; i < count; i++) {
        if (asks(l, items[i]->range) || items[i]->kind == IP_PL_EXIT || items[i]->kind == IP_PL_CONTINUE)
            return IP_LATER_ASKED;
        if (sets(items[i]))
            return IP_LATER_SET;
    }
    return IP_LATER_END;
}

/* Looks at what follows the statement in the list. false: the statement is not in the list. */
static bool after(const ip_lowerer *l, ip_pl_statement *const *items, int count, const ip_pl_statement *s,
                  ip_later *later)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *at = items[i];
        bool within = at != s && after(l, at->body.items, at->body.count, s, later);
        for (int b = 0; b < at->branches.count && !within && at != s; b++)
            within = after(l, at->branches.items[b].body.items, at->branches.items[b].body.count, s, later);
        if (at != s && !within)
            continue;
        bool loops = within && at->kind != IP_PL_IF && at->kind != IP_PL_BLOCK;
        if (loops && *later == IP_LATER_END) /* its next round */
            *later = asks(l, at->range) ? IP_LATER_ASKED : sets(at) ? IP_LATER_SET : IP_LATER_END;
        if (at == s || *later == IP_LATER_END)
            *later = from_place(l, items, i + 1, count);
        return true;
    }
    return false;
}

static bool asks_for_rows(const ip_lowerer *l, const ip_pl_statement *s)
{
    ip_later later = IP_LATER_END;
    ip_pl_statement *const root = (ip_pl_statement *)l->unit->tree;
    return asks(l, l->unit->body) && (!root || !after(l, &root, 1, s, &later) || later == IP_LATER_ASKED);
}

/* Columns, constants, parameters, and PostgreSQL's own operators and casts. */
static bool calls_nothing(const ip_lowerer *l, const ip_tree *tree)
{
    bool own = l->definitions->user_operators.count > 0; /* casts are some, too */
    if (ip_parse_tree_is_message(tree) &&
        (ip_as_func_call(tree) || ip_as_sub_link(tree) || (own && (ip_as_a_expr(tree) || ip_as_type_cast(tree)))))
        return false;
    size_t i;
    const ip_tree *part;
    if (ip_parse_tree_is_list(tree))
        IP_LIST_EACH(tree, i, part) if (!calls_nothing(l, part)) return false;
    if (ip_parse_tree_is_message(tree))
        IP_TREE_EACH(tree, field, part) if (!calls_nothing(l, part)) return false;
    return true;
}

/* Nothing that could fail is computed for a row, except WHERE, whose errors are known (ip_row_source.raising). */
static bool computes_nothing(const PgQuery__SelectStmt *select)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(select, target_list), i, item)
    {
        const ip_tree *value = IP_GET(ip_as_res_target(item), val);
        if (!ip_as_a_const(value) && !ip_as_column_ref(value))
            return false;
    }
    IP_LIST_EACH(IP_ITEMS(select, sort_clause), i, item)
    if (!ip_as_column_ref(IP_GET(ip_as_sort_by(item), node)))
        return false;
    return !IP_ITEMS(select, group_clause) && !IP_GET(select, having_clause) && !IP_ITEMS(select, distinct_clause) &&
           !IP_GET(select, limit_offset) &&
           (!IP_GET(select, limit_count) || ip_as_a_const(IP_GET(select, limit_count)));
}

/* All that it reads are tables, not views, whose row security calls nothing. */
static bool reads_tables(const ip_lowerer *l, const PgQuery__SelectStmt *select)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(select, from_clause), i, item)
    {
        const PgQuery__RangeVar *name = ip_as_range_var(item);
        const ip_table *table =
            name ? ip_catalog_relation_of(l->definitions, ip_lower_path_of_names(l), name).table : NULL;
        for (int t = 0; table && t < l->definitions->triggers.count; t++)
            if (strcmp(l->definitions->triggers.items[t].table, table->name) == 0 &&
                l->definitions->triggers.items[t].policies.count > 0)
                table = NULL;
        if (!table)
            return false;
    }
    return ip_parse_list_size(IP_ITEMS(select, from_clause)) > 0 && !IP_GET(select, with_clause) &&
           !IP_GET(select, larg);
}

void ip_lower_discard(ip_lowerer *l, const ip_pl_statement *s, const ip_result *result)
{
    ip_parse_error error;
    if (result->statement < 0 || l->handlers > 0 || strcmp(l->unit->language, "plpgsql") != 0 || s->executes ||
        !s->sql_text || !l->unit->body.source)
        return;
    const ip_tree *statements = ip_parse_pg_parse(l->arena, s->sql_text, &error);
    const PgQuery__SelectStmt *select =
        ip_parse_list_size(statements) == 1 ? ip_as_select_stmt(ip_parse_statement_at(statements, 0)) : NULL;
    ip_statement *created = &l->program->statements.items[result->statement];
    bool waits = created->kind == IP_SELECT && !created->no_wait && !created->times_out;
    for (int q = 0; q < created->sources.count; q++)
        waits = waits && !created->sources.items[q].passes_over;
    if (!waits || !select || !computes_nothing(select) || !reads_tables(l, select) || !calls_nothing(l, select))
        return;
    created->discarded = !asks_for_rows(l, s);
    created->only_whether = !has_word(ip_range_text(l->arena, l->unit->body), "diagnostics"); /* at most FOUND */
}
