/* Whether a statement possibly, or surely, touches a row. */
#include "execution/touch.h"
#include "facts/fresh.h"

#include <string.h>

bool ip_encoding_program_too_deep(const ip_program *program)
{
    for (int l = 0; l < program->loops.count; l++)
        if (ip_term_loop_depth(program, l) >= IP_MAX_LOOP_DEPTH)
            return true;
    return false;
}

ip_site ip_encoding_view_site(const ip_view *view, const ip_program *program, int statement)
{
    ip_site site = {0};
    site.slot = view->slot;
    site.program = program;
    site.statement = &program->statements.items[statement];
    site.tokens = view->tokens;
    site.depth = ip_term_loop_depth(program, site.statement->loop) + 1;
    return site;
}

Z3_ast ip_encoding_same_row(ip_terms_context *c, const ip_table *table, const Z3_ast *a, const Z3_ast *b)
{
    ip_terms all = {0};
    for (int i = 0; i < ip_term_key_length(c, table); i++)
        IP_PUSH(c->arena, &all, ip_term_equal(&c->build, a[i], b[i]));
    return ip_term_all(&c->build, &all);
}

/* Rows of the other sources of a join, for the row of source q with this key: determined by the join's equalities, or
 * else some rows, as functions of this row: its partners, if it has any. */
static void joined_rows(ip_terms_context *c, const ip_site *site, int q, const Z3_ast *key, bool arbitrary,
                        ip_row *rows)
{
    const ip_statement *s = site->statement;
    memset(rows, 0, sizeof *rows * (size_t)s->sources.count);
    rows[q].key = key;
    for (int o = 0; o < s->sources.count; o++)
        rows[o].arbitrary = arbitrary;
    ip_term_determine_rows(c, site, rows);
    Z3_ast args[40];
    int n = 0;
    for (int i = 0; i < ip_term_key_length(c, s->sources.items[q].table); i++)
        args[n++] = key[i];
    for (int d = 0; d < site->depth && n < 33; d++)
        args[n++] = site->tokens[d];
    for (int o = 0; o < s->sources.count; o++) {
        if (rows[o].key)
            continue;
        const ip_table *table = s->sources.items[o].table;
        Z3_ast *some = IP_NEW_ARRAY(c->arena, Z3_ast, ip_term_key_length(c, table));
        for (int i = 0; i < ip_term_key_length(c, table); i++)
            some[i] = ip_term_apply(&c->build, ip_term_key_sort(c, table, i), n, args, "join.%d.%d.%d.%d.%d.%d.%d",
                                    site->slot, site->program->id, s->id, q, o, i, arbitrary);
        rows[o].key = some;
    }
}

typedef struct match {
    Z3_ast region; /* with some values of the changeable columns, the row matches */
    Z3_ast raises; /* … or could raise an error */
    Z3_ast raised; /* it raises an error, as the instance sees it */
    Z3_ast match;  /* it matches as the instance sees it, and its partners in a join exist and match */
    Z3_ast reread; /* it still matches, and exists, after the statement has its locks */
    bool exact;    /* match is sufficient, too */
} match;

static bool locks_rows(const ip_terms_context *c, const ip_site *site)
{
    bool any = false;
    for (int q = 0; q < site->statement->sources.count; q++)
        any = any || ip_facts_rereads(ip_term_reading_of(c, site->program), site->statement, q);
    return any;
}

/* The row and the rows that it is joined with match the condition: as found in the snapshot or, if the flag is set, as
 * re-read after they are locked. Sets exact to false if this is only a necessary condition. */
static Z3_ast match_of(ip_terms_context *c, const ip_site *site, int q, const ip_row *rows, bool reread, bool *exact)
{
    const ip_statement *s = site->statement;
    ip_site here = *site;
    here.rows = rows;
    here.reread = reread;
    Z3_ast match = ip_term_eval_true(c, &here, s->sources.items[q].filter);
    for (int o = 0; o < s->sources.count; o++) {
        const ip_row_source *other = &s->sources.items[o];
        if (o == q)
            continue;
        if (other->optional) {
            *exact = false; /* the partner may be missing */
            continue;
        }
        Z3_ast alive =
            reread ? ip_term_alive_reread(c, site, o, rows[o].key) : ip_term_alive_at(c, site, o, rows[o].key);
        match = ip_term_and3(&c->build, match, alive, ip_term_eval_true(c, &here, other->filter));
    }
    return match;
}

