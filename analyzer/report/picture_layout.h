/* Where the boxes of a picture are. */
#ifndef IP_PICTURE_LAYOUT_H
#define IP_PICTURE_LAYOUT_H

#include "report/picture.h"

typedef struct ip_picture_box {
    double x, y, width, height; /* of its middle */
} ip_picture_box;

typedef struct ip_picture_layout {
    double width, height;
    ip_picture_box *boxes; /* [node] */
    double *columns;       /* [column]: the middle of each that has a heading */
} ip_picture_layout;

enum { IP_PICTURE_LINE = 18 }; /* from one line of text to the next */

ip_picture_layout ip_report_picture_lay_out(ip_arena *arena, const ip_picture *picture);

#endif
