// Threads that step one trajectory together.
#ifndef CHATTER_MACHINES_TEAM_SIZES_H
#define CHATTER_MACHINES_TEAM_SIZES_H

int backend_team_next(int team); // the next larger team, 0: none; for 0 the smallest

#endif
