/* Which programs the interpreter can run, and why it cannot run the others. */
#include "replay/world/in_memory.h"

#include "code/code.h"
#include "interpreter/interpreter.h"

typedef struct finder {
    ip_arena *arena;
    ip_refusals *of;
} finder;

static void keep(void *data, const char *why, ip_range range)
{
    finder *f = data;
    ip_refusal refusal = {ip_arena_strdup(f->arena, why), range};
    IP_PUSH(f->arena, &f->of->list, refusal);
}

/* Parameters without a type (psql's variables) get their type from the statements that use them. */
static const ip_datum *arguments_of(ip_arena *arena, const ip_program *program)
{
    const ip_code *code = program->code;
    ip_datum *arguments = IP_NEW_ARRAY(arena, ip_datum, code->parameter_count + 1);
    for (int i = 0, given = 0; i < code->parameter_count; i++) {
        if (!code->in.items[i])
            continue;
        ip_type type = given < program->parameters.count ? program->parameters.items[given].type
                                                         : (ip_type){IP_OTHER, false, NULL};
        bool number = !type.array && (type.kind == IP_INTEGER || type.kind == IP_NUMERIC);
        arguments[given++] = number ? ip_value_datum_integer(1) : ip_value_datum_string("1");
    }
    return arguments;
}

ip_refusals *ip_world_in_memory_find(ip_arena *arena, const ip_workload *workload)
{
    ip_refusals *all = IP_NEW_ARRAY(arena, ip_refusals, workload->programs.count);
    ip_interpreter *interpreter = ip_exec_interpreter_new(&workload->schema);
    for (int i = 0; i < workload->programs.count; i++) {
        const ip_program *program = workload->programs.items[i];
        finder f = {arena, &all[i]};
        if (program->code)
            ip_prepare_interpreter_refusals(interpreter, program->code, arguments_of(arena, program), keep, &f);
        else
            keep(&f, program->broken ? program->broken : "this part of a procedure that commits", program->range);
    }
    ip_exec_interpreter_free(interpreter);
    return all;
}
