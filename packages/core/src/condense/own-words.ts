import { LANGUAGES } from './rule-signs.ts';
import { endsInAbbreviation } from './split-sentences.ts';

/** A sentence that a user wrote. */
export interface OwnSentence {
  /** To the letter, white space included. */
  readonly text: string;
  /** Where it stands in its message. */
  readonly start: number;
  readonly end: number;
  /** On one line and of the same words; `x` for each letter that is quoted or code. */
  readonly bare: string;
}

/** Of a longer message, and of a document of this length, only the first and the last paragraph are its sender's. */
const LONGEST_READ = 8_000;
const LEAST_DOCUMENT = 2_000;
/** A longer paragraph at an end belongs to the document. */
const LONGEST_END = 600;

/**
 * The sentences of a message that its user wrote: nothing in a fence, a quotation, a table, a log, data, a
 * tag or a forwarded mail, nothing that somebody is said to have written, and of a pasted document
 * nothing but what stands around it. Time is linear.
 */
export function ownSentences(text: string): readonly OwnSentence[] {
  return readRanges(text).flatMap(([from, to]) => [...sentencesIn(text, from, to)]);
}

function readRanges(text: string): readonly (readonly [number, number])[] {
  const isDocument = text.length > LEAST_DOCUMENT && (text.match(HEADING)?.length ?? 0) >= 2;
  if (!isDocument && text.length <= LONGEST_READ) return [[0, text.length]];
  const lead = text.slice(0, LONGEST_END).search(/\n\s*\n/u);
  const tail = text.slice(-LONGEST_END).lastIndexOf('\n\n');
  const isFenced = text.split(/^\s*(?:```|~~~)/mu).length % 2 === 0;
  return [
    ...(lead > 0 ? [[0, lead] as const] : []),
    ...(tail >= 0 && !isFenced ? [[text.length - LONGEST_END + tail, text.length] as const] : []),
  ];
}

const HEADING = /^(?:#{1,6} |[A-Z][A-Z _-]{3,}:?$|<\/?[a-z][\w-]*>)/gmu;

function* sentencesIn(text: string, from: number, to: number): Generator<OwnSentence> {
  const bare = withoutQuotations(withoutForeignLines(text.slice(from, to)));
  let start = 0;
  for (const { index, 0: gap } of [...bare.matchAll(BREAK), { index: bare.length, 0: '' }]) {
    if (gap !== '' && !gap.includes('\n') && endsInAbbreviation(bare.slice(start, index))) continue;
    const piece = bare.slice(start, index);
    const said = piece.trim().replace(ITEM, '');
    const at = from + start + piece.trimEnd().length - said.length;
    const end = at + said.length;
    if (/\p{L}/u.test(said.replace(/x+/gu, ''))) {
      yield { text: text.slice(at, end), start: at, end, bare: said.replace(/\s+/gu, ' ') };
    }
    start = index + gap.length;
  }
}

const BREAK = /(?<=[.!?…。！？]["'”»)*_]{0,3})\s+|\n+/gu;
const ITEM = /^(?:[-*+•–]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;

/** The text with everything blank that stands on lines of somebody else's, and wrapped lines joined. */
function withoutForeignLines(text: string): string {
  let closes: RegExp | undefined;
  const lines = text.split('\n').map((line) => {
    if (closes) {
      if (closes.test(line)) closes = undefined;
      return blank(line);
    }
    const [, fence, tag] = /^\s*(?:(```|~~~)|<([a-z][\w:-]*)(?:\s[^<>]*)?>)/iu.exec(line) ?? [];
    if (fence) closes = new RegExp(`^\\s*${fence}`, 'u');
    else if (tag && !line.includes(`</${tag}`)) closes = new RegExp(`</${tag}`, 'u');
    else if (HANDED_ON.test(line)) closes = NEVER;
    const quoted = QUOTES.exec(line);
    if (quoted && !closes) {
      // Words behind it belong to it up to the next paragraph; without any all that follows does.
      closes = quoted[0].length === line.trimEnd().length ? NEVER : EMPTY;
      return line.slice(0, quoted[0].length) + blank(line.slice(quoted[0].length));
    }
    return closes || tag || FOREIGN_LINES.some((sign) => sign.test(line)) ? blank(line) : line;
  });
  return lines.join('\n').replace(WRAPPED, ' ');
}

const NEVER = /(?!)/u;
const EMPTY = /^\s*$/u;
const WRAPPED = /(?<=[^\n]{60})(?<![.!?:;…])\n(?=[^\s\-*•+–\d])/gu;

const QUOTES = new RegExp(
  `^[^:]*?(?:${LANGUAGES.map(({ quotes }) => quotes).join('|')})\\s?:(?=\\s|$)`,
  'iu',
);

/** From here on it is a mail, or a letter. */
const HANDED_ON =
  /^\s*(?:(?:from|von|de|van): .*\S|-{2,}\s?\p{L}.*-{2,}\s*$|begin forwarded message|(?:on|am|le|el|op) .{5,80}(?:wrote|schrieb|écrit|escribió|schreef).{0,30}:\s*$|(?:dear|sehr geehrte[rs]?|liebe[rs]?|chère?|estimad[oa]|querid[oa]|beste|geachte) [^.!?]{2,40},\s*$)/iu;

const FOREIGN_LINES = [
  // Quotations, tables, headings, tags, diffs, prompts, data.
  /^\s*(?:[>|<+$%➜❯{}[\]]|#{1,6}\s|"[^"]*":)/u,
  // Code by its indent and its ends, and heads of a mail.
  /^(?: {4,}|\t)(?![-*•\d])|[;{}]\s*$|^\s*(?:to|cc|bcc|subject|date|sent|betreff|objet|asunto|onderwerp): /iu,
  // Logs and traces.
  /^\s*\[?(?:\d{4}-\d\d-\d\d[ T]\d\d:|\d\d:\d\d:\d\d)|\b(?:ERROR|WARN|INFO|DEBUG|FATAL|TRACE)\b|^\s*at \S+ ?\(|^\s*\w*(?:Error|Exception): |^\s*Traceback/u,
];

/** Letters between quotation marks or of code become `x`; a quotation ends on its line. */
function withoutQuotations(text: string): string {
  return text.replace(QUOTATION, (found) => found.replace(/[\p{L}\p{N}]/gu, 'x'));
}

const QUOTATION =
  /`[^`\n]{1,300}`|"[^"\n]{2,600}"|“[^”\n]{2,600}”|„[^“”\n]{2,600}[“”]|«[^»\n]{2,600}»|(?<![\p{L}\p{N}])'[^'\n]{6,300}'(?!\p{L})/gu;

function blank(text: string): string {
  return ' '.repeat(text.length);
}