static match match_of_row(ip_terms_context *c, const ip_site *site, int q, const Z3_ast *key)
{
    const ip_statement *s = site->statement;
    ip_row rows[64];
    match f = {c->build.yes, c->build.no, c->build.no, c->build.yes, c->build.yes, true};
    if (s->sources.count > 64) { /* joins of so many tables are not followed */
        f.raises = f.raised = c->build.yes;
        f.exact = false;
        return f;
    }
    ip_site here = *site;
    here.rows = rows;
    joined_rows(c, site, q, key, true, rows);
    f.region = ip_term_eval_true(c, &here, s->sources.items[q].filter);
    f.raises = ip_term_row_raises(c, &here, q);
    joined_rows(c, site, q, key, false, rows);
    f.raised = ip_term_row_raises(c, &here, q);
    f.match = match_of(c, site, q, rows, false, &f.exact);
    if (locks_rows(c, site))
        f.reread =
            ip_term_and(&c->build, ip_term_alive_reread(c, site, q, key), match_of(c, site, q, rows, true, &f.exact));
    return f;
}

struct ip_match_memo {
    const ip_statement *statement;
    int source;
    match row;
    Z3_ast executes;
};

static int memo_slot(const struct ip_match_memo *memo, int capacity, const ip_statement *statement, int source)
{
    int at = (int)(((size_t)statement / 16 + (size_t)source) % (size_t)capacity);
    while (memo[at].statement && (memo[at].statement != statement || memo[at].source != source))
        at = (at + 1) % capacity;
    return at;
}

/* The match of the row at the view, and whether the statement executes: computed once for each view. */
static struct ip_match_memo remember(ip_terms_context *c, ip_view *view, const ip_site *site, int q)
{
    if ((view->memo_used + 1) * 2 > view->memo_capacity) {
        int larger = view->memo_capacity ? view->memo_capacity * 2 : 64;
        struct ip_match_memo *fresh = IP_NEW_ARRAY(c->arena, struct ip_match_memo, larger);
        for (int i = 0; i < view->memo_capacity; i++)
            if (view->memo[i].statement)
                fresh[memo_slot(fresh, larger, view->memo[i].statement, view->memo[i].source)] = view->memo[i];
        view->memo = fresh;
        view->memo_capacity = larger;
    }
    struct ip_match_memo *memo = &view->memo[memo_slot(view->memo, view->memo_capacity, site->statement, q)];
    if (!memo->statement) {
        const ip_table *table = site->statement->sources.items[q].table;
        match f = match_of_row(c, site, q, view->place->keys[table->id]);
        *memo = (struct ip_match_memo){site->statement, q, f, ip_term_executes(c, site)};
        view->memo_used++;
    }
    return *memo;
}

static Z3_ast uses_row(ip_terms_context *c, const struct ip_match_memo *memo, Z3_ast alive)
{
    return ip_term_and(&c->build, ip_term_and3(&c->build, memo->executes, memo->row.match, alive), memo->row.reread);
}

/* e(row) lies before (better) or beyond the extreme's value. */
static Z3_ast compare_extreme(ip_terms_context *c, const ip_site *site, const ip_extreme *x, const Z3_ast *key,
                              bool better)
{
    ip_row row = {.key = key};
    ip_site here = *site;
    here.rows = &row;
    Z3_ast value = ip_term_eval(c, &here, x->expr).value;
    bool smaller = better != x->descending;
    return smaller ? Z3_mk_lt(c->build.z3, value, x->value) : Z3_mk_gt(c->build.z3, value, x->value);
}

