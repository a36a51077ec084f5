/* libisoproof, for unit tests: a store in memory whose reads get any value that an isolation level allows, drawn at
 * random (Biswas, Kakwani, Vedurada, Enea & Lal, "MonkeyDB", OOPSLA 2021). A test that holds at the level passes with
 * every seed; any other test fails within a few seeds.
 *
 *     isoproof_store *store = isoproof_store_new();
 *     isoproof_store_set_level(store, "causal");
 *     for (unsigned seed = 1; seed <= 1000; seed++) {
 *         isoproof_store_open(store, seed);
 *         int one = isoproof_store_connect(store), two = isoproof_store_connect(store);
 *         isoproof_store_begin(store, one, ISOPROOF_READS_ANY);
 *         const char *stock = isoproof_store_get(store, "stock");
 *         isoproof_store_put(store, "stock", "9");
 *         isoproof_store_commit(store);
 *         …
 *     }
 *     isoproof_store_free(store);
 *
 * Without a schema the store has keys and values; with one it has the schema's tables, and runs SQL. Transactions run
 * one after the other: to begin one while another runs is an error. That loses no behaviour at levels whose axioms are
 * monotone (docs/rehearse.md).
 *
 * Functions that return int return 1, or 0 after an error: isoproof_store_message says which. After an error within a
 * transaction only isoproof_store_rollback is of use, or isoproof_store_commit, which then rolls back and returns 0.
 * SQLSTATE 40001: the level allows no answer, and the transaction is to be run again.
 *
 * Texts are UTF-8. What a function returns belongs to the store, and lives until the next call. The library's other
 * rules are those of libisoproof.h; stores are independent of each other and of runs, but one thread uses them. */
#ifndef LIBISOPROOF_STORE_H
#define LIBISOPROOF_STORE_H

#include "libisoproof.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct isoproof_store isoproof_store;

typedef enum isoproof_reads {
    ISOPROOF_READS_ANY,   /* any value that the level allows, all equally likely */
    ISOPROOF_READS_LATEST /* the last write, if the level allows it: for assertions at the end of a test */
} isoproof_reads;

ISOPROOF_API isoproof_store *isoproof_store_new(void);
ISOPROOF_API void isoproof_store_free(isoproof_store *store); /* NULL is allowed */

/* ---- before it is opened ---- */
/* Definitions and statements that set up rows, in the order in which a server would read them. */
ISOPROOF_API int isoproof_store_add_schema(isoproof_store *store, const char *path);
ISOPROOF_API void isoproof_store_add_schema_text(isoproof_store *store, const char *name, const char *text,
                                                 size_t length);
/* "read-committed", "causal", "postgresql/repeatable-read", or a path to a level file. */
ISOPROOF_API int isoproof_store_set_level(isoproof_store *store, const char *level);

/* A fresh database: the earlier content is deleted. The same seed and the same calls give the same answers. */
ISOPROOF_API int isoproof_store_open(isoproof_store *store, unsigned long long seed);
/* A session: its number, from 0. */
ISOPROOF_API int isoproof_store_connect(isoproof_store *store);
/* From now on every session sees everything committed so far: after a test has set up its rows. No transaction runs. */
ISOPROOF_API int isoproof_store_settle(isoproof_store *store);

/* ---- a transaction ---- */
ISOPROOF_API int isoproof_store_begin(isoproof_store *store, int session, isoproof_reads reads);
ISOPROOF_API int isoproof_store_commit(isoproof_store *store);
ISOPROOF_API void isoproof_store_rollback(isoproof_store *store); /* no transaction: nothing */

/* Keys and values. NULL: there is none, or an error; isoproof_store_message tells which. */
ISOPROOF_API const char *isoproof_store_get(isoproof_store *store, const char *key);
ISOPROOF_API int isoproof_store_put(isoproof_store *store, const char *key, const char *value); /* NULL: removes it */

/* One statement of SQL, with values for $1 to $count as texts (NULL: NULL). */
ISOPROOF_API int isoproof_store_run(isoproof_store *store, const char *statement, const char *const *values, int count);
/* Its result; indexes from 0, NULL if there is no such field. */
ISOPROOF_API long isoproof_store_row_count(const isoproof_store *store); /* returned or, without rows, changed */
ISOPROOF_API int isoproof_store_column_count(const isoproof_store *store);
ISOPROOF_API const char *isoproof_store_column_name(const isoproof_store *store, int column);
ISOPROOF_API const char *isoproof_store_value(isoproof_store *store, long row, int column); /* NULL also for NULL */

/* ---- afterwards ---- */
/* The error of the last call, and its SQLSTATE. NULL: none. */
ISOPROOF_API const char *isoproof_store_message(const isoproof_store *store);
ISOPROOF_API const char *isoproof_store_sqlstate(const isoproof_store *store);
/* Reads since it was opened that could have returned another value. If there were none, no two transactions of the test
 * interfere. */
ISOPROOF_API long isoproof_store_choices(const isoproof_store *store);
/* Each transaction as it ends, as a line of JSON that isoproof check reads (docs/histories.md). For the database that
 * is open; NULL: no longer. */
typedef void isoproof_store_line(void *data, const char *line);
ISOPROOF_API void isoproof_store_record(isoproof_store *store, isoproof_store_line *line, void *data);

#ifdef __cplusplus
}
#endif

#endif
