/* Reads a client's statement word by word, where the parser's tree lacks information. */
#ifndef IP_SERVER_WORDS_H
#define IP_SERVER_WORDS_H

#include "parse/lexer.h"

typedef struct ip_client_words {
    ip_arena *arena;
    const ip_source *source;
    size_t at;
    ip_token now; /* the next word */
} ip_client_words;

/* The words live in the arena. */
ip_client_words ip_served_client_words_of(ip_arena *arena, const char *text);
void ip_served_client_words_next(ip_client_words *words);
/* Takes the word if it is next. */
bool ip_served_client_words_take(ip_client_words *words, const char *word);
/* Takes a name with its schema, and returns it as the schema has it: "app.t". */
const char *ip_served_client_words_relation(ip_client_words *words);
/* The text without blanks and semicolons at its end. */
const char *ip_served_client_words_statement(ip_arena *arena, const char *text);

#endif
