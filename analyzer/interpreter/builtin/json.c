/* Operators and functions on json and jsonb (section 9.16 of PostgreSQL's manual). Arguments of any type arrive as JSON
 * texts (ip_builtin_json_of_any). */
#include "interpreter/value/decimal.h"
#include "interpreter/builtin/json.h"
#include "interpreter/builtin/builtin.h"

#include <stdlib.h>
#include <string.h>

/* ---- values as JSON ---- */

static const char *json_of(ip_run_state *run, ip_sqltype type, ip_datum value);

static const char *items_of(ip_run_state *run, ip_sqltype type, ip_datum value)
{
    bool record = value.kind == IP_DATUM_RECORD;
    const ip_shape *shape = record ? type.shape : NULL;
    const char **items = IP_NEW_ARRAY(run->arena, const char *, value.count);
    const char **keys = record ? IP_NEW_ARRAY(run->arena, const char *, value.count) : NULL;
    for (int i = 0; i < value.count; i++) {
        bool known = shape && i < shape->count;
        const char *name = known ? shape->names[i] : value.names ? value.names[i] : NULL;
        if (record && (!known || !name))
            ip_interpreter_unable(run, run->range, "a row without names as JSON");
        ip_sqltype inner = record ? shape->types[i] : ip_value_sqltype_element(type);
        items[i] = json_of(run, inner, value.as.items[i]);
        if (record)
            keys[i] = ip_value_json_quoted(run->arena, name);
    }
    return ip_value_json_enclosed(run->arena, keys, items, value.count, false);
}

static const char *json_of(ip_run_state *run, ip_sqltype type, ip_datum value)
{
    const char *text = ip_builtin_text_of(run, value);
    switch (value.kind) {
    case IP_DATUM_NULL:
        return "null";
    case IP_DATUM_BOOLEAN:
        return value.as.boolean ? "true" : "false";
    case IP_DATUM_INTEGER:
        return text;
    case IP_DATUM_NUMERIC:
    case IP_DATUM_REAL:
    case IP_DATUM_FLOAT:
        return strpbrk(text, "Ny") ? ip_value_json_quoted(run->arena, text) : text; /* NaN and Infinity */
    case IP_DATUM_JSONB:
        return text;
    case IP_DATUM_TEXT:
        return type.tag == IP_T_JSON ? text : ip_value_json_quoted(run->arena, text);
    case IP_DATUM_TIMESTAMP:
    case IP_DATUM_TIMESTAMP_TZ: {
        if (ip_datum_is_infinite(value))
            return ip_value_json_quoted(run->arena, text);
        char *written = ip_arena_printf(run->arena, "%s%s", text, value.kind == IP_DATUM_TIMESTAMP_TZ ? ":00" : "");
        char *space = strchr(written, ' ');
        if (space)
            *space = 'T';
        return ip_value_json_quoted(run->arena, written);
    }
    case IP_DATUM_ARRAY:
    case IP_DATUM_RECORD:
        return items_of(run, type, value);
    default:
        return ip_value_json_quoted(run->arena, text);
    }
}

ip_datum ip_builtin_json_of_any(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    return ip_value_datum_string(json_of(run, cast->from, value));
}

ip_json_value ip_builtin_json_read(ip_run_state *run, const char *text, bool jsonb)
{
    ip_json_value value;
    ip_failure failure;
    if (!ip_value_json_value_of(run->arena, text, jsonb, &value, &failure))
        ip_interpreter_raise_failure(run, &failure);
    return value;
}

ip_datum ip_builtin_json_written(ip_run_state *run, const ip_json_value *value)
{
    return ip_value_datum_jsonb(ip_value_json_text(run->arena, value));
}

static ip_datum to_json(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return args[0];
}

static ip_datum to_jsonb(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, true);
    return ip_builtin_json_written(run, &value);
}

static const char *or_null(ip_datum value)
{
    return value.kind == IP_DATUM_NULL ? "null" : value.as.text;
}

