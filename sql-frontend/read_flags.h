/* How files are read. */
#ifndef IP_READ_FLAGS_H
#define IP_READ_FLAGS_H

enum {
    IP_READ_SETUP = 1,    /* statements outside BEGIN … COMMIT are one script */
    IP_READ_IMPLICIT = 2, /* they are programs, one each */
    IP_READ_COMPLETE = 4, /* the files are the whole schema: what names something that they do not make fails */
    IP_READ_TRUSTED = 8   /* texts that EXECUTE puts into a statement unquoted stay in their place (shape.h) */
};

#endif
