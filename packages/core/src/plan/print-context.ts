import { checkOption } from '../errors/check-option.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import type { Message, Part } from '../message/message.ts';
import type { BarePlan, ContextPlan } from './context-plan.ts';
import type { Decision, RuleCode } from './decision.ts';
import { describeDecision } from './describe-decision.ts';
import { planFigures } from './plan-figures.ts';
import type { PlanItem, PlanRange } from './plan-item.ts';
import { cutTo, onOneLine, padEnd, wrapped } from './terminal-text.ts';

/** How a context is printed. */
export interface PrintOptions {
  /** Width of a line, from 60 up. Default: 80. */
  readonly columns?: number;
  /**
   * How much of the messages is shown: their `start` on one line, the `whole` texts on lines of their
   * own, or `none`, for a report that must not tell what was said. Default: `start`.
   */
  readonly texts?: 'start' | 'whole' | 'none';
  /** Headings and reasons set off by escape codes, for a terminal. Default: no. */
  readonly ansi?: boolean;
}

/** A plan as it was made; of one that was assembled, schedule, ledger and cache are told too. */
export type PrintablePlan = BarePlan &
  Partial<Pick<ContextPlan, 'schedule' | 'ledger' | 'cache' | 'isRefused'>>;

const OPTIONS = {
  columns: true,
  texts: true,
  ansi: true,
} as const satisfies KnownNames<PrintOptions>;
const TEXTS: readonly unknown[] = ['start', 'whole', 'none'];
const LEAST_COLUMNS = 60;
const DEFAULT_COLUMNS = 80;

/**
 * The whole context as text, for a terminal or a bug report: what is sent, tier by tier, with tokens
 * and reasons; what left and why; budget, schedule, ledger, cache, and what did not work as wished.
 * Same plan, same text. Control characters and others that are not seen are shown by their number, so
 * that no message can forge a line of it; the plan itself is left as it is.
 *
 * @example
 * const { plan } = await memory.assemble();
 * console.log(printContext(plan, { columns: 120 }));
 *
 * @throws InvalidOptionError if an option is not known or makes no sense, or what is given is no plan.
 */
export function printContext(plan: PrintablePlan, options: PrintOptions = {}): string {
  const page = pageOf(options);
  const isPlan = Array.isArray(plan?.items) && Array.isArray(plan.ranges);
  checkOption(isPlan, 'plan', 'must be a plan, as `memory.plan()` and `assemble` give it.');
  const shared = sharedReasons(plan);
  const blocks = [
    headOf(plan, page),
    ...tierBlocks(plan, shared, page),
    leftBlock(plan, shared, page),
    withheldBlock(plan, shared, page),
    reasonsBlock(shared, page),
  ];
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return `${lines.join('\n\n')}\n`;
}

type Page = Required<PrintOptions>;
type Lines = readonly string[];

function pageOf(options: PrintOptions): Page {
  refuseUnknown(options, OPTIONS, 'printContext');
  const { columns = DEFAULT_COLUMNS, texts = 'start', ansi = false } = options;
  if (!Number.isFinite(columns)) {
    throw new InvalidOptionError('columns', `must be a number of columns; got ${columns}.`);
  }
  if (!TEXTS.includes(texts)) {
    throw new InvalidOptionError('texts', `must be one of ${TEXTS.join(', ')}; got ${texts}.`);
  }
  return { columns: Math.max(LEAST_COLUMNS, Math.floor(columns)), texts, ansi };
}

function headOf(plan: PrintablePlan, page: Page): Lines {
  const heading = bold(cutTo(onOneLine(`Context of "${plan.sessionId}"`), page.columns), page);
  const figures = planFigures(plan).flatMap(({ name, text }) =>
    besides(padEnd(name, NAME_COLUMNS), text, page),
  );
  return [heading, ...figures];
}

const NAME_COLUMNS = 10;

/** A text beside its name, on as many lines as it needs. */
function besides(name: string, text: string, { columns }: Page): Lines {
  const lines = wrapped(onOneLine(text), columns - NAME_COLUMNS);
  return lines.map((line, index) => `${index === 0 ? name : ' '.repeat(NAME_COLUMNS)}${line}`);
}

// ---- Rows

