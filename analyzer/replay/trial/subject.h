/* The subject of a replay: an anomaly with the code of its instances, and the rows of its model, as values of the
 * interpreter. */
#ifndef IP_SUBJECT_H
#define IP_SUBJECT_H

#include "isoproof.h"
#include "interpreter/interpreter.h"

/* ip_model_row, read as data. */
typedef struct ip_clue {
    int instance;
    const ip_table *table;
    bool present;
    const bool *known; /* [table columns] */
    ip_datum *values;
} ip_clue;

/* Values of a type worth trying, best first, the wanted texts before all others. */
typedef struct ip_value_list {
    ip_datum *items;
    int count, capacity;
} ip_value_list;

struct ip_usual {
    ip_type type;
    int instance;
    ip_value_list values;
};

/* Values for an argument, found when so many numbers were renamed. */
struct ip_argument {
    int instance, parameter, renames;
    ip_value_list values;
};

/* Two programs that a further level file is about (--serialize A:B). */
typedef struct ip_replay_pair {
    const ip_level *level;
    const ip_program *a, *b;
} ip_replay_pair;

struct ip_rename {
    ip_datum from, to;
};

struct ip_mended {
    const ip_table *table;
    int column;
    ip_datum value;
};

typedef struct ip_text_list {
    const char **items;
    int count, capacity;
} ip_text_list;

typedef struct ip_subject {
    ip_arena *arena;
    const ip_schema *schema;
    const ip_anomaly *anomaly;
    int count;
    const ip_code **codes;
    const ip_level *const *levels; /* of the instances */
    IP_VEC(ip_clue) clues;
    /* Numbers that the model chose in place of a sequence: the real numbers. Applied to clues and arguments. */
    IP_VEC(struct ip_rename) renames;
    bool *inserted;                       /* [table]: an instance may insert rows */
    bool *named;                          /* [table]: by a statement of an instance */
    IP_VEC(struct ip_usual) usual;        /* worked out so far */
    IP_VEC(struct ip_argument) arguments; /* likewise */
    /* Literals of the programs, by kind of type: what conditions compare with. */
    ip_text_list constants[IP_OTHER + 1];
    IP_VEC(const ip_code *) enums;    /* of columns and parameters */
    ip_text_list limits;              /* integers of them that a number of rows may be compared with */
    IP_VEC(struct ip_mended) mended;  /* of each column, the last change that helped a refused row */
    bool has_special;                 /* some type has special values (special_values.h) */
    IP_VEC(const ip_expr *) accesses; /* to fields of JSON, whatever becomes of their values */
    IP_VEC(const char *) fields; /* of JSON, that they compare with literals: "status": "open" (derived_values.h) */
} ip_subject;

/* levels: of the anomaly's instances. NULL after setting *why: an instance has no code that can be run. */
ip_subject *ip_trial_subject_new(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly,
                                 const ip_level *const *levels, const char **why);

/* Of one kind, and equal. */
bool ip_trial_value_list_same(ip_datum a, ip_datum b);
void ip_trial_value_list_add(ip_arena *arena, ip_value_list *values, ip_datum value);
/* If the text is valid for the type. */
void ip_trial_value_list_add_text(ip_arena *arena, ip_value_list *values, ip_type type, const char *text);
/* Round values, and those of the programs' literals and the instances' arguments. Valid until the next call. */
const ip_value_list *ip_trial_subject_usual(ip_subject *subject, ip_type type, int instance);
void ip_trial_value_list_add_usual(ip_arena *arena, ip_subject *subject, ip_value_list *values, ip_type type,
                                   int instance);

/* Replaces that number by this one from now on. false: it was replaced already. */
bool ip_trial_subject_rename(ip_subject *subject, ip_datum from, ip_datum to);
ip_datum ip_trial_subject_renamed(ip_arena *arena, const ip_subject *subject, ip_datum value);

#endif
