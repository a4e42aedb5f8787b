#define _GNU_SOURCE /* fallocate */
#include "formats/output_room.h"
#include "common/memory.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

struct output_room {
    int file;
    size_t size;
    char *memory;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* protects `ending` */
    bool ending;
};

/* Reserves disk space before any page is touched, because a page for which a full disk has no space is a signal. If
 * the file system cannot reserve space, the file is written instead, and write() reports a full disk. */
static bool take_space(int file, size_t size) {
#ifdef __linux__
    return fallocate(file, 0, 0, (off_t)size) == 0;
#else
    (void)file, (void)size;
    return false;
#endif
}

static void map(output_room *room) {
    void *memory = mmap(NULL, room->size, PROT_READ | PROT_WRITE, MAP_SHARED, room->file, 0);
    if (memory == MAP_FAILED)
        return;
    memory_want_large_pages(memory, room->size);
    room->memory = memory;
}

static bool is_ending(output_room *room) {
    pthread_mutex_lock(&room->lock);
    const bool ending = room->ending;
    pthread_mutex_unlock(&room->lock);
    return ending;
}

static void end(output_room *room) {
    pthread_mutex_lock(&room->lock);
    room->ending = true;
    pthread_mutex_unlock(&room->lock);
    if (room->running)
        pthread_join(room->thread, NULL);
    room->running = false;
}

/* Touches each page. MADV_POPULATE_WRITE would block all mapping in the process, also by the loader of the driver. */
static void *prepare(void *argument) {
    enum { SMALLEST_PAGE = 4096 };
    output_room *room = argument;
    if (take_space(room->file, room->size))
        map(room);
    for (size_t i = 0; room->memory && i < room->size && !is_ending(room); i += SMALLEST_PAGE)
        room->memory[i] = 0;
    return NULL;
}

output_room *output_room_begin(int file, size_t size) {
    output_room *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    room->file = file;
    room->size = size;
    pthread_mutex_init(&room->lock, NULL);
    room->running = pthread_create(&room->thread, NULL, prepare, room) == 0;
    return room;
}

char *output_room_memory(output_room *room) {
    if (!room)
        return NULL;
    end(room);
    return room->memory;
}

void output_room_free(output_room *room) {
    char *memory = output_room_memory(room);
    if (memory)
        munmap(memory, room->size);
    if (room)
        pthread_mutex_destroy(&room->lock);
    free(room);
}
