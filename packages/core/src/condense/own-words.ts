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

/** Of longer messages, own texts and documents only the first and the last paragraph are the sender's. */
const LONGEST_READ = 8_000;
const LONGEST_OWN = 1_500;
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

/** The lines of a message that its user wrote, quotations in them included; one line alone is. Time is linear. */
export function ownText(text: string): string {
  if (!text.trim().includes('\n')) return text;
  const own = readRanges(text).map(([from, to]) => withoutForeignLines(text.slice(from, to)));
  return own.join('\n');
}

function readRanges(text: string): readonly (readonly [number, number])[] {
  const isDocument = text.length > LONGEST_OWN && (text.match(HEADING)?.length ?? 0) >= 2;
  const isLong = text.length > LONGEST_READ || ownLength(text) > LONGEST_OWN;
  if (!isDocument && !isLong) return [[0, text.length]];
  const lead = text.slice(0, LONGEST_END).search(/\n\s*\n/u);
  const tail = text.slice(-LONGEST_END).lastIndexOf('\n\n');
  const isFenced = text.split(/^[^\S\n]*(?:```|~~~)/mu).length % 2 === 0;
  return [
    ...(lead > 0 ? [[0, lead] as const] : []),
    ...(tail >= 0 && !isFenced ? [[text.length - LONGEST_END + tail, text.length] as const] : []),
  ];
}

const ownLength = (text: string) => withoutForeignLines(text).replace(/\s+/gu, ' ').length;

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
  const isFormed = (text.match(FORMED)?.length ?? 0) >= 2;
  const own = text.split('\n').map((line, at, lines) => {
    if (closes) {
      if (closes.test(line)) closes = undefined;
      return blank(line);
    }
    const [, fence, tag] = /^\s*(?:(```|~~~)|<([a-z][\w:-]*)(?:\s[^<>]*)?>)/iu.exec(line) ?? [];
    if (fence) closes = new RegExp(`^\\s*${fence}`, 'u');
    else if (tag && !line.includes(`</${tag}`)) closes = new RegExp(`</${tag}`, 'u');
    else if (HANDED_ON.test(line)) closes = NEVER;
    else if (KEY_OF_LIST.test(line) && LISTED.test(lines[at + 1] ?? '')) closes = EMPTY;
    else if (isFormed && line.search(FORMED) === 0) closes = line.startsWith('#') ? NEVER : EMPTY;
    const quoted = closes ? undefined : QUOTES.exec(line)?.[0].length;
    const next = lines[at + 1]?.trim();
    // Words behind it belong to it up to the next paragraph; without any a fence does, or all that follows.
    if (quoted === line.trimEnd().length || (!closes && next === '' && ASKS_ABOUT.test(line))) {
      if (!ENCLOSED.test(next || (lines[at + 2] ?? ''))) closes = NEVER;
      return line;
    }
    if (quoted) closes = EMPTY;
    if (quoted) return line.slice(0, quoted) + blank(line.slice(quoted));
    return closes || tag || FOREIGN_LINES.some((sign) => sign.test(line)) ? blank(line) : line;
  });
  return own.join('\n').replace(WRAPPED, ' ');
}

/** Two headings or lines behind a label: a handbook, a chat, a configuration. */
const FORMED =
  /^(?:#{1,6} |[ \t]*(?:\[?\d[\d/.:, T-]{0,30}(?:[ap]m)?\]?[ -]{0,3})?(?!(?:note|also|important|ps|correction): )\p{L}[\p{L}\p{N}_.'-]*(?: [\p{L}\p{N}_.'()-]+){0,2}: (?=\S))/gimu;
/** A key of a configuration, alone on its line, and what may stand below it. */
const KEY_OF_LIST =
  /^\s*(?:- )?["']?[a-z][\w.-]*["']?\s*(?::(?:\s*[|>[][+-]?)?|=\s*\[)\s*(?:#.*)?$/u;
const LISTED = /^\s*(?:-\s|["'[{]|\s+\S)/u;
const ENCLOSED = /^\s*(?:```|~~~|>|<[a-z])/u;
const NEVER = /(?!)/u;
const EMPTY = /^\s*$/u;
const WRAPPED = /\n(?<=[^\n]{60}\n)(?<![.!?:;…]\n)(?=[^\s\-*•+–\d])/gu;

/** Tasks about a text, and what names one that follows in paragraphs of its own. */
const TASKS =
  'analy[sz]e|check|correct|critique|explain|improve|look at|paraphrase|polish|proofread|rephrase|review|rewrite|shorten|summari[sz]e|translate|übersetze?|korrigiere?|fasse?|prüfe?|erkläre?|überarbeite|verbessere|kürze|traduis|traduisez|corrige|relis|résume|explique|vérifie|améliore|traduce|explica|revisa|mejora|analiza|vertaal|corrigeer|vat|controleer|verbeter|herschrijf';
const GIVEN =
  '(?:this|these|my|the) (?:\\w+ )?(?:articles?|chat|contract|conversation|document|draft|e-?mails?|essay|letter|messages?|notes|page|paragraphs?|passage|policy|post|report|story|terms|texts?|thread|transcript)|below|following|(?:diese[rsnm]?|mein(?:en)?) (?:text|mail|brief|artikel|vertrag|chat|entwurf)|folgende[rsnm]?|unten|(?:cet?|cette|mon) (?:texte|message|mail|contrat|article|lettre)|suivante?s?|ci-dessous|(?:est[ea]|mi) (?:texto|mensaje|correo|contrato|artículo|carta)|siguientes?|abajo|(?:deze|dit|mijn) (?:tekst|mail|brief|artikel|contract|bericht)|volgende|hieronder';
const OPENERS = LANGUAGES.map(({ openers }) => openers).join('|');
const TASK = `(?<=^ {0,3}|[.!?,]\\s)(?:(?:${OPENERS})[,.:!]*\\s+){0,4}(?:${TASKS})(?!\\p{L})[^:]{0,120}`;
const ASKS_ABOUT = new RegExp(`${TASK}(?<!\\p{L})(?:${GIVEN})(?!\\p{L})[^:]{0,120}$`, 'iu');
const QUOTES = new RegExp(
  `^[^:]*?(?:(?<!\\p{L})(?:${LANGUAGES.map(({ quotes }) => quotes).join('|')})|${TASK})\\s?:(?=\\s|$)`,
  'iu',
);

/** From here on it is a mail, or a letter. */
const HANDED_ON =
  /^\s*(?:(?:from|von|de|van): .*\S|-{2,}\s?\p{L}.*-{2,}\s*$|begin forwarded message|(?:on|am|le|el|op) .{5,80}(?:wrote|schrieb|écrit|escribió|schreef).{0,30}:\s*$|(?:dear|sehr geehrte[rs]?|liebe[rs]?|chère?|estimad[oa]|querid[oa]|beste|geachte) (?!(?:assistant|ai|(?:chat)?bot),)[^.!?]{2,40},\s*$)/iu;

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
