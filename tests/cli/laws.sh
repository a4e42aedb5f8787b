# verify --op-source, --combine and --laws: these test whether an operator is associative and its identity is one.
. "$(dirname "$0")/common.sh"

cat >affine.cl <<'CL'
typedef struct { float a, b; } affine; // maps
static affine then(affine f, affine g) { affine h = { f.a * g.a, f.b * g.a + g.b }; return h; }
CL
set -- --op-source affine.cl --type-name affine --combine then
expect 0 verify "$@" --identity '{ 1, 0 }'
says stderr "ok: then is associative over affine, and its identity changes nothing"
expect 1 verify "$@" --identity '{ 1, 0.5f }' --json
says stderr "mismatch: { 1, 0.5 } is not an identity of then over affine: with a = {"
says stderr "then(identity, a) = {"
says stdout '"law":"associativity","result":"ok"'
says stdout '"law":"identity","result":"mismatch"'
expect 0 verify "$@"
says stderr "no --identity was given"

# Subtraction is not associative. The element type has members of all kinds. The same seed finds the same triple.
cat >minus.cl <<'CL'
typedef struct { uchar c; } other;
typedef struct tag { char c; int2 xy; /* float z; */ unsigned short s[2]; double d; half *none; } strange;
typedef struct { char c; int2 xy; unsigned short s[2]; float3 f; } element;
element combine(element a, element b) { a.xy -= b.xy; return a; }
CL
expect 1 verify --op-source minus.cl --seed 7
says stderr "combine is not associative over element: with a = {"
says stderr "combine(combine(a, b), c) = {"
says stderr "combine(a, combine(b, c)) = {"
says stderr " of 4096 triples break it"
cp stderr first
expect 1 verify --op-source minus.cl --seed 7
same first stderr

# Functions of OpenCL C as operators, an operator that rounds, and one with an infinite identity.
expect 1 verify --combine fmod --type float
says stderr "fmod is not associative over float"
expect 1 verify --combine hypot --type float --identity 0
says stderr "0 is not an identity of hypot"
echo 'float both(float a, float b) { return log(exp(a) + exp(b)); }' >both.cl
expect 0 verify --op-source both.cl --combine both --type float --identity -INFINITY

# The built-in operators.
expect 0 verify --laws --type int --op add
says stderr "1 operator, 0 of them wrong"
expect 0 verify --laws --type uchar --op add_sat
expect 0 verify --laws --type float --op max

refuses "no such operator" verify --laws --type float --op xor
refuses "affine.cl defines no pear of numbers" verify --op-source affine.cl --type-name pear
refuses "minus.cl defines no strange of numbers" verify --op-source minus.cl --type-name strange
refuses "the type is missing: --type int, or --type-name NAME" verify --combine max
refuses "the type is missing" verify --op-source affine.cl --combine then
refuses "--type-name is for types of your own: give --type int" verify --op-source affine.cl --type-name int
refuses "exclude each other" verify --combine max --op add
refuses "need --op-source or --combine" verify --identity 0
refuses "--identity, line 1: '}' closes nothing" verify --combine max --type int --identity '0 }'
echo '}' >>both.cl
refuses "--op-source, line 2: '}' closes nothing" verify --op-source both.cl --combine both --type float
passed