static Z3_ast surely_writes(ip_terms_context *c, ip_view *view, const ip_site *site, const Z3_ast *key,
                            const ip_column_group *group)
{
    const ip_build *b = &c->build;
    const ip_statement *s = site->statement;
    const ip_table *table = s->sources.items[0].table;
    if (s->kind == IP_UNKNOWN || s->limited || s->uncertain)
        return b->no;
    if (s->kind == IP_TRUNCATE) /* as its own instance finds the row afterwards: absent, for every column */
        return ip_term_executes(c, site);
    if (group && !ip_facts_statement_writes_group(s, table, group))
        return b->no;
    if (s->kind == IP_INSERT)
        return ip_term_and(b, ip_term_executes(c, site),
                           ip_encoding_same_row(c, table, key, ip_term_insert_key(c, site)));
    struct ip_match_memo memo = remember(c, view, site, 0);
    if (!memo.row.exact)
        return b->no;
    return uses_row(c, &memo, ip_term_alive_at(c, site, 0, key));
}

Z3_ast ip_encoding_surely_changes(ip_terms_context *c, ip_view *view, const ip_program *program, int statement)
{
    ip_site site = ip_encoding_view_site(view, program, statement);
    const ip_statement *s = site.statement;
    if (s->kind != IP_INSERT && s->kind != IP_UPDATE && s->kind != IP_DELETE)
        return c->build.no;
    const Z3_ast *key = view->place->keys[s->sources.items[0].table->id];
    return key ? surely_writes(c, view, &site, key, NULL) : c->build.no;
}

bool ip_encoding_loop_encloses(const ip_program *program, int outer, int inner)
{
    for (; inner >= 0; inner = program->loops.items[inner].parent)
        if (inner == outer)
            return true;
    return outer < 0;
}

bool ip_encoding_stands_before(const ip_program *program, int earlier, int statement)
{
    return earlier < statement && ip_encoding_loop_encloses(program, program->statements.items[earlier].loop,
                                                            program->statements.items[statement].loop);
}

/* SKIP LOCKED: the statement has not read the rows that it does not use (program.h). */
static bool passes_over(const ip_terms_context *c, const ip_statement *s, int source)
{
    bool inner = c->rules[IP_RULE_PASSED] && s->sources.items[source].passes_over;
    for (int q = 0; q < s->sources.count; q++)
        inner = inner && !s->sources.items[q].optional;
    return inner;
}

/* Matching rows that the statement does not use have not been touched: rows that LIMIT and ORDER BY leave out, or that
 * the enclosing query does not fetch, count as passed over. */
static bool uses_matching_rows(const ip_terms_context *c, const ip_statement *s)
{
    bool all = s->kind == IP_SELECT;
    for (int q = 0; q < s->sources.count; q++)
        all = all && passes_over(c, s, q);
    return all;
}

/* The statement returns this row. */
static Z3_ast gives_row(ip_terms_context *c, const ip_site *site, int source, const Z3_ast *key, Z3_ast otherwise)
{
    const ip_build *b = &c->build;
    const ip_row *given = site->statement->first_only ? ip_term_given_row(c, site) : NULL;
    if (!given)
        return otherwise;
    Z3_ast same = ip_encoding_same_row(c, site->statement->sources.items[source].table, given[source].key, key);
    return ip_term_and3(b, ip_term_executes(c, site), ip_term_statement_found(c, site), same);
}

/* Rows are locked in their order until a row still matches, or there are no more. */
static Z3_ast locks_on_its_way(ip_terms_context *c, const ip_site *site, const ip_extreme *x,
                               const struct ip_match_memo *memo, const Z3_ast *key)
{
    const ip_build *b = &c->build;
    if (!c->rules[IP_RULE_BEFORE_FIRST] || !memo->row.exact || site->statement->sources.items[0].passes_over)
        return b->no;
    Z3_ast before = ip_term_or(b, x->none, compare_extreme(c, site, x, key, true));
    Z3_ast there = ip_term_and(b, ip_term_alive_at(c, site, 0, key), ip_term_alive_reread(c, site, 0, key));
    return ip_term_and(b, ip_term_and3(b, memo->executes, memo->row.match, there), before);
}

