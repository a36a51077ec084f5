/* Writes: the rows that they change, and the constraints, partitions and triggers that apply to them. */
#ifndef IP_RUN_WRITE_H
#define IP_RUN_WRITE_H

#include "interpreter/run/run.h"

/* An entry in the queue for the end of a statement: the change of a row, whose foreign keys are to be checked and
 * whose AFTER triggers are to run; or the triggers for the statement. */
typedef struct ip_after {
    ip_change change;
    const ip_write *by;    /* that changes it; NULL: a foreign key's action */
    const ip_write *write; /* whose triggers; NULL: none */
    ip_code_write_kind event;
    bool once;
    const ip_datum *old_row, *new_row; /* [columns]; NULL: there is none, or no trigger asks for it */
} ip_after;

struct ip_changes {
    IP_VEC(ip_after) list;
};

/* Work deferred until the transaction ends, or until SET CONSTRAINTS: a trigger for a row, or a foreign key's check of
 * a row, from either side. */
struct ip_late {
    ip_after after;
    const ip_code_trigger *trigger; /* NULL: */
    const ip_foreign_key *key;      /* of the row's table; or: */
    const struct ip_child *child;   /* that refers to it; or: */
    const ip_exclusion_plan *exclusion;
    long entry; /* ip_database.entry of its row by then */
    int done;   /* which one it was to be done, counted from 1; 0: it is left */
};

/* interpreter/run/write.c */
ip_rowset ip_exec_write_run(ip_run_state *run, const ip_write *write, int64_t *affected);
/* The rows of RETURNING, each as soon as it is there. */
void ip_exec_write_each(ip_run_state *run, const ip_write *write, ip_take *take, void *data, int64_t *affected);
/* Changes a row, and queues what is to be done after it. */
ip_change ip_exec_update_target(ip_run_state *run, const ip_write *write, int row, ip_datum *values, bool *changed,
                                ip_changes *changes);
ip_change ip_exec_delete_target(ip_run_state *run, const ip_write *write, int row, ip_changes *changes);
/* false: ON CONFLICT is to look again for a row that it is about. */
bool ip_exec_insert_target(ip_run_state *run, const ip_write *write, int row, ip_datum *values, ip_changes *changes);
/* BEFORE ROW triggers of an INSERT, and what the row must satisfy; false: it is left out. */
bool ip_exec_prepare_insert(ip_run_state *run, const ip_write *write, ip_datum *values);
/* A row that another part of the statement has changed. */
void ip_exec_refuse_changed(ip_run_state *run, const ip_write *write, int row);
/* interpreter/run/merge.c */
int64_t ip_exec_merge_run(ip_run_state *run, const ip_write *write, ip_changes *changes);

/* interpreter/run/after.c: the ends of a statement and of the transaction */
void ip_exec_run_after(ip_run_state *run, ip_changes *changes); /* foreign keys, AFTER triggers */
bool ip_exec_is_deferred(const ip_run_state *run, const char *name, bool deferrable, bool deferred);
void ip_exec_leave(ip_run_state *run, ip_late late);
/* A subtransaction is undone: what it has left is dropped, and what it has done is left again (trigger.c,
 * AfterTriggerEndSubXact). left, done: how many there were when it began. */
void ip_exec_undo_late(ip_run_state *run, int left, int done);
void ip_exec_end_transaction(ip_run_state *run); /* does what was left */

/* interpreter/run/constraint.c */
/* Computes generated columns and checks NOT NULL and CHECK. changed NULL: a new row; else values holds the columns that
 * changed, and gets others of the row that are needed. */
void ip_exec_check_row(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values, bool *changed);
/* An expression on the row as it will be. Columns of it that are not set are read. */
ip_datum ip_exec_evaluate_on(ip_run_state *run, const ip_table_plan *plan, const ip_row_expr *expr, int row,
                             ip_datum *values, const bool *changed);
bool ip_exec_row_expr_touched(const ip_table_plan *plan, const ip_row_expr *expr, const bool *changed);
/* Another row than own_row with the values' key, or -1. */
int ip_exec_find_duplicate(ip_run_state *run, const ip_table_plan *plan, const ip_key *key, const ip_datum *values,
                           int own_row);
/* row: that was to be written. */
void ip_exec_record_refused(ip_run_state *run, int row);
/* detail.c: of errors; NULL: not known. changed: NULL for a new row, which has all values. values: of the row's
 * columns.
 */
const char *ip_exec_failing_row(ip_run_state *run, const ip_table_plan *plan, int row, const ip_datum *values,
                                const bool *changed);
const char *ip_exec_detail_of_duplicate(ip_run_state *run, const ip_table *table, const ip_key *key,
                                        const ip_datum *values);
/* "Key (a, b)=(1, 2)" of the columns' values [count]. */
const char *ip_exec_key_text(ip_run_state *run, const ip_table *table, const int *columns, const ip_datum *values,
                             int count);
_Noreturn void ip_exec_raise_duplicate(ip_run_state *run, const ip_table *table, const ip_key *key, int row,
                                       const ip_datum *values);
/* Checks foreign keys from both sides and runs their actions, whose changes are appended to the queue. Deferred ones
 * are kept for later. */
void ip_exec_check_references(ip_run_state *run, const ip_change *change, ip_changes *changes);
void ip_exec_check_reference_late(ip_run_state *run, const ip_late *late);
int ip_exec_row_of_values(ip_run_state *run, const ip_table_plan *plan, const ip_datum *values); /* made if need be */
/* A column's value: from the key if it is part of it, else its cell as the statement has it now. */
ip_datum ip_exec_row_value(ip_run_state *run, const ip_table_plan *plan, int row, int column);

