/* The lowered form as text: what golden tests and `isoproof programs` show. */
#include "program/workload.h"

#include <ctype.h>

static const char *statement_kinds[] = {"SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "ABORT", "UNKNOWN"};

/* Of a statement that may touch more tables than these no columns are listed, and not all the tables. */
enum { MOST_TABLES = 20 };

typedef struct ip_listing {
    ip_arena *arena;
    const ip_program *program;
    int *sharing;      /* [steps]: statements in it */
    IP_VEC(char) text; /* grows in place: a script of thousands of lines is one program, and one listing */
} ip_listing;

__attribute__((format(printf, 2, 3))) static void add(ip_listing *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *more = ip_arena_vprintf(l->arena, format, args);
    va_end(args);
    for (; *more; more++)
        IP_PUSH(l->arena, &l->text, *more);
}

static void list_tables(ip_listing *l, const ip_statement *s)
{
    int writes = 0;
    for (int i = 0; i < s->sources.count; i++)
        writes += !s->sources.items[i].reads_only;
    add(l, "    any columns of %d tables, %d of them only read: ", s->sources.count, s->sources.count - writes);
    for (int i = 0; i < MOST_TABLES; i++)
        add(l, "%s%s, ", s->sources.items[i].table->name, s->sources.items[i].reads_only ? " reads only" : "");
    add(l, "…\n");
}

static const char *names_of(ip_listing *l, const ip_table *table, const bool *chosen)
{
    const char *text = "";
    for (int i = 0; i < table->columns.count; i++)
        if (chosen && chosen[i])
            text = ip_arena_printf(l->arena, "%s%s%s", text, *text ? "," : "", table->columns.items[i].name);
    return text;
}

static const char *in_loop(ip_listing *l, int loop)
{
    return loop < 0 ? "" : ip_arena_printf(l->arena, " in loop %d", loop);
}

static void list_variable(ip_listing *l, const ip_variable *v)
{
    add(l, "  var %s %s%s =", v->name, ip_parse_type_kind_name(v->type.kind), v->type.array ? "[]" : "");
    switch (v->kind) {
    case IP_VAR_EXPR:
        add(l, " %s", ip_program_expr_text(l->arena, v->expr, l->program, NULL));
        break;
    case IP_VAR_RESULT:
        add(l, " output %d of statement %d", v->index, v->statement);
        break;
    case IP_VAR_FOUND:
        add(l, " found by statement %d", v->statement);
        break;
    case IP_VAR_COUNT:
        add(l, " rows of statement %d", v->statement);
        break;
    case IP_VAR_INDEX:
        add(l, " index");
        break;
    case IP_VAR_ANY:
        add(l, " any");
        break;
    }
    add(l, "%s\n", in_loop(l, v->loop));
}

static void list_loop(ip_listing *l, int number)
{
    const ip_loop *loop = &l->program->loops.items[number];
    add(l, "  loop %d ", number);
    if (loop->kind == IP_LOOP_RANGE)
        add(l, "over %s = %s .. %s", l->program->variables.items[loop->index].name,
            loop->low ? ip_program_expr_text(l->arena, loop->low, l->program, NULL) : "unknown",
            loop->high ? ip_program_expr_text(l->arena, loop->high, l->program, NULL) : "unknown");
    else if (loop->kind == IP_LOOP_QUERY)
        add(l, "over rows of statement %d", loop->query);
    else
        add(l, "while");
    add(l, "%s%s\n", in_loop(l, loop->parent), loop->may_stop_early ? ", may stop early" : "");
}

static const char *lock_text(ip_listing *l, ip_lock lock)
{
    char *text = ip_arena_printf(l->arena, "%s%s", lock == IP_LOCK_NONE ? "" : " ", ip_catalog_lock_name(lock));
    for (char *c = text; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return text;
}

static void list_source(ip_listing *l, const ip_statement *s, const ip_row_source *source)
{
    add(l, "    %s %s%s%s%s%s", source->table->name, source->alias, lock_text(l, source->lock),
        source->passes_over ? " passing over" : "", source->newest ? " newest" : "",
        source->optional ? " optional" : "");
    if (source->reads_only)
        add(l, " reads only");
    if (source->own)
        add(l, " own rows");
    if (source->filter)
        add(l, " where %s", ip_program_expr_text(l->arena, source->filter, l->program, s));
    add(l, "\n");
    const char *filters = names_of(l, source->table, source->filter_columns);
    const char *outputs = names_of(l, source->table, source->output_columns);
    if (*filters || *outputs)
        add(l, "      filter columns [%s] output columns [%s]\n", filters, outputs);
}

static void list_output(ip_listing *l, const ip_statement *s, int number)
{
    static const char *aggregates[] = {"", "min ", "max ", "count ", "exists ", "aggregate "};
    const ip_output *output = &s->outputs.items[number];
    add(l, "    output %d: %s%s\n", number, aggregates[output->aggregate],
        output->expr ? ip_program_expr_text(l->arena, output->expr, l->program, s) : "*");
}

static void list_statement(ip_listing *l, const ip_statement *s)
{
    ip_position at = ip_range_position(s->range);
    const char *kind = s->check == IP_CHECK_NONE      ? statement_kinds[s->kind]
                       : s->check == IP_CHECK_PRESENT ? "CHECK present"
                                                      : "CHECK absent";
    add(l, "  %d: %s%s (line %d)%s%s%s%s%s%s", s->id, kind, in_loop(l, s->loop), at.line,
        s->aggregated ? " aggregated" : "", s->grouped ? " grouped" : "", s->limited ? " limited" : "",
        s->uncertain ? " uncertain"
        : s->kept    ? " of any time before"
        : s->early   ? " since the call"
                     : "",
        s->first_only  ? " first only"
        : s->discarded ? " discarded"
                       : "",
        s->before_snapshot ? " before the snapshot" : "");
    if (l->sharing[s->step] > 1 && s->kind != IP_ABORT) /* else a step is not worth a word */
        add(l, " step %d", s->step);
    if (s->path)
        add(l, " if %s", ip_program_expr_text(l->arena, s->path, l->program, s));
    add(l, "\n");
    if (s->why_unknown)
        add(l, "    because: %s%s\n", s->why_unknown, s->only_deletes ? "; its only writes delete rows" : "");
    if (s->kind == IP_UNKNOWN && s->sources.count > MOST_TABLES)
        list_tables(l, s);
    for (int i = 0; i < s->sources.count && (s->kind != IP_UNKNOWN || s->sources.count <= MOST_TABLES); i++)
        list_source(l, s, &s->sources.items[i]);
    if (s->assignments && s->sources.count > 0) {
        const ip_table *table = s->sources.items[0].table;
        for (int i = 0; i < table->columns.count; i++)
            if (s->assignments[i])
                add(l, "    set %s = %s\n", table->columns.items[i].name,
                    ip_program_expr_text(l->arena, s->assignments[i], l->program, s));
    }
    for (int i = 0; i < s->outputs.count; i++)
        list_output(l, s, i);
    if (s->order_expr)
        add(l, "    first by %s%s%s\n", ip_program_expr_text(l->arena, s->order_expr, l->program, s),
            s->order_descending ? " descending" : "", s->order_exact ? "" : ", then by more");
}

static void list_choice(ip_listing *l, const ip_free_choice *choice)
{
    static const char *const names[] = {"40001", "40P01", "55P03", "57014", "the result", "is checked"};
    static const char *const levels[] = {"read committed", "repeatable read", "serializable"};
    add(l, "  choice: %s (line %d)", choice->what ? choice->what : "a handler", ip_range_position(choice->range).line);
    for (int chance = 0; chance < IP_CHANCE_COUNT; chance++) {
        if (!choice->at[chance] || (choice->what && chance == IP_CHANCE_RESULT))
            continue;
        add(l, ", %s", names[chance]);
        for (int i = 0; i < 3 && choice->at[chance] != IP_AT_ALL_LEVELS; i++)
            if (choice->at[chance] & 1u << i)
                add(l, " at %s", levels[i]);
    }
    add(l, "\n");
}

const char *ip_program_listing(ip_arena *arena, const ip_program *program)
{
    ip_listing l = {.arena = arena, .program = program};
    add(&l, "program %s(", program->name);
    for (int i = 0; i < program->parameters.count; i++) {
        const ip_parameter *p = &program->parameters.items[i];
        add(&l, "%s%s %s%s", i ? ", " : "", p->name, ip_parse_type_kind_name(p->type.kind), p->type.array ? "[]" : "");
    }
    add(&l, ")%s\n", program->suppressed ? " suppressed" : "");
    if (program->broken)
        add(&l, "  broken: %s\n", program->broken);
    for (int i = 0; i < program->variables.count; i++)
        list_variable(&l, &program->variables.items[i]);
    for (int i = 0; i < program->loops.count; i++)
        list_loop(&l, i);
    l.sharing = IP_NEW_ARRAY(arena, int, program->step_count);
    for (int i = 0; i < program->statements.count; i++)
        l.sharing[program->statements.items[i].step] += program->statements.items[i].kind != IP_ABORT;
    for (int i = 0; i < program->statements.count; i++)
        list_statement(&l, &program->statements.items[i]);
    for (int i = 0; i < program->choices.count; i++)
        list_choice(&l, &program->choices.items[i]);
    IP_PUSH(arena, &l.text, '\0');
    return l.text.items;
}
