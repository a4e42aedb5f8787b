#include "common/activity.h"
#include "common/message.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* A thread holds the mutex while it draws, so that no line is drawn after its activity has ended. */
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool has_thread, active;
    struct timespec next; /* when the line is to be drawn again */
    unsigned seconds;     /* the number that it will show */
    char words[72];
    size_t done, of; /* bytes; `of` is SIZE_MAX if it is not known */
} now = { .mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

/* Prints the rate since the beginning, and how long the rest takes at that rate. */
static void print_amount(char *text, size_t size) {
    const double rate = (double)now.done / now.seconds;
    *text = '\0';
    if (now.done == 0)
        return;
    const int length = snprintf(text, size, ", %.3g MB/s", rate / 1e6);
    if (now.of != SIZE_MAX && now.of >= now.done)
        snprintf(text + length, size - (size_t)length, ", %.0f %%, %.0f s left",
                 100.0 * (double)now.done / (double)now.of, (double)(now.of - now.done) / rate);
}

static void draw(void) {
    char line[160], amount[80];
    print_amount(amount, sizeof amount);
    snprintf(line, sizeof line, "%s: %u s%s", now.words, now.seconds++, amount);
    progress_line(line);
    now.next.tv_sec++;
}

/* The library's calls do not report progress, so a thread draws the line while the main thread waits for a call. */
static void *watch(void *unused) {
    (void)unused;
    pthread_mutex_lock(&now.mutex);
    for (;;)
        if (!now.active)
            pthread_cond_wait(&now.changed, &now.mutex);
        else if (pthread_cond_timedwait(&now.changed, &now.mutex, &now.next) == ETIMEDOUT && now.active)
            draw();
    return NULL;
}

/* Starts the drawing thread with all signals blocked, so that the main thread handles them. If the thread cannot be
 * started, only the line is missing. */
static bool start_thread(void) {
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&thread, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !error && pthread_detach(thread) == 0;
}

void activity_begin(const char *doing, const char *what) {
    activity_end();
    if (!progress_is_shown())
        return;
    pthread_mutex_lock(&now.mutex);
    snprintf(now.words, sizeof now.words, "%s%s%s", doing, *what ? " " : "", what);
    clock_gettime(CLOCK_REALTIME, &now.next);
    now.next.tv_sec++;
    now.seconds = 1;
    now.done = 0;
    now.has_thread = now.has_thread || start_thread();
    now.active = now.has_thread;
    pthread_cond_signal(&now.changed);
    pthread_mutex_unlock(&now.mutex);
}

void activity_amount(size_t done, size_t of) {
    pthread_mutex_lock(&now.mutex);
    now.done = done;
    now.of = of;
    pthread_mutex_unlock(&now.mutex);
}

void activity_end(void) {
    pthread_mutex_lock(&now.mutex);
    if (now.active)
        progress_clear();
    now.active = false;
    pthread_mutex_unlock(&now.mutex);
}
