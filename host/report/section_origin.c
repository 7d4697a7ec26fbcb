// Section of origin: machine, version, hashes, the study and the command to run it again.
#include <string.h>

#include "base/printable.h"
#include "report/html.h"
#include "report/report_sections.h"

static void write_attributes(const report_source *self, FILE *out) {
  html_table_begin(out, "attributes", 0, NULL);
  fputs("<tr><th>file</th><td>", out);
  text_escape(out, self->path);
  fputs("</td></tr>\n", out);
  for (int i = 0; i < self->results->n_attributes; i++) {
    const result_attribute *item = &self->results->attributes[i];
    if (strcmp(item->name, "study") == 0 || strcmp(item->name, "Conventions") == 0) continue;
    fputs("<tr>", out);
    html_cell(out, "th", item->name);
    if (item->text)
      html_cell(out, "td", item->text);
    else
      html_number(out, item->number);
    fputs("</tr>\n", out);
  }
  html_table_end(out);
}

// Quotes a text for a shell.
static void write_quoted(FILE *out, const char *text) {
  const int is_plain =
      strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:+-") == strlen(text);
  if (is_plain && text[0]) return text_escape(out, text);
  text_escape(out, "'");
  for (const char *c = text; *c; c++) text_escape(out, *c == '\'' ? "'\\''" : (const char[]){*c, 0});
  text_escape(out, "'");
}

// Writes the command with the study's name, under which the copied text is saved.
static void write_command(const report_source *self, FILE *out) {
  const char *name = result_set_find_text(self->results, "study_name");
  const char *before = result_set_find_text(self->results, "overrides");
  const char *measured = result_set_find_text(self->results, "identified_from");
  char file[300], *rest = NULL, *lines = before ? arena_string(self->results->memory, before) : NULL;
  snprintf(file, sizeof file, "%.256s.yaml", name ? name : "study");
  fputs("<p>Save the text as ", out);
  html_cell(out, "code", file);
  fprintf(out, " beside the files that it names, and run it again:</p>\n<pre class=\"command\">chatter %s ",
          measured ? "identify" : "run");
  write_quoted(out, file);
  if (measured) {
    fputs(" --data ", out);
    write_quoted(out, measured);
  }
  for (char *line = lines ? strtok_r(lines, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest)) {
    fputs(" --set ", out);
    write_quoted(out, line);
  }
  fputs("</pre>\n", out);
}

void report_section_origin(const report_source *self, FILE *out) {
  const char *text = result_set_find_text(self->results, "study");
  fputs("<section class=\"origin\"><h3>Where the numbers come from</h3>\n", out);
  write_attributes(self, out);
  fputs("</section>\n", out);
  if (!text) return;
  fputs("<section class=\"again\"><h3>The study, to run it again</h3>\n", out);
  write_command(self, out);
  fprintf(out,
          "<button class=\"copy\" type=\"button\" data-copy=\"study-%d\">Copy the study</button>\n<pre "
          "class=\"study\" id=\"study-%d\">",
          self->number, self->number);
  if (*text == '\n') putc('\n', out); // a browser drops the first line end of a <pre>
  text_escape(out, text);
  fputs("</pre></section>\n", out);
}
