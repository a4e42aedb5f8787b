/*
 * A sweep of a sort: one pass of a radix sort in one launch, with look-back and fallback. N work-groups move the
 * elements of N tiles, one each.
 *
 * A group publishes how many elements of its tile have each digit before it waits for anything. It then adds the counts
 * of the tiles before its own, from the nearest one back to a tile that has published a prefix. The sum is the place of
 * the first element with this digit in the group's tile. Then the group replaces its counts by prefixes. Instead of
 * waiting for missing counts, a group may count the digits of that tile itself: the fallback. It then looks back again.
 *
 * lookback.pml explains what "no hang" means, and which order is modelled. The records of one look may be loaded in any
 * order.
 */
#ifndef N
#define N 5 /* tiles; at most 7 */
#endif
#ifndef W
#define W 2 /* number of groups that are resident at the same time; a group stays resident until it ends */
#endif
#ifndef D
#define D 1 /* digits; digit 0 is in all tiles, digit 1 in those with an odd number */
#endif
#ifndef PASSES
#define PASSES 1 /* launches, one after the other; at most 2 */
#endif

/* Options: 0 or 1. */
#ifndef TICKETS
#define TICKETS 0 /* groups take tiles in the order in which they start; otherwise a group's number is its tile */
#endif
#ifndef FALLBACK
#define FALLBACK 0 /* count the digits of a missing tile; otherwise poll forever */
#endif
#ifndef WITHHOLD
#define WITHHOLD 0 /* any one group may publish nothing, but continues */
#endif
#ifndef HALT
#define HALT 0 /* any one group may halt while it looks back, and stay resident */
#endif

/* Faults that the model checker must find, and a claim that it must refute: 0 or 1. */
#ifndef WRONG_COUNT
#define WRONG_COUNT 0 /* a fallback does not count one element */
#endif
#ifndef UNTAGGED
#define UNTAGGED 0 /* a count of 0 is the same word as a missing record */
#endif
#ifndef FIRST_COUNTS
#define FIRST_COUNTS 0 /* the first tile publishes counts, as the others do */
#endif
#ifndef OVERWRITE
#define OVERWRITE 0 /* a group moves elements into tiles that a fallback may still read */
#endif
#ifndef KEEP
#define KEEP 0 /* the records of the next pass are not cleared */
#endif
#ifndef ONE_ARRAY
#define ONE_ARRAY 0 /* all passes use the same records */
#endif
#ifndef NEVER_BACK
#define NEVER_BACK 0 /* claim: a fallback never puts a count back over a place */
#endif

/* A record of a digit is 0 if nothing is published, or a number with a tag. */
#define COUNT       (UNTAGGED -> 0 : 1 << 10)
#define PREFIX       (2 << 10)
#define number(w)   ((w) & 1023)
#define is_prefix(w) (((w) & PREFIX) != 0)
#define LEFT        (PREFIX | 1023) /* what an earlier sort has left in the workspace */

/* Tile t has 2^t elements with a digit, in the second pass 2^(N-1-t), so that each set of tiles has a sum of its own.
 * The elements with one digit have 2^N places. */
#define tile_count(t, d) ((d) && (t) % 2 == 0 -> 0 : 1 << (pass -> N - 1 - (t) : (t)))
#define first_place(d)   ((d) << N)

short records[PASSES * N * D]; /* of even passes, and of odd passes */
#define record_in(p, t, d) records[((ONE_ARRAY -> 0 : p) * N + (t)) * D + (d)]
#define record(t, d)       record_in(pass, t, d)

byte started[PASSES], ticket[PASSES], resident, ended;
byte withheld, halted; /* numbers of such groups */
byte finished;         /* groups of the first pass that have ended. Then the second pass begins */
bit moved[N];          /* the elements of tile t have been overwritten */

/* What the owner of tile t counts, or a fallback: `again`. A count stays right after the owner has published a place. */
#define counted(t, d, again) \
    (again && (WRONG_COUNT || moved[t]) -> tile_count(t, d) / 2 : tile_count(t, d))

/* Publishes what the owner of tile t, or a fallback, has counted. The first tile has no tiles before it, so its counts
 * are places. */
