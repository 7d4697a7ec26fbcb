// The words of a figure's commands, its texts, numbers and formulas: what script.js puts together.
"use strict";

// Words and quoted texts of a command; what stands in parentheses or brackets stays in one piece, commas
// between words are words.
function figureWords(line) {
  const words = [];
  let word = "",
    depth = 0,
    quote = "";
  const end = () => { if (word) words.push(word);
    word = ""; };
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quote) {
      word += c;
      if (c === quote && line[i + 1] === quote) word += line[++i]; // '' is a quote within quotes
      else if (c === quote) quote = "";
    } else if (c === "'" || c === '"') {
      quote = c;
      word += c;
    } else if (depth === 0 && (c === " " || c === "\t")) {
      end();
    } else if (depth === 0 && c === ",") {
      end();
      words.push(",");
    } else {
      depth += "([".includes(c) ? 1 : ")]".includes(c) ? -1 : 0;
      word += c;
    }
  }
  end();
  return words;
}

// One command a line: continued lines joined, commands parted by ; apart, comments left out.
function figureCommands(text) {
  const commands = [];
  for (const line of text.replace(/\\\n/g, " ").split("\n")) {
    let from = 0,
      quote = false;
    for (let i = 0; i <= line.length; i++) {
      if (line[i] === "'") quote = !quote;
      if (i < line.length && (quote || line[i] !== ";")) continue;
      const command = line.slice(from, i).trim();
      if (command && command[0] !== "#") commands.push(command);
      from = i + 1;
    }
  }
  return commands;
}

// 'It''s'."\n".'so' as text; a name of a text that was given before.
function figureText(word, texts) {
  if (word in texts) return texts[word];
  let text = "";
  for (const [piece] of word.matchAll(/'(?:[^']|'')*'|"[^"]*"/g))
    text += piece[0] === "'" ? piece.slice(1, -1).replaceAll("''", "'") : piece.slice(1, -1).replaceAll("\\n", "\n");
  return text;
}

// The numbers of the blocks: lines of columns, null where a line is empty (a gap). What a comment behind them
// says lies between two results, on a smooth curve: it is drawn, but is no value to tell.
function figureBlocks(text) {
  return text.split(/\n\n\n/).map((block) => {
    const rows = [];
    for (const line of block.split("\n")) {
      if (line[0] === "#") continue;
      const [numbers, remark] = line.split("#");
      const row = numbers.trim() ? numbers.trim().split(/\s+/).map((item) => (item === "nan" ? NaN : Number(
        item))) : null;
      if (row && remark) row.between = true;
      rows.push(row);
    }
    while (rows.length && !rows[rows.length - 1]) rows.pop();
    while (rows.length && !rows[0]) rows.shift();
    return rows;
  });
}

// A column, "3", or a formula of columns, "(0.5+2*$1)", "(least($3))", as a function of a row.
function figureColumn(text, functions) {
  if (/^\d+$/.test(text)) return (row) => row[Number(text) - 1];
  const parts = text.match(/\$\d+|[a-z]+|\d*\.?\d+(?:e[-+]?\d+)?|[-+*()]/gi) || [];
  let at = 0;
  const sum = () => {
    let left = product();
    while (parts[at] === "+" || parts[at] === "-") {
      const sign = parts[at++] === "+" ? 1 : -1,
        a = left,
        b = product();
      left = (row) => a(row) + sign * b(row);
    }
    return left;
  };
  const product = () => {
    let left = factor();
    while (parts[at] === "*") {
      at++;
      const a = left,
        b = factor();
      left = (row) => a(row) * b(row);
    }
    return left;
  };
  const factor = () => {
    const part = parts[at++];
    if (part === "-") { const of = factor(); return (row) => -of(row); }
    if (part === "(") { const of = sum();
      at++; return of; }
    if (part[0] === "$") return (row) => row[Number(part.slice(1)) - 1];
    if (part in functions) { const apply = functions[part],
        of = factor(); return (row) => apply(of(row)); }
    if (isNaN(Number(part))) throw Error(`a formula of unknown words: ${text}`);
    return () => Number(part);
  };
  return sum();
}

// A place of two coordinates from words[at] on: of the axes ("first"), of the panel ("graph") or of the whole
// figure ("screen"). The second is counted as the first where it says nothing else.
function figurePlace(words, at) {
  const place = { system: [], value: [], next: 0 };
  for (let k = 0; k < 2; k++) {
    const named = ["screen", "graph", "first"].includes(words[at]);
    place.system.push(named ? words[at++] : k ? place.system[0] : "first");
    place.value.push(Number(words[at++]));
    if (k === 0 && words[at++] !== ",") throw Error(`no place: ${words.join(" ")}`);
  }
  // a number of the axes stands alone behind a fraction of the figure only where both are said
  place.next = at;
  return place;
}
