/* current_setting() and set_config() in the code that runs: the settings are those of the client whose transaction it
 * is. */
#include "server/client_state.h"
#include "server/database_state.h"

#include <strings.h>

void ip_served_ask_settings(ip_served *s, const char *(*setting)(void *data, const char *name),
                            ip_setting_error (*configures)(void *data, const char *name, const char *value, bool local),
                            void *data)
{
    s->setting = setting;
    s->configures = configures;
    s->settings_data = data;
}

const char *ip_served_setting_asked(void *data, const char *name)
{
    const ip_served *s = data;
    return s->setting ? s->setting(s->settings_data, name) : NULL;
}

ip_setting_error ip_served_setting_configured(void *data, const char *name, const char *value, bool local)
{
    const ip_served *s = data;
    if (!s->configures)
        return (ip_setting_error){"0A000", "isoproof does not run this: set_config() without a session"};
    return s->configures(s->settings_data, name, value, local);
}

const char *ip_served_service_setting(void *data, const char *name)
{
    const ip_service *service = data;
    return service->owner ? ip_served_setting_of(service->owner, name) : NULL;
}

ip_setting_error ip_served_service_configures(void *data, const char *name, const char *value, bool local)
{
    const ip_service *service = data;
    if (strcasecmp(name, "transaction_isolation") == 0)
        return (ip_setting_error){"0A000", "isoproof does not run this: set_config() of transaction_isolation"};
    if (!service->owner)
        return (ip_setting_error){"0A000", "isoproof does not run this: set_config() outside of a transaction"};
    ip_served_error error = ip_served_setting_put(service->owner, name, value, local);
    return (ip_setting_error){error.sqlstate, error.message};
}
