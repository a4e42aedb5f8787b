/*
 * A reduction in one launch: N work-groups reduce N parts of a line, one each, and the last one combines the parts.
 *
 * A group publishes its part in a record and then counts itself. The group that finds that all others have been counted
 * combines the parts in their order and stores the result. Nothing orders the record before the count in memory, so the
 * last group may miss a record: it polls, or reduces that part itself, the fallback.
 *
 * lookback.pml explains what "no hang" means. Unlike there, the order of memory accesses is modelled for records: with
 * LATE, a record becomes visible to others at any time after it was stored.
 */
#ifndef N
#define N 4 /* parts; at most 5 */
#endif
#ifndef LAUNCHES
#define LAUNCHES 1 /* launches on the same workspace, one after the other; at most 2 */
#endif

/* Options: 0 or 1. */
#ifndef FALLBACK
#define FALLBACK 0 /* reduce a missing part; otherwise poll forever */
#endif
#ifndef LATE
#define LATE 0 /* records become visible later than counts */
#endif
#ifndef WITHHOLD
#define WITHHOLD 0 /* the record of any one group never becomes visible */
#endif
#ifndef HALT
#define HALT 0 /* any one group of the first launch may stop anywhere, so that this launch has no result: it failed */
#endif

/* Faults that the model checker must find: 0 or 1. */
#ifndef KEEP
#define KEEP 0 /* a launch goes on counting where the launch before ended */
#endif
#ifndef UNTAGGED
#define UNTAGGED 0 /* records do not carry the epoch of their launch */
#endif

/* Part t has the digit t + 1 in the first launch, t + 6 in the second one. A value is a sequence of digits, in decimal. */
#define part_value(t, launch) ((launch) * 5 + (t) + 1)
#define then(sequence, value) (sequence * 10 + value)

/* A record is visible to all groups or not yet. Both are 0, or {epoch, value}. */
#define tagged(t, launch) ((UNTAGGED -> 1 : launch + 1) * 16 + part_value(t, launch))
#define number(word)      ((word) & 15)
#define is_of(word, launch) (UNTAGGED -> (word) > 0 : (word) / 16 == launch + 1)
byte visible[N], stored[N];

/* The counter is {epoch, count}. Each group raises it to {its epoch, 0} before it counts itself. */
#define begin_of(launch) (KEEP -> 0 : (launch + 1) * 16)
byte counter;

byte ended[LAUNCHES], results[LAUNCHES], withheld, halted;
bit finished; /* all launches have ended, with one result each */

#define may_halt(launch) (launch == 0 && LAUNCHES > 1 && halted < HALT)

proctype group(byte t; byte launch)
{
    byte arrived, i, word;
    int total, right;
    bool last;

    d_step { counter = (counter < begin_of(launch) -> begin_of(launch) : counter) };
    if
    :: atomic { may_halt(launch) -> halted++; goto stopped }
    :: true
    fi;
    if
    :: atomic { withheld < WITHHOLD -> withheld++ }
    :: LATE -> stored[t] = tagged(t, launch)
    :: !LATE -> visible[t] = tagged(t, launch)
    fi;
    if
    :: atomic { may_halt(launch) -> halted++; goto stopped }
    :: true
    fi;
    d_step { arrived = counter & 15; counter++; last = arrived + 1 == N };
    do
    :: last && i < N && is_of(visible[i], launch) -> total = then(total, number(visible[i])); i++
    :: last && i < N && !is_of(visible[i], launch) ->
        if
        :: FALLBACK -> total = then(total, part_value(i, launch)); i++
        :: else
        fi
    :: !last || i == N -> break
    od;
    if
    :: last ->
        d_step {
            i = 0;
            do
            :: i < N -> right = then(right, part_value(i, launch)); i++
            :: else -> break
            od;
            assert(total == right);
            results[launch]++
        }
    :: else
    fi;
stopped:
    ended[launch]++
}

/* Memory: makes what was stored visible, in any order and at any time. What is not visible when a launch ends is
 * visible before the next one begins. */
proctype memory(byte t)
{
end:
    do
    :: atomic { stored[t] -> visible[t] = stored[t]; stored[t] = 0 }
    od
}

init
{
    byte launch, t;
    do
    :: LATE && t < N -> run memory(t); t++
    :: else -> break
    od;
    do
    :: launch < LAUNCHES ->
        t = 0;
        do
        :: t < N -> run group(t, launch); t++
        :: else -> break
        od;
        ended[launch] == N;
        atomic {
            t = 0;
            do
            :: t < N -> visible[t] = (stored[t] -> stored[t] : visible[t]); stored[t] = 0; t++
            :: else -> break
            od
        };
        assert(results[launch] == 1 || (halted && launch == 0 && results[launch] == 0));
        launch++
    :: else -> break
    od;
    finished = true
}

ltl all_end { <>finished }
