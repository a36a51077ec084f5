/* Shared by the passes over a recorded history. */
#ifndef IP_RECORDED_INTERNAL_H
#define IP_RECORDED_INTERNAL_H

#include "history/recorded.h"

typedef struct ip_recorded_write {
    int transaction, object;
    const ip_json *value; /* NULL: not given */
    bool last;            /* its transaction's last write of the object */
} ip_recorded_write;

typedef struct ip_recorded_object {
    const char *name;
    const ip_json *initial; /* NULL: null */
    int row;
} ip_recorded_object;

typedef struct ip_recorded_builder {
    ip_arena *arena;
    ip_diagnostics *diagnostics;
    ip_recorded_history *result;
    const ip_json *transactions[IP_MAX_TRANSACTIONS]; /* [transaction] */
    const char *names[IP_MAX_TRANSACTIONS];
    IP_VEC(ip_recorded_object) objects;
    IP_VEC(const char *) rows;
    IP_VEC(ip_recorded_write) writes;
    IP_VEC(const char *) levels;
    IP_VEC(ip_range) level_ranges;
    bool has_rows, too_many, failed; /* has_rows: named ones */
} ip_recorded_builder;

#define IP_RECORDED_INITIAL "initial"

/* Reports an error at the value's place. */
void ip_history_recorded_complain(ip_recorded_builder *builder, const ip_json *at, const char *message);
/* Checks the value's kind, and reports another one; what: its key, or a description. */
bool ip_history_recorded_expect(ip_recorded_builder *builder, const ip_json *value, ip_json_kind kind,
                                const char *what);
/* Checks that every key is in the list of known ones, such as "read value from". */
void ip_history_recorded_expect_keys(ip_recorded_builder *builder, const ip_json *object, const char *known);
/* The key's value; NULL where there is none, or after complaining that it is of another kind. */
const ip_json *ip_history_recorded_array(ip_recorded_builder *builder, const ip_json *object, const char *key);
const char *ip_history_recorded_text(ip_recorded_builder *builder, const ip_json *object, const char *key);
const ip_json *ip_history_recorded_scalar(ip_recorded_builder *builder, const ip_json *object, const char *key);

int ip_history_recorded_find(const char *const *list, int count, const char *text); /* -1: not there */
int ip_history_recorded_object_of(ip_recorded_builder *builder, const char *name);  /* a new one, if need be */
void ip_history_recorded_add_impossible(ip_recorded_builder *builder, int transaction, const char *reason);

/* First pass over a transaction's events: objects, writes. Second: rows that are locked. Third: what each read
 * returned, and locks. */
void ip_history_recorded_read_writes(ip_recorded_builder *builder, int transaction);
void ip_history_recorded_read_rows(ip_recorded_builder *builder, int transaction);
void ip_history_recorded_read_reads(ip_recorded_builder *builder, int transaction);

/* recorded_locks.c */
/* A lock event, and the lock that a write gets. true: there is one. */
bool ip_history_recorded_lock(ip_recorded_builder *builder, const ip_json *event, int step, ip_history_lock *lock);
bool ip_history_recorded_write_lock(ip_recorded_builder *builder, const ip_json *event, int step,
                                    ip_history_lock *lock);
/* The key's value, which is true or false; NULL where there is none. */
const ip_json *ip_history_recorded_flag(ip_recorded_builder *builder, const ip_json *object, const char *key);
/* Of an object, once all rows are known. */
int ip_history_recorded_row_of(const ip_recorded_builder *builder, int object);

#endif
