/* What code that runs asks of its session: current_user, current_setting(), set_config(); and RAISE. It is the client
 * whose transaction runs. */
#include "server/client_state.h"
#include "server/database_state.h"

#include "code/code.h"

#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------- database -- */

const char *ip_served_setting_asked(void *data, const char *name)
{
    const ip_served *s = data;
    return s->asked.setting ? s->asked.setting(s->asked.data, name) : NULL;
}

ip_setting_error ip_served_setting_configured(void *data, const char *name, const char *value, bool local)
{
    const ip_served *s = data;
    if (!s->asked.configures)
        return (ip_setting_error){"0A000", "isoproof does not run this: set_config() without a session"};
    return s->asked.configures(s->asked.data, name, value, local);
}

/* The files of the schema run without a session. */
const char *ip_served_session_asked(void *data, const char *what, int index)
{
    const ip_served *s = data;
    if (s->asked.about)
        return s->asked.about(s->asked.data, what, index);
    return strcmp(what, "user") == 0 ? IP_CODE_USER : strcmp(what, "schema") == 0 && !index ? "public" : NULL;
}

void ip_served_notice_raised(void *data, const char *level, const char *text)
{
    const ip_served *s = data;
    if (s->asked.notice)
        s->asked.notice(s->asked.data, level, text, NULL);
}

/* --------------------------------------------------------------- client -- */

const char *ip_served_client_about(void *data, const char *what, int index)
{
    ip_served_client *client = data;
    if (strcmp(what, "user") == 0)
        return client->user;
    if (strcmp(what, "database") == 0)
        return client->database;
    if (strcmp(what, "pid") == 0)
        return ip_arena_printf(client->message, "%d", client->number);
    if (strcmp(what, "version") == 0)
        return "PostgreSQL 15.0 (isoproof " IP_VERSION ")";
    return ip_served_temporary_schema_at(client, index);
}

/* guc.c, client_min_messages: INFO always comes. */
static bool shows(const ip_served_client *client, const char *level)
{
    static const char *const levels[] = {"debug5", "debug4", "debug3",  "debug2", "debug1", "debug",
                                         "log",    "notice", "warning", "error",  "fatal",  "panic"};
    const char *least = ip_served_setting_of(client, "client_min_messages");
    int is = -1, needs = -1;
    for (int i = 0; i < (int)(sizeof levels / sizeof *levels); i++) {
        is = strcasecmp(levels[i], level) == 0 ? i : is;
        needs = strcasecmp(levels[i], least) == 0 ? i : needs;
    }
    return strcasecmp(level, "info") == 0 || is >= needs;
}

static void send_notice(ip_served_client *client, const char *level, const char *sqlstate, const char *text,
                        const char *detail)
{
    if (!shows(client, level))
        return;
    char *name = ip_arena_strdup(client->message, level);
    for (char *c = name; *c; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    ip_served_notice notice = {name, sqlstate, ip_arena_strdup(client->message, text),
                               detail ? ip_arena_strdup(client->message, detail) : NULL};
    IP_PUSH(client->message, &client->raised, notice);
}

/* ----------------------------------------------- client whose turn it is -- */

static const char *setting(void *data, const char *name)
{
    const ip_service *service = data;
    return service->owner ? ip_served_setting_of(service->owner, name) : NULL;
}

static ip_setting_error configures(void *data, const char *name, const char *value, bool local)
{
    const ip_service *service = data;
    if (strcasecmp(name, "transaction_isolation") == 0)
        return (ip_setting_error){"0A000", "isoproof does not run this: set_config() of transaction_isolation"};
    if (!service->owner)
        return (ip_setting_error){"0A000", "isoproof does not run this: set_config() outside of a transaction"};
    ip_served_error error = ip_served_setting_put(service->owner, name, value, local);
    return (ip_setting_error){error.sqlstate, error.message};
}

static const char *about(void *data, const char *what, int index)
{
    const ip_service *service = data;
    return service->owner ? ip_served_client_about(service->owner, what, index) : NULL;
}

static void notice(void *data, const char *level, const char *text, const char *detail)
{
    const ip_service *service = data;
    if (service->owner)
        send_notice(service->owner, level, strcasecmp(level, "warning") == 0 ? "01000" : "00000", text, detail);
}

void ip_served_service_asks(ip_service *service)
{
    service->served->asked = (ip_asked_session){setting, configures, about, notice, service};
}
