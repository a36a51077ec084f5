/* sqlc's configuration (docs.sqlc.dev, versions 1 and 2): the files of the schema and those of queries. */
#ifndef IP_SQLC_H
#define IP_SQLC_H

#include "base/diagnostic.h"
#include "configuration/files.h"

typedef struct ip_sqlc_files {
    ip_paths schema, queries; /* of all packages for PostgreSQL, each once, in the order of the configuration */
} ip_sqlc_files;

/* Is it a configuration, by its name: sqlc.yaml, sqlc.yml, sqlc.json? */
bool ip_configuration_is_sqlc(const char *path);
/* Adds the files that it names, relative to its folder. What is wrong is reported, as errors; packages for other
 * engines are left out, with a remark. */
void ip_configuration_sqlc_read(ip_arena *arena, const ip_source *source, ip_sqlc_files *files,
                                ip_diagnostics *diagnostics);

#endif
