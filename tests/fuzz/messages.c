/* The reader of conversations on any messages: what a client and a server send, framed as the protocol has it or not at
 * all, in any order. For libFuzzer. A byte says whose the next bytes are, how they are framed, and how many they are.
 */
#include "recorder/conversation.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SERVER = 1, FRAMED = 2, STARTS = 4, LENGTH_SHIFT = 3, MOST_BYTES = 32 };

static const char startup[] = "\0\0\0\x12\0\3\0\0user\0me\0";
static const char greeting[] = "R\0\0\0\10\0\0\0\0Z\0\0\0\5I";

static void take(void *context, const ip_said *said)
{
    long *statements = context;
    *statements += said->kind == IP_SAID_STATEMENT;
    CHECK(said->database && said->user && said->application);
    CHECK(said->kind != IP_SAID_STATEMENT || said->text);
    CHECK(said->rows.count <= IP_MOST_KEPT_ROWS);
    for (int i = 0; i < said->parameters.count; i++)
        CHECK(said->parameters.items[i].known || !said->parameters.items[i].text);
    for (int i = 0; i < said->tags.count; i++)
        CHECK(said->tags.items[i] != NULL);
}

static void say(ip_conversation *c, bool server, const char *bytes, size_t length)
{
    (server ? ip_recorder_conversation_server : ip_recorder_conversation_client)(c, bytes, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    long statements = 0;
    ip_conversation *c = ip_recorder_conversation_new(take, &statements);
    for (size_t at = 0; at < size;) {
        uint8_t how = data[at++];
        size_t length = (size_t)(how >> LENGTH_SHIFT) % MOST_BYTES;
        bool server = how & SERVER;
        length = length < size - at ? length : size - at;
        if (how & STARTS && length == 0) {
            say(c, false, startup, sizeof startup - 1);
            say(c, true, greeting, sizeof greeting - 1);
        }
        if (how & FRAMED && length > 0) {
            char head[5] = {(char)data[at], 0, 0, 0, (char)(length + 3)};
            say(c, server, head, sizeof head);
            say(c, server, (const char *)data + at + 1, length - 1);
        } else {
            say(c, server, (const char *)data + at, length);
        }
        at += length;
    }
    ip_recorder_conversation_end(c);
    ip_recorder_conversation_free(c);
    return 0;
}
