/* Statements that read the latest committed version of one row: which instances had committed at that point in time.
 * Commits are totally ordered, so this set is closed downwards: if the statement has read one writer's version, it
 * cannot have missed an earlier writer's (PostgreSQL 15, section 13.2.1, and INSERT, ON CONFLICT Clause). */
#include "execution/encoding_internal.h"

/* The look-up of INSERT … ON CONFLICT to which the statement belongs: it is the look-up, or it follows the look-up
 * after locking the row; -1: none, or several, for several keys. */
static int look_up_of(const ip_program *program, const ip_statement *s)
{
    int found = -1;
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *other = &program->statements.items[i];
        if (other->step != s->step || !ip_term_inserts_unless_found(program, other))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* Both ways between the writer and another instance. */
static void state_prefix(ip_encoding *e, int a, int b, Z3_ast by_a, Z3_ast by_b)
{
    const ip_build *build = &e->terms.build;
    ip_encoding_state(
        e, ip_term_implies(build, ip_term_and(build, ip_encoding_relation(e, e->relations.ar, a, b), by_b), by_a));
    ip_encoding_state(
        e, ip_term_implies(build, ip_term_and(build, ip_encoding_relation(e, e->relations.ar, b, a), by_a), by_b));
}

static Z3_ast committed_by(ip_encoding *e, int writer, int reader, const ip_program *program, int look)
{
    return ip_term_const(&e->terms.build, e->terms.build.boolean, "by.%d.%d.%d.%d", writer, reader, program->id, look);
}

Z3_ast ip_rules_committed_by_look(ip_encoding *e, int writer, int reader, const ip_access *a)
{
    const ip_build *b = &e->terms.build;
    const ip_program *program = e->input.programs[a->program];
    const ip_statement *s = ip_statement_of(e, a);
    const ip_reading *reading = ip_encoding_reading(e, a->program);
    if (!(reading->statements || s->past_snapshot) || !reading->engine || !e->terms.rules[IP_RULE_LATER] ||
        s->loop >= 0 || s->sources.items[a->source].referring || s->check != IP_CHECK_NONE || s->kind == IP_INSERT ||
        s->kind == IP_UNKNOWN || s->sources.count != 1 || !ip_program_statement_names_one_row(s))
        return NULL;
    bool newest = ip_facts_reads_newest(reading, s, a->source);
    int look = newest && !s->past_snapshot                                   ? look_up_of(program, s)
               : s->past_snapshot || ip_facts_rereads(reading, s, a->source) ? s->id
                                                                             : -1;
    if (look < 0)
        return NULL;
    Z3_ast by = committed_by(e, writer, reader, program, look);
    for (int i = 0; i < e->instances; i++)
        if (i != writer && i != reader)
            state_prefix(e, writer, i, by, committed_by(e, i, reader, program, look));
    ip_encoding_state(e,
                      ip_term_implies(b,
                                      reading->statements ? ip_encoding_sees(e, writer, reader, reading->first[look])
                                                          : ip_encoding_relation(e, e->relations.vis, writer, reader),
                                      by));
    if (!reading->statements)
        return by;
    int next = reading->locked[s->id] + 1;
    if (next < reading->places)
        ip_encoding_state(e, ip_term_implies(b, by, ip_encoding_sees(e, writer, reader, next)));
    return by;
}
