/* A statement that a client has sent, read word by word, where the parser's tree does not say enough of it. */
#ifndef IP_SERVER_WORDS_H
#define IP_SERVER_WORDS_H

#include "parse/lexer.h"

typedef struct ip_client_words {
    ip_arena *arena;
    const ip_source *source;
    size_t at;
    ip_token now; /* the word that comes next */
} ip_client_words;

/* In the arena. */
ip_client_words ip_client_words_of(ip_arena *arena, const char *text);
void ip_client_words_next(ip_client_words *words);
/* Passes the word, if it comes next. */
bool ip_client_words_take(ip_client_words *words, const char *word);

#endif
