// The only file in C++: Debian has no TOML library for C. It copies what toml++ has parsed into the tree of toml.h.
extern "C" {
#include "configuration/toml.h"
}

#include <toml++/toml.h>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>

namespace {

ip_toml_place place_of(const toml::source_position &at)
{
    return {static_cast<int>(at.line), static_cast<int>(at.column)};
}

char *copy(ip_arena *arena, std::string_view text)
{
    return ip_arena_strndup(arena, text.data(), text.size());
}

bool earlier(const ip_toml &a, const ip_toml &b)
{
    return a.key_at.line != b.key_at.line ? a.key_at.line < b.key_at.line : a.key_at.column < b.key_at.column;
}

void convert(ip_arena *arena, const toml::node &node, ip_toml *to);

void convert_table(ip_arena *arena, const toml::table &table, ip_toml *to)
{
    to->kind = IP_TOML_TABLE;
    to->items = IP_NEW_ARRAY(arena, ip_toml, table.size());
    for (auto &&[key, value] : table) {
        ip_toml *item = &to->items[to->count++];
        convert(arena, value, item);
        item->key = copy(arena, key.str());
        item->key_at = place_of(key.source().begin);
    }
    std::sort(to->items, to->items + to->count, earlier);
}

void convert(ip_arena *arena, const toml::node &node, ip_toml *to)
{
    to->at = place_of(node.source().begin);
    if (const toml::table *table = node.as_table()) {
        convert_table(arena, *table, to);
    } else if (const toml::array *array = node.as_array()) {
        to->kind = IP_TOML_ARRAY;
        to->items = IP_NEW_ARRAY(arena, ip_toml, array->size());
        for (auto &&item : *array)
            convert(arena, item, &to->items[to->count++]);
    } else if (auto text = node.as_string()) {
        to->kind = IP_TOML_STRING;
        to->text = copy(arena, text->get());
    } else if (auto integer = node.as_integer()) {
        to->kind = IP_TOML_INTEGER;
        to->integer = integer->get();
        to->real = static_cast<double>(integer->get());
    } else if (auto real = node.as_floating_point()) {
        to->kind = IP_TOML_REAL;
        to->real = real->get();
    } else if (auto truth = node.as_boolean()) {
        to->kind = IP_TOML_BOOLEAN;
        to->truth = truth->get();
    } else {
        to->kind = IP_TOML_TIME;
    }
}

} // namespace

extern "C" const ip_toml *ip_configuration_toml_parse(ip_arena *arena, const char *text, size_t length, ip_toml_error *error)
{
    try {
        toml::table table = toml::parse(std::string_view(text, length));
        ip_toml *top = IP_NEW(arena, ip_toml);
        convert_table(arena, table, top);
        return top;
    } catch (const toml::parse_error &wrong) {
        *error = {copy(arena, wrong.description()), place_of(wrong.source().begin)};
    } catch (const std::exception &wrong) {
        *error = {copy(arena, wrong.what()), {1, 1}};
    }
    return nullptr;
}
