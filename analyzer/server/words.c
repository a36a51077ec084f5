/* Reads the tokens of a client's statement one after the other. */
#include "server/words.h"

#include <string.h>

void ip_served_client_words_next(ip_client_words *words)
{
    words->now = ip_parse_next_token(words->source, &words->at, words->source->length, false);
}

ip_client_words ip_served_client_words_of(ip_arena *arena, const char *text)
{
    ip_client_words words = {.arena = arena, .source = ip_source_from_text(arena, "client", text, strlen(text))};
    ip_served_client_words_next(&words);
    return words;
}

bool ip_served_client_words_take(ip_client_words *words, const char *word)
{
    bool is = ip_parse_token_is(words->source, words->now, word);
    if (is)
        ip_served_client_words_next(words);
    return is;
}
