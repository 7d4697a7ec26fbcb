// Runs gnuplot.
#include "plot/sheet/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/program.h"
#include "base/text.h"
#include "plot/drawing/gnuplot_script.h"

chatter_status figure_paths_from(const char *path, int force, figure_paths *out) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  out->is_data = dot && strcmp(dot, ".json") == 0;
  if (!dot || dot == name ||
      (strcmp(dot, ".svg") != 0 && strcmp(dot, ".png") != 0 && strcmp(dot, ".pdf") != 0 && !out->is_data))
    return error_raise(CHATTER_USAGE, "%s: a figure's name ends in .svg, .png, .pdf or .json", path);
  for (const char *c = name; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127)
      return error_raise(CHATTER_USAGE,
                         "the figure's name holds a control character (allowed: printable ones)");
  if (strlen(name) >= sizeof out->name || (size_t)(name - path) >= sizeof out->folder)
    return error_raise(CHATTER_USAGE, "%s: the name is too long", path);
  snprintf(out->folder, sizeof out->folder, "%.*s", slash ? (int)(slash - path) + (slash == path) : 1,
           slash ? path : ".");
  snprintf(out->name, sizeof out->name, "%s", name);
  snprintf(out->stem, sizeof out->stem, "%.*s", (int)(dot - name), name);
  snprintf(out->figure, sizeof out->figure, "%s", path);
  snprintf(out->script, sizeof out->script, "%.*s.gp", (int)(dot - path), path);
  snprintf(out->data, sizeof out->data, "%.*s.dat", (int)(dot - path), path);
  return durable_refuse_existing(path, force);
}

// Returns 1 if the file exists with exactly this text.
static int file_holds_text(const char *path, const char *text) {
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  size_t n = strlen(text), i = 0;
  int c = getc(file);
  for (; c != EOF && i < n && (unsigned char)text[i] == c; i++) c = getc(file);
  fclose(file);
  return c == EOF && i == n;
}

static chatter_status write_text_file(const char *path, const char *text, int force) {
  if (file_holds_text(path, text)) return CHATTER_OK;
  if (!force && access(path, F_OK) == 0)
    return error_raise(
        CHATTER_IO, "%s: exists already with other contents and is left as it is; --force replaces it", path);
  durable_text out;
  TRY(durable_open_text(path, force, &out));
  fputs(text, out.file);
  return durable_close_text(&out, CHATTER_OK);
}

// Copies gnuplot's last meaningful line; before it stands the plot command with a caret.
static void last_log_lines(const char *log, char *out, size_t size) {
  char text[4096] = "";
  out[0] = 0;
  FILE *file = fopen(log, "re");
  if (!file) return;
  if (fseek(file, -(long)(sizeof text - 1), SEEK_END)) rewind(file); // shorter than that
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  while (length && isspace((unsigned char)text[length - 1])) text[--length] = 0;
  const char *line = strrchr(text, '\n');
  snprintf(out, size, "%s", line ? line + 1 : text);
}

static chatter_status check_gnuplot_exit(const figure_paths *paths, const program_end *end, const char *log) {
  char words[600];
  if (end->missing)
    return error_raise(
        CHATTER_IO,
        "gnuplot, which draws the figures, is not installed (Debian package gnuplot-nox); %s and %s are "
        "written, 'gnuplot %s.gp' draws them",
        paths->script, paths->data, paths->stem);
  if (end->exit_code == 0 && !end->timed_out) return CHATTER_OK;
  last_log_lines(log, words, sizeof words);
  if (strstr(words, "all points"))
    return error_raise(CHATTER_IO,
                       "%s: no finite value lies within the limits of the axes (plot.x_range, plot.y_range)",
                       paths->script);
  return error_raise(CHATTER_IO, "%s: gnuplot %s: %s", paths->script,
                     end->timed_out ? "took too long" : "failed", words);
}

