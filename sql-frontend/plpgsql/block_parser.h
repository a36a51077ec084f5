/* The block structure of a routine body or script, parsed over pg_query_scan's
 * tokens; every SQL statement and expression inside is a text range that
 * lowering hands to pg_query_parse. Internal to this folder. */
#ifndef IP_PLPGSQL_H
#define IP_PLPGSQL_H

#include "base/diagnostic.h"
#include "parse/sql_type.h"

#include <string.h>

/* Text of an SQL statement or expression, in the source. */
typedef ip_range ip_pl_text;

static inline bool ip_pl_given(ip_pl_text text)
{
    return text.source && text.begin < text.end;
}

/* Has the target of an assignment subscripts, which are expressions that may read and call? */
static inline bool ip_pl_subscripted(ip_pl_text target)
{
    return ip_pl_given(target) && memchr(target.source->text + target.begin, '[', target.end - target.begin);
}

typedef enum ip_pl_kind {
    IP_PL_BLOCK,     /* declarations, body, has_handlers */
    IP_PL_ASSIGN,    /* target := expr */
    IP_PL_IF,        /* branches; the last one's condition is empty for ELSE. CASE too: without ELSE its
                        last branch is an IP_PL_RAISE that aborts, as PostgreSQL's is */
    IP_PL_LOOP,      /* body */
    IP_PL_WHILE,     /* expr; body */
    IP_PL_FOR_RANGE, /* FOR target IN [REVERSE] low .. high [BY step]; body */
    IP_PL_FOR_QUERY, /* FOR targets IN sql; body */
    IP_PL_FOREACH,   /* FOREACH target IN ARRAY expr; body */
    IP_PL_EXIT,      /* label, expr (WHEN) */
    IP_PL_CONTINUE,
    IP_PL_RETURN,      /* expr or empty. RETURN NEXT expr, RETURN QUERY sql: more_follows, does not leave */
    IP_PL_RAISE,       /* aborts: level EXCEPTION (the default) or a bare RAISE; args are expressions */
    IP_PL_SQL,         /* sql with the INTO clause cut out; targets, strict. Also CALL */
    IP_PL_PERFORM,     /* sql, from the word PERFORM, which sql_text spells "SELECT " (as long) */
    IP_PL_DIAGNOSTICS, /* GET DIAGNOSTICS target = ROW_COUNT (row_count) or another item */
    IP_PL_NULL,
    IP_PL_ASSERT, /* expr */
    IP_PL_COMMIT,
    IP_PL_ROLLBACK,
    IP_PL_OPEN,   /* cursor: the query declared with it, with args; or sql, or expr: OPEN … FOR EXECUTE */
    IP_PL_FETCH,  /* cursor, fetch; targets, none for MOVE */
    IP_PL_CLOSE,  /* cursor */
    IP_PL_UNKNOWN /* range and what: EXECUTE of a text that is not known, whatever was not understood. May assign
                     anything to its targets, then run its body (FOR r IN EXECUTE …) any number of times */
} ip_pl_kind;

typedef struct ip_pl_statement ip_pl_statement;
typedef IP_VEC(ip_pl_statement *) ip_pl_body;

typedef struct ip_pl_cursor_parameter {
    const char *name, *type;
    ip_range range;
} ip_pl_cursor_parameter;

typedef struct ip_pl_declaration {
    const char *name; /* folded to lower case unless quoted */
    const char *type; /* text of the type, "account.bal%TYPE" included */
    bool constant, not_null;
    const char *alias_for;  /* name ALIAS FOR $1 or another variable (type ""); NULL: not an alias */
    bool cursor;            /* type "refcursor"; initial is its query */
    bool scroll, no_scroll; /* SCROLL: it may go backward, whatever its plan; NO SCROLL: it may not */
    IP_VEC(ip_pl_cursor_parameter) cursor_parameters;
    ip_pl_text initial; /* empty: NULL */
    ip_range range;
} ip_pl_declaration;

/* Where FETCH and MOVE go. */
typedef enum ip_pl_direction {
    IP_PL_FORWARD, /* count rows on; NEXT: one */
    IP_PL_BACKWARD,
    IP_PL_ABSOLUTE, /* to the row of that number; FIRST: 1, LAST: -1 */
    IP_PL_RELATIVE
} ip_pl_direction;

typedef struct ip_pl_fetch {
    ip_pl_direction direction;
    bool all;
    long count;         /* unless: */
    ip_pl_text counted; /* an expression */
    bool move;
} ip_pl_fetch;

typedef struct ip_pl_branch {
    ip_pl_text condition; /* CASE x WHEN a, b: rewritten by operand below */
    ip_pl_text operand;   /* simple CASE: condition lists values to compare with it */
    IP_VEC(ip_pl_statement *) body;
} ip_pl_branch;