Z3_ast ip_encoding_surely_locks(ip_terms_context *c, ip_view *view, const ip_program *program, int statement,
                                int source)
{
    const ip_build *b = &c->build;
    ip_site site = ip_encoding_view_site(view, program, statement);
    const ip_statement *s = site.statement;
    const Z3_ast *key = view->place->keys[s->sources.items[source].table->id];
    /* A SELECT does not lock grouped rows; a write locks its rows, wherever its values come from. */
    bool grouped = s->grouped && s->kind == IP_SELECT;
    if (!key || s->kind == IP_UNKNOWN || grouped || s->sources.items[source].optional ||
        ip_facts_lock_taken(s, source) == IP_LOCK_NONE)
        return b->no;
    bool all = uses_matching_rows(c, s);
    Z3_ast given = gives_row(c, &site, source, key, b->no);
    if (s->caught || ((s->uncertain || s->limited) && !all)) /* a caught error releases locks */
        return given;
    if (s->kind == IP_INSERT && source == 0)
        return surely_writes(c, view, &site, key, NULL);
    struct ip_match_memo memo = remember(c, view, &site, source);
    if (s->order_expr && !all) { /* ORDER BY … LIMIT 1 locks the row that it returns, and the rows before it */
        ip_extreme x = ip_term_statement_extreme(c, &site);
        if (!x.present)
            return given;
        given = ip_term_or(b, given, locks_on_its_way(c, &site, &x, &memo, key));
        if (!x.key)
            return given;
        Z3_ast result =
            ip_term_and(b, ip_term_not(b, x.none), ip_encoding_same_row(c, s->sources.items[0].table, key, x.key));
        return ip_term_or(b, given, ip_term_and3(b, memo.executes, result, ip_term_alive_reread(c, &site, 0, key)));
    }
    if (!memo.row.exact)
        return given;
    /* A row that no longer matches when it is re-read stays locked. In a join, however, the locks are taken one by
     * one. */
    Z3_ast stays = s->sources.count == 1 ? ip_term_alive_reread(c, &site, source, key) : memo.row.reread;
    Z3_ast fits =
        ip_term_and(b, ip_term_and3(b, memo.executes, memo.row.match, stays), ip_term_alive_at(c, &site, source, key));
    return ip_term_or(b, given, fits);
}

Z3_ast ip_encoding_may_match(ip_terms_context *c, ip_view *view, const ip_program *program, int statement, int source)
{
    ip_site site = ip_encoding_view_site(view, program, statement);
    return remember(c, view, &site, source).row.match;
}

Z3_ast ip_encoding_may_have_raised(ip_terms_context *c, ip_view *view, const ip_program *program, int statement,
                                   int source)
{
    ip_site site = ip_encoding_view_site(view, program, statement);
    return site.statement->caught ? remember(c, view, &site, source).row.raised : c->build.no;
}

Z3_ast ip_encoding_may_reread(ip_terms_context *c, ip_view *view, const ip_program *program, int statement, int source)
{
    ip_site site = ip_encoding_view_site(view, program, statement);
    const Z3_ast *key = view->place->keys[site.statement->sources.items[source].table->id];
    if (!key || !ip_facts_rereads(ip_term_reading_of(c, program), site.statement, source))
        return c->build.no;
    return ip_term_and(&c->build, remember(c, view, &site, source).row.match, ip_term_alive_at(c, &site, source, key));
}

Z3_ast ip_encoding_surely_rereads(ip_terms_context *c, ip_view *view, const ip_program *program, int statement,
                                  int source)
{
    ip_site site = ip_encoding_view_site(view, program, statement);
    const ip_statement *s = site.statement;
    struct ip_match_memo memo = remember(c, view, &site, source);
    return memo.row.exact && !s->uncertain && !s->limited && !s->order_expr
               ? ip_encoding_may_reread(c, view, program, statement, source)
               : c->build.no;
}

/* On its step's snapshot a statement does not see the writes of other statements of the step (parts of WITH, for
 * example), nor those of statements with later steps that stand before it: triggers and functions that it runs. A kept
 * plan sees none of them. */
static bool sees_write(const ip_statement *reader, int source, const ip_statement *writer)
{
    return !reader->kept &&
           (writer->step < reader->step || reader->kind == IP_INSERT || reader->sources.items[source].newest);
}

