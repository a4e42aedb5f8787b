/*
 * The one-pass scan: decoupled look-back with fallback. N work-groups scan N tiles, one each.
 *
 * A group publishes the aggregate of its tile before it waits for anything, then looks back for the total of all
 * tiles before its own. What is missing there it may reduce itself from the input, instead of waiting: it falls back.
 *
 * No hang means: a group that the device keeps running ends after a bounded number of its own steps, whatever
 * becomes of the others. Nobody can promise more: a device that has halted all resident groups starts no other. So
 * the runs with FALLBACK assume no fair scheduler, and one resident group may halt for good; all others must end.
 * Without FALLBACK that takes tickets, a fair scheduler, and that every group publishes.
 *
 * The order of steps is judged here, not that of memory: what one step writes, the next of any group sees. Where
 * that takes a fence in a kernel, a comment says so.
 */
#ifndef N
#define N 5 /* tiles; at most 9 */
#endif
#ifndef W
#define W 2 /* groups resident at once; none leaves before it ends */
#endif
#ifndef B
#define B 2 /* tiles in a block */
#endif

/* Options: 0 or 1. */
#ifndef TICKETS
#define TICKETS 0 /* tiles in the order in which groups ask; else a group's number is its tile */
#endif
#ifndef FALLBACK
#define FALLBACK 0 /* reduce what is missing; else poll on */
#endif
#ifndef TOTALS
#define TOTALS 0 /* in two levels: the last tile of a block publishes what the block comes to, before it has its prefix */
#endif
#ifndef IN_PLACE
#define IN_PLACE 0 /* the output overwrites the input */
#endif
#ifndef RECHECK
#define RECHECK 0 /* having reduced a tile that was missing, look whether it still is */
#endif
#ifndef UNFENCED
#define UNFENCED 0 /* an owner's output may be seen before what it published, a look of the fallback may precede its reading */
#endif
#ifndef WITHHOLD
#define WITHHOLD 0 /* one group, any, may publish nothing, though it goes on */
#endif
#ifndef HALT
#define HALT 0 /* one group, any, may stop while it looks back, and keep its place on the device */
#endif

/*
 * A value is a sequence of tiles, in decimal: tile t is the digit t + 1, the total of the first three is 123. So a
 * tile that is lost, doubled or out of order shows. 0 is the empty sequence, and a word that is not there yet.
 */
#define then(sequence, tile_value) (sequence * 10 + tile_value)

int A[N];      /* A[t]: the aggregate of tile t. One word is value and flag: they appear together */
int P[N + 1];  /* P[t]: the total of all before tile t, where a block begins. Not in A's word: nothing is downgraded */
int T[N];      /* T[b]: the total of the tiles of block b */
int output[N]; /* inclusive */
#define input(t) (IN_PLACE && output[t] -> output[t] : t + 1)

byte started, ticket, resident, ended;
byte withheld, halted; /* how many */

/* An aggregate depends on the input alone, so its owner and any fallback may publish it: they write the same. */
inline publish(word, sequence)
{
    d_step { assert(word == 0 || word == sequence); word = sequence }
}

/*
 * In place, what was read may be output by now. But an owner publishes, then writes (a release fence between); and a
 * fallback reads, then looks again (an acquire fence between). So where nothing is there yet, the input was read in time.
 */
inline fall_back(missing)
{
    if
    :: value = input(missing); seen = A[missing]
    :: UNFENCED -> seen = A[missing]; value = input(missing)
    fi;
    if
    :: RECHECK && seen -> skip /* what was read is dropped: A will be used */
    :: else -> publish(A[missing], value)
    fi
}

/* The block that is being looked through ends here: P[edge] is as good as all that is before it. */
#define edge ((from + B - 1) / B * B)

/* What has been found of the last tile's block, and that tile. */
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
 * Walks back; what is in from .. tile - 1 has been found. One poll stands for any number of them: to all others, a
 * group that polls longer before it gives up is one that looked later.
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

/* Forward, left to right: the operator need not commute. */
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

    /* Groups start in any order. With tickets they are all alike, and one order stands for all. */
    atomic { resident < W && (!TICKETS || started == _pid) -> started++; resident++ }
    atomic { tile = (TICKETS -> ticket : _pid); ticket++ }

    if
    :: publish(A[tile], tile + 1)
    :: atomic { withheld < WITHHOLD -> withheld++; silent = true }
    :: UNFENCED -> late = true
    fi;
    look_back();
    atomic { fold(); check(); total = then(total, tile + 1) } /* one step: no word changes once it is there */
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
