/* A graph of names. Nodes are the definitions of the input, each with the words of its texts; a word leads to every
 * definition whose name ends in that word. */
#include "access_summary/reachable_names.h"

#include "access_summary/from_list.h"
#include "base/words.h"
#include "base/text_table.h"

#include "parse/lexer.h"
#include "parse/pg_parse.h"
#include "catalog/sequence.h"
#include "parse/statement.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char ip_summary_reach_sequence_read[] = "\3reads a sequence";

typedef IP_VEC(int) numbers;

typedef struct word {
    const char *text;
    numbers nodes; /* that bear it */
} word;

struct ip_reach {
    ip_arena *arena;
    const ip_definitions *definitions;
    const char *const *calls;
    ip_reach_marker marker;
    IP_VEC(word) words;
    ip_text_table numbers;     /* int *, of words by their texts */
    IP_VEC(numbers) nodes;     /* words of each; the first are the units, by their ids */
    numbers everywhere;        /* words of code that runs without being named: operators, casts */
    int *seen_word, mark;      /* [room] */
    const ip_reach_words **of; /* [units] */
};

static int number_of(ip_reach *r, const char *text)
{
    ip_text_entry *entry = ip_text_table_add(r->arena, &r->numbers, text);
    int *number = entry->value;
    if (!number) {
        word fresh = {.text = ip_arena_strdup(r->arena, text)};
        entry->text = fresh.text;
        entry->value = number = IP_NEW(r->arena, int);
        *number = r->words.count;
        IP_PUSH(r->arena, &r->words, fresh);
    }
    return *number;
}

static void add_number(ip_reach *r, numbers *to, int number)
{
    if (to->count == 0 || to->items[to->count - 1] != number)
        IP_PUSH(r->arena, to, number);
}

void ip_summary_reach_add(ip_reach *r, int node, const char *text)
{
    int number = number_of(r, text);
    add_number(r, node < 0 ? &r->everywhere : &r->nodes.items[node], number);
}

const ip_definitions *ip_summary_reach_definitions(const ip_reach *reach)
{
    return reach->definitions;
}

/* ---- words of texts ---- */

static bool of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_call(const ip_reach *r, const char *text)
{
    for (const char *const *call = r->calls; *call; call++)
        if (strcmp(*call, text) == 0)
            return true;
    return false;
}

/* Each word of the text, in lower case. */
static void each_word(ip_reach *r, int node, const char *text, size_t length, bool quoted)
{
    char small[128];
    for (size_t at = 0; at < length;) {
        size_t used = 0;
        for (; at < length && of_word(text[at]); at++)
            if (used + 1 < sizeof small)
                small[used++] = (char)tolower((unsigned char)text[at]);
        small[used] = '\0';
        if (used > 0)
            ip_summary_reach_add(r, node, small);
        if (used > 0 && quoted && is_call(r, small))
            ip_summary_reach_add(r, node, ip_arena_printf(r->arena, "%c%s *", IP_REACH_CALL, small));
        at += used == 0;
    }
}

/* Of a name as SQL or a regclass writes it: the last part, in lower case, without quotes. */
static const char *last_name(ip_reach *r, const char *text)
{
    char *name = ip_arena_strdup(r->arena, ip_last_part(text));
    size_t used = 0;
    for (const char *c = name; *c; c++)
        if (*c != '"')
            name[used++] = (char)tolower((unsigned char)*c);
    name[used] = '\0';
    return name;
}

static void mark_call(ip_reach *r, int node, char kind, const char *function, const char *argument)
{
    ip_summary_reach_add(r, node,
                         ip_arena_printf(r->arena, "%c%s %s", kind, function, argument ? last_name(r, argument) : "*"));
}

static void lex(ip_reach *r, int node, const ip_source *source, size_t begin, size_t end);

static void lex_string(ip_reach *r, int node, const ip_source *source, ip_token t)
{
    size_t begin, end;
    if (ip_parse_token_dollar(source, t, &begin, &end))
        lex(r, node, source, begin, end);
    else
        each_word(r, node, source->text + t.begin, t.end - t.begin, true);
}

/* The call whose name has been read up to at. */
static void lex_call(ip_reach *r, int node, const ip_source *source, const char *function, size_t at, size_t end)
{
    ip_token open = ip_parse_next_token(source, &at, end, false), first = ip_parse_next_token(source, &at, end, false);
    if (!ip_parse_token_is(source, open, "("))
        return;
    ip_token next = ip_parse_next_token(source, &at, end, false);
    bool constant = first.kind == IP_TOKEN_STRING && source->text[first.begin] == '\'' &&
                    (ip_parse_token_is(source, next, ",") || ip_parse_token_is(source, next, ")") ||
                     ip_parse_token_is(source, next, "::"));
    mark_call(r, node, IP_REACH_CALL, function,
              constant ? ip_arena_strndup(r->arena, source->text + first.begin + 1, first.end - first.begin - 2)
                       : NULL);
}

