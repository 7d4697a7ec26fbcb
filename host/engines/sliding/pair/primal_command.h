// Command `chatter primal`: the first steps of a smooth slide by primal assembly.
#ifndef CHATTER_ENGINES_SLIDING_PAIR_PRIMAL_COMMAND_H
#define CHATTER_ENGINES_SLIDING_PAIR_PRIMAL_COMMAND_H

#include "engines/sliding/sliding_engine.h"

extern const engine_command sliding_primal_command; // primal_command.c

#endif
