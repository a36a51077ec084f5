/* Reads the input and lowers every program of it: the entry point of this layer. */
#include "frontend.h"
#include "ignores.h"
#include "missing_names/missing_name.h"
#include "queries_apart.h"
#include "parse/pg_parse.h"
#include "catalog/unit_index.h"
#include "base/clock.h"
#include "base/text_table.h"
#include "catalog/callgraph.h"
#include "dynamic_sql/fold.h"
#include "code/coder.h"
#include "lower/body/concurrent_outcome.h"
#include "code/code_text.h"
#include "workload/declared_level.h"
#include "lower/lower.h"
#include "access_summary/outside_state.h"
#include "psql/placeholder.h"
#include "psql/template.h"
#include "catalog/sequence.h"
#include "catalog/settings.h"

#include <string.h>
#include <strings.h>

/* Files run it to change the schema, which is all that it does. */
static bool only_makes_schema(const ip_unit *unit)
{
    return unit->makes_schema && !unit->does_more;
}

/* May be a program: not left out by the user, not run by a trigger. */
static bool eligible(const ip_unit *unit)
{
    return !unit->not_a_transaction && strcmp(unit->return_type, "trigger") != 0 && !only_makes_schema(unit);
}

static void report_only_making_schema(const ip_definitions *d, ip_diagnostics *diagnostics)
{
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        if (only_makes_schema(unit))
            ip_diagnostics_add(
                diagnostics, IP_ASSUMPTION, unit->range, unit->overloaded ? unit->signature : unit->name,
                "is run by the files, and changes the schema alone: taken not to be run beside transactions");
    }
}

/* A migration. It stands in the schema as if it had always been there. */
static void report_schema_transactions(const ip_definitions *d, ip_diagnostics *diagnostics)
{
    const char *before = "it is assumed to run once, before the programs; with \"-- name: x\" it is one of them";
    if (d->schema_transactions == 1)
        ip_diagnostics_add(diagnostics, IP_ASSUMPTION, d->first_schema_transaction, NULL,
                           "this transaction creates the schema: %s", before);
    else if (d->schema_transactions > 1)
        ip_diagnostics_add(diagnostics, IP_ASSUMPTION, d->first_schema_transaction, NULL,
                           "this transaction, like %d more, creates the schema: %s", d->schema_transactions - 1,
                           before);
}

static void reach(const ip_call_graph *graph, int from, bool *reached)
{
    for (int i = 0; i < graph->callees[from].count; i++) {
        int callee = graph->callees[from].items[i];
        if (reached[callee])
            continue;
        reached[callee] = true;
        reach(graph, callee, reached);
    }
}

/* Programs are the scripts and the routines that no other one calls. Routines that call only each
 * other have no such entry: the first of them stands for one, so that none goes unseen. */
static bool *choose_programs(ip_arena *arena, const ip_definitions *d, const ip_call_graph *graph)
{
    int count = d->units.count;
    bool *chosen = IP_NEW_ARRAY(arena, bool, count), *reached = IP_NEW_ARRAY(arena, bool, count);
    bool *called = IP_NEW_ARRAY(arena, bool, count);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < graph->callees[k].count; i++) {
            int callee = graph->callees[k].items[i];
            /* t (…) need be no call of a routine that happens to be named as a table is. */
            if (callee != k && !ip_catalog_schema_table(d->schema, d->units.items[callee]->name))
                called[callee] = true;
        }
    for (int i = 0; i < count; i++) {
        chosen[i] = !called[i] && eligible(d->units.items[i]);
        if (!called[i])
            reached[i] = true;
    }
    for (int i = 0; i < count; i++)
        if (!called[i])
            reach(graph, i, reached);
    for (int i = 0; i < count; i++)
        if (!reached[i]) {
            chosen[i] = eligible(d->units.items[i]);
            reached[i] = true;
            reach(graph, i, reached);
        }
    return chosen;
}

