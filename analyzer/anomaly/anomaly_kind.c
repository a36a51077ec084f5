/* Names of anomalies, by precedence: the first that matches is the kind.
 *
 *  1. lost-update: two instances; one reads a cell (row and column) that the other one writes, and overwrites that very
 *     cell without having seen the write (Berenson et al. 1995, P4: r1[x] w2[x] w1[x]). First, because a write is lost
 *     whatever else the cycle shows.
 *  2. long-fork: at least two anti-dependencies, none next to another, and at
 *     least two of them leave an instance that was entered by a read dependency:
 *     that instance saw one of two writes and missed the other (Sovran et al.
 *     2011, section 3.1; as a cycle WR RW WR RW in Cerone, Bernardi & Gotsman
 *     2015, figure 2). It may also show as rows that appear, hence before 4.
 *  3. read-only-anomaly: two adjacent anti-dependencies in → pivot → out, where
 *     "in" only reads (Fekete, O'Neil & O'Neil 2004).
 *  4. phantom: an anti-dependency on a row's existence (Berenson et al. 1995,
 *     P3). Before write-skew, because the cure differs: a row that is not there
 *     yet cannot be locked.
 *  5. write-skew: two adjacent anti-dependencies on different cells, both ends
 *     writing (Berenson et al. 1995, A5B; Fekete et al. 2005's dangerous
 *     structure for longer cycles).
 *  6. non-repeatable-read: two instances, a read dependency one way and an anti-dependency back: some of a
 *     transaction's effects are seen, others are missed (Berenson et al. 1995, A5A and, on one cell, P2). Where
 *     statements have snapshots of their own, overwriting what the other one wrote counts like reading it: it happens
 *     afterwards.
 *  7. other. */
#include "anomaly/anomaly_kind.h"

#include <string.h>

bool ip_anomaly_program_is_read_only(const ip_program *program)
{
    for (int i = 0; i < program->statements.count; i++) {
        ip_statement_kind kind = program->statements.items[i].kind;
        if (kind != IP_SELECT && kind != IP_ABORT)
            return false;
    }
    return true;
}

static const ip_dependency *edge(const ip_anomaly *anomaly, int i)
{
    int n = anomaly->instance_count;
    return &anomaly->dependencies[((i % n) + n) % n];
}

static bool is_rw(const ip_anomaly *anomaly, int i)
{
    return edge(anomaly, i)->type == IP_RW;
}

static bool same_value(const ip_value *a, const ip_value *b)
{
    if (a->null || b->null)
        return a->null == b->null;
    return strcmp(a->text, b->text) == 0;
}

/* Rows of tables without a key cannot be distinguished: they count as one. */
static bool same_row(const ip_dependency *a, const ip_dependency *b)
{
    if (a->table != b->table || a->key_count != b->key_count)
        return false;
    for (int i = 0; i < a->key_count; i++)
        if (a->key_columns[i] != b->key_columns[i] || !same_value(&a->key[i], &b->key[i]))
            return false;
    return true;
}

static bool has_column(const ip_dependency *dependency, int column)
{
    for (int i = 0; i < dependency->column_count; i++)
        if (dependency->columns[i] == column)
            return true;
    return false;
}

static bool on_existence(const ip_dependency *dependency)
{
    return has_column(dependency, -1);
}

static bool same_cell(const ip_dependency *a, const ip_dependency *b)
{
    if (!same_row(a, b))
        return false;
    for (int i = 0; i < a->column_count; i++)
        if (a->columns[i] >= 0 && has_column(b, a->columns[i]))
            return true;
    return false;
}

static int commit_rank(const ip_anomaly *anomaly, int instance)
{
    for (int i = 0; i < anomaly->instance_count; i++)
        if (anomaly->commit_order[i] == instance)
            return i;
    return -1;
}

/* The reading statement is an UPDATE that assigns a column that it reads: SET bal = bal - 1. It reads and overwrites
 * the same row. */