/* The instance itself surely wrote the cell before the statement, in this iteration or outside its
 * loops: the read is internal. */
static Z3_ast written_before(ip_terms_context *c, ip_view *view, const ip_site *site, int source, const ip_table *table,
                             const Z3_ast *key, const ip_column_group *group)
{
    if (!c->rules[IP_RULE_OWN_WRITES])
        return c->build.no;
    ip_terms any = {0};
    for (int i = 0; i < site->statement->id; i++) {
        const ip_statement *s = &site->program->statements.items[i];
        if (s->sources.count == 0 || s->sources.items[0].table != table ||
            !(s->kind == IP_TRUNCATE || ip_facts_statement_writes_group(s, table, group)) ||
            !sees_write(site->statement, source, s) ||
            !ip_encoding_loop_encloses(site->program, s->loop, site->statement->loop))
            continue;
        ip_site there = *site;
        there.statement = s;
        there.rows = NULL;
        there.depth = ip_term_loop_depth(site->program, s->loop) + 1;
        IP_PUSH(c->arena, &any, surely_writes(c, view, &there, key, group));
    }
    return ip_term_any(&c->build, &any);
}

static bool changed_before(const ip_terms_context *c, const ip_site *site, const ip_table *table,
                           const ip_column_group *group)
{
    bool any = group->exists && ip_term_changed_before(c, site->program, site->statement, table, -1);
    for (int i = 0; i < group->columns.count; i++)
        any = any || ip_term_changed_before(c, site->program, site->statement, table, group->columns.items[i]);
    return any;
}

static Z3_ast touch_unknown(ip_terms_context *c, const ip_site *site, int q, ip_touch_kind kind, bool sure)
{
    bool writes = kind == IP_WRITE_INSERT || kind == IP_WRITE_UPDATE || kind == IP_WRITE_DELETE;
    const ip_row_source *source = &site->statement->sources.items[q];
    if (sure || (writes ? source->reads_only : source->writes_only) ||
        (site->statement->only_deletes && writes && kind != IP_WRITE_DELETE))
        return c->build.no;
    return ip_term_and(&c->build, ip_term_executes(c, site),
                       ip_term_const(&c->build, c->build.boolean, "touches.%d.%d.%d.%d.%d", site->slot,
                                     site->program->id, site->statement->id, q, c->fresh++));
}

/* Every row is deleted, whether it existed or not: its absence afterwards is due to this statement. The effects of
 * TRUNCATE on transactions whose snapshots do not contain it are stated with its dependencies (edges.c), so none of it
 * is sure here. */
static Z3_ast touch_emptied(ip_terms_context *c, const ip_site *site, ip_touch_kind kind, const ip_column_group *group,
                            bool sure)
{
    return !sure && kind == IP_WRITE_DELETE && group->exists ? ip_term_executes(c, site) : c->build.no;
}

static Z3_ast touch_insert(ip_terms_context *c, ip_view *view, const ip_site *site, const Z3_ast *key,
                           ip_touch_kind kind, const ip_column_group *group, bool sure)
{
    const ip_build *b = &c->build;
    const ip_table *table = site->statement->sources.items[0].table;
    if (kind == IP_WRITE_INSERT)
        return sure && site->statement->uncertain
                   ? b->no
                   : ip_term_and(b, ip_term_executes(c, site),
                                 ip_encoding_same_row(c, table, key, ip_term_insert_key(c, site)));
    /* Rows without a key are always new: no row has to be absent. */
    if (kind != IP_READ_ABSENT || !c->rules[IP_RULE_ABSENCE_READ] || !c->facts->tables[table->id].key_count)
        return b->no;
    if (sure && ip_term_changed_before(c, site->program, site->statement, table, -1))
        return b->no;
    return ip_term_and3(b, ip_term_executes(c, site), ip_encoding_same_row(c, table, key, ip_term_insert_key(c, site)),
                        ip_term_not(b, written_before(c, view, site, 0, table, key, group)));
}

/* The reads of a committed instance's check: a referenced row existed; other rows with the values of a unique key did
 * not exist, or had other values. */
