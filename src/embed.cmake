# cmake -DROOT=cl -DFILES=a.h;b.cl -DOUTPUT=embedded.c -P embed.cmake: the files as byte arrays, which need no escaping
# and know no limit of length.
cmake_minimum_required(VERSION 3.22)

set(arrays "")
set(rows "")
set(n 0)
foreach(file IN LISTS FILES)
  file(READ "${ROOT}/${file}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const char file_${n}[] = {${bytes}0};\n")
  string(APPEND rows "    { \"${file}\", file_${n}, sizeof file_${n} - 1 },\n")
  math(EXPR n "${n} + 1")
endforeach()
file(WRITE "${OUTPUT}" "#include \"embedded.h\"\n\n${arrays}
const cs_embedded_file cs_embedded_files[] = {\n${rows}};
const size_t cs_embedded_count = ${n};\n")