static void lex(ip_reach *r, int node, const ip_source *source, size_t begin, size_t end)
{
    ip_from_list list = {0};
    for (ip_token t = ip_parse_lex(source, begin, end, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, end, false)) {
        if (t.kind == IP_TOKEN_COMMENT)
            continue;
        bool relation = ip_summary_from_list_next(&list, source, t);
        if (t.kind == IP_TOKEN_STRING) {
            lex_string(r, node, source, t);
            continue;
        }
        each_word(r, node, source->text + t.begin, t.end - t.begin, false);
        if (t.kind != IP_TOKEN_WORD && t.kind != IP_TOKEN_QUOTED)
            continue;
        const char *name = last_name(r, ip_arena_strndup(r->arena, source->text + t.begin, t.end - t.begin));
        if (relation && ip_catalog_sequence_is(r->definitions, name))
            ip_summary_reach_add(r, node, ip_summary_reach_sequence_read);
        if (is_call(r, name))
            lex_call(r, node, source, name, t.end, end);
    }
}

static void lex_text(ip_reach *r, int node, ip_pl_text text)
{
    if (ip_pl_given(text))
        lex(r, node, text.source, text.begin, text.end);
}

/* The constant, without the casts around it; NULL: the node is no constant. */
static const char *constant_of(const ip_tree *node)
{
    while (ip_as_type_cast(node))
        node = IP_GET(ip_as_type_cast(node), arg);
    const char *text = IP_TEXT(ip_const_sval(ip_as_a_const(node)), sval);
    return *text ? text : NULL;
}

static void walk(ip_reach *r, int node, const ip_tree *tree, char kind)
{
    const ip_tree *value;
    size_t i;
    const char *text;
    IP_TEXT_EACH(tree, field, text) each_word(r, node, text, strlen(text), false);
    if (ip_as_a_const(tree) && constant_of(tree))
        each_word(r, node, constant_of(tree), strlen(constant_of(tree)), true);
    const char *relation = IP_TEXT(ip_range_var_message(tree), relname);
    if (*relation && ip_catalog_sequence_is(r->definitions, relation))
        ip_summary_reach_add(r, node, ip_summary_reach_sequence_read);
    const ip_tree *names = IP_ITEMS(ip_as_func_call(tree), funcname);
    const char *name = ip_parse_last_string(names);
    if (is_call(r, name))
        mark_call(r, node, kind, name, constant_of(ip_parse_list_item(IP_ITEMS(ip_as_func_call(tree), args), 0)));
    IP_LIST_EACH(tree, i, value) walk(r, node, value, kind);
    IP_TREE_EACH(tree, key, value) walk(r, node, value, kind);
}

static void walk_kept(ip_reach *r, int node, const ip_kept_tree *kept, char kind)
{
    const ip_tree *tree = kept ? kept->tree : NULL;
    walk(r, node, tree, kind);
}

/* ---- nodes ---- */

static void name_node(ip_reach *r, int node, const char *name)
{
    char small[128];
    const char *last = ip_last_part(name);
    for (size_t at = 0; last[at];) {
        size_t used = 0;
        for (; last[at] && of_word(last[at]); at++)
            if (used + 1 < sizeof small)
                small[used++] = (char)tolower((unsigned char)last[at]);
        small[used] = '\0';
        if (used > 0) {
            int number = number_of(r, small);
            IP_PUSH(r->arena, &r->words.items[number].nodes, node);
        }
        at += used == 0;
    }
}

static int new_node(ip_reach *r, const char *name)
{
    numbers none = {0};
    int node = r->nodes.count;
    IP_PUSH(r->arena, &r->nodes, none);
    if (name)
        name_node(r, node, name);
    return node;
}

static void add_text(ip_reach *r, int node, const char *text)
{
    if (text)
        each_word(r, node, text, strlen(text), true);
}

static void add_statement(ip_reach *r, int node, const ip_pl_statement *s, const ip_source *own);

static void add_statements(ip_reach *r, int node, ip_pl_statement *const *items, int count, const ip_source *own)
{
    for (int i = 0; i < count; i++)
        add_statement(r, node, items[i], own);
}

/* Texts that stand elsewhere than in the unit's: of files that it includes, of variables, of EXECUTE once it is known.
 */
static void add_elsewhere(ip_reach *r, int node, ip_pl_text text, const ip_source *own)
{
    if (text.source != own)
        lex_text(r, node, text);
}

