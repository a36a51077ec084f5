/* Texts that EXECUTE is given, as far as they are known before anything runs. Internal to this folder.
 *
 * A text is one of a few alternatives, each pieces in a row: constant text, and values put in where it is made. */
#ifndef IP_FOLD_TEXT_H
#define IP_FOLD_TEXT_H

#include "plpgsql/block_parser.h"

typedef enum ip_piece_kind {
    IP_PIECE_TEXT,    /* as it stands */
    IP_PIECE_LITERAL, /* the value of an expression as an SQL literal: quote_literal, %L */
    IP_PIECE_NAME,    /* as an identifier: quote_ident, %I */
    IP_PIECE_VALUE,   /* as its bare text: ||, %s */
    IP_PIECE_NUMBER   /* the same of a number */
} ip_piece_kind;

typedef struct ip_text_piece {
    ip_piece_kind kind;
    const char *text; /* TEXT. NAME: what it begins with, as far as that is known; NULL */
    ip_pl_text expr;  /* others: the value */
    bool loose;       /* perhaps another value by now, or a value that evaluating expr again would not give */
    bool integer;     /* NUMBER: one without a fraction */
    bool tame;        /* VALUE: its text has neither quotes nor backslashes */
    bool strict;      /* if it is NULL, so is the whole text, and EXECUTE refuses that */
    bool empty;       /* if it is NULL, nothing stands in its place */
} ip_text_piece;

typedef IP_VEC(ip_text_piece) ip_pieces;

enum { IP_MOST_ALTERNATIVES = 64, IP_MOST_PIECES = 200, IP_LONGEST_TEXT = 20000 };

typedef struct ip_texts {
    int count;      /* 0: any text, or, if it is only_null, none */
    bool respelled; /* the same statement as the text, in other words: not to be compared with it */
    bool null;      /* or NULL, which EXECUTE refuses */
    bool only_null;
    ip_pieces alternatives[IP_MOST_ALTERNATIVES];
} ip_texts;

typedef struct ip_known_text {
    const char *name;
    ip_texts texts;
} ip_known_text;

typedef struct ip_declared_type {
    const char *name, *type;
} ip_declared_type;

/* What is known at the current point of the fold. Variables are identified by name: a declaration counts as an
 * assignment. */
typedef struct ip_fold {
    ip_arena *arena;
    IP_VEC(ip_known_text) known;
    IP_VEC(ip_declared_type) types;
    bool trusts;  /* IP_READ_TRUSTED */
    bool samples; /* what texts are like is asked for alone: no value has in it what replace() looks for */
} ip_fold;

ip_texts ip_dynamic_texts_null(void);
ip_texts ip_dynamic_fold_text(ip_fold *f, ip_pl_text expr);
/* The same with `name` having another value from here on. */
ip_texts ip_dynamic_texts_loosened(ip_fold *f, const ip_texts *texts, const char *name);
ip_texts ip_dynamic_texts_join(ip_fold *f, const ip_texts *a, const ip_texts *b);
const ip_texts *ip_dynamic_fold_known(const ip_fold *f, const char *name);
/* Does evaluating it once more, with the same variables, give the same and do nothing? */
bool ip_dynamic_fold_pure(ip_fold *f, ip_pl_text expr);
/* How often it names the variable. */
int ip_dynamic_fold_mentions(ip_fold *f, ip_pl_text expr, const char *name);

/* Tells whether the byte may belong to a number or a name, including a name with its schema. */
static inline bool ip_is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.' || (unsigned char)c >= 0x80;
}

#endif
