/* How files are read. */
#ifndef IP_READ_FLAGS_H
#define IP_READ_FLAGS_H

/* Those that a user asks for: X(flag, its name in a report) */
#define IP_READ_FLAGS(X)                                                                                               \
    X(IP_READ_IMPLICIT, "implicit")        /* statements outside BEGIN … COMMIT are programs, one each */            \
    X(IP_READ_COMPLETE, "complete_schema") /* the files are the whole schema: what names something else fails */       \
    X(IP_READ_TRUSTED,                                                                                                 \
      "trust_splices") /* texts that EXECUTE puts in unquoted stay in their place (dynamic_sql/text_shape.h) */        \
    X(IP_READ_MODULES, "trust_modules") /* modules that the input does not define leave user-defined tables alone      \
                                           (lower/body/module.c) */

enum {
    IP_READ_SETUP = 1, /* statements outside BEGIN … COMMIT are one script */
    IP_READ_IMPLICIT = 2,
    IP_READ_COMPLETE = 4,
    IP_READ_TRUSTED = 8,
    IP_READ_MODULES = 16
};

#endif
