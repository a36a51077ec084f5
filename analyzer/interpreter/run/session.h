/* Statements of one session, run one by one as they come: cursors, deferred constraints and the last numbers of
 * sequences are kept from one to the next. The database's callbacks may leave a statement by ip_exec_session_raise. */
#ifndef IP_INTERPRETER_SESSION_H
#define IP_INTERPRETER_SESSION_H

#include "interpreter/interpreter.h"
#include "interpreter/value/error_about.h"
#include "interpreter/value/sqltype.h"

typedef struct ip_session_result {
    ip_run_end end;                 /* COMMITTED: it is through */
    const char *sqlstate, *message; /* ABORTED, UNABLE, TOO_LONG */
    ip_error_about about;           /* ABORTED; its texts live as long as the message */
    ip_range range;
    bool has_rows; /* else it gives the client none, not even an empty table */
    int row_count, width;
    const char *const *names; /* [width] */
    const ip_sqltype *types;  /* [width] */
    const ip_datum *values;   /* until the transaction ends */
} ip_session_result;

/* State that an error in a subtransaction does not undo. */
typedef struct ip_session_mark {
    int portals, late, done, modes;
} ip_session_mark;

/* A transaction begins: the state of the previous transaction is dropped. */
void ip_exec_session_begin(ip_interpreter *interpreter, const ip_database *database);
void ip_exec_session_free(ip_interpreter *interpreter); /* what statements have left in memory */
void ip_exec_session_keep(ip_interpreter *interpreter); /* the last result lives until the transaction ends */
/* The numbers that the session has drawn, for currval() and lastval() in its next transaction: call after
 * ip_exec_session_begin. */
struct ip_sequence *ip_exec_session_drawn(const ip_interpreter *interpreter, ip_arena *arena);
void ip_exec_session_drew(ip_interpreter *interpreter, const struct ip_sequence *drawn);
/* The server's error in an expression of the table, a default or a CHECK; false: there is none, or it is not known. */
bool ip_exec_session_wrong_table(ip_interpreter *interpreter, const ip_table *table, const char **sqlstate,
                                 const char **message);
/* Runs a script of one statement. The result lives until the next one runs. */
ip_session_result ip_exec_session_run(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments);
/* Describes its result: has_rows, width, names, types. No transaction need have begun. */
ip_session_result ip_exec_session_describe(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments);
/* Runs what was deferred to the end of the transaction: constraints and triggers. */
ip_session_result ip_exec_session_finish(ip_interpreter *interpreter);
ip_session_mark ip_exec_session_now(ip_interpreter *interpreter);
void ip_exec_session_undo(ip_interpreter *interpreter, ip_session_mark mark);
/* The reason why the transaction cannot continue after a change of the schema; NULL: it can. */
const char *ip_exec_session_held_up(const ip_interpreter *interpreter);
/* Of keys, for the transaction's end; of that table, NULL: of any. */
bool ip_exec_session_leaves_checks(const ip_interpreter *interpreter, const char *table);
void ip_exec_session_leave_checks(ip_interpreter *interpreter, int row); /* all that the row's keys can leave */
/* Continues the transaction in that run: modes of constraints, numbers of rows without a key. */
void ip_exec_session_carry(ip_interpreter *to, const ip_interpreter *from);
/* Called by a callback: raises an error of the current statement, which handlers may catch. */
_Noreturn void ip_exec_session_raise(ip_interpreter *interpreter, const char *sqlstate, const char *message);
_Noreturn void ip_exec_session_unable(ip_interpreter *interpreter, const char *why);
/* Which partition a row is in, for the order in which they are scanned; 0: the table has none. */
int64_t ip_exec_session_partition(ip_interpreter *interpreter, const ip_table *table, const ip_datum *values);

/* The SQLSTATE of a condition of RAISE and EXCEPTION; NULL: there is none of this name. */
const char *ip_exec_session_condition(const char *name);

#endif