const TOKEN_COLUMNS = 9;
const ITEM_COLUMNS = 17;
const WHY_COLUMNS = 3;
/** Where texts begin. */
const TEXT_COLUMN = TOKEN_COLUMNS + 1 + ITEM_COLUMNS + 1 + WHY_COLUMNS;
/** Where reasons begin, under the item. */
const REASON_COLUMN = TOKEN_COLUMNS + 1;

/** One line of a table, and what stands under it. */
interface Row {
  readonly tokens: number;
  readonly item: string;
  readonly decision: Decision;
  /** Absent where nothing of it is sent. */
  readonly message?: Message;
}

/** A heading for each run of one tier, in send order. */
function tierBlocks(plan: PrintablePlan, shared: SharedReasons, page: Page): readonly Lines[] {
  const runs: PlanItem[][] = [];
  for (const item of plan.items) {
    const run = runs.at(-1);
    if (run?.[0]?.tier === item.tier) run.push(item);
    else runs.push([item]);
  }
  return runs.map((run) => {
    const tokens = run.reduce((sum, { decision }) => sum + decision.tokens.sent, 0);
    const outcome = plan.isRefused ? ' · not sent' : '';
    const heading = `${run[0]?.tier} · ${counted(run.length, 'item')} · ${counted(tokens, 'token')}${outcome}`;
    return [ruled(heading, page), ...run.flatMap((item) => rowLines(rowOf(item), shared, page))];
  });
}

function rowOf({ id, kind, seq, message, decision }: PlanItem): Row {
  const name = kind === 'entry' ? message.role : kind;
  const place = seq === undefined ? (id === kind || kind === 'condensed' ? '' : id) : `#${seq}`;
  const item = place === '' ? name : `${place} ${name}`;
  return { tokens: decision.tokens.sent, item, decision, message };
}

function rowLines(
  { tokens, item, decision, message }: Row,
  shared: SharedReasons,
  page: Page,
): Lines {
  const letter = shared.letterOf(decision);
  const mark = decision.fate === 'sent' ? '' : `[${decision.fate}] `;
  const start = [
    whole(tokens).padStart(TOKEN_COLUMNS),
    padEnd(cutTo(onOneLine(item), ITEM_COLUMNS), ITEM_COLUMNS),
    padEnd(letter ?? '', WHY_COLUMNS - 1),
  ].join(' ');
  const room = page.columns - TEXT_COLUMN - mark.length;
  const said = message && page.texts === 'start' ? firstWords(message, room) : '';
  const row = `${start} ${mark}${said}`.trimEnd();
  const texts = message && page.texts === 'whole' ? wholeText(message) : [];
  const reasons = letter === undefined ? reasonLines(decision, page) : [];
  return [row, ...reasons, ...partLines(decision, page), ...texts];
}

/** A line for each part of a live section, those that were left out included. */
function partLines({ parts = [] }: Decision, page: Page): Lines {
  return parts.flatMap((part) => {
    const words = onOneLine(`${part.itemId} [${part.fate}] ${part.rule} ${wordsOf(part)}`);
    return wrapped(words, page.columns - REASON_COLUMN - 4).map((line, index) =>
      dim(`${' '.repeat(REASON_COLUMN + 2)}${index === 0 ? '· ' : '  '}${line}`, page),
    );
  });
}

function reasonLines(decision: Decision, page: Page): Lines {
  const words = onOneLine(`${decision.rule} ${wordsOf(decision)}`);
  return wrapped(words, page.columns - REASON_COLUMN - 2).map((line, index) =>
    dim(`${' '.repeat(REASON_COLUMN)}${index === 0 ? '└ ' : '  '}${line}`, page),
  );
}

// ---- What is not sent

function leftBlock({ ranges }: PrintablePlan, shared: SharedReasons, page: Page): Lines {
  if (ranges.length === 0) return [];
  const messages = ranges.reduce((sum, { fromSeq, toSeq }) => sum + toSeq - fromSeq, 0);
  const tokens = ranges.reduce((sum, { decision }) => sum + decision.tokens.raw, 0);
  const heading = `left · ${counted(messages, 'message')} · ${counted(tokens, 'token')}`;
  return [
    ruled(heading, page),
    ...ranges.flatMap((range) => rowLines(rowOfRange(range), shared, page)),
  ];
}

function rowOfRange({ fromSeq, toSeq, decision }: PlanRange): Row {
  const last = toSeq - 1;
  const item = last === fromSeq ? `#${fromSeq}` : `#${fromSeq} … #${last}`;
  return { tokens: decision.tokens.raw, item, decision };
}