static void add_statement(ip_reach *r, int node, const ip_pl_statement *s, const ip_source *own)
{
    const ip_pl_text texts[] = {s->sql, s->expr, s->low, s->high, s->step};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        add_elsewhere(r, node, texts[i], own);
    for (int i = 0; i < s->args.count; i++)
        add_elsewhere(r, node, s->args.items[i], own);
    for (int i = 0; i < s->shapes.count; i++)
        add_text(r, node, s->shapes.items[i]);
    for (int i = 0; i < s->touches.count; i++)
        add_text(r, node, s->touches.items[i]);
    if (s->sql_text && (s->folded || s->sql.source != own))
        add_text(r, node, s->sql_text);
    r->marker(r, node, s);
    if (s->anonymous && s->anonymous->tree) {
        lex_text(r, node, s->anonymous->body);
        add_statement(r, node, s->anonymous->tree, s->anonymous->body.source);
    }
    add_statements(r, node, s->body.items, s->body.count, own);
    add_statements(r, node, s->handlers.items, s->handlers.count, own);
    for (int i = 0; i < s->branches.count; i++) {
        add_elsewhere(r, node, s->branches.items[i].condition, own);
        add_elsewhere(r, node, s->branches.items[i].operand, own);
        add_statements(r, node, s->branches.items[i].body.items, s->branches.items[i].body.count, own);
    }
}

static void add_unit(ip_reach *r, const ip_unit *unit)
{
    int node = new_node(r, unit->kind == IP_UNIT_ROUTINE ? unit->name : NULL);
    lex_text(r, node, unit->body);
    for (int i = 0; i < unit->parameters.count; i++) {
        add_text(r, node, unit->parameters.items[i].type_name);
        walk_kept(r, node, unit->parameters.items[i].kept_default, IP_REACH_CALL);
    }
    if (unit->tree)
        add_statement(r, node, unit->tree, unit->body.source);
}

static void add_triggers(ip_reach *r, int node, const char *relation)
{
    const ip_definitions *d = r->definitions;
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        if (strcmp(t->table, relation) != 0)
            continue;
        add_text(r, node, t->function);
        add_text(r, node, t->other_end);
        walk_kept(r, node, t->when, IP_REACH_CALL);
        walk_kept(r, node, t->does, IP_REACH_CALL);
        for (int k = 0; k < t->args.count; k++)
            add_text(r, node, t->args.items[k]);
        for (int k = 0; k < t->policies.count; k++) {
            walk_kept(r, node, t->policies.items[k].using, IP_REACH_CALL);
            walk_kept(r, node, t->policies.items[k].check, IP_REACH_CALL);
        }
    }
}

static void add_column(ip_reach *r, int node, const ip_table *table, const ip_column *c)
{
    add_text(r, node, c->domain);
    add_text(r, node, c->type.name);
    walk_kept(r, node, c->kept_default, IP_REACH_DEFAULT);
    walk_kept(r, node, c->kept_generated, IP_REACH_CALL);
    if (c->sequence && !c->kept_default)
        mark_call(r, node, IP_REACH_DEFAULT, "nextval",
                  ip_summary_reach_sequence(r, table, (int)(c - table->columns.items)));
}

/* serial and identity: PostgreSQL's default name, cut if it is too long. */
const char *ip_summary_reach_sequence(ip_reach *r, const ip_table *table, int column)
{
    enum { LONGEST = 63 };
    const ip_column *c = &table->columns.items[column];
    const ip_tree *tree = c->kept_default ? c->kept_default->tree : NULL;
    const char *given = constant_of(ip_parse_list_item(IP_ITEMS(ip_as_func_call(tree), args), 0)), *name = "*";
    if (given)
        name = last_name(r, given);
    else if (!tree)
        name = ip_arena_printf(r->arena, "%s_%s_seq", ip_last_part(table->name), c->name);
    return strlen(name) <= LONGEST ? name : "*";
}

static void add_table(ip_reach *r, const ip_table *table)
{
    const ip_definitions *d = r->definitions;
    int node = new_node(r, table->name);
    for (int c = 0; c < table->columns.count; c++)
        add_column(r, node, table, &table->columns.items[c]);
    for (int k = 0; k < table->foreign_keys.count; k++)
        add_text(r, node, table->foreign_keys.items[k].target->name);
    for (int i = 0; i < d->schema->tables.count && table->referenced; i++)
        for (int k = 0; k < d->schema->tables.items[i]->foreign_keys.count; k++)
            if (d->schema->tables.items[i]->foreign_keys.items[k].target == table)
                add_text(r, node, d->schema->tables.items[i]->name);
    for (int i = 0; i < d->checks.count; i++)
        if (d->checks.items[i].table == table)
            lex_text(r, node, d->checks.items[i].expr);
    for (int i = 0; i < d->implied.count; i++)
        if (d->implied.items[i].table == table)
            walk_kept(r, node, d->implied.items[i].tree, IP_REACH_CALL);
    for (int i = 0; i < d->inheritance.count; i++) {
        if (strcmp(d->inheritance.items[i].child, table->name) == 0)
            add_text(r, node, d->inheritance.items[i].parent);
        if (strcmp(d->inheritance.items[i].parent, table->name) == 0)
            add_text(r, node, d->inheritance.items[i].child);
    }
    add_triggers(r, node, table->name);
}

