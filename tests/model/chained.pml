/*
 * Strategy chained: a one-pass scan in which each tile waits for the tile before it, with a fallback. N work-groups
 * scan N tiles, one each. A group waits for the total of all tiles before its own, which the owner of the previous tile
 * publishes. The group then publishes the total up to and including its own tile. A group that stops waiting goes back
 * to the last published total, and computes the following totals from the input.
 *
 * lookback.pml explains what "no hang" means, which order is modelled, the options and the values.
 */
#ifndef N
#define N 5 /* tiles; at most 9 */
#endif
#ifndef W
#define W 2 /* number of groups that are resident at the same time; a group stays resident until it ends */
#endif

/* Options: 0 or 1. */
#ifndef TICKETS
#define TICKETS 0 /* groups take tiles in the order in which they start; otherwise a group's number is its tile */
#endif
#ifndef FALLBACK
#define FALLBACK 0 /* compute missing totals, starting at the last published one; otherwise poll forever */
#endif
#ifndef IN_PLACE
#define IN_PLACE 0 /* the output overwrites the input */
#endif
#ifndef RECHECK
#define RECHECK 0 /* after the reduction of a tile, read the tile's total again */
#endif
#ifndef UNFENCED
#define UNFENCED 0 /* no fences: output may be visible before published totals, and a recheck may precede the read */
#endif
#ifndef WITHHOLD
#define WITHHOLD 0 /* any one group may publish nothing, but continues */
#endif
#ifndef HALT
#define HALT 0 /* any one group may halt while it waits, and stay resident */
#endif

/* A value is a sequence of tiles, in decimal. 0 is the empty sequence, and also a word that is not published yet. */
#define then(sequence, tile_value) (sequence * 10 + tile_value)

int P[N + 1];  /* P[t]: the total of all tiles before tile t */
int output[N]; /* inclusive */
#define input(t)    (IN_PLACE && output[t] -> output[t] : t + 1)
#define is_there(t) (t == 0 || P[t])

byte started, ticket, resident, ended;
byte withheld, halted; /* numbers of such groups */

/* Publishes a total. A total depends only on the input, so the owner and all fallbacks publish the same value. */
inline publish(word, sequence)
{
    d_step { assert(word == 0 || word == sequence); word = sequence }
}

/*
 * In place, the fallback may have read output instead of input. But the owner publishes first and then writes, with a
 * release fence between. The fallback reads first and then checks again, with an acquire fence between. So if the total
 * is still missing, the fallback has read the input.
 */
inline fall_back(t)
{
    if
    :: value = input(t); seen = P[t + 1]
    :: UNFENCED -> seen = P[t + 1]; value = input(t)
    fi;
    if
    :: RECHECK && seen -> total = seen
    :: else -> total = then(total, value); publish(P[t + 1], total)
    fi
}

inline find_prefix()
{
    from = tile;
    do
    :: is_there(tile) -> from = tile; break
    :: !is_there(tile) ->
        if
        :: FALLBACK -> break
        :: else
        fi
    :: atomic { halted < HALT -> halted++; goto stopped }
    od;
    do
    :: is_there(from) -> total = P[from]; break
    :: !is_there(from) -> from--
    od;
    do
    :: from < tile -> fall_back(from); from++
    :: from == tile -> break
    :: atomic { halted < HALT -> halted++; goto stopped }
    od
}

hidden byte tiles;
hidden int right;
inline check()
{
    tiles = 0;
    right = 0;
    do
    :: tiles < tile -> tiles++; right = then(right, tiles)
    :: else -> break
    od;
    assert(total == right)
}

active [N] proctype group()
{
    byte tile, from;
    int value, seen, total;
    bool silent;

    /* Groups start in any order. With tickets all groups are alike, so one order represents all orders. */
    atomic { resident < W && (!TICKETS || started == _pid) -> started++; resident++ }
    atomic { tile = (TICKETS -> ticket : _pid); ticket++ }

    find_prefix();
    atomic { check(); total = then(total, tile + 1) }
    if
    :: publish(P[tile + 1], total)
    :: atomic { withheld < WITHHOLD -> withheld++; silent = true }
    :: UNFENCED -> output[tile] = total; publish(P[tile + 1], total)
    fi;
    output[tile] = total;
    resident--;
stopped:
    ended++
}

ltl all_end { <>(ended == N) }