/* interpreter/run/unique.c: a row enters the indexes that keep rows apart, as a new one, as one whose key or partition
 * changes, or as one with other values in the columns that changed; an error if another is in its way. Deferrable
 * constraints are looked at later. everywhere: it gets entries in all of them, whatever columns change. false: as
 * ip_exec_insert_target. */
bool ip_exec_enter_new(ip_run_state *run, const ip_write *insert, int row, ip_datum *values);
void ip_exec_enter_moved(ip_run_state *run, const ip_table_plan *plan, int row, int new_row, ip_datum *values,
                         bool everywhere);
void ip_exec_enter_changed(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values, const bool *changed,
                           bool everywhere);
/* The row that ON CONFLICT is about; -1: none. */
int ip_exec_find_arbiter_row(ip_run_state *run, const ip_write *write, ip_datum *values);

/* interpreter/run/exclusion.c: other rows that an EXCLUDE constraint and the like keep apart from this one. values,
 * changed: as above; row: the existing row, -1; subject: the row that it becomes. */
void ip_exec_check_exclusion(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row,
                             int subject, const ip_datum *values, const bool *changed);
/* The change gives some column of the constraint another value. */
bool ip_exec_exclusion_moves(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion, int row,
                             const ip_datum *values, const bool *changed);
bool ip_exec_exclusion_is_of_key(const ip_exclusion_plan *exclusion); /* its columns are those of a key to an UPDATE */
/* The row that conflicts with a new row; -1: none. */
int ip_exec_find_excluded(ip_run_state *run, const ip_table_plan *plan, const ip_exclusion_plan *exclusion,
                          ip_datum *values);
void ip_exec_check_deferrable_exclusions(ip_run_state *run, const ip_change *change, bool primary); /* those of keys
                                                                                                     so called */
bool ip_exec_are_kept_apart(ip_run_state *run, const ip_table_plan *plan, ip_datum *values,
                            ip_datum *others); /* keys, too */
void ip_exec_check_exclusion_late(ip_run_state *run, const ip_late *late);

/* interpreter/run/partition.c: the number of the partition that takes the new or changed row; an error if none does. */
int64_t ip_exec_partition_of(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values,
                             const bool *changed);
int64_t ip_exec_partition_if_any(ip_run_state *run, const ip_table_plan *plan,
                                 ip_datum *values); /* of a new row; -1: none */
typedef enum ip_passage { IP_STAYS, IP_MAY_MOVE, IP_MOVES, IP_CHANGES_KEY } ip_passage;
/* Does this UPDATE take the row to another partition? */
ip_passage ip_exec_passes(ip_run_state *run, const ip_table_plan *plan, int row, const ip_datum *values,
                          const bool *changed);
/* The existence of a row that was, or may have been, moved to another partition. */
ip_datum ip_exec_moved_elsewhere(ip_passage passage);
/* A statement locks such a row, which it has seen in its former partition: an error. */
void ip_exec_refuse_moved(ip_run_state *run, ip_datum exists);
/* Would the view that is written through show the row (CHECK OPTION)? The error comes once the row is written. */
bool ip_exec_view_shows(ip_run_state *run, const ip_write *write, int row, ip_datum *values, const bool *changed);
void ip_exec_refuse_hidden(ip_run_state *run, bool shown);
void ip_exec_check_within(ip_run_state *run, const ip_write *write, int row, ip_datum *values, const bool *changed);

/* interpreter/run/trigger.c */
bool ip_exec_has_triggers(const ip_write *write, ip_code_write_kind event, bool before, bool row);
bool ip_exec_passes_rows(const ip_write *write, ip_code_write_kind event); /* to triggers that run after it */
/* Runs BEFORE ROW triggers, which may change values; false: the row is left out. changed: as of ip_exec_update_target,
 * NULL of an INSERT. row: the existing row, -1. */
bool ip_exec_before_row(ip_run_state *run, const ip_write *write, ip_code_write_kind event, int row, ip_datum *values,
                        bool *changed);
/* The columns of the row that is there which such triggers use. */
const ip_datum *ip_exec_row_for_triggers(ip_run_state *run, const ip_write *write, ip_code_write_kind event,
                                         bool before, int row, const bool *changed);
/* Keeps the old and the new row for AFTER triggers. changed: as above. */
ip_after ip_exec_after_row(ip_run_state *run, const ip_write *write, ip_code_write_kind event, const ip_datum *old_row,
                           const ip_datum *values, const bool *changed);
/* The rows in the old (true) or new transition table of the trigger that is run, as records. */
ip_datum ip_exec_transition_rows(ip_run_state *run, bool old_rows);
/* Writes a view; returns the number of rows that its triggers have accepted. */
int64_t ip_exec_instead_run(ip_run_state *run, const ip_write *write);
/* The triggers with a name from that one on, and before the other one, unless it is NULL. */
void ip_exec_fire_row(ip_run_state *run, const ip_after *after, const ip_changes *changes, const char *from,
                      const char *to);
void ip_exec_fire_before_statement(ip_run_state *run, const ip_write *write);
void ip_exec_fire_once(ip_run_state *run, const ip_after *after, const ip_changes *changes);
void ip_exec_queue_after_statement(ip_run_state *run, const ip_write *write, ip_changes *changes);
void ip_exec_fire_late(ip_run_state *run, const ip_late *late);

#endif
