#!/usr/bin/env bash
# Every relative link of every *.md points to an existing file, and its anchor to a heading
# (links.py). A test page with errors shows that they are found.
here=$(cd "$(dirname "$0")" && pwd)
root=${CHATTER_SOURCE:-$(cd "$here/.." && pwd)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$here/links.py" "$root" || exit 1

mkdir "$work/folder"
cat >"$work/folder/page.md" <<'TEXT'
# A heading, twice
[good](page.md) [good](../folder) [good](page.md#a-heading-twice) [good](#a-heading-twice-1) [good](https://x.invalid/y)
`[code](none.md)` [file](lost.md)
# A heading, twice
```
[code](none.md)
```
| [anchor](#lost) | [`name`](../gone/page.md#a) |
TEXT
said=$(python3 "$here/links.py" "$work")
for expected in 'page.md:3: (lost.md): there is no such file' 'page.md:8: (#lost): that page has no heading' \
  'page.md:8: (../gone/page.md#a): there is no such file' 'only 1 pages with 7 links'; do
  grep -qF "$expected" <<<"$said" || { echo "not found: $expected, but: $said"; failed=1; }
done
[ "$(wc -l <<<"$said")" = 4 ] || { echo "more than the planted faults: $said"; failed=1; }
exit "${failed:-0}"
