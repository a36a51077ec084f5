/* Runs EXECUTE, once its text has been computed. */
#include "interpreter/run/execute.h"

ip_flow ip_exec_text(ip_run_state *run, const ip_step *step)
{
    const char *text = ip_value_datum_text(run->arena, ip_evaluate(run, step->expr));
    if (!text)
        ip_interpreter_raise(run, "22004", "query string argument of EXECUTE is null");
    const ip_code_created created = step->source->execute->compile(step->source->execute, text);
    if (!created.statement && created.sqlstate)
        ip_interpreter_raise(run, created.sqlstate, "%s", created.message);
    if (!created.statement)
        ip_interpreter_unable(run, step->source->range, "EXECUTE of a text (%s)", created.message);
    const ip_step *actual = ip_prepare_step_of_text(run->interpreter, run->frame->prepared, created.statement);
    ip_flow flow = ip_exec_step(run, actual);
    if (actual->source->no_rows)
        run->frame->row_count = 0;
    return flow;
}
