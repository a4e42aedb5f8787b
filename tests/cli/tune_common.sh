# Common functions of tune.sh and tune_search.sh. $kernels is the folder of the kernel files.

# dawdles FOLDER COMPARISON STEPS: copies the kernel files to FOLDER, and adds a long loop to the kernel that the
# library chooses for many elements. The loop runs if the count fulfils COMPARISON, and takes much longer than a scan.
expect 0 explain 100000000
name=$(sed -n 's/^device *//p' stdout)
own=$(sed -n 's/^strategy *//p' stdout)
expect 0 devices --json
driver=$(grep -F "\"name\":\"$name\"" stdout | sed 's/.*"driver":"\([^"]*\)".*/\1/;q')
dawdles() {
    cp -r "$kernels" "$1"
    sed "s/const clscan_view \([a-z]*\) = CLSCAN_VIEW;/&\
         for (volatile uint i = 0; i < $3 * (\1.count $2); i++) {}/" \
        "$kernels/grid/$own.cl" >"$1/grid/$own.cl"
    ! cmp -s "$kernels/grid/$own.cl" "$1/grid/$own.cl" || failed "$own does not dawdle"
}
export CLSCAN_TUNING="$PWD/config/clscan/tuning"
row="\"$name\" \"$driver\" 77 2 reduce_scan sub_group 64 4 0 0 4"

# stores_rows: creates a tuning file with a comment, a row of another device, and a row of this device.
stores_rows() {
    mkdir -p config/clscan
    {
        echo "# mine"
        echo '"another device" "1" all 2 reduce_scan sub_group 64 4 0 0 4'
        echo "$row"
    } >config/clscan/tuning
    cp config/clscan/tuning before
}