static void declare_parameters(ip_lowerer *l, const ip_unit *unit)
{
    int input = 0;
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        const char *name =
            unit->kind == IP_UNIT_SCRIPT && *p->name != '$' ? ip_arena_printf(l->arena, ":%s", p->name) : p->name;
        ip_lower_declare_typed(l, unit->label, name, p->type_name, p->range);
        int slot = l->visible.items[l->visible.count - 1].slot;
        l->slots.items[slot].type = ip_lower_without_modifier(l, l->slots.items[slot].type);
        if (p->in || strcmp(unit->language, "plpgsql") == 0) { /* which counts those that are out, too */
            ip_visible numbered = {NULL, ip_arena_printf(l->arena, "$%d", ++input), slot};
            if (unit->kind != IP_UNIT_SCRIPT)
                IP_PUSH(l->arena, &l->visible, numbered);
        }
        if (!p->in)
            continue;
        ip_parameter parameter = {p->name, l->slots.items[slot].type, false, p->quoted};
        ip_expr *node = ip_program_expr_new(l->arena, IP_EXPR_PARAMETER, parameter.type);
        node->index = l->program->parameters.count;
        IP_PUSH(l->arena, &l->program->parameters, parameter);
        IP_PUSH(l->arena, &l->parameter_nodes, node);
        if (l->slots.items[slot].record) {
            ip_lower_assign_row(l, slot, node);
            continue;
        }
        while (l->values.count <= slot)
            IP_PUSH(l->arena, &l->values, NULL);
        l->values.items[slot] = node;
    }
    /* Scripts spell a variable as an identifier of their own. */
    for (int i = 0; i < unit->spellings.count; i++) {
        const ip_spelling *s = &unit->spellings.items[i];
        if (s->parameter < 0)
            continue;
        ip_visible visible = {NULL, s->identifier, -1};
        const char *name = unit->parameters.items[s->parameter].name;
        if (*name != '$')
            name = ip_arena_printf(l->arena, ":%s", name);
        visible.slot = ip_lower_find_variable(l, &name, 1);
        IP_PUSH(l->arena, &l->visible, visible);
    }
}

static void keep(ip_lowerer *l, const ip_expr *expr, bool *used)
{
    if (!expr)
        return;
    if (expr->kind == IP_EXPR_VARIABLE && !used[expr->index]) {
        const ip_variable *v = &l->program->variables.items[expr->index];
        used[expr->index] = true;
        keep(l, v->expr, used);
    }
    for (int i = 0; i < expr->arg_count; i++)
        keep(l, expr->args[i], used);
}

static void keep_statement(ip_lowerer *l, const ip_statement *s, bool *used)
{
    keep(l, s->path, used);
    keep(l, s->order_expr, used);
    for (int i = 0; i < s->sources.count; i++)
        keep(l, s->sources.items[i].filter, used);
    for (int i = 0; i < s->outputs.count; i++)
        keep(l, s->outputs.items[i].expr, used);
    for (int i = 0; s->assignments && i < s->sources.items[0].table->columns.count; i++)
        keep(l, s->assignments[i], used);
}

/* Could it be a number that a sequence gives? fresh: a number that the program draws itself. seen: [variables], the
 * mark stands at those that were looked at. */
static bool may_be_drawn(const ip_program *p, const ip_expr *e, bool fresh, int *seen, int mark)
{
    if (e->kind == IP_EXPR_UNKNOWN && e->sequence)
        return true;
    if (e->kind == IP_EXPR_VARIABLE && seen[e->index] != mark) {
        const ip_variable *v = &p->variables.items[e->index];
        seen[e->index] = mark;
        if (v->kind == IP_VAR_RESULT && v->statement >= 0)
            return !fresh || p->statements.items[v->statement].kind == IP_INSERT;
        return v->kind == IP_VAR_EXPR && may_be_drawn(p, v->expr, fresh, seen, mark);
    }
    bool may = false;
    for (int i = 0; i < e->arg_count && !may; i++)
        may = may_be_drawn(p, e->args[i], fresh, seen, mark);
    return may;
}

/* Values that are compared stay, with their variables, where numbers of sequences may be among them. */
static void keep_compared(ip_lowerer *l, bool *used)
{
    ip_program *p = l->program;
    int kept = 0, *seen = IP_NEW_ARRAY(l->arena, int, p->variables.count);
    for (int i = 0; i < p->ordered.count; i++) {
        const ip_ordered_value value = p->ordered.items[i];
        if (value.value && !may_be_drawn(p, value.value, value.equal_to != NULL, seen, i + 1))
            continue;
        if (value.value)
            keep(l, value.value, used);
        if (value.equal_to)
            keep(l, value.equal_to, used);
        p->ordered.items[kept++] = value;
    }
    p->ordered.count = kept;
}

