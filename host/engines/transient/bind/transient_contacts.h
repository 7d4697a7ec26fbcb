// The kernel's contact entries.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_CONTACTS_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_CONTACTS_H

#include "engines/transient/transient_engine.h"

chatter_status transient_plan_contacts(const study *config, const reduced_model *reduced, arena *memory,
                                       transient_setup *setup);

#endif
