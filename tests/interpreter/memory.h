/* The plainest database that an interpreter can run on: one session, values in an array, undone by a log. */
#ifndef IP_TEST_MEMORY_H
#define IP_TEST_MEMORY_H

#include "interpreter/interpreter.h"

typedef struct memory_write {
    int row, column;
    ip_datum before;
    bool had;
} memory_write;

typedef struct memory {
    ip_arena *arena;
    ip_rows *rows;
    int stride;
    struct memory_cell {
        bool written;
        ip_datum value;
    } * cells;
    int capacity;
    IP_VEC(memory_write) log;
    long reads, writes, statements;
    /* If set, "r table[key].column" and so on are appended: what a test expects of the accesses. */
    bool trace;
    const char *accesses;
    const ip_schema *schema;
    ip_database database;
} memory;

/* The callbacks of memory->database. */
memory *memory_new(const ip_schema *schema);
void memory_free(memory *m);
int memory_mark(const memory *m);
void memory_undo(memory *m, int mark); /* all writes since */

#endif