/* versions: how many variables have a name already. */
static int next_version(ip_arena *arena, ip_text_table *versions, const char *name)
{
    ip_text_entry *entry = ip_text_table_add(arena, versions, name);
    int *count = entry->value ? entry->value : IP_NEW(arena, int);
    entry->value = count;
    return ++*count;
}

/* Variables that no statement depends on only clutter; those left get their version numbers. */
static void prune_variables(ip_lowerer *l)
{
    ip_program *p = l->program;
    bool *used = IP_NEW_ARRAY(l->arena, bool, p->variables.count);
    for (int i = 0; i < p->statements.count; i++)
        keep_statement(l, &p->statements.items[i], used);
    for (int i = 0; i < p->loops.count; i++) {
        keep(l, p->loops.items[i].low, used);
        keep(l, p->loops.items[i].high, used);
        if (p->loops.items[i].index >= 0)
            used[p->loops.items[i].index] = true;
    }
    for (int i = 0; i < l->looked.count; i++)
        keep(l, l->looked.items[i], used);
    keep_compared(l, used);
    int count = 0;
    ip_text_table versions = {0};
    for (int i = 0; i < p->variables.count; i++) {
        if (!used[i])
            continue;
        ip_variable v = p->variables.items[i];
        v.name = ip_arena_printf(l->arena, "%s#%d", v.name, next_version(l->arena, &versions, v.name));
        for (int k = 0; k < p->loops.count; k++)
            if (p->loops.items[k].index == i)
                p->loops.items[k].index = count;
        l->variable_nodes.items[i]->index = count;
        p->variables.items[count++] = v;
    }
    for (int i = 0; i < l->variable_copies.count; i++) {
        ip_expr *copy = l->variable_copies.items[i];
        if (copy->index < p->variables.count && used[copy->index])
            copy->index = l->variable_nodes.items[copy->index]->index;
    }
    p->variables.count = count;
}

static void lower_transaction(ip_lowerer *l, const ip_unit *unit)
{
    if (l->resumed)
        ip_lower_part(l, unit);
    else
        ip_lower_block(l, unit->tree, unit->label);
}