/* What RAISE says. */
typedef struct ip_pl_raise_option {
    const char *name; /* lower case: "errcode", "message" … */
    ip_pl_text value;
} ip_pl_raise_option;

typedef struct ip_pl_raise {
    const char *level;     /* a level below error: "notice"; NULL */
    const char *format;    /* NULL: none */
    const char *condition; /* a condition's name or an SQLSTATE in place of the format; NULL */
    IP_VEC(ip_pl_text) args;
    IP_VEC(ip_pl_raise_option) options;
    bool unsure; /* which error it is is not known */
} ip_pl_raise;

/* WHEN condition OR … THEN body */
typedef struct ip_pl_handler {
    ip_range range;                  /* the word WHEN */
    IP_VEC(const char *) conditions; /* lower case; an SQLSTATE as its five letters */
    IP_VEC(ip_pl_statement *) body;
} ip_pl_handler;

struct ip_pl_statement {
    ip_pl_kind kind;
    ip_range range;
    const char *label;
    IP_VEC(ip_pl_declaration) declarations;
    IP_VEC(ip_pl_statement *) body;
    bool chains;       /* COMMIT or ROLLBACK AND CHAIN */
    bool has_handlers; /* EXCEPTION part: its statements are in handlers */
    IP_VEC(ip_pl_statement *) handlers;
    IP_VEC(ip_pl_handler) handler_list; /* the same statements, handler by handler */
    IP_VEC(ip_pl_branch) branches;
    IP_VEC(ip_pl_text) targets; /* INTO a, b, rec.c; ASSIGN: one; GET DIAGNOSTICS: one */
    bool bounds;                /* ASSERT: of a value that pgbench draws, not of the user's */
    bool strict, reverse, aborts, more_follows, row_count;
    ip_pl_text expr, low, high, step;
    IP_VEC(ip_pl_text) args;
    IP_VEC(const char *) arg_names; /* of a cursor's args, as many; NULL: by position */
    const char *cursor;             /* OPEN, FETCH, CLOSE, FOR_QUERY over a cursor: its variable's name */
    bool scroll, no_scroll;         /* OPEN SCROLL, OPEN NO SCROLL */
    const ip_pl_fetch *fetch;
    const ip_pl_raise *raise; /* RAISE; NULL: CASE without a matching branch */
    const char *item;         /* GET DIAGNOSTICS: "row_count", "returned_sqlstate" … */
    bool slice;               /* FOREACH … SLICE, of so many dimensions: */
    const char *slice_text;
    bool schema_statement;   /* NULL in a script: a statement on the schema stood here, */
    const char *schema_text; /* this one; "": it is undone; NULL: it runs what changes the schema */
    bool keeps_targets;      /* SQL in a script, with \gset: of no row, or several, psql takes none */
    bool takes_snapshot;     /* NULL in a script: what stood here takes one, though it reads no rows */
    /* SQL: pieces of the source that, joined (cut parts replaced by blanks of equal length so that
     * offsets hold), are the statement. The text below is that joined text; its first byte is the
     * source's byte sql.begin. Also of FOR_QUERY, PERFORM and RETURN QUERY. */
    ip_pl_text sql;
    const char *sql_text;
    /* EXECUTE: expr is its text, args what USING gives. As long as that text is not known the kind is IP_PL_UNKNOWN
     * (OPEN has no sql_text); once it is (fold.h), that of the same statement without EXECUTE, with sql_text, in which
     * $1 and so on are the args and no variable is in scope; or IP_PL_IF, a branch for each text. */
    bool executes, folded;
    const struct ip_unit *anonymous; /* SQL of a script: what a DO runs, as a procedure without parameters */
    IP_VEC(const char *)
    shapes;          /* not folded: its text is one of these but for values and names (dynamic_sql/text_shape.h) */
    ip_pl_text name; /* not folded, one shape: the value that the one name in it has, if nothing else is not known */
    bool other_name; /* and it is none of a table that the files create and that the statement could be about */
    const char *why; /* neither: why its text is not known */
    IP_VEC(const char *) touches; /* not folded: the only tables it can touch, as its author says */
    /* The outermost block: "use_column" or "use_variable" after #variable_conflict, else NULL. */
    const char *what; /* IP_PL_UNKNOWN: what was found ("EXECUTE", "FETCH", …) */
};

/* Parses body (a range of a source: the text between the dollar quotes, or a
 * script's statements between BEGIN and COMMIT are handled elsewhere). Reports
 * errors with their place; returns NULL only if nothing could be made of it. */
ip_pl_statement *ip_pl_parse(ip_arena *arena, ip_range body, ip_diagnostics *diagnostics, bool *broken);

#endif
