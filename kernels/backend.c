// The table of backends.
#include "backend.h"

backend_options backend_default(void) { return (backend_options){.device = 0}; }