/* Returns the text of the key's value. */
static const char *key_of(ip_run_state *run, const ip_datum *args, int at)
{
    if (args[at].kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "22023", "argument %d: key must not be null", at + 1);
    ip_json_value key = ip_builtin_json_read(run, args[at].as.text, false);
    if (key.kind >= IP_JSON_ARRAY)
        ip_interpreter_raise(run, "22023", "key value must be scalar, not array, composite, or json");
    return key.kind == IP_JSON_STRING ? key.text : args[at].as.text;
}

static ip_datum build_object(ip_run_state *run, const ip_datum *args, int count)
{
    const char *text = "{";
    if (count % 2)
        ip_interpreter_raise(run, "22023", "argument list must have even number of elements");
    for (int i = 0; i < count; i += 2)
        text = ip_arena_printf(run->arena, "%s%s%s : %s", text, i ? ", " : "",
                               ip_value_json_quoted(run->arena, key_of(run, args, i)), or_null(args[i + 1]));
    return ip_value_datum_string(ip_arena_printf(run->arena, "%s}", text));
}

static ip_datum build_array(ip_run_state *run, const ip_datum *args, int count)
{
    const char *text = "[";
    for (int i = 0; i < count; i++)
        text = ip_arena_printf(run->arena, "%s%s%s", text, i ? ", " : "", or_null(args[i]));
    return ip_value_datum_string(ip_arena_printf(run->arena, "%s]", text));
}

static ip_datum build_object_b(ip_run_state *run, const ip_datum *args, int count)
{
    ip_datum text = build_object(run, args, count);
    return to_jsonb(run, &text, 1);
}

static ip_datum build_array_b(ip_run_state *run, const ip_datum *args, int count)
{
    ip_datum text = build_array(run, args, count);
    return to_jsonb(run, &text, 1);
}

ip_datum ip_builtin_json_agg(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)width;
    return count ? build_array(run, values, count) : (ip_datum){0};
}

ip_datum ip_builtin_jsonb_agg(ip_run_state *run, const ip_datum *values, int count, int width)
{
    (void)width;
    return count ? build_array_b(run, values, count) : (ip_datum){0};
}

/* Aggregates pairs of a key and a value. */
ip_datum ip_builtin_json_object_agg(ip_run_state *run, const ip_datum *values, int count, int width)
{
    const char *text = "{ ";
    for (int i = 0; i < count; i++) {
        if (ip_is_null(values[i * width]))
            ip_interpreter_raise(run, "22023", "field name must not be null");
        text = ip_arena_printf(run->arena, "%s%s%s : %s", text, i ? ", " : "",
                               ip_value_json_quoted(run->arena, key_of(run, values, i * width)),
                               or_null(values[i * width + 1]));
    }
    return count ? ip_value_datum_string(ip_arena_printf(run->arena, "%s }", text)) : (ip_datum){0};
}

ip_datum ip_builtin_jsonb_object_agg(ip_run_state *run, const ip_datum *values, int count, int width)
{
    ip_datum text = ip_builtin_json_object_agg(run, values, count, width);
    return count ? to_jsonb(run, &text, 1) : text;
}

/* ---- parts ---- */

/* Returns a part as the operators do: printed as jsonb, or the substring of a json text. */
static ip_datum part(ip_run_state *run, ip_datum whole, const ip_json_value *value, bool jsonb)
{
    if (!value)
        return (ip_datum){0};
    if (jsonb)
        return ip_builtin_json_written(run, value);
    return ip_value_datum_string(
        ip_arena_strndup(run->arena, whole.as.text + value->begin, (size_t)(value->end - value->begin)));
}

static ip_datum part_text(ip_run_state *run, ip_datum whole, const ip_json_value *value, bool jsonb)
{
    if (!value || value->kind == IP_JSON_NULL)
        return (ip_datum){0};
    return ip_value_datum_string(value->kind == IP_JSON_STRING ? value->text : part(run, whole, value, jsonb).as.text);
}

/* Follows one step of a path, which is an index if the value is an array. */
static const ip_json_value *step(const ip_json_value *value, const char *name)
{
    if (value->kind == IP_JSON_OBJECT)
        return ip_value_json_field(value, name);
    char *end;
    long index = strtol(name, &end, 10);
    return *name && !*end && value->kind == IP_JSON_ARRAY ? ip_value_json_item(value, index) : NULL;
}

