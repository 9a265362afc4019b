/** The kind of an exact value. */
export type ValueKind =
  | 'identifier'
  | 'number'
  | 'date'
  | 'time'
  | 'url'
  | 'email'
  | 'path'
  | 'quoted'
  | 'name';

/** Shortest value worth keeping; amounts with a currency sign may be shorter. */
export const minValueLength = 4;
/** Longest value worth keeping, addresses apart. */
export const maxValueLength = 60;
/** Longest URL or path worth keeping: addresses are long by nature, and a cut one is of no use. */
export const maxAddressLength = 120;

// Every pattern below is tried on at most `maxAddressLength` characters that hold no white space,
// and none of them can match the same characters in two ways, so a word costs time in proportion to
// its length.
const patterns = {
  amount: /^[-+]?[$€£¥₽₹]\d[\d.,]*[kKmM]?$/,
  email: /^[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u,
  url: /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s]+$/i,
  isoDate:
    /^\d{4}-\d{2}(?:-\d{2}(?:[T_]\d{2}:?\d{2}(?::?\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/,
  writtenDate:
    /^(?:\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})|[0-3]?\d\.[01]?\d\.[12]\d{3})$/,
  time: /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:[ap]m|Z|[+-]\d{2}:?\d{2})?$/i,
  version: /^v?\d+(?:\.\d+)+(?:[-+][\p{L}\p{N}.-]+)?$/iu,
  number: /^(?:\d{4,}|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?%)$/,
  measure: /^\d+(?:\.\d+)?[a-z]{1,3}$/i,
  ordinal: /^\d+(?:st|nd|rd|th)$/i,
  path: /^(?:~|\.{1,2}|[\p{L}\p{N}_@.+-]+)?(?:\/[\p{L}\p{N}_@.+-]+)+\/?(?::\d+(?:[:-]\d+)?)?$/u,
  file: /^[\p{L}\p{N}_@+.-]*[\p{L}\p{N}_@+-]\.([A-Za-z][A-Za-z0-9]{0,9})(?::\d+(?:[:-]\d+)?)?$/u,
  dotFile:
    /^\.(?:env|git|docker|editorconfig|vscode|husky|npm|eslint|prettier|bash|zsh|profile)[\w.-]*$/,
  identifier: /^[\p{L}\p{N}_-]+(?:[.:#][\p{L}\p{N}_-]+)*$/u,
  snake: /^_*\p{L}[\p{L}\p{N}]*(?:_+[\p{L}\p{N}]+)+_*$|^_+\p{L}[\p{L}\p{N}]+$/u,
  camel: /^\p{L}[\p{L}\p{N}]*$/u,
  hump: /\p{Ll}\p{Lu}/u,
  dotted: /^@?[\p{L}_][\p{L}\p{N}_]*(?:(?:\.|::)[\p{L}_][\p{L}\p{N}_]*)+$/u,
  capitals: /^\p{Lu}{5,12}$/u,
  colour: /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i,
  member: /^\.[\p{L}_][\p{L}\p{N}_]{2,}$/u,
  handle: /^@[\p{L}_][\p{L}\p{N}_-]+$/u,
} as const;

const fileExtensions = new Set(
  (
    'astro avi bash bat bin bmp c cc cfg cjs class cljs cmake cmd conf cpp cs css csv cts cxx ' +
    'dart db diff dll doc dockerfile docx env erl ex exe exs flac gif go gradle graphql gz h ' +
    'hpp hs htm html ico ini ipynb jar java jpeg jpg js json jsonl jsx kt kts less lock log ' +
    'lua m4a map md mdx mjs mkv mov mp3 mp4 mpeg mts nix odt ogg parquet patch pcap pdf php ' +
    'pkl pl pm png pony ppt pptx proto ps1 psd pub py pyc pyi r rar rb rmd rs rst rtf sass ' +
    'scala scss sh sln snap so sql sqlite sty svelte svg swift tar tex tf tgz toml ts tsv tsx ' +
    'ttf txt vue wasm wav webm webp woff woff2 xls xlsx xml yaml yml zig zip zsh'
  ).split(' '),
);

/**
 * Says what sort of exact value a whole word is; undefined for ordinary words and for what is too
 * short or long.
 */
export function kindOfWord(word: string): ValueKind | undefined {
  if (patterns.amount.test(word)) return 'number';
  if (word.length < minValueLength || word.length > maxAddressLength) return undefined;
  return (
    kindOfAddress(word) ?? (word.length <= maxValueLength + 4 ? kindOfShortWord(word) : undefined)
  );
}

function kindOfAddress(word: string): ValueKind | undefined {
  if (word.includes('@') && patterns.email.test(word)) return 'email';
  if (isDigit(word.charCodeAt(0)) && patterns.writtenDate.test(word)) return 'date';
  if (word.includes('/')) {
    if (patterns.url.test(word)) return 'url';
    return patterns.path.test(word) && isPath(word) ? 'path' : undefined;
  }
  if (word.startsWith('#')) return patterns.colour.test(word) ? 'identifier' : undefined;
  if (!word.includes('.')) return undefined;
  if (word.startsWith('www.')) return patterns.url.test(word) ? 'url' : undefined;
  const extension = patterns.file.exec(word)?.[1];
  if (extension !== undefined && fileExtensions.has(extension.toLowerCase())) return 'path';
  return patterns.dotFile.test(word) ? 'path' : undefined;
}

/**
 * Prose joins words with one slash too ("and/or"); a path shows a root, an ending, or several
 * steps.
 */
function isPath(word: string): boolean {
  const first = word.indexOf('/');
  return first <= 0 || /[.@~_\d]/.test(word) || word.indexOf('/', first + 1) > 0;
}

function kindOfShortWord(word: string): ValueKind | undefined {
  return /\d/.test(word) ? kindOfWordWithDigits(word) : kindOfName(word);
}

function kindOfWordWithDigits(word: string): ValueKind | undefined {
  if (isDigit(word.charCodeAt(0))) {
    if (patterns.isoDate.test(word)) return 'date';
    if (patterns.time.test(word)) return 'time';
    if (patterns.number.test(word)) return 'number';
    if (patterns.ordinal.test(word)) return undefined;
    if (patterns.measure.test(word)) return 'number';
  }
  if (patterns.version.test(word)) return 'number';
  if (patterns.identifier.test(word)) return 'identifier';
  return patterns.dotted.test(word) ? 'name' : undefined;
}

function kindOfName(word: string): ValueKind | undefined {
  if (/[.:]/.test(word)) {
    // ".push" is called on everything; what has a hump or an underscore in it is a name.
    const isName = patterns.member.test(word)
      ? patterns.hump.test(word) || word.includes('_')
      : patterns.dotted.test(word);
    return isName && /[\p{L}_]{2}/u.test(word) ? 'name' : undefined;
  }
  if (word.includes('_')) return patterns.snake.test(word) ? 'name' : undefined;
  if (word.startsWith('@')) return patterns.handle.test(word) ? 'name' : undefined;
  const isCode = patterns.camel.test(word) && patterns.hump.test(word);
  return isCode || patterns.capitals.test(word) ? 'name' : undefined;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
