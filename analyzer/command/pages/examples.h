/* The smallest SQL that shows what a page speaks of. */
#ifndef IP_EXAMPLES_H
#define IP_EXAMPLES_H

typedef struct ip_example {
    const char *page;  /* its name */
    const char *level; /* at which isoproof analyze shows it */
    const char *text;  /* lines of SQL */
} ip_example;

/* NULL: the page has none. */
const ip_example *ip_page_example_of(const char *page);

#endif
