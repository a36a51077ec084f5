/* Executable code as text, for tests: what listing.c (statements) and listing_query.c share. */
#ifndef IP_CODE_LISTER_H
#define IP_CODE_LISTER_H

#include "code/code.h"

typedef struct ip_code_lister {
    ip_arena *arena;
    const ip_code *code;
    const ip_code_statement *statement; /* the current one: its parts are listed once */
    IP_VEC(char) text;
} ip_code_lister;

void ip_code_list_print(ip_code_lister *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ip_code_list_type(ip_code_lister *l, const ip_code_type *type);
void ip_code_list_expr(ip_code_lister *l, const ip_code_expr *expr);
void ip_code_list_path(ip_code_lister *l, const ip_code_path *path);
void ip_code_list_query(ip_code_lister *l, const ip_code_query *query);
void ip_code_list_write(ip_code_lister *l, const ip_code_write *write);

#endif
