/* The conflict tables of row locks and table locks, and the names of lock modes. */
#include "catalog/lock_mode.h"

#define BIT(mode) (1u << IP_LOCK_##mode)

static const struct {
    const char *name;
    unsigned excludes; /* modes */
} modes[IP_LOCK_COUNT] = {
    [IP_LOCK_NONE] = {"", 0},
    [IP_LOCK_KEY_SHARE] = {"FOR KEY SHARE", BIT(UPDATE)},
    [IP_LOCK_SHARE] = {"FOR SHARE", BIT(NO_KEY_UPDATE) | BIT(UPDATE)},
    [IP_LOCK_NO_KEY_UPDATE] = {"FOR NO KEY UPDATE", BIT(SHARE) | BIT(NO_KEY_UPDATE) | BIT(UPDATE)},
    [IP_LOCK_UPDATE] = {"FOR UPDATE", BIT(KEY_SHARE) | BIT(SHARE) | BIT(NO_KEY_UPDATE) | BIT(UPDATE)},
    [IP_LOCK_TABLE_ACCESS_SHARE] = {"ACCESS SHARE", BIT(TABLE_ACCESS_EXCLUSIVE)},
    [IP_LOCK_TABLE_ROW_SHARE] = {"ROW SHARE", BIT(TABLE_EXCLUSIVE) | BIT(TABLE_ACCESS_EXCLUSIVE)},
    [IP_LOCK_TABLE_ROW_EXCLUSIVE] = {"ROW EXCLUSIVE", BIT(TABLE_SHARE) | BIT(TABLE_SHARE_ROW_EXCLUSIVE) |
                                                          BIT(TABLE_EXCLUSIVE) | BIT(TABLE_ACCESS_EXCLUSIVE)},
    [IP_LOCK_TABLE_SHARE_UPDATE_EXCLUSIVE] = {"SHARE UPDATE EXCLUSIVE",
                                              BIT(TABLE_SHARE_UPDATE_EXCLUSIVE) | BIT(TABLE_SHARE) |
                                                  BIT(TABLE_SHARE_ROW_EXCLUSIVE) | BIT(TABLE_EXCLUSIVE) |
                                                  BIT(TABLE_ACCESS_EXCLUSIVE)},
    [IP_LOCK_TABLE_SHARE] = {"SHARE", BIT(TABLE_ROW_EXCLUSIVE) | BIT(TABLE_SHARE_UPDATE_EXCLUSIVE) |
                                          BIT(TABLE_SHARE_ROW_EXCLUSIVE) | BIT(TABLE_EXCLUSIVE) |
                                          BIT(TABLE_ACCESS_EXCLUSIVE)},
    [IP_LOCK_TABLE_SHARE_ROW_EXCLUSIVE] = {"SHARE ROW EXCLUSIVE",
                                           BIT(TABLE_ROW_EXCLUSIVE) | BIT(TABLE_SHARE_UPDATE_EXCLUSIVE) |
                                               BIT(TABLE_SHARE) | BIT(TABLE_SHARE_ROW_EXCLUSIVE) |
                                               BIT(TABLE_EXCLUSIVE) | BIT(TABLE_ACCESS_EXCLUSIVE)},
    [IP_LOCK_TABLE_EXCLUSIVE] = {"EXCLUSIVE", BIT(TABLE_ROW_SHARE) | BIT(TABLE_ROW_EXCLUSIVE) |
                                                  BIT(TABLE_SHARE_UPDATE_EXCLUSIVE) | BIT(TABLE_SHARE) |
                                                  BIT(TABLE_SHARE_ROW_EXCLUSIVE) | BIT(TABLE_EXCLUSIVE) |
                                                  BIT(TABLE_ACCESS_EXCLUSIVE)},
    [IP_LOCK_TABLE_ACCESS_EXCLUSIVE] = {"ACCESS EXCLUSIVE", BIT(TABLE_ACCESS_SHARE) | BIT(TABLE_ROW_SHARE) |
                                                                BIT(TABLE_ROW_EXCLUSIVE) |
                                                                BIT(TABLE_SHARE_UPDATE_EXCLUSIVE) | BIT(TABLE_SHARE) |
                                                                BIT(TABLE_SHARE_ROW_EXCLUSIVE) | BIT(TABLE_EXCLUSIVE) |
                                                                BIT(TABLE_ACCESS_EXCLUSIVE)},
};

bool ip_catalog_locks_exclude(ip_lock a, ip_lock b)
{
    return modes[a].excludes >> b & 1;
}

const char *ip_catalog_lock_name(ip_lock lock)
{
    return modes[lock].name;
}