static bool check_reads(ip_check_kind check, ip_touch_kind kind, const ip_column_group *group)
{
    return check == IP_CHECK_PRESENT ? kind == IP_READ_PRESENT : kind == IP_READ_ABSENT || !group->exists;
}

/* The row exists (or not), apart from the instance's own writes: as the statement finds it, or, for a row that it finds
 * and locks, in the re-read version. */
static Z3_ast alive_for_others(ip_terms_context *c, const ip_site *site, int q, const Z3_ast *key, ip_touch_kind kind,
                               const match *f, bool sure)
{
    const ip_build *b = &c->build;
    const ip_table *table = site->statement->sources.items[q].table;
    const ip_reading *reading = ip_term_reading_of(c, site->program);
    ip_snapshot snapshot = ip_term_snapshot_of(c, site);
    Z3_ast found = ip_facts_reads_newest(reading, site->statement, q) ? ip_term_alive_at(c, site, q, key)
                                                                      : ip_term_alive(c, &snapshot, table, key);
    if (!ip_facts_rereads(reading, site->statement, q))
        return kind == IP_READ_ABSENT ? ip_term_not(b, found) : found;
    Z3_ast locked = ip_term_alive_reread(c, site, q, key);
    /* A row that it then locks is read only once, after the lock. */
    if (kind == IP_READ_PRESENT)
        return ip_term_and(b, found,
                           sure       ? locked
                           : f->exact ? ip_term_or(b, ip_term_not(b, f->match), locked)
                                      : b->yes);
    return sure ? ip_term_not(b, found)
                : ip_term_or(b, ip_term_not(b, found), ip_term_and(b, f->match, ip_term_not(b, locked)));
}

/* The check of an INSERT that an error has undone, for a number from a sequence: no other row ever has this number. */
static bool looks_for_fresh(const ip_terms_context *c, const ip_program *program, const ip_statement *s)
{
    const ip_table_facts *facts = &c->facts->tables[s->sources.items[0].table->id];
    if (!s->past_snapshot || !facts->fresh || facts->key_count != 1)
        return false;
    const ip_expr *value = ip_facts_equated_term(s->sources.items[0].filter, 0, facts->key[0]);
    return value && ip_facts_from_sequence(program, value);
}

