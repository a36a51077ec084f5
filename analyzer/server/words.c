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

const char *ip_served_client_words_relation(ip_client_words *words)
{
    const char *name = ip_parse_token_name(words->arena, words->source, words->now);
    ip_served_client_words_next(words);
    while (ip_served_client_words_take(words, ".")) {
        name =
            ip_arena_printf(words->arena, "%s.%s", name, ip_parse_token_name(words->arena, words->source, words->now));
        ip_served_client_words_next(words);
    }
    return name;
}

const char *ip_served_client_words_statement(ip_arena *arena, const char *text)
{
    ip_client_words words = ip_served_client_words_of(arena, text);
    size_t end = 0;
    for (; words.now.kind != IP_TOKEN_END; ip_served_client_words_next(&words))
        if (!ip_parse_token_is(words.source, words.now, ";"))
            end = words.now.end;
    return ip_arena_strndup(arena, text, end);
}