inline publish(t, again)
{
    do
    :: digit < D ->
        d_step {
            if
            :: t == 0 && !FIRST_COUNTS -> record(t, digit) = PREFIX | (first_place(digit) + counted(t, digit, again))
            :: else ->
                assert(!NEVER_BACK || !is_prefix(record(t, digit)));
                record(t, digit) = COUNT | counted(t, digit, again)
            fi;
            digit++
        }
    :: else -> digit = 0; break
    od
}

/*
 * Looks back for each digit: sum has the counts of tiles from .. tile - 1. Two records are loaded in each look, in any
 * order; before the first tile, that tile is loaded again. One poll represents any number of polls: for the other
 * groups, a group that polls longer is the same as a group that polls later. Digits do not depend on each other, so
 * their order does not matter.
 */
#define second(t) ((t) >= 2 -> (t) - 2 : 0)
inline look()
{
    if
    :: near = record(from - 1, digit); far = record(second(from), digit)
    :: far = record(second(from), digit); near = record(from - 1, digit)
    fi
}
inline look_back()
{
    missing = 0;
    digit = 0;
    do
    :: digit == D -> digit = 0; break
    :: digit < D ->
        from = tile;
        do
        :: look();
            atomic {
                if
                :: near == 0 && FALLBACK -> missing = (missing > from -> missing : from); done = true
                :: near == 0 && !FALLBACK -> done = false
                :: near != 0 ->
                    sum = sum + number(near);
                    from--;
                    done = is_prefix(near);
                    assert(done || from > 0);
                    if
                    :: !done && far != 0 ->
                        sum = sum + number(far);
                        from--;
                        done = is_prefix(far);
                        assert(done || from > 0)
                    :: else
                    fi
                fi;
                near = 0;
                far = 0
            }
            if
            :: done -> break
            :: else
            fi
        :: atomic { halted < HALT -> halted++; goto stopped }
        od;
        atomic {
            done = false;
            from = 0;
            places[digit] = sum;
            sum = 0;
            digit++
        }
    od
}

inline find_places()
{
    do
    :: look_back();
        if
        :: missing -> publish(missing - 1, true)
        :: else -> break
        fi
    od
}

hidden byte tiles;
hidden short right;
inline check()
{
    digit = 0;
    do
    :: digit < D ->
        tiles = 0;
        right = first_place(digit);
        do
        :: tiles < tile -> right = right + tile_count(tiles, digit); tiles++
        :: else -> break
        od;
        assert(places[digit] == right);
        digit++
    :: else -> digit = 0; break
    od
}

inline publish_places()
{
    do
    :: digit < D -> d_step { record(tile, digit) = PREFIX | (places[digit] + tile_count(tile, digit)); digit++ }
    :: else -> digit = 0; break
    od
}

/* Clears the records of the next pass. */
inline clear()
{
    do
    :: digit < D ->
        d_step {
            if
            :: !KEEP -> record_in(pass + 1, tile, digit) = 0
            :: else
            fi;
            digit++
        }
    :: else -> digit = 0; break
    od
}

proctype group(byte pass, id)
{
    byte tile, from, digit, missing;
    short near, far, sum, places[D];
    bool silent, done;

    /* Groups start in any order. With tickets all groups are alike, so one order represents all orders. */
    atomic {
        resident < W && (!TICKETS || started[pass] == id) && (pass == 0 || finished == N);
        started[pass]++;
        resident++
    }
    atomic { tile = (TICKETS -> ticket[pass] : id); ticket[pass]++ }
    if
    :: pass + 1 < PASSES -> clear()
    :: else
    fi;
    if
    :: publish(tile, false)
    :: atomic { withheld < WITHHOLD -> withheld++; silent = true }
    fi;
    if
    :: tile > 0 ->
        find_places();
        atomic { check() }
        if
        :: !silent -> publish_places()
        :: else
        fi
    :: else
    fi;
    moved[tile] = OVERWRITE;
    resident--;
    finished = finished + (pass == 0 && PASSES > 1);
stopped:
    ended++
}

/* The launches before the first pass clear its records. */
init
{
    byte k;
    d_step {
        do
        :: k < PASSES * N * D -> records[k] = (k < N * D -> 0 : LEFT); k++
        :: else -> k = 0; break
        od
    }
    atomic {
        do
        :: k < PASSES * N -> run group(k / N, k % N); k++
        :: else -> k = 0; break
        od
    }
}

ltl all_end { <>(ended == N * PASSES) }
