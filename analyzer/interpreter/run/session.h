/* Statements of one session, run one by one as they come: cursors, deferred constraints and what a sequence gave last
 * stay from one to the next. The database's callbacks may leave a statement by ip_session_raise. */
#ifndef IP_INTERPRETER_SESSION_H
#define IP_INTERPRETER_SESSION_H

#include "interpreter/interpreter.h"
#include "interpreter/value/sqltype.h"

typedef struct ip_session_result {
    ip_run_end end;                 /* COMMITTED: it is through */
    const char *sqlstate, *message; /* ABORTED, UNABLE, TOO_LONG */
    ip_range range;
    bool has_rows; /* else it gives the client none, not even an empty table */
    int row_count, width;
    const char *const *names; /* [width] */
    const ip_sqltype *types;  /* [width] */
    const ip_datum *values;   /* until the transaction ends */
} ip_session_result;

/* What an error in a part of the transaction does not undo. */
typedef struct ip_session_mark {
    int portals, late, modes;
} ip_session_mark;

/* A transaction begins: what was left of the one before goes. */
void ip_session_begin(ip_interpreter *interpreter, const ip_database *database);
/* Runs a script of one statement. */
ip_session_result ip_session_run(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments);
/* What it would give the client: has_rows, width, names, types. No transaction need have begun. */
ip_session_result ip_session_describe(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments);
/* Does what was left until the end of the transaction: deferred constraints and triggers. */
ip_session_result ip_session_finish(ip_interpreter *interpreter);
ip_session_mark ip_session_now(ip_interpreter *interpreter);
void ip_session_undo(ip_interpreter *interpreter, ip_session_mark mark);
/* What of a transaction cannot go on once the schema is another one; NULL: all of it can. */
const char *ip_session_held_up(const ip_interpreter *interpreter);
/* Of keys, for the transaction's end; of that table, NULL: of any. */
bool ip_session_leaves_checks(const ip_interpreter *interpreter, const char *table);
void ip_session_leave_checks(ip_interpreter *interpreter, int row); /* all that the row's keys can leave */
/* The transaction goes on there: modes of constraints, numbers of rows without a key. */
void ip_session_carry(ip_interpreter *to, const ip_interpreter *from);
/* From within a callback: an error of the statement that is run; handlers may take it. */
_Noreturn void ip_session_raise(ip_interpreter *interpreter, const char *sqlstate, const char *message);
_Noreturn void ip_session_unable(ip_interpreter *interpreter, const char *why);
/* Which partition a row is in, for the order in which they are scanned; 0: the table has none. */
int64_t ip_session_partition(ip_interpreter *interpreter, const ip_table *table, const ip_datum *values);

#endif
