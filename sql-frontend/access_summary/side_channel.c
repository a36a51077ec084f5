/* The table of side channels, by kind and name. */
#include "access_summary/side_channel.h"

#include <stddef.h>
#include <string.h>

#define CHANNEL(kind, name, effect, says) {IP_CHANNEL_##kind, name, IP_CHANNEL_##effect, says},
static const ip_channel channels[] = {
#include "access_summary/side_channel.inc"
};
#undef CHANNEL

const ip_channel *ip_summary_channel_named(ip_channel_kind kind, const char *name)
{
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++)
        if (channels[i].kind == kind && strcmp(channels[i].name, name) == 0)
            return &channels[i];
    return NULL;
}

const ip_channel *ip_summary_channel_refused(const char *function)
{
    const ip_channel *channel = ip_summary_channel_named(IP_CHANNEL_FUNCTION, function);
    return channel && channel->effect == IP_CHANNEL_REFUSED ? channel : NULL;
}
