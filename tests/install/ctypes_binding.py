"""ctypes_binding.py HEADER --layout: prints a C program that prints the size of each struct of the header, and the
offset and size of each field.
ctypes_binding.py HEADER LIBRARY LAYOUT: compares what that program has printed with ctypes, and scans host arrays."""
import ctypes
import re
import sys

SCALARS = {"size_t": ctypes.c_size_t, "int": ctypes.c_int, "unsigned": ctypes.c_uint, "double": ctypes.c_double,
           "cl_ulong": ctypes.c_uint64, "cl_uint": ctypes.c_uint32, "cl_mem": ctypes.c_void_p,
           "cl_command_queue": ctypes.c_void_p, "clscan_log_fn": ctypes.c_void_p}


def declared(text):
    """Yields the name of each struct of the header, and its fields: type, name and number of elements, or None."""
    numbers = dict(re.findall(r"(CLSCAN_MAX_\w+) = (\d+)", text))
    for name, body in re.findall(r"struct (clscan_\w+) \{(.*?)\}", text, re.S):
        fields = []
        for declaration in filter(None, (line.strip() for line in body.split(";"))):
            kind, names = re.match(r"((?:const )?\w+ )(.*)", declaration, re.S).groups()
            for declarator in names.split(","):
                pointer, field, length = re.match(r"\s*(\**)(\w+)(?:\[(\w+)\])?$", declarator).groups()
                fields.append((kind.strip() + " " * bool(pointer) + pointer, field,
                               length and int(numbers.get(length, length))))
        yield name, fields


def ctype(kind, structs, enums):
    """Returns the type of ctypes for a type of C."""
    if kind == "const char *":
        return ctypes.c_char_p
    if kind.endswith("*"):
        return ctypes.c_void_p
    return structs.get(kind) or SCALARS.get(kind) or enums[kind]


def bind(text):
    """Returns the structs as classes of ctypes."""
    structs, enums = {}, {name: ctypes.c_int for name in re.findall(r"typedef enum (\w+)", text)}
    for name, fields in declared(text):
        made = [(field, ctype(kind, structs, enums) * length if length else ctype(kind, structs, enums))
                for kind, field, length in fields]
        structs[name] = type(name, (ctypes.Structure,), {"_fields_": made})
    return structs


def layout(structs):
    """Returns lines with all sizes and offsets."""
    lines = []
    for name, struct in structs.items():
        lines.append("%s %d" % (name, ctypes.sizeof(struct)))
        for field, _ in struct._fields_:
            member = getattr(struct, field)
            lines.append("%s.%s %d %d" % (name, field, member.offset, member.size))
    return lines


def program(structs):
    """Returns the C program that prints the same lines."""
    text = "#include <clscan/clscan.h>\n#include <stdio.h>\nint main(void) {\n"
    for name, struct in structs.items():
        text += '    printf("%s %%zu\\n", sizeof(%s));\n' % (name, name)
        for field, _ in struct._fields_:
            text += '    printf("%s.%s %%zu %%zu\\n", offsetof(%s, %s), sizeof(((%s *)0)->%s));\n' % (
                name, field, name, field, name, field)
    return text + "    return 0;\n}\n"


def scan(library, structs, numbers):
    """Scans in one call, and by a plan with a description."""
    clscan = ctypes.CDLL(library)
    for function in ("message", "build_log"):
        getattr(clscan, "clscan_last_" + function).restype = ctypes.c_char_p

    def must(status):
        if status == numbers["CLSCAN_ERROR_NO_DEVICE"]:
            sys.exit(77)
        if status:
            sys.exit(clscan.clscan_last_message().decode())

    data = (ctypes.c_int * 5)(3, 1, 4, 1, 5)
    must(clscan.clscan_host_scan(b"int", numbers["CLSCAN_OP_ADD"], numbers["CLSCAN_KIND_INCLUSIVE"], data, data,
                                 ctypes.c_size_t(5)))
    device, plan = ctypes.c_void_p(), ctypes.c_void_p()
    desc = structs["clscan_desc"](struct_size=ctypes.sizeof(structs["clscan_desc"]), op=numbers["CLSCAN_OP_MAX"],
                                  kind=numbers["CLSCAN_KIND_EXCLUSIVE"], reverse=1)
    desc.value.name = b"float"
    floats = (ctypes.c_float * 4)(1, 3, 2, 0)
    must(clscan.clscan_device_open(None, None, ctypes.byref(device)))
    must(clscan.clscan_plan_create(device, ctypes.byref(desc), ctypes.byref(plan)))
    args = structs["clscan_args"](struct_size=ctypes.sizeof(structs["clscan_args"]), count=4)
    for array in getattr(args, "in"), args.out:
        array[0].host = ctypes.addressof(floats)
    must(clscan.clscan_plan_execute(plan, ctypes.byref(args)))
    clscan.clscan_plan_destroy(plan)
    clscan.clscan_device_destroy(device)
    return list(data), list(floats)


def main():
    text = re.sub(r"/\*.*?\*/", "", open(sys.argv[1]).read(), flags=re.S)
    structs = bind(text)
    if sys.argv[2] == "--layout":
        print(program(structs), end="")
        return
    expected = open(sys.argv[3]).read().split("\n")[:-1]
    for ours, theirs in zip(layout(structs), expected):
        if ours != theirs:
            sys.exit("ctypes has %s, C has %s" % (ours, theirs))
    numbers = {name: int(number) for name, number in re.findall(r"(CLSCAN_\w+) = (\d+)", text)}
    result = scan(sys.argv[2], structs, numbers)
    print(len(structs), "structs,", len(expected) - len(structs), "fields:", result)
    if len(layout(structs)) != len(expected) or result != ([3, 4, 8, 9, 14], [3.0, 2.0, 0.0, float("-inf")]):
        sys.exit(1)


main()
