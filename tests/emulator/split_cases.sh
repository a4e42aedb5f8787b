# Cases of cases.sh, which reads this file and has its functions: arrays that a split computes in parts.
# shellcheck shell=sh

for case in '0 op=affine kind=exclusive init=host total=1' '0 op=affine reverse=1 total=1' \
    '9 type=long op=min no_identity=1 total=1' '0 segments=flags op=affine density=64 total=1' \
    '9 segments=flags op=affine density=2048 reverse=1 kind=exclusive' \
    '0 segments=bits op=affine density=64 reverse=1' '10 segments=bits kind=exclusive init=cell total=1' \
    '0 segments=keys op=affine density=64 total=1' '9 segments=keys density=2048 reverse=1 init=host total=1' \
    '3 segments=computed_keys op=affine density=2048 kind=exclusive' \
    '1 segments=struct_keys op=affine density=64 reverse=1' \
    '0 segments=flags type=long op=min no_identity=1 density=64 total=1' '9 type=float op=argmin' \
    '0 type=float op=argmax_last reverse=1' '0 type=float op=argmin segments=flags density=64' \
    '0 type=short op=add_checked' '9 load=two_arrays store=all_reread' \
    '0 task=reduce op=affine init=cell total=1' '9 task=reduce op=affine reverse=1' \
    '0 task=reduce type=float op=argmax reverse=1' '0 task=reduce type=long op=min no_identity=1' \
    '1 task=select index=uint carried=two room=drawn total=1' \
    '3 task=select mask=bits reverse=1 total=1 init=host'; do
    case_on "${case%% *}" "split=5 ${case#* } count=300" 6
done
case_on 0 'split=1 op=affine segments=flags count=30' 2
case_on 0 'split=8 op=affine segments=keys total=1 count=5' 6
case_on 0 'split=8 op=affine init=host total=1 count=0' 1

# Arrays in host memory, which a team of one device computes in rounds. A cell joins the rounds.
for case in '0 op=affine kind=exclusive init=host total=1' '9 op=affine reverse=1 total=1' \
    '0 segments=flags op=affine density=2048 total=1' '10 segments=bits kind=exclusive reverse=1 density=2048 init=cell' \
    '9 segments=keys op=affine density=2048 total=1' '0 segments=keys density=2048 reverse=1 total=1' \
    '9 type=long op=min no_identity=1 total=1' '0 type=float op=argmin' '9 type=float op=argmax_last reverse=1' \
    '0 task=reduce op=affine total=1' '9 task=reduce type=float op=argmax reverse=1'; do
    case_on "${case%% *}" "stream=team piece=31 ${case#* } count=300" 3
done
