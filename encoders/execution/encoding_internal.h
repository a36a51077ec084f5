/* Shared by encoding.c and the files that assert its facts and edges: README.md lists them. */
#ifndef IP_ENCODING_INTERNAL_H
#define IP_ENCODING_INTERNAL_H

#include "execution/encoding.h"
#include "execution/touch.h"
#include "facts/taken.h"

/* A DELETE that takes rows in order (facts/taken.h). */
typedef struct ip_take {
    int program, statement;
    ip_taking taking;
} ip_take;

/* One statement that may cause one side of a dependency. */
typedef struct ip_access {
    int program, statement, source;
    Z3_ast condition;
} ip_access;

typedef IP_VEC(ip_access) ip_accesses;

/* A lock that an instance surely acquires on the row, at the place or before. */
typedef struct ip_hold {
    int program, statement;
    ip_lock mode;
    Z3_ast condition;
} ip_hold;

typedef struct ip_holds {
    bool known;
    IP_VEC(ip_hold) locks;
    Z3_ast changes[IP_LOCK_COUNT]; /* the instance changes the row, by statements that lock it in this mode */
} ip_holds;

/* Facts about one instance at a place, computed when first needed. */
typedef struct ip_place_view {
    ip_view view;
    Z3_ast *changes;    /* [table]: surely changes the row; NULL: not computed yet */
    Z3_ast *writes;     /* [group]: surely writes the cells */
    Z3_ast *overwrites; /* [group]: and not by INSERT */
    ip_holds *holds;    /* [table] */
    /* The same place in the iterations of the instance at its edges: the loop that writes the row of one edge may also
     * write the row of another. */
    IP_VEC(ip_view *) elsewhere;
    bool elsewhere_known;
} ip_place_view;

/* A place at which facts are asserted. */
typedef struct ip_stand {
    const char *name;
    ip_place place;
    IP_VEC(ip_place_view *) views; /* by instance */
    int stated, chords_stated;     /* facts about instances below these numbers are asserted */
    int held_stated;               /* and the facts about rows that a delayed instance holds (delayed/delayed.h) */
} ip_stand;

/* One possible cause of an edge. */
typedef struct ip_edge_option {
    ip_edge_type type;
    int group;
    Z3_ast chosen; /* Bool */
    ip_accesses from, to;
    /* For an option that reads: the conditions of the reader's accesses are symbols that imply their consequences, so
     * that a model shows which access is meant. */
    bool distinguished;
} ip_edge_option;

typedef struct ip_edge {
    int from, to;
    Z3_ast present; /* Bool: one of the options is chosen */
    ip_stand stand; /* the witness row */
    IP_VEC(ip_edge_option) options;
} ip_edge;

/* A write or lock by key outside loops, or of the row of a loop's iteration: facts are asserted at its row, too. */
typedef struct ip_point {
    int slot, program, statement, source;
    ip_stand stand;
    int counters_stated;
} ip_point;

struct ip_encoding {
    ip_arena *arena;
    ip_encoding_input input;
    ip_terms_context terms;
    /* The tables that these programs access: of a large workload, few. */
    IP_VEC(int) tables;
    IP_VEC(int) groups;
    int instances;
    ip_relations relations;
    Z3_ast *runs; /* [instance*program_count+program] */
    IP_VEC(ip_edge *) edges;
    IP_VEC(ip_point *) points;
    IP_VEC(const ip_table *) searched; /* ip_rules_searched */
    ip_terms pending;
    bool single_inserts;
    bool gave_up;              /* input.expired has returned true */
    unsigned asked_to_give_up; /* so many times */

    bool engine;                 /* the levels are an engine's */
    bool has_changes;            /* some level has one snapshot for each transaction, and checks changes against it */
    bool has_snapshots;          /* some level has one snapshot for each statement */
    bool chords;                 /* the absence of dependencies was requested: assert forced anti-dependencies */
    Z3_ast single_inserts_guard; /* Bool that guards what ip_encoding_assume_single_inserts releases */
    bool older_versions;         /* a snapshot with a version contains the older versions: a property of the levels */
    IP_VEC(ip_counter) counters;
    bool takes_known;
    IP_VEC(ip_take) takes; /* by the programs; if any facts follow from them at the levels */
    int takes_stated;      /* for edges below this number */
};

static inline const ip_statement *ip_statement_of(const ip_encoding *e, const ip_access *a)
{
    return &e->input.programs[a->program]->statements.items[a->statement];
}

/* The time limit has passed: facts asserted from now on are not used. */
bool ip_encoding_gave_up(ip_encoding *e);
void ip_encoding_state(ip_encoding *e, Z3_ast fact); /* adds to pending */
Z3_ast ip_encoding_relation(ip_encoding *e, Z3_ast *matrix, int i, int j);
/* Where one transaction is delayed: questions may be about fewer helpers than there are. Those that are left over do
 * nothing, as the last helpers; such a transaction can be added to every execution. */
