import type { ContextPlan, Decision, Message, Part, PlanItem, PlanRange } from '@agent-memory/core';
import type { BarePlan } from '@agent-memory/core/formats';
import { checkOption, type KnownNames, refuseUnknown, words } from '@agent-memory/core/internal';
import { describeDecision } from './describe-decision.ts';
import { describeSchedule } from './describe-schedule.ts';
import { counted, whole } from './figures.ts';

/** How a context is printed. */
export interface PrintOptions {
  /**
   * How much of the messages is shown: the `start` of each, the `whole` texts, or `none`, for a report
   * that must not tell what was said. Default: `start`.
   */
  readonly texts?: 'start' | 'whole' | 'none';
}

/** A plan as it was made; of one that was assembled, schedule, ledger and cache are told too. */
export type PrintablePlan = BarePlan &
  Partial<Pick<ContextPlan, 'schedule' | 'ledger' | 'cache' | 'isRefused'>>;

type Lines = readonly string[];

const OPTIONS = { texts: true } as const satisfies KnownNames<PrintOptions>;
const TEXTS: readonly unknown[] = ['start', 'whole', 'none'];
const START_CHARACTERS = 60;
const NAME_COLUMNS = 10;
const TOKEN_COLUMNS = 9;
const INDENT = ' '.repeat(TOKEN_COLUMNS);

/**
 * The whole context as text, for a terminal or a bug report: budget, schedule, ledger, cache, and what
 * did not work as wished; then a line for each item and each range that left, with tokens, tier and
 * reason. Same plan, same text. Control characters and others that are not seen are shown by their
 * number, so that no message can forge a line of it; the plan itself is left as it is.
 *
 * @example
 * const { plan } = await memory.assemble();
 * console.log(printContext(plan, { texts: 'whole' }));
 *
 * @throws InvalidOptionError if an option is not known or makes no sense, or what is given is no plan.
 */
export function printContext(plan: PrintablePlan, options: PrintOptions = {}): string {
  refuseUnknown(options, OPTIONS, 'printContext');
  const { texts = 'start' } = options;
  checkOption(TEXTS.includes(texts), 'texts', `must be one of ${TEXTS.join(', ')}.`);
  const isPlan = Array.isArray(plan?.items) && Array.isArray(plan.ranges);
  checkOption(isPlan, 'plan', 'must be a plan, as `memory.plan()` and `assemble` give it.');
  const lines = [
    `Context of "${plan.sessionId}"`,
    ...planFigures(plan).map(([name, text]) => name.padEnd(NAME_COLUMNS) + text),
    ...plan.items.flatMap((item) => [
      ...rowLines(nameOf(item), item.decision),
      ...(texts === 'none' ? [] : textLines(item.message, texts)),
    ]),
    ...plan.ranges.flatMap((range) => rowLines(spanOf(range), range.decision)),
    ...plan.withheld.flatMap((decision) => rowLines(decision.itemId, decision)),
  ];
  return `${lines.map(onOneLine).join('\n')}\n`;
}

/** A text on one line, with all that is not seen shown: line breaks as `⏎`, tabs as `⇥`, others by number. */
function onOneLine(text: string): string {
  return words.withHiddenCharactersShown(text).replaceAll('\n', '⏎').replaceAll('\t', '⇥');
}

/** What becomes of an item, and why; then the same of the parts of a section. */
function rowLines(name: string, decision: Decision): Lines {
  const { tier, fate, tokens, parts = [] } = decision;
  const size = whole(tokens.sent || tokens.raw).padStart(TOKEN_COLUMNS);
  return [
    `${size} ${tier} ${name} [${fate}] ${reasonOf(decision)}`,
    ...parts.map((part) => `${INDENT} · ${part.itemId} [${part.fate}] ${reasonOf(part)}`),
  ];
}

function nameOf({ id, kind, seq, message }: PlanItem): string {
  const name = kind === 'entry' ? message.role : kind;
  const place = seq === undefined ? id : `#${seq}`;
  return place === name ? name : `${place} ${name}`;
}

function spanOf({ fromSeq, toSeq }: PlanRange): string {
  const last = toSeq - 1;
  return last === fromSeq ? `#${fromSeq}` : `#${fromSeq}–#${last}`;
}

function reasonOf(decision: Decision): string {
  const { sentence, remedy } = describeDecision(decision);
  return [decision.rule, sentence, ...(remedy === undefined ? [] : [remedy])].join(' ');
}

function textLines({ parts }: Message, texts: 'start' | 'whole'): Lines {
  const lines = parts.flatMap((part) => {
    const words = wordsOfPart(part);
    return texts === 'whole' ? words.split('\n') : [startOf(words)];
  });
  return lines.map((line) => `${INDENT} │ ${line}`);
}

function startOf(text: string): string {
  if (text.length <= START_CHARACTERS) return text;
  return `${text.slice(0, START_CHARACTERS).toWellFormed()}…`;
}

/** Calls and results as the model reads them; for what is no text, a word in brackets. */
function wordsOfPart(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'tool-result':
      return part.text;
    case 'tool-call':
      return `${part.toolName}(${part.arguments})`;
    case 'thinking':
      return `[thinking] ${part.text}`;
    case 'image':
      return '[image]';
    case 'document':
      return part.filename === undefined ? '[document]' : `[document ${part.filename}]`;
    default:
      return '[part of another kind]';
  }
}

/** The figures of a plan in words: how large it is, what is kept free, when it is compacted, what it costs. */
function planFigures(plan: PrintablePlan): readonly (readonly [name: string, text: string])[] {
  const { schedule, ledger, cache, degraded, tiers, transcriptLength, epoch } = plan;
  const size = sizeText(plan);
  const ofTiers = Object.entries(tiers).map(([tier, { tokens }]) => `${tier} ${whole(tokens)}`);
  return [
    plan.isRefused
      ? ['refused', `nothing was sent; it would have been ${size}`]
      : ['sent', `${size}, ${counted(plan.items.length, 'item')}`],
    ['window', `${whole(plan.budget.contextWindow)}: ${ofTiers.join(', ')}`],
    ['history', `${counted(transcriptLength, 'message')}, epoch ${epoch}`],
    ...(schedule ? [['schedule', scheduleText(schedule)] as const] : []),
    ...(ledger ? [['ledger', figuresText({ ...ledger })] as const] : []),
    ...(cache ? [['cache', cacheText(cache)] as const] : []),
    ...degraded.map(({ code, message }) => ['degraded', `${code} ${message}`] as const),
  ];
}

function sizeText({ totalTokens, budget, freeTokens, tokenSource }: PrintablePlan): string {
  const percent = Math.round((100 * totalTokens) / budget.inputTokens);
  const left = `${whole(Math.abs(freeTokens))} ${freeTokens < 0 ? 'over' : 'free'}`;
  return `${whole(totalTokens)} of ${counted(budget.inputTokens, 'token')} (${percent}%), ${tokenSource}, ${left}`;
}

function scheduleText(schedule: ContextPlan['schedule']): string {
  const verb = schedule.state === 'act' ? 'compacts before it is sent' : 'waits';
  return `${verb}: ${schedule.reason}, ${describeSchedule(schedule)}`;
}

function cacheText({ firstChange, ...figures }: NonNullable<ContextPlan['cache']>): string {
  const change = firstChange ? `, ${firstChange.cause} at ${firstChange.itemId}` : '';
  return `${figuresText(figures)}${change}`;
}

/** Figures with their names, which end in their unit. */
function figuresText(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value.toLocaleString('en-US')}`)
    .join(', ');
}
