/* Known faults of drivers, and what messages say about them. table/driver_fault.def has one row for each fault. */
#ifndef CS_DRIVER_FAULT_H
#define CS_DRIVER_FAULT_H

#include <stdbool.h>

typedef enum cs_driver_fault {
#define DRIVER_FAULT(enumerator, ...) CS_FAULT_##enumerator,
#include "table/driver_fault.def"
#undef DRIVER_FAULT
    CS_DRIVER_FAULTS
} cs_driver_fault;

/* The device's strings CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION and CL_DRIVER_VERSION. */
typedef struct cs_driver_names {
    const char *name, *vendor, *version, *driver;
} cs_driver_names;

/* Returns a bit, 1 << fault, for each fault of the driver. */
unsigned cs_driver_faults(const cs_driver_names *names);

bool cs_driver_has(unsigned faults, cs_driver_fault fault);

/* Returns what the driver does and what works instead: a part of a sentence whose subject is the driver. */
const char *cs_driver_fault_text(cs_driver_fault fault);

#endif