bool ip_encoding_may_idle(const ip_encoding *e, int instance);
/* Facts about the program then say nothing about the instance. */
bool ip_encoding_never_runs(ip_encoding *e, int instance, int program);
/* t's writes are in the snapshot at a place of u. */
Z3_ast ip_encoding_sees(ip_encoding *e, int t, int u, int place);
const ip_reading *ip_encoding_reading(const ip_encoding *e, int program); /* by index into programs */

/* accesses.c: the instance at the stand, with its own iterations. */
ip_place_view *ip_encoding_view_at(ip_encoding *e, ip_stand *stand, int slot);

/* Computes view->elsewhere. */
void ip_encoding_look_elsewhere(ip_encoding *e, ip_place_view *view);

/* All accesses of that kind by the programs the slot may run. */
ip_accesses ip_encoding_accesses_of(ip_encoding *e, ip_view *view, ip_touch_kind kind, const ip_column_group *group,
                                    bool sure);
Z3_ast ip_encoding_any_access(ip_encoding *e, const ip_accesses *accesses);
/* The dependency between the two is ignored (ip_encoding_input.spared). */
bool ip_encoding_is_spared(const ip_encoding *e, const ip_edge_option *option, const ip_access *from,
                           const ip_access *to);
/* The instance surely writes the cells of the group at the view, by any kind of statement. */
Z3_ast ip_encoding_sure_write(ip_encoding *e, ip_place_view *view, int group);
/* And such that a dependency leads from every earlier write to this one: not by an INSERT where a DELETE must come
 * between. */
Z3_ast ip_encoding_sure_overwrite(ip_encoding *e, ip_place_view *view, int group);
/* It surely changes the table's row there. */
Z3_ast ip_encoding_sure_change(ip_encoding *e, ip_place_view *view, int table);

/* row_locks.c: the instance's sure locks there; the consequences for two instances. */
const ip_holds *ip_rules_holds_at(ip_encoding *e, ip_place_view *view, int table);
bool ip_rules_locked_before(const ip_program *program, int locking, int statement); /* and had its locks by then */
void ip_rules_state_locks(ip_encoding *e, ip_place_view *u, ip_place_view *v, int table);
/* When the instance reads the row, it surely holds a lock on it that excludes the mode: RW cannot lead from that read
 * to an instance that committed before. */
Z3_ast ip_rules_held_at_read(ip_encoding *e, ip_view *view, const ip_access *read, ip_lock mode);

/* emptied.c: the reader may have found the table empty after one of these writes of the other instance; the reader
 * reads before it. */
Z3_ast ip_rules_finds_emptied(ip_encoding *e, int reader, int writer, const ip_accesses *writes);
Z3_ast ip_rules_precedes_emptying(ip_encoding *e, const ip_view *reader, int writer, const ip_access *read,
                                  const ip_accesses *writes);

/* Calls f for the instance's snapshots of the table: under "it runs the program", the snapshots of the steps with a
 * statement on the table, in the iterations of the view. first, last: the places around it; -1 if the instance has only
 * one snapshot. */
typedef void ip_with_snapshot(ip_encoding *e, ip_view *view, const ip_snapshot *snapshot, Z3_ast runs, int first,
                              int last, void *data);
void ip_encoding_each_snapshot(ip_encoding *e, ip_view *view, int table, ip_with_snapshot *f, void *data);

/* versions.c: the version of a column that the statement of a point writes at its row, and the instance to compare
 * with. */
typedef struct ip_version {
    int writer, other, column;
    const ip_table *table;
    const Z3_ast *key;
    ip_lock mode; /* of the write */
} ip_version;

/* Under reads, the other instance has read that version of the column; after: surely the writer's version or a later
 * one, before: surely an earlier one. */
typedef void ip_with_version_read(ip_encoding *e, Z3_ast reads, ip_term read, Z3_ast after, Z3_ast before, void *data);
void ip_encoding_each_version_read(ip_encoding *e, ip_point *point, const ip_version *version, ip_with_version_read *f,
                                   void *data);
/* What an UPDATE's version replaces. */
ip_term ip_encoding_version_replaced(ip_encoding *e, const ip_point *point, const ip_site *site, const ip_version *v);

/* edges.c: a row of any table, with constants of that name. */
ip_place ip_rules_witness(ip_encoding *e, const char *name);

/* match_changes.c: the reader's statement may notice one of the writes: it uses the row, or the row starts to match its
 * conditions. kind: whether the row is present in the version read. */
Z3_ast ip_rules_any_noticed(ip_encoding *e, ip_view *reader, const ip_access *read, ip_touch_kind kind, ip_view *writer,
                            const ip_accesses *writes, const ip_column_group *group);
/* The dependency depends on whether the statement uses the row: rows that it does not use are treated separately. */
bool ip_rules_goes_by_rows_used(const ip_encoding *e, const ip_access *read);
/* The row at the views stops to match the search of the reader, a check or an action, by the write; or, if comes,
 * starts to match. A necessary condition. */
Z3_ast ip_rules_write_matters(ip_encoding *e, ip_view *reader, const ip_access *read, ip_view *writer,
                              const ip_access *write, bool comes);

/* The values of the columns asked for in the row at the writer's view, before or after the statement. */
const ip_term *ip_rules_values_at_write(ip_encoding *e, const ip_view *writer, const ip_access *write, bool after,
                                        const bool *asked);