static ip_program *lower_unit(ip_workload *workload, ip_arena *arena, const ip_definitions *definitions,
                              const ip_unit *unit, const ip_pl_statement *end, int number, const ip_lowerer *shared,
                              ip_diagnostics *diagnostics)
{
    ip_program *program = IP_NEW(arena, ip_program);
    program->id = workload->programs.count;
    program->name = unit->overloaded ? unit->signature : unit->name;
    if (end)
        program->name = ip_arena_printf(arena, "%s#%d", program->name, number);
    program->kind = unit->kind == IP_UNIT_SCRIPT ? IP_SCRIPT : IP_ROUTINE;
    program->range = unit->range;
    if (end)
        program->range.begin = end->range.begin;
    program->broken = unit->broken;
    program->broken_range = unit->broken_range;
    program->suppressed = unit->ignores.count > 0;
    program->promised = unit->promise.text;
    program->promised_at = unit->promise.range;
    for (int i = 0; i < unit->parameters.count && unit->kind == IP_UNIT_SCRIPT && !program->numbered_apart.source; i++)
        if (ip_psql_placeholder_statement(unit->parameters.items[i].name) > 1)
            program->numbered_apart = unit->parameters.items[i].range;
    ip_lowerer *l = IP_NEW(arena, ip_lowerer);
    *l = (ip_lowerer){.arena = arena,
                      .diagnostics = diagnostics,
                      .definitions = definitions,
                      .schema = &workload->schema,
                      .workload = workload,
                      .program = program,
                      .summaries = shared->summaries,
                      .every_table = shared->every_table,
                      .in_place = shared->in_place,
                      .related = shared->related,
                      .program_count = shared->program_count,
                      .unit = unit,
                      .path_of_names = unit->path,
                      .loop = -1,
                      .step = -1,
                      .range = unit->range,
                      .text = ""};
    l->found = ip_lower_declare(l, NULL, "found", ip_lower_boolean_type);
    l->row_count = ip_lower_slot(l, "row_count", ip_lower_integer_type);
    ip_lower_forget(l, l->row_count, -1);
    /* now() is the transaction's start: one value, another for each instance. */
    l->now = ip_lower_bind(l, "now", ip_lower_time_type, ip_lower_unknown(l, ip_lower_time_type, 0, NULL));
    ((ip_expr *)l->now)->text = "now"; /* total.h asks for it */
    ((ip_expr *)l->program->variables.items[l->now->index].expr)->never_null = true;
    ((ip_expr *)l->program->variables.items[l->now->index].expr)->sequence = ip_program_clock_times;
    declare_parameters(l, unit);
    ip_lower_choices_of_script(l);
    if (unit->tree) {
        ip_target target = {.kind = IP_TARGET_ROUTINE, .result = -1};
        IP_PUSH(arena, &l->targets, target);
        if (ip_catalog_shares_snapshot(unit)) {
            /* The client's SELECT of the function is the statement that its body shares. */
            ip_lower_open_step(l);
            ip_lower_share_step(l, true);
        }
        ip_lower_outside(l, unit);
        l->resumed = end;
        ip_lower_rolled_back(l, unit, lower_transaction);
        lower_transaction(l, unit);
        ip_lower_fire_deferred(l);
        ip_lower_late_checks(l);
    } else if (!program->broken) {
        program->broken = ip_arena_printf(arena, "a body in language %s is not understood", unit->language);
        program->broken_range = unit->range;
        ip_diagnostics_add(diagnostics, IP_UNSUPPORTED, unit->range, program->name, "%s", program->broken);
    }
    const ip_declared declared = ip_workload_declared_of(definitions, unit, end);
    program->declared = declared.level;
    program->declared_at = declared.range;
    if (declared.unclear) {
        ip_diagnostics_add(diagnostics, IP_UNSUPPORTED, declared.range, program->name, "%s", declared.unclear);
        ip_lower_break(l, declared.range, declared.unclear);
    }
    ip_lower_report_wide(l);
    ip_lower_prune_choices(l);
    ip_lower_count_missing(l);
    prune_variables(l);
    ip_lower_prune_rows(l);
    ip_lower_number_steps(l);
    return program;
}

/* The code of a later part, made once that of the whole is complete. */
typedef struct late_part {
    ip_code *code;
    const ip_code *whole;
    ip_range end;
} late_part;

typedef IP_VEC(late_part) late_parts;

/* The transactions of a procedure after its first one; those that touch nothing are left out. */
static void lower_parts(ip_workload *workload, ip_arena *arena, const ip_definitions *definitions, const ip_unit *unit,
                        const ip_code *whole, const ip_lowerer *shared, late_parts *late, ip_diagnostics *diagnostics)
{
    ip_pl_body ends = ip_workload_routine_ends(arena, unit);
    const char *name = unit->overloaded ? unit->signature : unit->name;
    for (int i = 0; i < ends.count; i++) {
        const ip_pl_statement *end = ends.items[i];
        ip_program *part = lower_unit(workload, arena, definitions, unit, end, i + 2, shared, diagnostics);
        if (part->statements.count == 0 && !part->broken)
            continue;
        late_part created = {IP_NEW(arena, ip_code), whole, end->range};
        created.code->name = part->name;
        part->code = created.code;
        IP_PUSH(arena, late, created);
        IP_PUSH(arena, &workload->programs, part);
        ip_diagnostics_add(diagnostics, IP_REMARK, end->range, name,
                           "a transaction ends here; the next transaction is \"%s\"", part->name);
    }
}

static void complete_parts(const late_parts *late)
{
    for (int i = 0; i < late->count; i++) {
        const char *name = late->items[i].code->name;
        *late->items[i].code = *late->items[i].whole;
        late->items[i].code->name = name;
        late->items[i].code->begins_after = late->items[i].end;
    }
}

