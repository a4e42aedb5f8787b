# planted.sh: sourced by tests that plant faults in copies of the kernels, in the root of the project. It makes the folder
# $work, which is removed when the test ends, and sets `failed` to 0.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# plant FILE SED: makes $work/cl, a copy of the kernels in which the sed script has changed cl/FILE. If the script changes
# nothing, plant says so and sets `failed`.
plant() {
    rm -rf "$work/cl"
    cp -r cl "$work/cl"
    sed -i "$2" "$work/cl/$1"
    ! cmp -s "cl/$1" "$work/cl/$1" || { echo "cl/$1: nothing to change by $2" && failed=1; }
}
