/* Graphs as pictures: in Graphviz's language, and in HTML as SVG within the page. */
#ifndef IP_PICTURE_H
#define IP_PICTURE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct ip_picture_edge {
    int from, to;         /* places in nodes */
    const char *type;     /* "rw": its colour, and what is written beside it; "" for a plain arrow */
    const char *about;    /* written after the type, "" where there is nothing to say */
    const char *sentence; /* its meaning; "": not listed */
    bool dashed;
} ip_picture_edge;

typedef struct ip_picture_node {
    const char *name;
    IP_VEC(const char *) lines; /* written below the name */
    int column, row;            /* where it is in a grid */
} ip_picture_node;

typedef struct ip_picture {
    const char *title;
    int number;                   /* differs between those of one page */
    bool grid;                    /* nodes are where their columns and rows say; else on a circle */
    IP_VEC(const char *) columns; /* a grid's headings; none: each row is centred */
    IP_VEC(ip_picture_node) nodes;
    IP_VEC(ip_picture_edge) edges;
    IP_VEC(const char *) remarks; /* sentences about it that are no edges */
} ip_picture;

/* One digraph. Texts may hold any bytes. */
void ip_report_picture_write_dot(FILE *out, ip_arena *arena, const ip_picture *picture);
/* An svg element. Its classes are for the style of a page: node, edge and label with the edge's type. */
void ip_report_picture_write_svg(FILE *out, ip_arena *arena, const ip_picture *picture);
/* A page with all of them, one section each. */
void ip_report_picture_write_html(FILE *out, ip_arena *arena, const char *title, const ip_picture *pictures, int count);

/* A new node; its place in nodes. */
int ip_report_picture_add_node(ip_arena *arena, ip_picture *picture, const char *name);
/* The node of that name: a new one, if need be. */
int ip_report_picture_place(ip_arena *arena, ip_picture *picture, const char *name);

#endif