// Quotes a text for gnuplot's command line.
static int quote_for_gnuplot(char *out, size_t size, const char *text) {
  size_t n = 0;
  for (; *text && n + 3 < size; text++) {
    if (*text == '\'') out[n++] = '\'';
    out[n++] = *text;
  }
  out[n] = 0;
  return *text == 0;
}

// Keeps the cells of a map sharp in browsers: "<image x=" gets the style that forbids smoothing.
static chatter_status set_png_resolution(const char *path) {
  static const char mark[] = "<image ", style[] = "style='image-rendering:pixelated' ";
  char *text = NULL;
  size_t length = 0;
  TRY(text_read_file(path, CHATTER_IO, &text, &length));
  FILE *out = strstr(text, mark) ? fopen(path, "we") : NULL;
  const char *from = text;
  for (const char *at = strstr(text, mark); out && at; at = strstr(from, mark)) {
    fwrite(from, 1, (size_t)(at - from) + sizeof mark - 1, out);
    fputs(style, out);
    from = at + sizeof mark - 1;
  }
  int failed = 0;
  if (out) {
    fputs(from, out);
    failed = ferror(out) != 0;
    failed |= fclose(out) != 0;
  }
  free(text);
  return failed ? error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno)) : CHATTER_OK;
}

static chatter_status run_gnuplot(const figure_paths *paths, const char *script, const char *data,
                                  int force) {
  TRY(write_text_file(paths->data, data, force));
  TRY(write_text_file(paths->script, script, force));
  char command[1400], name[600], script_name[300], temporary[4500], log[4500];
  if (!quote_for_gnuplot(name, sizeof name, paths->name))
    return error_raise(CHATTER_USAGE, "%s: the name is too long", paths->figure);
  snprintf(command, sizeof command, "figure='./%s'; target='./%s.tmp'", name, name);
  snprintf(script_name, sizeof script_name, "./%s.gp", paths->stem);
  snprintf(temporary, sizeof temporary, "%s.tmp", paths->figure);
  snprintf(log, sizeof log, "%s.log", paths->figure);
  const char *arguments[] = {"gnuplot", "-e", command, script_name, NULL};
  // The log's name is relative to our folder, while gnuplot runs in the figure's.
  char *log_path = paths->figure[0] == '/' ? durable_name(log, "", "") : realpath(paths->folder, NULL);
  if (log_path && paths->figure[0] != '/') {
    char *folder = log_path;
    log_path = durable_name(folder, "/", strrchr(log, '/') ? strrchr(log, '/') + 1 : log);
    free(folder);
  }
  if (!log_path) return error_raise(CHATTER_IO, "%s: no such folder", paths->folder);
  program_end end;
  unlink(log_path);
  chatter_status status = program_run(
      &(program){.arguments = arguments, .folder = paths->folder, .log = log_path, .timeout = 600}, &end);
  if (status == CHATTER_OK) status = check_gnuplot_exit(paths, &end, log_path);
  if (status == CHATTER_OK && access(temporary, F_OK) != 0)
    status = error_raise(CHATTER_IO, "%s: gnuplot drew nothing", paths->script);
  if (status == CHATTER_OK && strstr(paths->name, ".svg")) status = set_png_resolution(temporary);
  if (status == CHATTER_OK) status = durable_rename(temporary, paths->figure, force);
  if (status != CHATTER_OK) unlink(temporary);
  unlink(log_path);
  free(log_path);
  return status;
}

// Returns script or data as text; NULL: out of memory.
static char *script_text(const drawing *of, const char *stem) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  if (stem) {
    gnuplot_head_write(of, stem, out);
    gnuplot_script_write(of, out);
  } else
    gnuplot_data_write(of, out);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

chatter_status gnuplot_render(const figure_paths *paths, const drawing *of, int force) {
  char *script = script_text(of, paths->stem), *data = script_text(of, NULL);
  const chatter_status status = script && data ? run_gnuplot(paths, script, data, force)
                                               : error_raise(CHATTER_DEVICE, "out of memory for a figure");
  free(script);
  free(data);
  return status;
}
