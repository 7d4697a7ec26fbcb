// Copies arrays between host and device.
#include "ensemble/batch/job/job_transfer.h"

#include "base/clock.h"
#include "base/stop.h"
#include "ensemble/batch/devices.h"

kernel_batch batch_job_view(const batch_job *job, unsigned char *base, long stride) {
  return (kernel_batch){
      .sizes = job->group->layout.sizes,
      .n_trajectories = job->n,
      .stride = stride,
      .model = (const double *)(const void *)(base + job->offset[BATCH_MODEL]),
      .tables = (const int *)(const void *)(base + job->offset[BATCH_TABLES]),
      .step_first = job->first,
      .parameters = (const double *)(const void *)(base + job->offset[BATCH_VALUES]),
      .parameter_offset = (const long *)(const void *)(base + job->offset[BATCH_OFFSETS]),
      .parameter_varies = (const int *)(const void *)(base + job->offset[BATCH_VARIES]),
      .state = (double *)(void *)(base + job->offset[BATCH_STATE]),
      .windows = (double *)(void *)(base + job->offset[BATCH_WINDOWS]),
      .series = (double *)(void *)(base + job->offset[BATCH_SERIES]),
  };
}

chatter_status batch_job_fetch_bytes(batch_job *self, size_t first, size_t bytes) {
  const unsigned char *from = (const unsigned char *)self->device_memory + first;
  if (bytes == 0) return CHATTER_OK;
  const double start = clock_seconds();
  const backend_result result =
      self->machine->download(self->machine, self->host_memory + first, from, bytes);
  phase_times_add(&self->spent, SPENT_download, start);
  self->spent.down += (double)bytes;
  return result == BACKEND_OK ? CHATTER_OK : device_error(self->machine, result, "transfer from the device");
}

chatter_status batch_job_download(batch_job *self, const double *host, size_t n) {
  if (self->group->layout.engine->advance) return CHATTER_OK;
  return batch_job_fetch_bytes(self, (size_t)((const unsigned char *)host - self->host_memory),
                               n * sizeof *host);
}

chatter_status batch_job_send(batch_job *self, const double *host, size_t n) {
  if (self->group->layout.engine->advance) return CHATTER_OK;
  unsigned char *to =
      (unsigned char *)self->device_memory + ((const unsigned char *)host - self->host_memory);
  const double start = clock_seconds();
  const backend_result result = self->machine->upload(self->machine, to, host, n * sizeof *host);
  phase_times_add(&self->spent, SPENT_upload, start);
  self->spent.up += (double)(n * sizeof *host);
  return result == BACKEND_OK ? CHATTER_OK : device_error(self->machine, result, "transfer to the device");
}
