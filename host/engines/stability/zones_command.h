// The command `chatter zones`.
#ifndef CHATTER_ENGINES_STABILITY_ZONES_COMMAND_H
#define CHATTER_ENGINES_STABILITY_ZONES_COMMAND_H

#include "ensemble/engine.h"

extern const engine_command zones_command;

#endif
