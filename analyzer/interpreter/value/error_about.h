/* What an error says besides its SQLSTATE and message: the values of GET STACKED DIAGNOSTICS, and the further fields of
 * the protocol's ErrorResponse. */
#ifndef IP_VALUE_ERROR_ABOUT_H
#define IP_VALUE_ERROR_ABOUT_H

/* NULL: unknown in memory; "": none. */
typedef struct ip_error_about {
    const char *detail, *hint, *column, *constraint, *datatype, *table, *schema;
} ip_error_about;

#endif
