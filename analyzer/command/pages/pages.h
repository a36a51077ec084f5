/* The pages of isoproof explain that are not data elsewhere. */
#ifndef IP_PAGES_H
#define IP_PAGES_H

/* A line that starts with two blanks is shown as it is; all else is a paragraph. */
typedef struct ip_page {
    const char *group, *name;
    const char *title;  /* NULL: anomalies and notes have theirs in their tables */
    const char *source; /* the same */
    const char *const *lines;
} ip_page;

typedef struct ip_page_heading {
    const char *title, *source; /* source: "" or NULL: none */
} ip_page_heading;

/* The page's own, or its table's. */
ip_page_heading ip_command_page_heading_of(const ip_page *page);

extern const ip_page ip_page_table[]; /* ends with name NULL */

#endif