function withheldBlock({ withheld }: PrintablePlan, shared: SharedReasons, page: Page): Lines {
  if (withheld.length === 0) return [];
  const rows = withheld.flatMap((decision) =>
    rowLines({ tokens: decision.tokens.raw, item: decision.itemId, decision }, shared, page),
  );
  return [ruled(`withheld · ${counted(withheld.length, 'live section')}`, page), ...rows];
}

// ---- Reasons that several items share are said once

/** A reason that stands under a letter. */
interface SharedReasons {
  letterOf(decision: Decision): string | undefined;
  readonly reasons: readonly {
    readonly letter: string;
    readonly rule: RuleCode;
    readonly words: string;
  }[];
}

function sharedReasons({ items, ranges, withheld }: PrintablePlan): SharedReasons {
  const decisions = [...[...items, ...ranges].map(({ decision }) => decision), ...withheld];
  const timesSaid = new Map<string, number>();
  for (const decision of decisions) {
    const words = wordsOf(decision);
    timesSaid.set(words, (timesSaid.get(words) ?? 0) + 1);
  }
  const letters = new Map<string, { readonly letter: string; readonly rule: RuleCode }>();
  for (const decision of decisions) {
    const words = wordsOf(decision);
    if (letters.has(words) || (timesSaid.get(words) ?? 0) < 2) continue;
    letters.set(words, { letter: letterAt(letters.size), rule: decision.rule });
  }
  return {
    letterOf: (decision) => letters.get(wordsOf(decision))?.letter,
    reasons: [...letters].map(([words, { letter, rule }]) => ({ letter, rule, words })),
  };
}

function wordsOf(decision: Decision): string {
  const { sentence, remedy } = describeDecision(decision);
  return remedy === undefined ? sentence : `${sentence} ${remedy}`;
}

/** `a` … `z`, then `aa`. */
function letterAt(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : `${letterAt(Math.floor(index / 26) - 1)}${letter}`;
}

function reasonsBlock({ reasons }: SharedReasons, page: Page): Lines {
  if (reasons.length === 0) return [];
  const lines = reasons.flatMap(({ letter, rule, words }) =>
    besides(padEnd(`  ${letter}`, NAME_COLUMNS), `${rule} ${words}`, page),
  );
  return [ruled('reasons', page), ...lines];
}

// ---- Messages

/** The beginning of a message on one line. No more of a long text is looked at than can be shown. */
function firstWords(message: Message, columns: number): string {
  const most = 12 * columns;
  const words = message.parts.map((part) => wordsOfPart(part, most)).join(' ');
  return cutTo(onOneLine(words.slice(0, most)), columns);
}

function wholeText({ parts }: Message): Lines {
  return parts
    .flatMap((part) => wordsOfPart(part, Number.POSITIVE_INFINITY).split('\n'))
    .map((line) => `${' '.repeat(TOKEN_COLUMNS)} │ ${onOneLine(line)}`.trimEnd());
}

/** Calls and results as the model reads them; for what is no text, a word in brackets. */
function wordsOfPart(part: Part, most: number): string {
  switch (part.type) {
    case 'text':
    case 'tool-result':
      return part.text.slice(0, most);
    case 'tool-call':
      return `${part.toolName}(${part.arguments.slice(0, most)})`;
    case 'thinking':
      return `[thinking] ${part.text.slice(0, most)}`;
    case 'image':
      return '[image]';
    case 'document':
      return part.filename === undefined ? '[document]' : `[document ${part.filename}]`;
    case 'unknown':
      return '[part of another kind]';
    default:
      return part satisfies never;
  }
}

// ---- Lines

/** `── working · 4 items ────…` to the end of the line. */
function ruled(heading: string, page: Page): string {
  const start = `── ${cutTo(heading, page.columns - 6)} `;
  return bold(`${start}${'─'.repeat(Math.max(0, page.columns - start.length))}`, page);
}

function counted(number: number, noun: string): string {
  return `${whole(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function bold(line: string, { ansi }: Page): string {
  return ansi ? `\u001B[1m${line}\u001B[22m` : line;
}

function dim(line: string, { ansi }: Page): string {
  return ansi ? `\u001B[2m${line}\u001B[22m` : line;
}
