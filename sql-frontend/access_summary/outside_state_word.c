/* Classifies words by the state outside of rows that they read or write. A VOLATILE function of PostgreSQL that is not
 * listed counts as reading server activity; a name with a catalog's prefix counts as reading catalogs. */
#include "catalog/builtin.h"
#include "access_summary/outside_state_word.h"
#include "catalog/unit_index.h"

#include <string.h>

static const struct {
    const char *word;
    int does;
} words[] = {
    {"pg_sequences", IP_LOOKS_AT_NUMBERS},
    {"pg_sequence_last_value", IP_LOOKS_AT_NUMBERS},
    {"lo_get", IP_READS_OBJECTS},
    {"loread", IP_READS_OBJECTS},
    {"lo_export", IP_READS_OBJECTS},
    {"lo_lseek", IP_READS_OBJECTS},
    {"lo_lseek64", IP_READS_OBJECTS},
    {"lo_tell", IP_READS_OBJECTS},
    {"lo_tell64", IP_READS_OBJECTS},
    {"lo_open", IP_READS_OBJECTS},
    {"lo_close", IP_NOTHING},
    {"pg_largeobject", IP_READS_OBJECTS},
    {"pg_largeobject_metadata", IP_READS_OBJECTS},
    {"lo_creat", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"lo_create", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"lo_from_bytea", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"lo_import", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"lo_put", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"lo_truncate", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"lo_truncate64", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"lo_unlink", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"lowrite", IP_READS_OBJECTS | IP_WRITES_OBJECTS},
    {"obj_description", IP_READS_DESCRIPTIONS},
    {"col_description", IP_READS_DESCRIPTIONS},
    {"shobj_description", IP_READS_DESCRIPTIONS},
    {"pg_relation_filenode", IP_READS_DESCRIPTIONS},
    {"pg_relation_filepath", IP_READS_DESCRIPTIONS},
    {"pg_filenode_relation", IP_READS_DESCRIPTIONS},
    {"pg_relation_size", IP_READS_SIZES},
    {"pg_table_size", IP_READS_SIZES},
    {"pg_indexes_size", IP_READS_SIZES},
    {"pg_total_relation_size", IP_READS_SIZES},
    {"pg_database_size", IP_READS_SIZES},
    {"pg_tablespace_size", IP_READS_SIZES},
    {"explain", IP_READS_SIZES}, /* the planner asks for them: they are in its estimates */
    {"insert", IP_CHANGES_ROWS},
    {"update", IP_CHANGES_ROWS},
    {"delete", IP_CHANGES_ROWS},
    {"merge", IP_CHANGES_ROWS},
    {"copy", IP_CHANGES_ROWS},
    {"truncate", IP_CHANGES_ROWS},
    {"into", IP_CHANGES_ROWS},
    {"as", IP_CHANGES_ROWS}, /* CREATE TABLE … AS */
    {"pg_locks", IP_READS_ACTIVITY},
    {"pg_prepared_xacts", IP_READS_ACTIVITY},
    /* Of the session, of its settings, or another matter: snapshots, locks, time, chance. */
    {"pg_settings", IP_NOTHING},
    {"pg_file_settings", IP_NOTHING},
    {"pg_cursors", IP_NOTHING},
    {"pg_prepared_statements", IP_NOTHING},
    {"pg_timezone_names", IP_NOTHING},
    {"pg_timezone_abbrevs", IP_NOTHING},
    {"pg_catalog", IP_NOTHING},
    {"pg_temp", IP_NOTHING},
    {"pg_toast", IP_NOTHING},
    {"pg_sleep", IP_NOTHING},
    {"pg_sleep_for", IP_NOTHING},
    {"pg_sleep_until", IP_NOTHING},
    {"pg_notify", IP_NOTHING},
    {"pg_export_snapshot", IP_NOTHING},
    {"pg_xact_status", IP_NOTHING},
    {"txid_status", IP_NOTHING},
    {"pg_jit_available", IP_NOTHING},
    {"pg_is_in_recovery", IP_NOTHING},
    {"pg_partition_tree", IP_NOTHING},
    {"pg_partition_ancestors", IP_NOTHING},
    {"random", IP_NOTHING},
    {"random_normal", IP_NOTHING},
    {"setseed", IP_NOTHING},
    {"clock_timestamp", IP_NOTHING},
    {"timeofday", IP_NOTHING},
    {"gen_random_uuid", IP_NOTHING},
    {"uuidv4", IP_NOTHING},
    {"uuidv7", IP_NOTHING},
    {"array_sample", IP_NOTHING},
    {"array_shuffle", IP_NOTHING},
    {"set_config", IP_NOTHING},
    {"current_query", IP_NOTHING},
    {"nextval", IP_NOTHING}, /* sequences: see their calls */
    {"currval", IP_NOTHING},
    {"lastval", IP_NOTHING},
    {"setval", IP_NOTHING},
};

static const struct {
    const char *prefix;
    int does;
} prefixes[] = {
    {"pg_statistic", IP_READS_DESCRIPTIONS},
    {"pg_stats", IP_READS_DESCRIPTIONS},
    {"pg_stat", IP_READS_ACTIVITY}, /* pg_stat_…, pg_statio_… */
    {"pg_advisory_", IP_NOTHING},
    {"pg_try_advisory_", IP_NOTHING},
    {"pg_get_", IP_NOTHING}, /* definitions, which a program that is understood does not change */
    {"pg_has_", IP_NOTHING},
    {"pg_describe_", IP_NOTHING},
    {"pg_identify_", IP_NOTHING},
};

static bool is_defined(const ip_definitions *d, const char *word)
{
    int at = ip_catalog_first_named(d, word);
    return (at < d->names.count && strcmp(d->names.items[at].name, word) == 0) ||
           ip_catalog_schema_table(d->schema, word);
}

static bool is_function(const char *word, bool *changing)
{
    int count;
    const ip_builtin *b = ip_catalog_builtin_named(word, &count);
    *changing = false;
    for (int i = 0; i < count; i++)
        *changing = *changing || (b[i].volatility == 'v' && !b[i].extension);
    return count > 0;
}

int ip_summary_outside_does(const ip_definitions *d, const char *word)
{
    bool changing;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].word, word) == 0)
            return words[i].does;
    if (is_defined(d, word))
        return IP_NOTHING;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(word, prefixes[i].prefix, strlen(prefixes[i].prefix)) == 0)
            return prefixes[i].does;
    if (is_function(word, &changing))
        return changing ? IP_READS_ACTIVITY : IP_NOTHING;
    return strncmp(word, "pg_", 3) == 0 ? IP_READS_DESCRIPTIONS : IP_NOTHING;
}

bool ip_summary_outside_function(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].word, name) == 0 && strncmp(name, "lo", 2) == 0)
            return true;
    return false;
}
