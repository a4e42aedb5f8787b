# cmake -DROOT=cl -DFILES=a.h;b.cl -DOUTPUT=embedded.c -P embed.cmake
# Writes the files as byte arrays, which need no escaping and, unlike string literals, have no limit of length. Also
# writes a sorted list of all words in the files, without comments and strings.
cmake_minimum_required(VERSION 3.22)

set(arrays "")
set(rows "")
set(words "")
set(n 0)
foreach(file IN LISTS FILES)
  file(READ "${ROOT}/${file}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const char file_${n}[] = {${bytes}0};\n")
  string(APPEND rows "    { \"${file}\", file_${n} },\n")
  math(EXPR n "${n} + 1")
  file(READ "${ROOT}/${file}" text)
  string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/|//[^\n]*|\"[^\"\n]*\"" " " text "${text}")
  string(REGEX MATCHALL "[A-Za-z0-9_]+" found "${text}")
  list(APPEND words ${found})
endforeach()
list(REMOVE_DUPLICATES words)
list(SORT words)
list(LENGTH words num_words)
list(JOIN words "\",\n    \"" words)
file(WRITE "${OUTPUT}" "#include \"source/embedded.h\"\n\n${arrays}
const cs_embedded_file cs_embedded_files[] = {\n${rows}};
const size_t cs_embedded_count = ${n};
const char *const cs_embedded_words[] = {\n    \"${words}\",\n};
const size_t cs_embedded_word_count = ${num_words};\n")
