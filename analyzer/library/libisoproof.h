/* libisoproof: at which isolation level is every concurrent execution of these transactions serializable?
 *
 *     isoproof_run *run = isoproof_new();
 *     isoproof_add_file(run, "bank.sql");
 *     isoproof_add_level(run, "read committed");
 *     if (isoproof_analyze(run))
 *         for (int i = 0; i < isoproof_level_count(run); i++)
 *             printf("%s: %s\n", isoproof_level_name(run, i), isoproof_verdict_text(isoproof_level_verdict(run, i)));
 *     isoproof_free(run);
 *
 * The library prints nothing and does not affect the process, with one exception: if there is no memory left, it ends
 * the process with status 2 and a message. It keeps no state between runs. Use one run at a time in a process: only
 * isoproof_interrupt may be called from other threads and from signal handlers.
 *
 * Texts are UTF-8. What a function returns belongs to the run and lives until isoproof_free. Versions are semantic: the
 * number in the library's SONAME changes when programs must be compiled again. */
#ifndef LIBISOPROOF_H
#define LIBISOPROOF_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ISOPROOF_API __attribute__((visibility("default")))
#else
#define ISOPROOF_API
#endif

typedef struct isoproof_run isoproof_run;

typedef enum isoproof_verdict {
    ISOPROOF_SAFE,     /* proved, for any number of transactions */
    ISOPROOF_BENIGN,   /* anomalies, but each one found has the results of a serial order */
    ISOPROOF_UNSAFE,   /* a confirmed anomaly */
    ISOPROOF_UNDECIDED /* neither; it must never count as safe */
} isoproof_verdict;

ISOPROOF_API const char *isoproof_version(void);                          /* "1.2.3" */
ISOPROOF_API const char *isoproof_verdict_text(isoproof_verdict verdict); /* "safe", … */

ISOPROOF_API isoproof_run *isoproof_new(void);
ISOPROOF_API void isoproof_free(isoproof_run *run); /* NULL is allowed */

/* Inputs, in the order in which a server would read them. Functions that return int return 1, or 0 after adding a
 * message. A schema is a file of definitions only: nothing in it is a program. */
ISOPROOF_API int isoproof_add_file(isoproof_run *run, const char *path);
ISOPROOF_API int isoproof_add_schema(isoproof_run *run, const char *path);
ISOPROOF_API void isoproof_add_text(isoproof_run *run, const char *name, const char *text, size_t length);

/* "read committed" or "repeatable-read", or a path to a level file. At least one, to analyze. */
ISOPROOF_API int isoproof_add_level(isoproof_run *run, const char *level);

ISOPROOF_API void isoproof_set_timeout(isoproof_run *run, double seconds); /* of the whole run; default 60 */
ISOPROOF_API void isoproof_set_memory(isoproof_run *run, size_t bytes);    /* default 0: not limited */
ISOPROOF_API void isoproof_set_max_cycle(isoproof_run *run, int length);   /* at least 1; default 4 */
ISOPROOF_API void isoproof_set_implicit(isoproof_run *run, int implicit);  /* statements outside of a transaction block
                                                                              are programs, too; default 0 */
ISOPROOF_API void isoproof_set_complete_schema(isoproof_run *run, int complete); /* no file is missing; default 0 */

/* Decides. 0: there is nothing to decide; messages say why. Once a run. */
ISOPROOF_API int isoproof_analyze(isoproof_run *run);
/* Instead of isoproof_analyze: all levels of PostgreSQL, and advice. Levels that were added do not count. */
ISOPROOF_API int isoproof_advise(isoproof_run *run);
/* Ends the current run with what it has decided so far, and every later run in this process. */
ISOPROOF_API void isoproof_interrupt(void);

/* The answers; index from 0. */
ISOPROOF_API int isoproof_level_count(const isoproof_run *run);
ISOPROOF_API const char *isoproof_level_name(const isoproof_run *run, int index);
ISOPROOF_API isoproof_verdict isoproof_level_verdict(const isoproof_run *run, int index);
ISOPROOF_API const char *isoproof_level_reason(const isoproof_run *run, int index); /* undecided: why; else NULL */
/* The report in a format of isoproof analyze --format: "json", "text", "sarif", "html", … NULL: no such format, or
 * nothing was decided. */
ISOPROOF_API const char *isoproof_report(isoproof_run *run, const char *format);

/* Messages about the input, "FILE:LINE:COLUMN: error: …", in the order in which they occurred. */
ISOPROOF_API int isoproof_message_count(const isoproof_run *run);
ISOPROOF_API const char *isoproof_message(isoproof_run *run, int index);

#ifdef __cplusplus
}
#endif

#endif
