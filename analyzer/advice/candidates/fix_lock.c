/* Locks on the rows that a SELECT reads, and writes that turn a read into a conflict. */
#include "advice/candidates/candidate.h"
#include "advice/candidates/select_text.h"
#include "base/words.h"
#include "facts/facts.h"

#include <string.h>

static const struct {
    ip_lock lock;
    int cost;
} modes[] = {{IP_LOCK_UPDATE, IP_COST_LOCK_UPDATE}, /* the strongest first */
             {IP_LOCK_NO_KEY_UPDATE, IP_COST_LOCK_NO_KEY_UPDATE},
             {IP_LOCK_SHARE, IP_COST_LOCK_SHARE}};
enum { MODES = sizeof modes / sizeof *modes };

static bool writes_later(const ip_program *program, int statement, const ip_table *table)
{
    for (int s = statement + 1; s < program->statements.count; s++) {
        const ip_statement *later = &program->statements.items[s];
        if ((later->kind == IP_UPDATE || later->kind == IP_DELETE) && later->sources.items[0].table == table)
            return true;
    }
    return false;
}

static int cost_of(int mode, const ip_program *program, int statement, const ip_table *table)
{
    bool share = modes[mode].lock == IP_LOCK_SHARE;
    return share && writes_later(program, statement, table) ? IP_COST_LOCK_SHARE_THEN_WRITE : modes[mode].cost;
}

/* Whether the later statement looks for rows that belong to the row that the earlier statement finds: the same term
 * equals some column of theirs and a column of its key. A lock on that row also protects rows that do not exist yet. */
static bool looks_for_children(ip_workshop *w, const ip_program *program, const ip_statement *earlier,
                               const ip_statement *later)
{
    if (!ip_advice_finds_one_row(earlier) || ip_advice_finds_one_row(later) || later->check != IP_CHECK_NONE)
        return false;
    const ip_row_source *parent = &earlier->sources.items[0];
    for (int k = 0; k < parent->table->columns.count; k++) {
        const ip_expr *term = ip_facts_equated_term(parent->filter, 0, k);
        for (int i = 0; term && i < later->sources.count; i++)
            for (int c = 0; c < later->sources.items[i].table->columns.count; c++) {
                const ip_expr *other = ip_facts_equated_term(later->sources.items[i].filter, i, c);
                if (other && strcmp(ip_program_expr_text(w->arena, term, program, earlier),
                                    ip_program_expr_text(w->arena, other, program, later)) == 0)
                    return true;
            }
    }
    return false;
}

static bool stands_for_children(ip_workshop *w, const ip_program *program, int s)
{
    for (int later = s + 1; later < program->statements.count; later++)
        if (looks_for_children(w, program, &program->statements.items[s], &program->statements.items[later]))
            return true;
    return false;
}

static void helps_reader(ip_workshop *w, int candidate, int p, int s)
{
    const ip_program *program = w->workload->programs.items[p];
    ip_advice_candidate_helps(w, candidate, p, s, false);
    for (int later = s + 1; later < program->statements.count; later++)
        if (looks_for_children(w, program, &program->statements.items[s], &program->statements.items[later]))
            ip_advice_candidate_helps(w, candidate, p, later, false);
}

static bool is_candidate(const ip_statement *statement)
{
    return statement->kind == IP_SELECT && statement->check == IP_CHECK_NONE && statement->range.source &&
           statement->sources.count > 0 && !statement->sources.items[0].table->locks_only;
}

/* The statements of one expression are its SELECTs, from left to right, where it has several. */
static bool read_text(const ip_program *program, int s, ip_select_text *text)
{
    ip_range range = program->statements.items[s].range;
    int which = 0, count = 0;
    if (ip_advice_select_text_read(range, text))
        return true;
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *other = &program->statements.items[i];
        bool same = other->range.source == range.source && other->range.begin == range.begin &&
                    other->range.end == range.end && is_candidate(other);
        which += same && i < s;
        count += same;
    }
    return count > 1 && ip_advice_select_text_read_one(range, which, count, text);
}

