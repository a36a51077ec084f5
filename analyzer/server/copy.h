/* COPY … FROM STDIN and TO STDOUT (PostgreSQL 15, section 55.2.6): a statement, its data as rows, and rows as data. */
#ifndef IP_SERVER_COPY_H
#define IP_SERVER_COPY_H

#include "server/client_state.h"

typedef enum ip_copy_form { IP_COPY_TEXT, IP_COPY_CSV, IP_COPY_BINARY } ip_copy_form;

typedef struct ip_copy {
    ip_arena *arena;
    bool from; /* STDIN */
    ip_copy_form form;
    bool header;
    char delimiter, quote, escape;
    const char *null;
    const char *text;      /* the statement that it becomes: SELECT, or INSERT of one row */
    const char *columns;   /* SELECT of them; FROM alone */
    unsigned long edition; /* of the schema that it is compiled for */
    const ip_code *code;
    int width;
    const char *const *names;
    const ip_sqltype *types;
    char *data; /* what has come */
    size_t length, room;
    IP_VEC(const ip_datum *) rows; /* of the data, for the code */
    bool is_read;
} ip_copy;

/* NULL: the statement is no COPY. Else freed by ip_copy_free; *error: what is wrong with it. */
ip_copy *ip_copy_read(ip_served_client *client, const char *statement, ip_served_error *error);
void ip_copy_free(ip_copy *copy); /* NULL is allowed */
/* false: memory ran out. */
bool ip_copy_add(ip_copy *copy, const char *bytes, size_t length);
/* The data as rows. */
ip_served_error ip_copy_rows(ip_copy *copy);
/* CopyInResponse, CopyOutResponse */
void ip_copy_begins(const ip_copy *copy, ip_writing *out);
/* The rows of a SELECT, each a message, and CopyDone. */
void ip_copy_write(const ip_copy *copy, ip_writing *out, const ip_served_result *result);

#endif
