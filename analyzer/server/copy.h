/* COPY … FROM STDIN and COPY … TO STDOUT (PostgreSQL 15, section 55.2.6): parses the statement, reads data as rows, and
 * writes rows as data. */
#ifndef IP_SERVER_COPY_H
#define IP_SERVER_COPY_H

#include "server/client_state.h"

typedef enum ip_copy_form { IP_COPY_TEXT, IP_COPY_CSV, IP_COPY_BINARY } ip_copy_form;

typedef struct ip_copy {
    ip_arena *arena;
    const ip_served *served;
    bool from; /* FROM STDIN; otherwise TO STDOUT */
    ip_copy_form form;
    bool header;
    char delimiter, quote, escape;
    const char *null;
    const char *text;      /* the equivalent statement: a SELECT, or an INSERT of one row */
    const char *columns;   /* for FROM: a SELECT of the columns */
    unsigned long edition; /* of the schema for which the code was compiled */
    const ip_code *code;
    int width;
    const char *const *names;
    const ip_sqltype *types;
    char *data; /* received so far */
    size_t length, room;
    IP_VEC(const ip_datum *) rows; /* of the data; arguments of the code */
    bool is_read;
} ip_copy;

/* Returns NULL if the statement is not COPY. Otherwise the caller releases the result by ip_served_copy_free, and
 * *error is set if the statement is wrong. */
ip_copy *ip_served_copy_read(ip_served_client *client, const char *statement, ip_served_error *error);
void ip_served_copy_free(ip_copy *copy); /* copy may be NULL */
/* Adds received data. Returns false if memory runs out. */
bool ip_served_copy_add(ip_copy *copy, const char *bytes, size_t length);
/* Reads the received data into copy->rows. */
ip_served_error ip_served_copy_rows(ip_copy *copy);
/* Writes CopyInResponse or CopyOutResponse. */
void ip_served_copy_begins(const ip_copy *copy, ip_writing *out);
/* The error if a value has no binary form here, and the data is binary. */
ip_served_error ip_served_copy_lacks(const ip_copy *copy, const ip_served_result *result);
/* Writes the rows of a SELECT, a CopyData message each, and CopyDone. */
void ip_served_copy_write(const ip_copy *copy, ip_writing *out, const ip_served_result *result);

#endif
