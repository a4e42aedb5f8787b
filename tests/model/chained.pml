/*
 * The one-pass scan as a chain with fallback. N work-groups scan N tiles, one each: a group waits for the total of all
 * before its tile, which the owner of the tile before it publishes, and publishes the total behind its own. A group
 * that does not wait goes back to where the chain ends, and computes it from there, from the input.
 *
 * What "no hang" means, which order is judged, the options and values are those of lookback.pml.
 */
#ifndef N
#define N 5 /* tiles; at most 9 */
#endif
#ifndef W
#define W 2 /* groups resident at once; none leaves before it ends */
#endif

/* Options: 0 or 1. */
#ifndef TICKETS
#define TICKETS 0 /* tiles in the order in which groups ask; else a group's number is its tile */
#endif
#ifndef FALLBACK
#define FALLBACK 0 /* compute the chain from where it ends; else poll on */
#endif
#ifndef IN_PLACE
#define IN_PLACE 0 /* the output overwrites the input */
#endif
#ifndef RECHECK
#define RECHECK 0 /* having reduced a tile, look whether the chain still ends there */
#endif
#ifndef UNFENCED
#define UNFENCED 0 /* an owner's output may be seen before what it published, a look of the fallback may precede its reading */
#endif
#ifndef WITHHOLD
#define WITHHOLD 0 /* one group, any, may publish nothing, though it goes on */
#endif
#ifndef HALT
#define HALT 0 /* one group, any, may stop while it waits, and keep its place on the device */
#endif

/* A value is a sequence of tiles, in decimal. 0 is the empty sequence, and a word that is not there yet. */
#define then(sequence, tile_value) (sequence * 10 + tile_value)

int P[N + 1];  /* P[t]: the total of all before tile t */
int output[N]; /* inclusive */
#define input(t)    (IN_PLACE && output[t] -> output[t] : t + 1)
#define is_there(t) (t == 0 || P[t])

byte started, ticket, resident, ended;
byte withheld, halted; /* how many */

/* A total depends on the input alone, so its owner and any fallback may publish it: they write the same. */
inline publish(word, sequence)
{
    d_step { assert(word == 0 || word == sequence); word = sequence }
}

/*
 * In place, what was read may be output by now. But an owner publishes, then writes (a release fence between); and a
 * fallback reads, then looks again (an acquire fence between). So where the chain still ends, the input was read in time.
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

    /* Groups start in any order. With tickets they are all alike, and one order stands for all. */
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
