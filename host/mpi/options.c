#include "mpi/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

// Those of `chatter run`; tests/mpi holds the list against its --help.
enum {
  OUTPUT = 'o',
  DEVICE = 'd',
  THREADS = 't',
  FORCE = 'f',
  QUIET = 'q',
  HELP = 'h',
  SET = 1000,
  LANES,
  TEAM,
  PRECISION,
  LOG_JSON,
  RESUME,
  PASSED,
  PASSED_VALUE,
  REFUSED
};
static const struct option longs[] = {{"output", 1, NULL, OUTPUT},
                                      {"device", 1, NULL, DEVICE},
                                      {"threads", 1, NULL, THREADS},
                                      {"force", 0, NULL, FORCE},
                                      {"quiet", 0, NULL, QUIET},
                                      {"help", 0, NULL, HELP},
                                      {"set", 1, NULL, SET},
                                      {"lanes", 1, NULL, LANES},
                                      {"team", 1, NULL, TEAM},
                                      {"precision", 1, NULL, PRECISION},
                                      {"log-json", 1, NULL, LOG_JSON},
                                      {"resume", 0, NULL, RESUME},
                                      {"keep-state", 0, NULL, PASSED},
                                      {"max-time", 1, NULL, PASSED_VALUE},
                                      {"max-failed", 1, NULL, PASSED_VALUE},
                                      {"checkpoint", 1, NULL, PASSED_VALUE},
                                      {"batch", 1, NULL, PASSED_VALUE},
                                      {"chunk", 1, NULL, PASSED_VALUE},
                                      {"shard", 1, NULL, REFUSED},
                                      {"plot", 0, NULL, REFUSED},
                                      {"verify", 0, NULL, REFUSED},
                                      {0}};

static const char usage[] =
    "Examples:\n"
    "  mpirun -n 4 chatter-mpi models/plate/resonance.yaml -o plate.h5\n"
    "  srun chatter-mpi study.yaml --resume             in a job: docs/cluster.md\n"
    "\nUsage: chatter-mpi STUDY [options of chatter run]\n"
    "A shard of the ensemble for each rank: rank 0 reduces the model while the others wait, each rank then "
    "runs\n"
    "OUT.shard-I-of-N.h5, rank 0 puts them together in OUT.h5 and removes them. Each rank takes the GPU of "
    "its number\n"
    "on its host (--device and CUDA_VISIBLE_DEVICES come first), or its share of the processors.\n"
    "Left out: --shard, --plot, --verify. --log-json FILE is FILE.I-of-N for each rank.\n";

// Both commands know it.
static void add_both(mpi_options *out, const char *name, const char *value) {
  child_add(&out->run, name);
  child_add(&out->run, value);
  child_add(&out->check, name);
  child_add(&out->check, value);
}

// "--max-time" of the table, whatever was abbreviated.
static const char *name_of(int index) {
  static char text[sizeof longs / sizeof *longs][32];
  snprintf(text[index], sizeof text[index], "--%s", longs[index].name);
  return text[index];
}

static int take(int code, int index, mpi_options *out) {
  switch (code) {
  case OUTPUT:
    out->output = optarg;
    return 0;
  case DEVICE:
    out->device = optarg;
    return 0;
  case THREADS:
    out->threads = optarg;
    return 0;
  case LOG_JSON:
    out->log_json = optarg;
    return 0;
  case FORCE:
    out->force = 1;
    return 0;
  case QUIET:
    out->quiet = 1;
    return 0;
  case RESUME:
    out->resume = 1;
    return 0;
  case SET:
  case LANES:
  case TEAM:
  case PRECISION:
    add_both(out, name_of(index), optarg);
    return 0;
  case PASSED_VALUE:
    child_add(&out->run, name_of(index));
    child_add(&out->run, optarg);
    return 0;
  case PASSED:
    child_add(&out->run, name_of(index));
    return 0;
  default:
    return 2;
  }
}

int mpi_options_parse(int argc, char **argv, int says, mpi_options *out) {
  *out = (mpi_options){.output = NULL};
  opterr = says;
  for (int code, index = 0; (code = getopt_long(argc, argv, "o:d:t:fqh", longs, &index)) != -1;) {
    if (code == HELP) {
      if (says) fputs(usage, stdout);
      return -1;
    }
    if (code == REFUSED && says)
      fprintf(
          stderr,
          "chatter-mpi: --%s is not for ranks: shards are their own, `chatter plot` draws the merged file\n",
          longs[index].name);
    if (take(code, index, out) != 0) return 2;
  }
  if (argc - optind == 1 && !(out->resume && out->force)) {
    out->study = argv[optind];
    return 0;
  }
  if (says && argc - optind == 1)
    fputs("chatter-mpi: --resume continues a run, --force starts it anew: give one of them\n", stderr);
  else if (says)
    fprintf(stderr, "chatter-mpi: %s arguments: chatter-mpi STUDY [options of chatter run]\n",
            argc - optind < 1 ? "missing" : "too many");
  return 2;
}
