import type { ContextPlan, Entry, Message, PlanItem } from '@agent-memory/core';
import { type AnyFormat, openAi } from '@agent-memory/core/formats';
import { inSlices, runToEnd, type Steps } from '@agent-memory/core/internal';
import type { CopyFormat, FindResult, FindScope } from './devtools-source.ts';
import type { Answer } from './inspectable-memory.ts';
import { indexOfPhrase, messageText } from './message-text.ts';

/** The originals of a conversation between two places, the second one excluded. */
export type EntriesBetween = (fromSeq: number, toSeq: number) => readonly Entry[];

/** The list of messages, or what goes into a request beside it where the format has more than that. */
export async function contextIn(choice: CopyFormat, plan: ContextPlan): Promise<unknown> {
  const context = (await copyFormats())[choice].render(plan);
  const [messages, ...beside] = Object.values(context);
  return beside.length === 0 ? messages : context;
}

async function copyFormats(): Promise<Readonly<Record<CopyFormat, AnyFormat>>> {
  const formats = await import('@agent-memory/formats');
  return {
    openai: openAi,
    'openai-responses': formats.openAiResponses,
    anthropic: formats.anthropic,
    google: formats.google,
    'ai-sdk': formats.aiSdk,
    'ai-sdk-ui': formats.aiSdkUi,
  };
}

const byPlan = new WeakMap<ContextPlan, ReadonlyMap<string, Message>>();

/** The message that a plan sends for an item; `undefined` when it is not in it. */
export function sentMessage(plan: ContextPlan | undefined, itemId: string): Message | undefined {
  if (!plan) return undefined;
  let messages = byPlan.get(plan);
  if (!messages) {
    messages = new Map(plan.items.map((item) => [item.id, item.message]));
    byPlan.set(plan, messages);
  }
  return messages.get(itemId);
}

/** Texts of a conversation up to this length are looked through at once, without a second render. */
const MOST_AT_ONCE = 1_000;
/** So many messages are read before others may have their turn. */
export const MESSAGES_PER_STEP = 16;

/**
 * Looks for a phrase in what a plan sends, and in what it leaves out where that is wanted too: a few
 * milliseconds at a time where the conversation is long.
 */
export function findPhrase(
  plan: ContextPlan | undefined,
  entries: EntriesBetween,
  phrase: string,
  scope: FindScope,
): Answer<FindResult> {
  const steps = findingSteps(plan, entries, phrase, scope);
  return (plan?.transcriptLength ?? 0) > MOST_AT_ONCE ? inSlices(steps) : runToEnd(steps);
}

function* findingSteps(
  plan: ContextPlan | undefined,
  entries: EntriesBetween,
  phrase: string,
  scope: FindScope,
): Steps<FindResult> {
  const holds: Holds = (message) => indexOfPhrase(messageText(message), phrase) >= 0;
  const items = yield* itemsHolding(plan?.items ?? [], holds);
  const left = scope === 'considered' ? (plan?.ranges ?? []) : [];
  const seqs = yield* seqsHolding(
    left.flatMap(({ fromSeq, toSeq }) => entries(fromSeq, toSeq)),
    holds,
  );
  return { itemIds: new Set(items.map(({ id }) => id)), seqs: new Set(seqs) };
}

/** Tells whether a message holds what is looked for. */
export type Holds = (message: Message) => boolean;

export function* seqsHolding(entries: readonly Entry[], holds: Holds): Steps<readonly number[]> {
  const seqs: number[] = [];
  for (const { message, seq } of entries) {
    if (seq % MESSAGES_PER_STEP === 0) yield;
    if (holds(message)) seqs.push(seq);
  }
  return seqs;
}

export function* itemsHolding(
  items: readonly PlanItem[],
  holds: Holds,
): Steps<readonly PlanItem[]> {
  const holding: PlanItem[] = [];
  for (const [index, item] of items.entries()) {
    if (index % MESSAGES_PER_STEP === 0) yield;
    if (holds(item.message)) holding.push(item);
  }
  return holding;
}
