import {
  type ContextPlan,
  type Decision,
  describeDecision,
  describeSchedule,
  type Message,
  type PlanItem,
} from '@agent-memory/core';
import type { BarePlan } from '@agent-memory/core/formats';
import { checkOption, type KnownNames, refuseUnknown, words } from '@agent-memory/core/internal';
import { formatCount, formatNumber, formatPlaces, formatWhole } from '../view-model/format.ts';
import { partPreview } from '../view-model/message-preview.ts';

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
 * const memory = createAgentMemory({ id: 'support', contextWindow: 32_000 });
 * console.log(printContext(memory.plan(), { texts: 'whole' }));
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
    ...plan.ranges.flatMap(({ fromSeq, toSeq, decision }) =>
      rowLines(formatPlaces(fromSeq, toSeq), decision),
    ),
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
  const size = formatWhole(tokens.sent || tokens.raw).padStart(TOKEN_COLUMNS);
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

function reasonOf(decision: Decision): string {
  const { sentence, remedy } = describeDecision(decision);
  return [decision.rule, sentence, ...(remedy === undefined ? [] : [remedy])].join(' ');
}

function textLines({ parts }: Message, texts: 'start' | 'whole'): Lines {
  const lines = parts.flatMap((part) => {
    const shown = part.type === 'thinking' ? `[thinking] ${part.text}` : partPreview(part);
    return texts === 'whole' ? shown.split('\n') : [startOf(shown)];
  });
  return lines.map((line) => `${INDENT} │ ${line}`);
}

function startOf(text: string): string {
  if (text.length <= START_CHARACTERS) return text;
  return `${text.slice(0, START_CHARACTERS).toWellFormed()}…`;
}

/** The figures of a plan in words: how large it is, what is kept free, when it is compacted, what it costs. */
function planFigures(plan: PrintablePlan): readonly (readonly [name: string, text: string])[] {
  const { schedule, ledger, cache, degraded, tiers, transcriptLength, epoch } = plan;
  const size = sizeText(plan);
  const ofTiers = Object.entries(tiers).map(
    ([tier, { tokens }]) => `${tier} ${formatWhole(tokens)}`,
  );
  return [
    plan.isRefused
      ? ['refused', `nothing was sent; it would have been ${size}`]
      : ['sent', `${size}, ${formatCount(plan.items.length, 'item')}`],
    ['window', `${formatWhole(plan.budget.contextWindow)}: ${ofTiers.join(', ')}`],
    ['history', `${formatCount(transcriptLength, 'message')}, epoch ${epoch}`],
    ...(schedule ? [['schedule', scheduleText(schedule)] as const] : []),
    ...(ledger ? [['ledger', figuresText({ ...ledger })] as const] : []),
    ...(cache ? [['cache', cacheText(cache)] as const] : []),
    ...degraded.map(({ code, message }) => ['degraded', `${code} ${message}`] as const),
  ];
}

function sizeText({ totalTokens, budget, freeTokens, tokenSource }: PrintablePlan): string {
  const percent = Math.round((100 * totalTokens) / budget.inputTokens);
  const left = `${formatWhole(Math.abs(freeTokens))} ${freeTokens < 0 ? 'over' : 'free'}`;
  return `${formatWhole(totalTokens)} of ${formatCount(budget.inputTokens, 'token')} (${percent}%), ${tokenSource}, ${left}`;
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
    .map(([name, value]) => `${name} ${formatNumber(value)}`)
    .join(', ');
}