static const ip_json_value *along(const ip_json_value *value, const ip_datum *names, int count)
{
    for (int i = 0; i < count && value; i++)
        value = names[i].kind == IP_DATUM_NULL ? NULL : step(value, names[i].as.text);
    return value;
}

/* The path consists of separate arguments. */
static ip_datum extracted(ip_run_state *run, const ip_datum *args, int count, bool jsonb, bool as_text)
{
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, jsonb);
    const ip_json_value *found = along(&value, args + 1, count - 1);
    return as_text ? part_text(run, args[0], found, jsonb) : part(run, args[0], found, jsonb);
}

static ip_datum extract_j(ip_run_state *run, const ip_datum *args, int count)
{
    return extracted(run, args, count, false, false);
}

static ip_datum extract_j_text(ip_run_state *run, const ip_datum *args, int count)
{
    return extracted(run, args, count, false, true);
}

#define PARTS(suffix, jsonb, text_or_not)                                                                              \
    static ip_datum field_##suffix(ip_run_state *run, const ip_datum *args, int count)                                 \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        ip_json_value value = ip_builtin_json_read(run, args[0].as.text, jsonb);                                       \
        return text_or_not(run, args[0], ip_value_json_field(&value, args[1].as.text), jsonb);                         \
    }                                                                                                                  \
    static ip_datum item_##suffix(ip_run_state *run, const ip_datum *args, int count)                                  \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        ip_json_value value = ip_builtin_json_read(run, args[0].as.text, jsonb);                                       \
        const ip_json_value *item = ip_value_json_item(&value, args[1].as.integer);                                    \
        int64_t at = args[1].as.integer;                                                                               \
        if (jsonb && value.kind < IP_JSON_ARRAY && (at == 0 || at == -1)) /* stored as an array of one item */         \
            item = &value;                                                                                             \
        return text_or_not(run, args[0], item, jsonb);                                                                 \
    }                                                                                                                  \
    static ip_datum path_##suffix(ip_run_state *run, const ip_datum *args, int count)                                  \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        ip_json_value value = ip_builtin_json_read(run, args[0].as.text, jsonb);                                       \
        return text_or_not(run, args[0], along(&value, args[1].as.items, args[1].count), jsonb);                       \
    }                                                                                                                  \
    static ip_datum elements_##suffix(ip_run_state *run, const ip_datum *args, int count)                              \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        ip_json_value value = ip_builtin_json_read(run, args[0].as.text, jsonb);                                       \
        if (value.kind != IP_JSON_ARRAY)                                                                               \
            ip_interpreter_raise(run, "22023", "cannot extract elements from %s",                                      \
                                 value.kind == IP_JSON_OBJECT ? "an object" : "a scalar");                             \
        ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, value.count);                                             \
        for (int i = 0; i < value.count; i++)                                                                          \
            items[i] = text_or_not(run, args[0], &value.items[i], jsonb);                                              \
        return ip_value_datum_array(items, value.count);                                                               \
    }
PARTS(b, true, part)
PARTS(b_text, true, part_text)
PARTS(j, false, part)
PARTS(j_text, false, part_text)

static ip_datum type_of(ip_run_state *run, const ip_datum *args, int count)
{
    static const char *const names[] = {"null", "boolean", "boolean", "number", "string", "array", "object"};
    (void)count;
    return ip_value_datum_string(names[ip_builtin_json_read(run, args[0].as.text, false).kind]);
}

static ip_datum array_length(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, false);
    if (value.kind != IP_JSON_ARRAY)
        ip_interpreter_raise(run, "22023", "cannot get array length of a %s",
                             value.kind == IP_JSON_OBJECT ? "non-array" : "scalar");
    return ip_value_datum_integer(value.count);
}

static ip_datum object_keys(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, false);
    if (value.kind != IP_JSON_OBJECT)
        ip_interpreter_raise(run, "22023", "cannot call jsonb_object_keys on %s",
                             value.kind == IP_JSON_ARRAY ? "an array" : "a scalar");
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, value.count);
    for (int i = 0; i < value.count; i++)
        items[i] = ip_value_datum_string(value.keys[i]);
    return ip_value_datum_array(items, value.count);
}

/* ---- tests ---- */