/* Equal values of the type are indistinguishable to every function. */
bool ip_rules_type_is_plain(ip_type type);

/* same_values.c: writes of the value that is there already are ignored: where one transaction is delayed. */
bool ip_rules_ignores_same_values(const ip_encoding *e);
/* Keeps of the accesses, UPDATEs of the group, what changes a value. */
void ip_rules_keep_changes(ip_encoding *e, const ip_view *view, const ip_column_group *group, ip_accesses *accesses);

/* checked.c: a check with ip_statement.settles runs, for a row that is deleted or inserted. */
Z3_ast ip_rules_check_made(ip_encoding *e, const ip_view *view, const ip_access *check);
/* The read has the same result on the version that a later check or INSERT of the instance finds: because of this read,
 * no instance that has committed before needs to come after this one. */
Z3_ast ip_rules_read_checked_again(ip_encoding *e, ip_view *view, const ip_access *read, ip_touch_kind kind);

/* overtaking.c: the statement's conditions name the row of the source by its key. */
bool ip_rules_found_by_key(ip_encoding *e, const ip_view *view, const ip_access *a);
/* The dependency is of a DELETE that frees the key of a row and the INSERT that takes it. */
void ip_rules_state_overtaking(ip_encoding *e, ip_edge *edge, ip_edge_option *option);

/* one_look.c: a statement that reads the latest version of one row, for ON CONFLICT or once it can lock it, does so at
 * one point in time, and finds the version of the instances that have committed by then. Whether the writer had
 * committed; NULL: the access is not of such a statement. */
Z3_ast ip_rules_committed_by_look(ip_encoding *e, int writer, int reader, const ip_access *a);

/* counters.c */
void ip_rules_state_counter(ip_encoding *e, ip_point *point, int other);
/* That the counter only grows is assumed, and reported. */
void ip_rules_note_counter(ip_encoding *e, const ip_table *table, int column);

/* locked_rereads.c */
void ip_rules_state_locked_rereads(ip_encoding *e, ip_point *point);
/* The same for a loop's row, in the iteration of the view. */
void ip_rules_state_locked_rereads_in_loops(ip_encoding *e, ip_view *view);

/* reinserted_rows.c: for a row that both insert. */
void ip_rules_state_reinserted(ip_encoding *e, ip_view *first, ip_view *second, int table);

/* Replaces the relations by relations between count instances. */
void ip_encoding_relations_grow(ip_encoding *e, int count);

/* exclusions.c: for rows that the instance and the lower-numbered ones insert. */
void ip_rules_state_exclusions(ip_encoding *e, int slot);

/* appended.c: the same for rows whose number is the greatest number so far plus one. */
void ip_rules_state_appended(ip_encoding *e, int slot);

/* taken.c: for rows that two instances take in the order of their numbers, in the iterations at their edges. */
void ip_rules_state_takes(ip_encoding *e);

/* values.c */
void ip_rules_state_values(ip_encoding *e, ip_point *point, int other);
/* Relates the row's values in later snapshots of the instance to those in earlier ones. */
void ip_rules_state_later_values(ip_encoding *e, ip_view *view, const ip_table *table);

/* foreign.c: facts from the check of a foreign key in a committed instance, and about another instance that deletes the
 * referenced row, at the point of the check. */
void ip_rules_state_reference(ip_encoding *e, const ip_site *site, Z3_ast runs, const ip_row *rows);
void ip_rules_state_foreign(ip_encoding *e, ip_point *point, int other);
/* The rows that a row found by key refers to are in the same snapshot. */
void ip_rules_state_snapshot_references(ip_encoding *e, const ip_site *site, Z3_ast runs, const ip_row *rows);
/* A later statement of the instance, in an iteration of the loop over the query, finds the rows that the query's row of
 * the iteration refers to. */
void ip_rules_state_loop_references(ip_encoding *e, const ip_site *query, const ip_site *later, Z3_ast runs,
                                    const ip_row *rows);

/* instance_facts.c: facts about one instance, outside of loops; of one statement of an instance that runs its program.
 */
void ip_rules_state_instance(ip_encoding *e, int slot);
void ip_rules_state_statement(ip_encoding *e, const ip_site *site, Z3_ast runs);
/* Adds points for the rows of the program's loops in the iterations of the view, if the loop's query locks them. */
void ip_rules_add_loop_points(ip_encoding *e, ip_view *view, int program);

/* pair_facts.c: facts about two instances at a row of the table, among them the anti-dependencies that their sure
 * accesses force. */
void ip_rules_state_pair(ip_encoding *e, ip_stand *stand, int i, int j, int table);
void ip_rules_state_chords(ip_encoding *e, ip_stand *stand, int i, int j, int table);

/* latest_version.c: what the dependency says of a third instance that writes the same cell. */
void ip_rules_state_latest(ip_encoding *e, ip_edge *edge, int other);

/* forced_facts.c: all facts about instances at witness rows; at rows written by key. */
void ip_rules_state_edges(ip_encoding *e);
void ip_rules_state_points(ip_encoding *e);

#endif
