/* A routine with parameters of polymorphic types (PostgreSQL 15 documentation, section 38.2.5) is run as a separate
 * routine for each type of argument in calls. */
#include "interpreter/prepare/prepare.h"

#include <string.h>

typedef enum role { PLAIN, ELEMENT, ARRAY } role;

static role role_of(const ip_code_type *type)
{
    static const struct {
        const char *name;
        role role;
    } names[] = {{"anyelement", ELEMENT},
                 {"anynonarray", ELEMENT},
                 {"anycompatible", ELEMENT},
                 {"anyarray", ARRAY},
                 {"anycompatiblearray", ARRAY}};
    for (size_t i = 0; type->type.name && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(type->type.name, names[i].name) == 0)
            return names[i].role;
    return PLAIN;
}

/* The actual types of the polymorphic ones; false: no parameter has one. */
static bool find_element(ip_prepare *prepare, const ip_code *callee, const ip_node *const *args, ip_range range,
                         ip_sqltype *element)
{
    bool any = false, known = false;
    for (int i = 0; i < callee->parameter_count; i++) {
        role role = role_of(&callee->variables.items[i].type);
        any = any || role != PLAIN;
        if (role == PLAIN || !args[i] || (args[i]->type.tag == IP_T_UNKNOWN && !args[i]->type.array))
            continue;
        ip_sqltype given = args[i]->type;
        if (given.domain || given.tag == IP_T_RECORD || given.tag == IP_T_OTHER || (role == ARRAY && !given.array))
            ip_prepare_refuse(prepare, range, "%s for %s", ip_value_sqltype_name(prepare->arena, given),
                              callee->variables.items[i].type.type.name);
        given = role == ARRAY ? ip_value_sqltype_element(given) : given;
        given.precision = given.scale = -1;
        if (known && !ip_value_sqltype_same(*element, given))
            ip_prepare_refuse(prepare, range, "a polymorphic routine whose arguments have several types");
        *element = given;
        known = true;
    }
    if (any && !known)
        ip_prepare_refuse(prepare, range, "a polymorphic routine whose arguments have no types");
    return any;
}

static ip_code_type meant(ip_arena *arena, ip_code_type type, ip_sqltype element)
{
    role role = role_of(&type);
    if (role == PLAIN)
        return type;
    element.array = element.array || role == ARRAY;
    return (ip_code_type){
        .type = {IP_OTHER, element.array, ip_value_sqltype_name(arena, element)}, .precision = -1, .scale = -1};
}

const ip_code *ip_prepare_code_for_types(ip_prepare *prepare, const ip_code *callee, const ip_node *const *args,
                                         ip_range range)
{
    ip_sqltype element;
    if (!find_element(prepare, callee, args, range, &element))
        return callee;
    ip_polymorphic_instances *instances = ip_prepare_instances_of(prepare->interpreter);
    for (int i = 0; i < instances->count; i++)
        if (instances->items[i].callee == callee && ip_value_sqltype_same(instances->items[i].element, element))
            return instances->items[i].created;
    ip_arena *arena = prepare->interpreter->arena;
    ip_code *created = IP_NEW(arena, ip_code);
    *created = *callee;
    created->variables.items = IP_NEW_ARRAY(arena, ip_code_variable, callee->variables.count);
    for (int i = 0; i < callee->variables.count; i++) {
        created->variables.items[i] = callee->variables.items[i];
        created->variables.items[i].type = meant(arena, callee->variables.items[i].type, element);
    }
    created->result = meant(arena, callee->result, element);
    IP_PUSH(arena, instances, ((ip_polymorphic_instance){callee, element, created}));
    return created;
}
