/* Classifies psql's backslash commands by their effect on the statement before them. */
#include "psql/command.h"

#include "base/words.h"

#include <string.h>

size_t ip_psql_command_length(const ip_source *source, ip_token command)
{
    size_t at = command.begin + 1;
    while (at < command.end && !strchr(" \t\r", source->text[at]))
        at++;
    return at - command.begin - 1;
}

ip_command_effect ip_psql_command_effect_of(const ip_source *source, ip_token command)
{
    static const struct {
        ip_command_effect effect;
        const char *words;
    } effects[] = {
        {IP_COMMAND_SENDS, "g gx gset gexec gdesc aset watch crosstabview bind"},
        {IP_COMMAND_ENDS,
         "set setrandom setshell shell sleep if elif else endif startpipeline endpipeline syncpipeline"},
        {IP_COMMAND_BREAKS,
         "r reset e edit ef ev c connect copy q quit i ir include include_relative unset prompt getenv"},
    };
    char word[32];
    size_t length = ip_psql_command_length(source, command);
    const char *text = source->text + command.begin + 1;
    if (length > 0 && text[0] == ';')
        return IP_COMMAND_SENDS;
    if (length == 0 || length >= sizeof word)
        return IP_COMMAND_ASIDE;
    memcpy(word, text, length);
    word[length] = '\0';
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++)
        if (ip_is_among(effects[i].words, word))
            return effects[i].effect;
    return IP_COMMAND_ASIDE;
}