static bool has_key(const ip_json_value *value, const char *key)
{
    if (value->kind == IP_JSON_STRING)
        return strcmp(value->text, key) == 0;
    for (int i = 0; value->kind == IP_JSON_ARRAY && i < value->count; i++)
        if (value->items[i].kind == IP_JSON_STRING && strcmp(value->items[i].text, key) == 0)
            return true;
    return ip_value_json_field(value, key) != NULL;
}

static ip_datum exists(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, true);
    return ip_value_datum_boolean(has_key(&value, args[1].as.text));
}

static int count_keys(ip_run_state *run, const ip_datum *args, int *of)
{
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, true);
    int found = 0;
    *of = 0;
    for (int i = 0; i < args[1].count; i++)
        if (args[1].as.items[i].kind != IP_DATUM_NULL) {
            found += has_key(&value, args[1].as.items[i].as.text);
            ++*of;
        }
    return found;
}

static ip_datum exists_any(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int of;
    return ip_value_datum_boolean(count_keys(run, args, &of) > 0);
}

static ip_datum exists_all(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    int of, found = count_keys(run, args, &of);
    return ip_value_datum_boolean(found == of);
}

typedef IP_VEC(char) letters;

static void put(ip_run_state *run, letters *to, const char *text)
{
    for (; *text; text++)
        IP_PUSH(run->arena, to, *text);
}

static void new_line(ip_run_state *run, letters *to, int depth)
{
    put(run, to, "\n");
    for (int i = 0; i < depth; i++)
        put(run, to, "    ");
}

/* Each item on a line of its own, indented by its depth. */
static void put_lines(ip_run_state *run, letters *to, const ip_json_value *value, int depth)
{
    bool object = value->kind == IP_JSON_OBJECT;
    if (value->kind < IP_JSON_ARRAY) {
        put(run, to, ip_value_json_text(run->arena, value));
        return;
    }
    put(run, to, object ? "{" : "[");
    for (int i = 0; i < value->count; i++) {
        put(run, to, i ? "," : "");
        new_line(run, to, depth + 1);
        put(run, to, object ? ip_value_json_quoted(run->arena, value->keys[i]) : "");
        put(run, to, object ? ": " : "");
        put_lines(run, to, &value->items[i], depth + 1);
    }
    new_line(run, to, depth);
    put(run, to, object ? "}" : "]");
}

static ip_datum pretty(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, true);
    letters text = {0};
    put_lines(run, &text, &value, 0);
    IP_PUSH(run->arena, &text, '\0');
    return ip_value_datum_string(text.items);
}

/* An array also contains a scalar that is one of its items. */
static ip_datum contains(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value whole = ip_builtin_json_read(run, args[0].as.text, true),
                  inner = ip_builtin_json_read(run, args[1].as.text, true);
    const ip_json_value alone = {.kind = IP_JSON_ARRAY, .count = 1, .items = &inner};
    bool scalar = whole.kind == IP_JSON_ARRAY && inner.kind < IP_JSON_ARRAY;
    return ip_value_datum_boolean(ip_value_json_contains(&whole, scalar ? &alone : &inner));
}

static ip_datum contained(ip_run_state *run, const ip_datum *args, int count)
{
    return contains(run, (ip_datum[]){args[1], args[0]}, count);
}

static ip_datum equal(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_boolean(ip_value_datum_equal(args[0], args[1]));
}

static ip_datum unequal(ip_run_state *run, const ip_datum *args, int count)
{
    return ip_value_datum_boolean(!equal(run, args, count).as.boolean);
}

/* ---- casts ---- */

static _Noreturn void refuse_cast(ip_run_state *run, const ip_cast *cast, ip_json_value_kind kind)
{
    static const char *const names[] = {"null", "boolean", "boolean", "numeric", "string", "array", "object"};
    ip_interpreter_raise(run, "22023", "cannot cast jsonb %s to type %s", names[kind],
                         ip_value_sqltype_name(run->arena, cast->to));
}

