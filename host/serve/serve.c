// HTTP by libmicrohttpd: one thread receives and sends; requests that need a launch wait until the
// main thread has answered them.
#include "serve/serve.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "serve/launch.h"
#include "serve/protocol.h"

enum { BACKLOG = 1024, IDLE_SECONDS = 120 };

typedef struct http_server {
  protocol protocol;
  pthread_mutex_t lock;
  pthread_cond_t arrived;
  job *first, **last; // jobs waiting for the next launch
  int ends;           // 1: no further requests are accepted
} http_server;

typedef struct http_request {
  job job;
  char *body;
  size_t length;
  int is_too_long, is_read;
} http_request;

static enum MHD_Result send_answer(struct MHD_Connection *connection, const job *answered) {
  char none[] = "", *text = answered->answer ? answered->answer : none;
  struct MHD_Response *response = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_COPY);
  if (!response) return MHD_NO;
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
  const enum MHD_Result result = MHD_queue_response(connection, (unsigned)answered->code, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result append_body(http_request *self, const char *data, size_t *size) {
  self->is_too_long |= self->length + *size > PROTOCOL_MOST_BYTES;
  char *longer = self->is_too_long ? NULL : realloc(self->body, self->length + *size + 1);
  if (!self->is_too_long && !longer) return MHD_NO;
  if (longer) {
    memcpy(longer + self->length, data, *size);
    self->body = longer;
    self->length += *size;
  }
  *size = 0;
  return MHD_YES;
}

// Queues a request; its connection sleeps until it is answered.
static void queue_request(http_server *self, http_request *one, struct MHD_Connection *connection) {
  one->job.waiting = connection;
  one->job.next = NULL;
  pthread_mutex_lock(&self->lock);
  if (self->ends) {
    job_answer_error(&one->job, 503, "InternalError", "the server is ending");
  } else {
    MHD_suspend_connection(connection);
    *self->last = &one->job;
    self->last = &one->job.next;
    pthread_cond_signal(&self->arrived);
  }
  pthread_mutex_unlock(&self->lock);
}

static enum MHD_Result handle_request(void *data, struct MHD_Connection *connection, const char *path,
                                      const char *method, const char *version, const char *upload,
                                      size_t *upload_size, void **memory) {
  http_server *self = data;
  http_request *one = *memory;
  (void)version;
  if (!one) return (*memory = calloc(1, sizeof *one)) ? MHD_YES : MHD_NO;
  if (*upload_size > 0) return append_body(one, upload, upload_size);
  if (!one->is_read) {
    one->is_read = 1;
    if (one->is_too_long)
      job_answer_error(&one->job, 413, "InvalidInput", "the request is longer than %d bytes",
                       PROTOCOL_MOST_BYTES);
    else
      protocol_read(&self->protocol, method, path, one->body ? one->body : "", one->length, &one->job);
    if (one->job.kind != JOB_ANSWERED) queue_request(self, one, connection);
    if (one->job.kind != JOB_ANSWERED) return MHD_YES;
  }
  return send_answer(connection, &one->job);
}

static void release_request(void *data, struct MHD_Connection *connection, void **memory,
                            enum MHD_RequestTerminationCode why) {
  http_request *one = *memory;
  (void)data, (void)connection, (void)why;
  if (!one) return;
  job_release(&one->job);
  free(one->body);
  free(one);
  *memory = NULL;
}

// Waits while further requests arrive, which takes far less time than a launch; a single request is
// launched at once.
static void wait_for_more_requests(http_server *self) {
  const struct timespec moment = {.tv_nsec = 1000000};
  for (int i = 0; i < 5; i++) {
    job **before = self->last;
    pthread_mutex_unlock(&self->lock);
    nanosleep(&moment, NULL);
    pthread_mutex_lock(&self->lock);
    if (self->last == before) return;
  }
}

// Takes all waiting jobs; NULL: a signal asked to stop.
static job *take_queued_jobs(http_server *self) {
  pthread_mutex_lock(&self->lock);
  while (!self->first && !stop_asked()) {
    const struct timespec until = clock_after(100000000); // signals are checked ten times a second
    pthread_cond_timedwait(&self->arrived, &self->lock, &until);
  }
  if (self->first && !stop_asked()) wait_for_more_requests(self);
  job *list = stop_asked() ? NULL : self->first;
  if (list) self->first = NULL, self->last = &self->first;
  pthread_mutex_unlock(&self->lock);
  return list;
}

// Resumes the connections, which send their answers and release their jobs.
static void resume_connections(job *list) {
  for (job *one = list, *next; one; one = next) {
    next = one->next;
    MHD_resume_connection(one->waiting);
  }
}

static void refuse_queued_requests(http_server *self) {
  pthread_mutex_lock(&self->lock);
  self->ends = 1;
  job *list = self->first;
  self->first = NULL, self->last = &self->first;
  pthread_mutex_unlock(&self->lock);
  for (job *one = list; one; one = one->next)
    job_answer_error(one, 503, "InternalError", "the server is ending");
  resume_connections(list);
}

// Returns the number of connections that the process may have open, less a reserve for files.
static unsigned connection_limit(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur > 70000) return 65536;
  return files.rlim_cur > 128 ? (unsigned)files.rlim_cur - 64 : 64;
}

