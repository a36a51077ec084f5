/* Shared by encoding.c, edges.c, forced.c and model.c only. */
#ifndef IP_ENCODING_INTERNAL_H
#define IP_ENCODING_INTERNAL_H

#include "encoding.h"
#include "touch.h"

/* One possible statement behind one side of a dependency. */
typedef struct ip_access {
    int program, statement;
    Z3_ast condition;
} ip_access;

typedef IP_VEC(ip_access) ip_accesses;

/* One way in which an edge can come about. */
typedef struct ip_option {
    ip_edge_type type;
    int group;
    Z3_ast chosen; /* Bool */
    ip_accesses from, to;
} ip_option;

typedef struct ip_edge {
    int from, to;
    Z3_ast present; /* Bool: one of the options is chosen */
    ip_place place; /* the witness row */
    IP_VEC(ip_option) options;
    int stated_instances; /* facts about instances below this one are stated */
} ip_edge;

/* A write by key outside loops: its row is a place where facts are stated, too. */
typedef struct ip_point {
    int slot, program, statement;
    ip_place place;
    Z3_ast runs; /* the slot runs the program and the statement executes */
    int stated_instances;
} ip_point;

struct ip_encoding {
    ip_arena *arena;
    ip_encoding_input input;
    ip_terms_context terms;
    int instances;
    ip_relations relations;
    Z3_ast *runs; /* [instance*program_count+program] */
    IP_VEC(ip_edge *) edges;
    IP_VEC(ip_point *) points;
    ip_terms pending;
    bool single_inserts;
    Z3_ast single_inserts_guard;           /* Bool that guards what ip_encoding_assume_single_inserts releases */
    bool older_versions, conflict_visible; /* properties of the levels in use */
    IP_VEC(ip_counter) counters;
};

void ip_encoding_state(ip_encoding *e, Z3_ast fact); /* adds to pending */
Z3_ast ip_relation(ip_encoding *e, Z3_ast *matrix, int i, int j);

/* A view of an instance at a place, with iterations of its own (equal for equal name). */
ip_view ip_view_make(ip_encoding *e, int slot, const ip_place *place, const char *name);

/* All accesses of that kind by the programs the slot may run. */
ip_accesses ip_accesses_of(ip_encoding *e, const ip_view *view, ip_touch_kind kind, const ip_column_group *group,
                           bool sure);
Z3_ast ip_any_access(ip_encoding *e, const ip_view *view, const ip_accesses *accesses);
/* The slot surely writes the group's cells at the view, in whatever way. */
Z3_ast ip_sure_write(ip_encoding *e, const ip_view *view, const ip_column_group *group);

/* forced.c: facts about one instance, and about instances at a place. */
void ip_state_instance(ip_encoding *e, int slot);
void ip_state_view(ip_encoding *e, const ip_view *view);
void ip_state_place(ip_encoding *e, const ip_place *place, const char *name, int *stated_instances, int only_table);
void ip_state_points(ip_encoding *e);

#endif
