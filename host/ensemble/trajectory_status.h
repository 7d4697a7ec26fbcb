// Texts of the statuses with which trajectories end (TRAJECTORY_STATUS_LIST of the kernels).
#ifndef CHATTER_ENSEMBLE_TRAJECTORY_STATUS_H
#define CHATTER_ENSEMBLE_TRAJECTORY_STATUS_H

const char *trajectory_status_text(int status);
const char *trajectory_status_meanings(void); // of all, as the attribute flag_meanings

#endif
