/*
 * The one-pass scan: decoupled look-back with fallback. N work-groups scan N tiles, one each.
 *
 * A group publishes the aggregate of its tile before it waits for anything. It then looks back for the total of all
 * tiles before its own. Instead of waiting for a missing aggregate, a group may reduce that tile itself from the input:
 * the fallback.
 *
 * "No hang" means that a group that the device keeps running ends after a bounded number of its own steps, whatever
 * happens to the others. More cannot be guaranteed: a device that has halted all resident groups starts no others. So
 * runs with FALLBACK need no fair scheduler, and one resident group may halt forever; all other groups must end. Runs
 * without FALLBACK need tickets, a fair scheduler, and groups that all publish.
 *
 * The model covers the order of steps, not the order of memory accesses: what one step writes, the next step of any
 * group sees. Comments say where a kernel needs a fence for that.
 */
#ifndef N
#define N 5 /* tiles; at most 9 */
#endif
#ifndef W
#define W 2 /* number of groups that are resident at the same time; a group stays resident until it ends */
#endif
#ifndef B
#define B 2 /* tiles in a block */
#endif

/* Options: 0 or 1. */
#ifndef TICKETS
#define TICKETS 0 /* groups take tiles in the order in which they start; otherwise a group's number is its tile */
#endif
#ifndef FALLBACK
#define FALLBACK 0 /* reduce a missing tile; otherwise poll forever */
#endif
#ifndef TOTALS
#define TOTALS 0 /* two levels: the last tile of a block publishes the block's total before its prefix is known */
#endif
#ifndef IN_PLACE
#define IN_PLACE 0 /* the output overwrites the input */
#endif
#ifndef RECHECK
#define RECHECK 0 /* after the reduction of a missing tile, read its aggregate again */
#endif
#ifndef UNFENCED
#define UNFENCED 0 /* no fences: output may be visible before aggregates, and a recheck may precede the read */
#endif
#ifndef WITHHOLD
#define WITHHOLD 0 /* any one group may publish nothing, but continues */
#endif
#ifndef HALT
#define HALT 0 /* any one group may halt while it looks back, and stay resident */
#endif

/*
 * A value is a sequence of tiles, in decimal: tile t is the digit t + 1, and the total of the first three tiles is 123.
 * A tile that is lost, repeated or out of order changes the value. 0 is the empty sequence, and also a word that is not
 * published yet.
 */
#define then(sequence, tile_value) (sequence * 10 + tile_value)

int A[N];      /* A[t]: the aggregate of tile t. Value and flag are one word, so both become visible together */
int P[N + 1];  /* P[t]: the total of all tiles before t, if a block begins at t. It has a word of its own, so that a
                  late aggregate never overwrites it */
int T[N];      /* T[b]: the total of the tiles of block b */
int output[N]; /* inclusive */
#define input(t) (IN_PLACE && output[t] -> output[t] : t + 1)

byte started, ticket, resident, ended;
byte withheld, halted; /* numbers of such groups */

/* Publishes an aggregate. It depends only on the input, so the owner and all fallbacks publish the same value. */
inline publish(word, sequence)
{
    d_step { assert(word == 0 || word == sequence); word = sequence }
}

/*
 * In place, the fallback may have read output instead of input. But the owner publishes first and then writes, with a
 * release fence between. The fallback reads first and then checks again, with an acquire fence between. So if the
 * aggregate is still missing, the fallback has read the input.
 */
inline fall_back(missing)
{
    if
    :: value = input(missing); seen = A[missing]
    :: UNFENCED -> seen = A[missing]; value = input(missing)
    fi;
    if
    :: RECHECK && seen -> skip /* drop the value: the published aggregate will be used */
    :: else -> publish(A[missing], value)
    fi
}

/* The end of the block that is being searched. P[edge] replaces all aggregates before it. */
#define edge ((from + B - 1) / B * B)

/* Publishes the total of the block that ends with `tile`, from the aggregates of its tiles. */
hidden byte found;
hidden int block_total;
inline publish_total()
{
    d_step {
        block_total = 0;
        found = tile / B * B;
        do
        :: found < tile -> block_total = then(block_total, A[found]); found++
        :: else -> break
        od;
        block_total = then(block_total, tile + 1);
        assert(T[tile / B] == 0 || T[tile / B] == block_total);
        T[tile / B] = block_total
    }
}

/*
 * Walks back: the aggregates of tiles from .. tile - 1 have been found. One poll represents any number of polls: for
 * the other groups, a group that polls longer is the same as a group that polls later.
 */
inline look_back()
{
    from = tile;
    do
    :: from == 0 -> break
    :: edge <= tile && P[edge] -> from = edge; total = P[edge]; break
    :: from > 0 && A[from - 1] -> from--
    :: TOTALS && !silent && (tile + 1) % B == 0 && from == tile / B * B && !T[tile / B] -> publish_total()
    :: TOTALS && from > 0 && from % B == 0 && T[from / B - 1] -> from = from - B
    :: from > 0 && !A[from - 1] ->
        if
        :: FALLBACK -> fall_back(from - 1)
        :: else
        fi
    :: atomic { halted < HALT -> halted++; goto stopped }
    od
}

/* Folds from left to right, because the operator need not be commutative. */
inline fold()
{
    do
    :: from < tile -> total = then(total, A[from]); from++
    :: else -> break
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
    bool silent, late;

    /* Groups start in any order. With tickets all groups are alike, so one order represents all orders. */
    atomic { resident < W && (!TICKETS || started == _pid) -> started++; resident++ }
    atomic { tile = (TICKETS -> ticket : _pid); ticket++ }

    if
    :: publish(A[tile], tile + 1)
    :: atomic { withheld < WITHHOLD -> withheld++; silent = true }
    :: UNFENCED -> late = true
    fi;
    look_back();
    atomic { fold(); check(); total = then(total, tile + 1) } /* one step: a published word never changes */
    if
    :: (tile + 1) % B == 0 && !silent -> publish(P[tile + 1], total)
    :: else
    fi;
    output[tile] = total;
    if
    :: late -> publish(A[tile], tile + 1)
    :: else
    fi;
    resident--;
stopped:
    ended++
}

ltl all_end { <>(ended == N) }