static bool reader_updates_what_it_reads(const ip_anomaly *anomaly, const ip_dependency *rw)
{
    const ip_program *program = anomaly->instances[rw->from].program;
    if (rw->from_statement < 0 || rw->from_statement >= program->statements.count)
        return false;
    const ip_statement *statement = &program->statements.items[rw->from_statement];
    if (statement->kind != IP_UPDATE || statement->sources.count == 0 || statement->sources.items[0].table != rw->table)
        return false;
    /* A self-join could read another row of the same table. */
    for (int i = 1; i < statement->sources.count; i++)
        if (statement->sources.items[i].table == rw->table)
            return false;
    for (int i = 0; i < rw->column_count; i++)
        if (rw->columns[i] >= 0 && statement->assignments[rw->columns[i]])
            return true;
    return false;
}

static bool is_lost_update(const ip_anomaly *anomaly)
{
    if (anomaly->instance_count != 2)
        return false;
    for (int i = 0; i < 2; i++) {
        const ip_dependency *rw = edge(anomaly, i), *back = edge(anomaly, i + 1);
        if (rw->type != IP_RW)
            continue;
        /* back: WW says that the reader overwrites the writer's version, RW that it writes the cell too
         * and neither saw the other. */
        if (back->type != IP_WR && same_cell(rw, back))
            return true;
        if (anomaly->commit_order && commit_rank(anomaly, rw->to) < commit_rank(anomaly, rw->from) &&
            reader_updates_what_it_reads(anomaly, rw))
            return true;
    }
    return false;
}

static bool is_long_fork(const ip_anomaly *anomaly)
{
    int forks = 0;
    for (int i = 0; i < anomaly->instance_count; i++) {
        if (!is_rw(anomaly, i))
            continue;
        if (is_rw(anomaly, i + 1))
            return false;
        forks += edge(anomaly, i - 1)->type == IP_WR;
    }
    return forks >= 2;
}

static bool is_read_only_anomaly(const ip_anomaly *anomaly)
{
    if (anomaly->instance_count < 3)
        return false;
    for (int i = 0; i < anomaly->instance_count; i++)
        if (is_rw(anomaly, i) && is_rw(anomaly, i + 1) &&
            ip_anomaly_program_is_read_only(anomaly->instances[i].program))
            return true;
    return false;
}

static bool is_phantom(const ip_anomaly *anomaly)
{
    for (int i = 0; i < anomaly->instance_count; i++)
        if (is_rw(anomaly, i) && on_existence(edge(anomaly, i)))
            return true;
    return false;
}

static bool is_write_skew(const ip_anomaly *anomaly)
{
    for (int i = 0; i < anomaly->instance_count; i++) {
        if (!is_rw(anomaly, i) || !is_rw(anomaly, i + 1) || same_cell(edge(anomaly, i), edge(anomaly, i + 1)))
            continue;
        /* The far end of the second edge writes by definition of RW. */
        if (!ip_anomaly_program_is_read_only(anomaly->instances[i].program))
            return true;
    }
    return false;
}

static bool is_non_repeatable_read(const ip_anomaly *anomaly)
{
    if (anomaly->instance_count != 2 || is_rw(anomaly, 0) == is_rw(anomaly, 1))
        return false;
    ip_dependency_type other = edge(anomaly, is_rw(anomaly, 0) ? 1 : 0)->type;
    return other == IP_WR || anomaly->sees || anomaly->snapshots;
}

ip_anomaly_kind ip_anomaly_classify(const ip_anomaly *anomaly)
{
    static const struct {
        bool (*fits)(const ip_anomaly *anomaly);
        ip_anomaly_kind kind;
    } precedence[] = {
        {is_lost_update, IP_LOST_UPDATE},
        {is_long_fork, IP_LONG_FORK},
        {is_read_only_anomaly, IP_READ_ONLY_ANOMALY},
        {is_phantom, IP_PHANTOM},
        {is_write_skew, IP_WRITE_SKEW},
        {is_non_repeatable_read, IP_NON_REPEATABLE_READ},
    };
    for (size_t i = 0; i < sizeof precedence / sizeof *precedence; i++)
        if (precedence[i].fits(anomaly))
            return precedence[i].kind;
    return IP_OTHER_ANOMALY;
}