static void add_program(ip_workload *workload, const ip_unit *unit, const ip_lowerer *shared, late_parts *late,
                        ip_diagnostics *diagnostics)
{
    const ip_definitions *definitions = workload->definitions;
    ip_arena *arena = definitions->arena;
    ip_program *program = lower_unit(workload, arena, definitions, unit, NULL, 1, shared, diagnostics);
    double begun = ip_cpu_clock();
    program->code = ip_code_coder_compiled(workload->coder, unit); /* now, while the trees of its texts are kept */
    workload->seconds.compiling += ip_cpu_clock() - begun;
    IP_PUSH(arena, &workload->programs, program);
    lower_parts(workload, arena, definitions, unit, program->code, shared, late, diagnostics);
}

/* A routine with the name of a called routine that is not itself called: it is a program, too. Of
 * several a routine that the others do not call; -1: there is none. */
static int next_unseen(const ip_definitions *d, const ip_call_graph *graph, const bool *chosen,
                       const ip_lowerer *shared)
{
    const ip_summed *summed = ip_summary_summaries_asked(shared->summaries);
    bool *unseen = IP_NEW_ARRAY(d->arena, bool, d->units.count), *called = IP_NEW_ARRAY(d->arena, bool, d->units.count);
    int first = -1;
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        unseen[i] = !chosen[i] && !shared->in_place[i] && summed[i] == IP_SUMMED_NEVER && unit->overloaded &&
                    unit->tree && eligible(unit);
        for (int k = 0; unseen[i] && k < graph->callees[i].count; k++)
            called[graph->callees[i].items[k]] |= graph->callees[i].items[k] != i;
    }
    for (int i = d->units.count - 1; i >= 0; i--)
        if (unseen[i] && (first < 0 || !called[i] || called[first]))
            first = i;
    return first;
}

/* The parser's message as it stands, without a remedy that was added. */
static bool is_plain_syntax_error(const ip_diagnostic *d)
{
    size_t length = strlen(d->message), end = strlen("end of input");
    return d->kind == IP_ERROR && strncmp(d->message, "syntax error", strlen("syntax error")) == 0 &&
           (d->message[length - 1] == '"' || strcmp(d->message + length - end, "end of input") == 0);
}

/* Once, with the first syntax error: what a later version of PostgreSQL adds is one. */
static void report_grammar(ip_arena *arena, ip_diagnostics *diagnostics)
{
    for (int i = 0; i < diagnostics->list.count; i++) {
        ip_diagnostic *d = &diagnostics->list.items[i];
        if (!is_plain_syntax_error(d))
            continue;
        d->message = ip_arena_printf(arena, "%s (this build reads PostgreSQL %s's grammar)", d->message,
                                     ip_parse_pg_grammar_version());
        return;
    }
}

static void report_default_schema(const ip_source *const *sources, int count, ip_diagnostics *diagnostics)
{
    ip_range range;
    for (int i = 0; i < count; i++)
        if (ip_psql_template_by_default(sources[i], &range)) {
            ip_diagnostics_add(diagnostics, IP_REMARK, range, NULL,
                               "@extschema@ is public here, as CREATE EXTENSION has it by default: --define "
                               "extschema=NAME gives another schema");
            return;
        }
}

