/* TRUNCATE is visible even to transactions whose snapshot is older. docs/encoding.md, "TRUNCATE", has the arguments. */
#include "execution/encoding_internal.h"

#include <string.h>

static const ip_statement *statement_of(const ip_encoding *e, const ip_access *a)
{
    return &e->input.programs[a->program]->statements.items[a->statement];
}

/* The instance's access may be a TRUNCATE of the table, or of a statement that is not understood and may truncate
 * it. */
static Z3_ast emptying(const ip_encoding *e, const ip_accesses *writes, bool perhaps)
{
    Z3_ast any = e->terms.build.no;
    for (int i = 0; i < writes->count; i++) {
        const ip_access *a = &writes->items[i];
        const ip_statement *s = statement_of(e, a);
        if (s->kind == IP_TRUNCATE ||
            (perhaps && s->kind == IP_UNKNOWN && !s->only_deletes && s->sources.items[a->source].table->emptied))
            any = ip_term_or(&e->terms.build, any, a->condition);
    }
    return any;
}

/* At least one of the writes is not a TRUNCATE. */
static Z3_ast writing_rows(const ip_encoding *e, const ip_accesses *writes)
{
    Z3_ast any = e->terms.build.no;
    for (int i = 0; i < writes->count; i++)
        if (statement_of(e, &writes->items[i])->kind != IP_TRUNCATE)
            any = ip_term_or(&e->terms.build, any, writes->items[i].condition);
    return any;
}

/* The reader has locked the table before the access, and holds the lock until it ends: every mode excludes TRUNCATE. */
static Z3_ast holds_table(ip_encoding *e, const ip_view *reader, const ip_access *read)
{
    const ip_build *b = &e->terms.build;
    const ip_program *program = e->input.programs[read->program];
    const char *name = statement_of(e, read)->sources.items[read->source].table->name;
    const ip_table *locks = ip_catalog_lock_table_if_any(e->input.schema, IP_LOCKS_TABLE);
    Z3_ast any = b->no;
    for (int i = 0; i < read->statement; i++) {
        const ip_statement *s = &program->statements.items[i];
        if (s->kind != IP_SELECT || s->uncertain || s->sources.count != 1 || s->sources.items[0].table != locks ||
            !ip_encoding_stands_before(program, i, read->statement))
            continue;
        const ip_expr *key = ip_facts_equated_term(s->sources.items[0].filter, 0, 0);
        ip_site site = ip_encoding_view_site(reader, program, i);
        if (key && key->kind == IP_EXPR_TEXT && strcmp(key->text, name) == 0)
            any = ip_term_or(b, any, ip_term_executes(&e->terms, &site));
    }
    return any;
}

/* TRUNCATE has committed before the reader first used the table, whether it is in the reader's snapshot or not. */
Z3_ast ip_rules_finds_emptied(ip_encoding *e, int reader, int writer, const ip_accesses *writes)
{
    Z3_ast emptied = e->engine ? emptying(e, writes, true) : e->terms.build.no;
    return ip_term_and(&e->terms.build, emptied, ip_encoding_relation(e, e->relations.ar, writer, reader));
}

/* TRUNCATE has waited for a reader that had accessed the table before. */
Z3_ast ip_rules_precedes_emptying(ip_encoding *e, const ip_view *reader, int writer, const ip_access *read,
                                  const ip_accesses *writes)
{
    const ip_build *b = &e->terms.build;
    if (!e->engine || !e->terms.rules[IP_RULE_EMPTIED] || emptying(e, writes, false) == b->no)
        return b->yes;
    return ip_term_or(b, writing_rows(e, writes),
                      ip_term_implies(b, holds_table(e, reader, read),
                                      ip_encoding_relation(e, e->relations.ar, reader->slot, writer)));
}
