/* What a read-only transaction may not do (PostgreSQL 15, SET TRANSACTION; execMain.c, ExecCheckXactReadOnly): write
 * tables that others see or lock their rows. It is refused before any row is looked at. */
#include "interpreter/run/execute.h"
#include "interpreter/run/write.h"

static bool is_shared(const ip_table *table)
{
    return table && !table->own && !ip_catalog_name_is_temporary(table->name);
}

/* The statement, by the strength of its first lock; NULL: it locks no row that others see. */
static const char *locking(const ip_query_plan *query)
{
    static const char *const names[] = {[IP_LOCK_KEY_SHARE] = "SELECT FOR KEY SHARE",
                                        [IP_LOCK_SHARE] = "SELECT FOR SHARE",
                                        [IP_LOCK_NO_KEY_UPDATE] = "SELECT FOR NO KEY UPDATE",
                                        [IP_LOCK_UPDATE] = "SELECT FOR UPDATE"};
    for (int i = 0; query->from && i < query->from->count; i++) {
        const ip_scan_unit *unit = &query->from->units[i];
        if (unit->lock >= IP_LOCK_KEY_SHARE && unit->lock <= IP_LOCK_UPDATE && is_shared(unit->table))
            return names[unit->lock];
    }
    return NULL;
}

static const char *writing(const ip_write *write)
{
    static const char *const names[] = {[IP_CODE_INSERT] = "INSERT",
                                        [IP_CODE_UPDATE_ROWS] = "UPDATE",
                                        [IP_CODE_DELETE_ROWS] = "DELETE",
                                        [IP_CODE_MERGE_ROWS] = "MERGE"};
    return is_shared(write->table) ? names[write->source->kind] : NULL;
}

void ip_exec_forbid_if_read_only(ip_run_state *run, const ip_step *step)
{
    if (!run->database->read_only)
        return;
    const char *name = step->write ? writing(step->write) : step->query ? locking(step->query) : NULL;
    for (int i = 0; i < step->part_count && !name; i++)
        if ((step->parts[i]->writes && writing(step->parts[i]->writes)) || locking(step->parts[i]))
            name = step->write ? "INSERT" : "SELECT";
    if (name)
        ip_exec_refuse_if_read_only(run, name);
}

void ip_exec_refuse_if_read_only(ip_run_state *run, const char *command)
{
    if (run->database->read_only)
        ip_interpreter_raise(run, "25006", "cannot execute %s in a read-only transaction", command);
}