static chatter_status start_daemon(http_server *self, const serve_options *options, struct MHD_Daemon **out) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)options->port)};
  if (inet_pton(AF_INET, options->address, &address.sin_addr) != 1)
    return error_raise(CHATTER_USAGE, "--address: '%s' is no address such as 127.0.0.1 or 0.0.0.0",
                       options->address);
  *out = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
                          handle_request, self, MHD_OPTION_SOCK_ADDR, &address,
                          MHD_OPTION_LISTEN_BACKLOG_SIZE, (unsigned)BACKLOG, MHD_OPTION_CONNECTION_LIMIT,
                          connection_limit(), MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                          MHD_OPTION_NOTIFY_COMPLETED, release_request, NULL, MHD_OPTION_END);
  if (*out) return CHATTER_OK;
  return error_raise(CHATTER_IO,
                     "%s port %ld: cannot be served (taken by another program?); --port 0 takes a free one",
                     options->address, options->port);
}

static void serve_requests(http_server *self, launcher *launches, struct MHD_Daemon *daemon,
                           const serve_options *options) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  const int n = self->protocol.n_inputs, m = self->protocol.n_outputs;
  log_info("UM-Bridge: model '%s' with %d %s and %d %s at http://%s:%u (Ctrl-C ends)", options->name, n,
           text_plural(n, "input", "inputs"), m, text_plural(m, "output", "outputs"), options->address,
           info ? (unsigned)info->port : (unsigned)options->port);
  for (job *list; (list = take_queued_jobs(self));) {
    launch_answer_jobs(launches, list);
    resume_connections(list);
  }
  log_quiet(options->quiet); // evaluations set it themselves
  log_info("%ld %s in %ld %s", launches->rows, text_plural(launches->rows, "row", "rows"), launches->launches,
           text_plural(launches->launches, "launch", "launches"));
  MHD_quiesce_daemon(daemon); // closes the port; accepted requests are still answered
  refuse_queued_requests(self);
}

chatter_status serve_run(const serve_options *options) {
  http_server self = {
      .lock = PTHREAD_MUTEX_INITIALIZER, .arrived = PTHREAD_COND_INITIALIZER, .last = &self.first};
  launcher launches;
  struct MHD_Daemon *daemon = NULL;
  chatter_status status = launch_open(&launches, options);
  self.protocol = (protocol){.name = options->name,
                             .n_inputs = launches.bound_study[0].n_inputs,
                             .n_outputs = launches.bound_study[0].n_outputs};
  if (status == CHATTER_OK) status = start_daemon(&self, options, &daemon);
  if (status == CHATTER_OK) serve_requests(&self, &launches, daemon, options);
  if (daemon) MHD_stop_daemon(daemon);
  launch_close(&launches);
  return status;
}
