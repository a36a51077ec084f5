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

/* What is known of one instance at a place, worked out on demand. */
typedef struct ip_place_view {
    ip_view view;
    Z3_ast *changes; /* [table]: surely changes the row; NULL: not worked out */
    Z3_ast *writes;  /* [group]: surely writes the cells */
    /* The same place in the iterations that the instance is in at the edges it belongs to: a loop that writes the
     * row of one edge may be the one that writes the row of another. */
    IP_VEC(ip_view *) elsewhere;
    bool elsewhere_known;
} ip_place_view;

/* A place at which facts are stated. */
typedef struct ip_stand {
    const char *name;
    ip_place place;
    IP_VEC(ip_place_view *) views; /* by instance */
    int stated, chords_stated;     /* facts about instances below these are stated */
} ip_stand;

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
    ip_stand stand; /* the witness row */
    IP_VEC(ip_option) options;
} ip_edge;

/* A write by key outside loops: its row is a place where facts are stated, too. */
typedef struct ip_point {
    int slot, program, statement;
    ip_stand stand;
    int counters_stated;
} ip_point;

struct ip_encoding {
    ip_arena *arena;
    ip_encoding_input input;
    ip_terms_context terms;
    /* Those that the programs here touch: of a large workload, few. */
    IP_VEC(int) tables;
    IP_VEC(int) groups;
    int instances;
    ip_relations relations;
    Z3_ast *runs; /* [instance*program_count+program] */
    IP_VEC(ip_edge *) edges;
    IP_VEC(ip_point *) points;
    ip_terms pending;
    bool single_inserts;
    bool gave_up; /* input.expired has said so */

    bool chords;                 /* absence of dependencies was asked for: state forced anti-dependencies */
    Z3_ast single_inserts_guard; /* Bool that guards what ip_encoding_assume_single_inserts releases */
    bool older_versions;         /* snapshots that hold a version hold the older ones: a property of the levels */
    IP_VEC(ip_counter) counters;
};

/* Time is up: whatever is stated from now on is wasted. */
bool ip_encoding_gave_up(ip_encoding *e);
void ip_encoding_state(ip_encoding *e, Z3_ast fact); /* adds to pending */
Z3_ast ip_relation(ip_encoding *e, Z3_ast *matrix, int i, int j);

/* The instance at the stand, with iterations of its own. */
ip_place_view *ip_view_at(ip_encoding *e, ip_stand *stand, int slot);

/* All accesses of that kind by the programs the slot may run. */
ip_accesses ip_accesses_of(ip_encoding *e, ip_view *view, ip_touch_kind kind, const ip_column_group *group, bool sure);
Z3_ast ip_any_access(ip_encoding *e, const ip_accesses *accesses);
/* The slot surely writes the group's cells at the view, in whatever way. */
Z3_ast ip_sure_write(ip_encoding *e, ip_place_view *view, int group);
/* It surely changes the table's row there. */
Z3_ast ip_sure_change(ip_encoding *e, ip_place_view *view, int table);

/* forced.c: facts about one instance; about instances at witness rows; at rows written by key. */
void ip_state_instance(ip_encoding *e, int slot);
void ip_state_edges(ip_encoding *e);
void ip_state_points(ip_encoding *e);

#endif