/* FOR UPDATE at the end, or instead of the weaker lock that stands there. */
static int lock_here(ip_workshop *w, int p, int s, int source, const ip_select_text *text, int mode)
{
    const ip_program *program = w->workload->programs.items[p];
    const ip_statement *statement = &program->statements.items[s];
    const ip_row_source *row = &statement->sources.items[source];
    const char *lock = ip_catalog_lock_name(modes[mode].lock);
    const char *of = text->joined ? ip_arena_printf(w->arena, " OF %s", ip_identifier(w->arena, row->alias)) : "";
    const char *change = text->locking ? ip_arena_printf(w->arena, "%s%s instead of the weaker lock", lock, of)
                                       : ip_arena_printf(w->arena, "add %s%s to the SELECT", lock, of);
    int c = ip_advice_candidate_add(w, "lock", p, s, cost_of(mode, program, s, row->table), change);
    ip_range place = {text->source, text->locking ? text->locking : text->end, text->end};
    ip_advice_candidate_edit(w, c, place, ip_arena_printf(w->arena, "%s%s%s", text->locking ? "" : " ", lock, of));
    ip_advice_candidate_claims(w, c, (ip_range){text->source, text->begin, text->end});
    helps_reader(w, c, p, s);
    return c;
}

/* A row is chosen, and then written: any row that no other transaction has locked is enough. */
static bool picks_row(const ip_program *program, int s, const ip_select_text *text)
{
    const ip_statement *statement = &program->statements.items[s];
    const ip_table *table = statement->sources.items[0].table;
    if (!text->limit || text->joined || text->locking || statement->sources.count != 1)
        return false;
    for (int u = s + 1; u < program->statements.count; u++) {
        const ip_statement *later = &program->statements.items[u];
        if ((later->kind == IP_UPDATE || later->kind == IP_DELETE) && later->sources.items[0].table == table &&
            ip_advice_comes_from(program, later->sources.items[0].filter, s))
            return true;
    }
    return false;
}

static void skip_locked(ip_workshop *w, int p, int s, const ip_select_text *text)
{
    int c = ip_advice_candidate_add(
        w, "skip-locked", p, s, IP_COST_SKIP_LOCKED,
        "add FOR UPDATE SKIP LOCKED to the SELECT: each takes a row that no other transaction is taking");
    ip_advice_candidate_edit(w, c, (ip_range){text->source, text->end, text->end}, " FOR UPDATE SKIP LOCKED");
    ip_advice_candidate_claims(w, c, (ip_range){text->source, text->begin, text->end});
    ip_advice_candidate_helps(w, c, p, s, false);
    w->candidates.items[c].assumes =
        "what SKIP LOCKED passes over counts as a choice that a serial execution could make, too";
}

/* Rows of a result that are not rows of a table cannot be locked: lock those of the table before. */
static int lock_before(ip_workshop *w, int p, int s, const ip_select_text *text, int mode)
{
    const ip_program *program = w->workload->programs.items[p];
    const ip_statement *statement = &program->statements.items[s];
    const char *select = ip_advice_bare_select(w->arena, statement->range);
    if (!select || !text->where || (text->nested && !ip_advice_in_expression_statement(w->arena, statement->range)))
        return -1;
    const char *lock = ip_catalog_lock_name(modes[mode].lock);
    int cost =
        cost_of(mode, program, s, statement->sources.items[0].table) + IP_COST_LOCK_BEFORE - IP_COST_LOCK_NO_KEY_UPDATE;
    int c = ip_advice_candidate_add(w, "lock", p, s, cost,
                                    ip_arena_printf(w->arena, "lock the rows with %s before they are read", lock));
    const char *line = ip_arena_printf(w->arena, "%s 1 %s %s %s;", select,
                                       ip_advice_trimmed(w->arena, text->source, text->from, text->from_end),
                                       ip_advice_trimmed(w->arena, text->source, text->where, text->where_end), lock);
    ip_advice_candidate_insert_before(w, c, statement->range, line);
    helps_reader(w, c, p, s);
    return c;
}