static Z3_ast touch_rows(ip_terms_context *c, ip_view *view, const ip_site *site, int q, const Z3_ast *key,
                         ip_touch_kind kind, const ip_column_group *group, bool sure)
{
    const ip_build *b = &c->build;
    const ip_statement *s = site->statement;
    const ip_row_source *source = &s->sources.items[q];
    const ip_table *table = source->table;

    if (kind == IP_WRITE_INSERT)
        return b->no;
    if (kind == IP_WRITE_UPDATE || kind == IP_WRITE_DELETE) {
        bool writes = q == 0 && s->kind == (kind == IP_WRITE_UPDATE ? IP_UPDATE : IP_DELETE) &&
                      ip_facts_statement_writes_group(s, table, group);
        if (!writes)
            return b->no;
        if (sure)
            return surely_writes(c, view, site, key, group);
        struct ip_match_memo memo = remember(c, view, site, 0);
        return uses_row(c, &memo, ip_term_alive_at(c, site, 0, key));
    }
    if (!ip_facts_statement_reads_group(s, q, group) || looks_for_fresh(c, site->program, s))
        return b->no;
    bool own = c->rules[IP_RULE_OWN_ROWS] && source->own;
    bool discarded = c->rules[IP_RULE_DISCARDED] && s->discarded && !ip_term_reading_of(c, site->program)->tracked;
    if ((own || discarded) && source->raising.count == 0)
        return b->no;
    bool passing = passes_over(c, s, q);
    if (kind == IP_READ_ABSENT && ((passing && source->raising.count == 0) || !c->rules[IP_RULE_PHANTOMS]))
        return b->no;
    if (s->check != IP_CHECK_NONE && (sure || !check_reads(s->check, kind, group)))
        return b->no;
    if (sure && ((s->limited && !uses_matching_rows(c, s)) || changed_before(c, site, table, group)))
        return b->no;

    struct ip_match_memo memo = remember(c, view, site, q);
    match f = memo.row;
    if (sure && !f.exact)
        return b->no;
    /* Columns that only flow into the result are read for rows that match; the other columns, and presence, for every
     * row that could match. A sure read of a join needs the partners' presence, which match includes. */
    bool of_result = kind == IP_READ_PRESENT && !group->exists && !ip_facts_statement_filters_by(s, q, group);
    Z3_ast used = ip_term_and(b, f.match, f.reread);
    Z3_ast condition = passing || of_result || (sure && s->sources.count > 1) ? used : f.region;
    if (passing)
        condition = kind == IP_READ_ABSENT ? b->no : ip_term_and(b, condition, gives_row(c, site, q, key, b->yes));
    ip_extreme x = ip_term_statement_extreme(c, site);
    if (x.present) {
        Z3_ast worse = compare_extreme(c, site, &x, key, false), better = compare_extreme(c, site, &x, key, true);
        Z3_ast is_result = ip_term_and3(b, ip_term_not(b, x.none), ip_term_not(b, worse), ip_term_not(b, better));
        if (passing || of_result || (sure && kind == IP_READ_PRESENT))
            condition = ip_term_and3(b, condition, used, is_result);
        else if (sure)
            condition = ip_term_and(b, condition, ip_term_or(b, x.none, better));
        else
            condition = ip_term_and(b, condition, ip_term_or(b, x.none, ip_term_not(b, worse)));
    }
    if (!sure && !of_result)
        condition = ip_term_or(b, condition, f.raises);
    Z3_ast alive = alive_for_others(c, site, q, key, kind, &f, sure);
    Z3_ast external = ip_term_not(b, written_before(c, view, site, q, table, key, group));
    return ip_term_and(b, ip_term_and3(b, memo.executes, condition, alive), external);
}

Z3_ast ip_encoding_touch(ip_terms_context *c, ip_view *view, const ip_program *program, int statement, int source,
                         ip_touch_kind kind, const ip_column_group *group, bool sure)
{
    ip_site site = ip_encoding_view_site(view, program, statement);
    const ip_statement *s = site.statement;
    const ip_table *table = s->sources.items[source].table;
    const Z3_ast *key = view->place->keys[table->id];
    if (s->kind == IP_ABORT || table->id != group->table || !key)
        return c->build.no;
    if (s->kind == IP_UNKNOWN)
        return touch_unknown(c, &site, source, kind, sure);
    if (s->kind == IP_TRUNCATE)
        return touch_emptied(c, &site, kind, group, sure);
    if (s->kind == IP_INSERT && source == 0)
        return touch_insert(c, view, &site, key, kind, group, sure);
    return touch_rows(c, view, &site, source, key, kind, group, sure);
}

Z3_ast ip_encoding_query_facts(ip_terms_context *c, ip_view *view, const ip_program *program, int statement)
{
    const ip_build *b = &c->build;
    ip_site site = ip_encoding_view_site(view, program, statement);
    const ip_statement *s = site.statement;
    if ((s->kind != IP_SELECT && s->kind != IP_UPDATE && s->kind != IP_DELETE) || s->sources.count != 1 || s->limited ||
        s->grouped || s->uncertain)
        return b->yes;
    const ip_table *table = s->sources.items[0].table;
    const Z3_ast *key = view->place->keys[table->id];
    if (!key)
        return b->yes;
    struct ip_match_memo memo = remember(c, view, &site, 0);
    Z3_ast matches = uses_row(c, &memo, ip_term_alive_at(c, &site, 0, key));
    ip_extreme x = ip_term_statement_extreme(c, &site);
    if (x.present)
        return ip_term_implies(
            b, matches,
            ip_term_and(b, ip_term_not(b, x.none), ip_term_not(b, compare_extreme(c, &site, &x, key, true))));
    if (!c->rules[IP_RULE_NON_EMPTY] || s->order_expr)
        return b->yes;
    return ip_term_implies(b, matches, ip_term_some_row(c, &site));
}