ip_datum ip_builtin_json_to_number(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    ip_json_value json = ip_builtin_json_read(run, value.as.text, true);
    if (json.kind != IP_JSON_NUMBER)
        refuse_cast(run, cast, json.kind);
    ip_datum number;
    ip_failure failure;
    ip_cast further = {0};
    ip_sqltype numeric = ip_value_sqltype_simple(IP_T_NUMERIC), bare = ip_value_sqltype_simple(cast->to.tag);
    if (!ip_value_text_to_datum(run->arena, numeric, json.text, &number, &failure))
        ip_interpreter_raise_failure(run, &failure);
    ip_builtin_cast_find(run->arena, numeric, bare, IP_CAST_EXPLICIT, &further);
    return further.convert ? further.convert(run, &further, number) : number;
}

ip_datum ip_builtin_json_to_boolean(ip_run_state *run, const ip_cast *cast, ip_datum value)
{
    ip_json_value json = ip_builtin_json_read(run, value.as.text, true);
    if (json.kind != IP_JSON_TRUE && json.kind != IP_JSON_FALSE)
        refuse_cast(run, cast, json.kind);
    return ip_value_datum_boolean(json.kind == IP_JSON_TRUE);
}

const ip_signature ip_builtin_json_signatures[] = {
    {"to_json", "?", "j", to_json, false, false},
    {"row_to_json", "R", "j", to_json, false, false},
    {"to_jsonb", "?", "J", to_jsonb, false, false},
    {"json_build_object", "*", "j", build_object, true, false},
    {"jsonb_build_object", "*", "J", build_object_b, true, false},
    {"json_build_array", "*", "j", build_array, true, false},
    {"jsonb_build_array", "*", "J", build_array_b, true, false},
    {"->", "Jt", "J", field_b, false, false},
    {"->", "Ji", "J", item_b, false, false},
    {"jsonb_array_element", "Ji", "J", item_b, false, false},
    {"jsonb_array_element_text", "Ji", "t", item_b_text, false, false},
    {"->>", "Jt", "t", field_b_text, false, false},
    {"->>", "Ji", "t", item_b_text, false, false},
    {"#>", "JA", "J", path_b, false, false},
    {"#>>", "JA", "t", path_b_text, false, false},
    {"->", "jt", "j", field_j, false, false},
    {"->", "ji", "j", item_j, false, false},
    {"->>", "jt", "t", field_j_text, false, false},
    {"->>", "ji", "t", item_j_text, false, false},
    {"json_array_element", "ji", "j", item_j, false, false},
    {"json_array_element_text", "ji", "t", item_j_text, false, false},
    {"#>", "jA", "j", path_j, false, false},
    {"#>>", "jA", "t", path_j_text, false, false},
    {"jsonb_array_elements", "J", "J", elements_b, false, true},
    {"jsonb_array_elements_text", "J", "t", elements_b_text, false, true},
    {"json_array_elements", "j", "j", elements_j, false, true},
    {"json_array_elements_text", "j", "t", elements_j_text, false, true},
    {"json_extract_path", "jt", "j", extract_j, false, false},
    {"json_extract_path", "jtt", "j", extract_j, false, false},
    {"json_extract_path", "jttt", "j", extract_j, false, false},
    {"json_extract_path", "jtttt", "j", extract_j, false, false},
    {"json_extract_path_text", "jt", "t", extract_j_text, false, false},
    {"json_extract_path_text", "jtt", "t", extract_j_text, false, false},
    {"json_extract_path_text", "jttt", "t", extract_j_text, false, false},
    {"json_extract_path_text", "jtttt", "t", extract_j_text, false, false},
    {"json_array_length", "j", "i", array_length, false, false},
    {"jsonb_array_length", "J", "i", array_length, false, false},
    {"json_object_keys", "j", "t", object_keys, false, true},
    {"jsonb_object_keys", "J", "t", object_keys, false, true},
    {"jsonb_typeof", "J", "t", type_of, false, false},
    {"json_typeof", "j", "t", type_of, false, false},
    {"?", "Jt", "b", exists, false, false},
    {"?|", "JA", "b", exists_any, false, false},
    {"?&", "JA", "b", exists_all, false, false},
    {"jsonb_pretty", "J", "t", pretty, false, false},
    {"@>", "JJ", "b", contains, false, false},
    {"<@", "JJ", "b", contained, false, false},
    {"=", "JJ", "b", equal, false, false},
    {"<>", "JJ", "b", unequal, false, false},
    {NULL, NULL, NULL, NULL, false, false}};
