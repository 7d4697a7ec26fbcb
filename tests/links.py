"""links.py ROOT: relative links of every *.md below ROOT point to an existing file or folder, and
their anchors to a heading of that page. Prints each that does not, with file and line. Exit code 1:
there is one; 2: fewer links were found than the project has."""
import os
import re
import subprocess
import sys
import urllib.parse

LEAST_PAGES, LEAST_LINKS = 40, 100  # fewer: the pages are not where this looks
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^()<>\s]+)>?(?:\s+\"[^\"]*\")?\s*\)")
DEFINITION = re.compile(r"^\s{0,3}\[[^\]]+\]:\s+(\S+)")
HTML = re.compile(r"(?:src|href)=\"([^\"]+)\"")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:|^//")


def pages(root):
    """Tracked pages of a clone; in a copy without git all except those of build folders."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "*.md"],
                            capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return [os.path.join(root, name) for name in sorted(set(listed.stdout.split("\n")) - {""})]
    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if not name.startswith((".", "build")) and name != "dist"]
        found += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".md")]
    return found


def lines(path):
    """(number, text) of the lines outside code blocks, without code spans."""
    fence = None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            mark = re.match(r"\s*(```|~~~)", line)
            if mark and fence in (None, mark[1]):
                fence = None if fence else mark[1]
            elif not fence:
                yield number, line


def anchors(path):
    """Anchors of the headings of a page, as GitHub makes them: small letters, no punctuation,
    blanks as hyphens."""
    seen, made = {}, set()
    for _, line in lines(path):
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*\s*$", line)
        made.update(re.findall(r"<a (?:name|id)=\"([^\"]+)\"", line))
        if heading:
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            seen[slug] = seen.get(slug, -1) + 1
            made.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
    return made


def links(path):
    for number, line in lines(path):
        text = re.sub(r"`[^`]*`", lambda span: "`" * len(span[0]), line)
        for expression in (LINK, DEFINITION, HTML):
            yield from ((number, target) for target in expression.findall(text))


def fault(page, target):
    """Returns the error of a link; None if there is none."""
    path, _, anchor = urllib.parse.unquote(target).partition("#")
    place = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if not os.path.exists(place):
        return "there is no such file"
    if anchor and place.endswith(".md") and anchor not in anchors(place):
        return f"that page has no heading for #{anchor}"
    return None


def main(root):
    found, looked, n_links = 0, pages(root), 0
    for page in looked:
        if not os.path.exists(page):  # deleted, not committed yet
            continue
        for number, target in links(page):
            if ELSEWHERE.match(target):
                continue
            n_links += 1
            wrong = fault(page, target)
            if wrong:
                print(f"{os.path.relpath(page, root)}:{number}: ({target}): {wrong}")
                found += 1
    if len(looked) < LEAST_PAGES or n_links < LEAST_LINKS:
        print(f"only {len(looked)} pages with {n_links} links were found below {root}")
        return 2
    return found > 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