static void lock_source(ip_workshop *w, int p, int s, int i, const ip_select_text *text)
{
    const ip_statement *statement = &w->workload->programs.items[p]->statements.items[s];
    const ip_row_source *row = &statement->sources.items[i];
    bool rows = !text->combined && !statement->aggregated && !statement->grouped;
    int strongest = -1;
    if (rows && ip_advice_changes_ever(w, row->table) && picks_row(w->workload->programs.items[p], s, text))
        skip_locked(w, p, s, text);
    if (row->optional ||
        (!ip_advice_changes_ever(w, row->table) && !stands_for_children(w, w->workload->programs.items[p], s)))
        return;
    for (int mode = 0; mode < MODES; mode++) {
        int c = -1;
        if (row->lock >= modes[mode].lock)
            continue;
        if (rows)
            c = lock_here(w, p, s, i, text, mode);
        else if (!text->joined && !text->combined)
            c = lock_before(w, p, s, text, mode);
        if (c >= 0) {
            w->candidates.items[c].weaker_than = strongest;
            w->candidates.items[c].waits_only = !ip_advice_changes_ever(w, row->table);
        }
        strongest = strongest < 0 ? c : strongest;
    }
}

void ip_advice_find_locks(ip_workshop *w)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int s = 0; s < program->statements.count; s++) {
            const ip_statement *statement = &program->statements.items[s];
            ip_select_text text;
            if (!is_candidate(statement) || !read_text(program, s, &text) || !text.from ||
                !ip_advice_bare_select(w->arena, statement->range))
                continue;
            for (int i = 0; i < statement->sources.count && (text.joined || i == 0); i++)
                lock_source(w, p, s, i, &text);
        }
    }
}

/* ----------------------------------------------------------- promotion -- */

/* A column whose write affects no locks or keys; preferably a column that is read. */
static int column_to_write(const ip_row_source *source)
{
    int best = -1;
    for (int c = source->table->columns.count - 1; c >= 0; c--) {
        const ip_column *column = &source->table->columns.items[c];
        if (ip_catalog_table_in_some_key(source->table, c) || column->generated || column->always)
            continue;
        bool read = source->output_columns && source->output_columns[c];
        bool best_read = best >= 0 && source->output_columns && source->output_columns[best];
        if (best < 0 || read || !best_read)
            best = c;
    }
    return best;
}

void ip_advice_find_promotions(ip_workshop *w)
{
    for (int p = 0; p < w->workload->programs.count; p++) {
        const ip_program *program = w->workload->programs.items[p];
        for (int s = 0; s < program->statements.count; s++) {
            const ip_statement *statement = &program->statements.items[s];
            ip_select_text text;
            if (!is_candidate(statement) || !ip_advice_select_text_read(statement->range, &text) || !text.where ||
                text.joined || text.combined || text.nested ||
                !ip_advice_changes_ever(w, statement->sources.items[0].table) ||
                !ip_advice_bare_select(w->arena, statement->range))
                continue;
            const ip_row_source *source = &statement->sources.items[0];
            int column = column_to_write(source);
            if (column < 0)
                continue;
            const char *name = ip_identifier(w->arena, source->table->columns.items[column].name);
            int c = ip_advice_candidate_add(w, "promote", p, s, IP_COST_PROMOTE,
                                            "write the row that is read, so that the read conflicts with other writes");
            const char *from = ip_advice_trimmed(w->arena, text.source, text.from + strlen("from"), text.from_end);
            ip_advice_candidate_insert_before(
                w, c, statement->range,
                ip_arena_printf(w->arena, "UPDATE %s SET %s = %s.%s %s;", from, name,
                                ip_identifier(w->arena, source->alias), name,
                                ip_advice_trimmed(w->arena, text.source, text.where, text.where_end)));
            ip_advice_candidate_helps(w, c, p, s, false);
            w->candidates.items[c].conflicts_only = true;
        }
    }
}
