// The texts of the statuses that a trajectory ends with (kernels' TRAJECTORY_STATUS_LIST).
#ifndef CHATTER_ENSEMBLE_TRAJECTORY_STATUS_H
#define CHATTER_ENSEMBLE_TRAJECTORY_STATUS_H

const char *trajectory_status_text(int status);
const char *trajectory_status_meanings(void); // all of them, as flag_meanings

#endif