static void add_others(ip_reach *r)
{
    const ip_definitions *d = r->definitions;
    for (int i = 0; i < d->views.count; i++) {
        int node = new_node(r, d->views.items[i].name);
        walk_kept(r, node, d->views.items[i].query, IP_REACH_CALL);
        for (int k = 0; k < d->views.items[i].defaults.count; k++)
            walk_kept(r, node, d->views.items[i].defaults.items[k].value, IP_REACH_DEFAULT);
        add_triggers(r, node, d->views.items[i].name);
    }
    for (int i = 0; i < d->materialized.count; i++)
        walk_kept(r, new_node(r, d->materialized.items[i].table->name), d->materialized.items[i].query, IP_REACH_CALL);
    for (int i = 0; i < d->types.count; i++) {
        int node = new_node(r, d->types.items[i].name);
        add_text(r, node, d->types.items[i].base.name);
        for (int k = 0; k < d->types.items[i].checks.count; k++)
            walk_kept(r, node, d->types.items[i].checks.items[k], IP_REACH_CALL);
    }
    for (int i = 0; i < d->implied.count; i++)
        if (d->implied.items[i].domain)
            walk_kept(r, new_node(r, d->implied.items[i].domain), d->implied.items[i].tree, IP_REACH_CALL);
    for (int i = 0; i < d->composites.count; i++) {
        int node = new_node(r, d->composites.items[i].name);
        for (int c = 0; c < d->composites.items[i].row->columns.count; c++) {
            add_text(r, node, d->composites.items[i].row->columns.items[c].domain);
            add_text(r, node, d->composites.items[i].row->columns.items[c].type.name);
        }
    }
    for (int i = 0; i < d->user_operators.count; i++) {
        const ip_user_operator *s = &d->user_operators.items[i];
        int node = s->kind == IP_USER_AGGREGATE ? new_node(r, s->name) : -1;
        for (int k = 0; k < s->functions.count; k++)
            add_text(r, node, s->functions.items[k]);
    }
}

ip_reach *ip_summary_reach_new(const ip_definitions *d, const char *const *calls, ip_reach_marker marker)
{
    ip_reach *r = IP_NEW(d->arena, ip_reach);
    *r = (ip_reach){.arena = d->arena, .definitions = d, .calls = calls, .marker = marker};
    r->of = IP_NEW_ARRAY(d->arena, const ip_reach_words *, d->units.count);
    for (int i = 0; i < d->units.count; i++)
        add_unit(r, d->units.items[i]);
    for (int i = 0; i < d->schema->tables.count; i++)
        if (!d->schema->tables.items[i]->locks_only && !d->schema->tables.items[i]->others)
            add_table(r, d->schema->tables.items[i]);
    add_others(r);
    r->seen_word = IP_NEW_ARRAY(d->arena, int, r->words.count);
    return r;
}

const ip_reach_words *ip_summary_reach_of(ip_reach *r, const ip_unit *unit)
{
    if (r->of[unit->id])
        return r->of[unit->id];
    ip_reach_words *all = IP_NEW(r->arena, ip_reach_words);
    numbers todo = {0};
    r->mark++;
    for (int side = 0; side < 2; side++) {
        const numbers *from = side ? &r->everywhere : &r->nodes.items[unit->id];
        for (int i = 0; i < from->count; i++)
            IP_PUSH(r->arena, &todo, from->items[i]);
    }
    while (todo.count > 0) {
        int number = todo.items[--todo.count];
        if (r->seen_word[number] == r->mark)
            continue;
        r->seen_word[number] = r->mark;
        const word *found = &r->words.items[number];
        IP_PUSH(r->arena, all, found->text);
        for (int n = 0; n < found->nodes.count; n++) {
            const numbers *words = &r->nodes.items[found->nodes.items[n]];
            for (int i = 0; i < words->count; i++)
                if (r->seen_word[words->items[i]] != r->mark)
                    IP_PUSH(r->arena, &todo, words->items[i]);
        }
    }
    return r->of[unit->id] = all;
}