static ip_workload *read_workload(ip_arena *arena, const ip_source *const *sources, int source_count, unsigned flags,
                                  ip_diagnostics *diagnostics)
{
    ip_workload *workload = IP_NEW(arena, ip_workload);
    double begun = ip_cpu_clock();
    workload->flags = flags;
    for (int i = 0; i < source_count; i++)
        IP_PUSH(arena, &workload->sources, sources[i]);
    const ip_source **filled = IP_NEW_ARRAY(arena, const ip_source *, source_count + 1);
    for (int i = 0; i < source_count; i++)
        filled[i] = ip_psql_template_filled(arena, sources[i]);
    report_default_schema(sources, source_count, diagnostics);
    ip_definitions *definitions =
        ip_workload_definitions_read(arena, filled, source_count, flags, &workload->schema, diagnostics);
    workload->definitions = definitions;
    for (int i = 0; i < definitions->assumed.count; i++)
        IP_PUSH(arena, &workload->assumed, definitions->assumed.items[i]);
    for (int i = 0; i < definitions->included.count; i++)
        IP_PUSH(arena, &workload->included, definitions->included.items[i]);
    if (flags & IP_READ_COMPLETE) {
        definitions->created = ip_missing_created_read(arena, definitions, filled, source_count);
        ip_missing_fail_absent(arena, definitions, diagnostics);
    }
    if (flags & IP_READ_MODULES)
        ip_lower_trust_modules(arena, definitions, diagnostics);
    if (!(flags & IP_READ_SETUP) && ip_dynamic_fold_asks_calls(definitions)) {
        const bool *programs = choose_programs(arena, definitions, ip_catalog_call_graph_of(arena, definitions));
        ip_dynamic_fold_by_calls(arena, definitions, programs, filled, source_count, diagnostics);
    }
    workload->seconds.parsing = ip_cpu_clock() - begun;
    ip_coder *coder = workload->coder = ip_code_coder_new(arena, definitions, &workload->schema);
    ip_code_tables(coder, &workload->schema);
    workload->seconds.compiling = ip_cpu_clock() - begun - workload->seconds.parsing;
    ip_lower_find_locked_tables(definitions);
    ip_catalog_sequences_read(definitions);
    definitions->outside = ip_summary_outside_find(definitions);
    ip_catalog_settings_read(definitions, diagnostics);
    report_only_making_schema(definitions, diagnostics);
    ip_workload_declared_report(definitions, diagnostics);
    report_schema_transactions(definitions, diagnostics);
    const ip_call_graph *graph = ip_catalog_call_graph_of(arena, definitions);
    bool *chosen = choose_programs(arena, definitions, graph);
    ip_lowerer shared = {.summaries = ip_summary_summaries_new(arena, definitions, &workload->schema),
                         .every_table = ip_lower_every_table(arena),
                         .related = ip_lower_related_new(arena),
                         .in_place = IP_NEW_ARRAY(arena, bool, definitions->units.count)};
    late_parts late = {0};
    for (int i = 0; i < definitions->units.count; i++)
        shared.program_count += chosen[i];
    for (int i = 0; i < definitions->units.count; i++) {
        if (chosen[i])
            add_program(workload, definitions->units.items[i], &shared, &late, diagnostics);
    }
    for (int i; (i = next_unseen(definitions, graph, chosen, &shared)) >= 0; chosen[i] = true)
        add_program(workload, definitions->units.items[i], &shared, &late, diagnostics);
    ip_lower_current_rows(arena, workload, diagnostics);
    double lowered = ip_cpu_clock();
    workload->seconds.lowering = lowered - begun - workload->seconds.parsing - workload->seconds.compiling;
    ip_code_coder_finish(coder);
    complete_parts(&late);
    workload->seconds.compiling += ip_cpu_clock() - lowered;
    workload->summed = ip_summary_summaries_asked(shared.summaries);
    ip_frontend_ignores_collect(arena, workload);
    ip_frontend_queries_apart_report(workload, definitions->queries_apart, diagnostics);
    report_grammar(arena, diagnostics);
    return workload;
}

ip_workload *ip_frontend_read(ip_arena *arena, const ip_source *const *sources, int source_count,
                              ip_diagnostics *diagnostics)
{
    return read_workload(arena, sources, source_count, 0, diagnostics);
}

ip_workload *ip_frontend_read_as(ip_arena *arena, const ip_source *const *sources, int source_count, unsigned flags,
                                 ip_diagnostics *diagnostics)
{
    return read_workload(arena, sources, source_count, flags, diagnostics);
}

ip_workload *ip_frontend_read_setup(ip_arena *arena, const ip_source *const *sources, int source_count,
                                    ip_diagnostics *diagnostics, const ip_code **setup)
{
    return ip_frontend_read_setup_as(arena, sources, source_count, 0, diagnostics, setup);
}

ip_workload *ip_frontend_read_setup_as(ip_arena *arena, const ip_source *const *sources, int source_count,
                                       unsigned flags, ip_diagnostics *diagnostics, const ip_code **setup)
{
    ip_workload *workload = read_workload(arena, sources, source_count, flags | IP_READ_SETUP, diagnostics);
    *setup = ip_code_coder_script(workload->coder, workload->coder->definitions->setup, diagnostics);
    return workload;
}
