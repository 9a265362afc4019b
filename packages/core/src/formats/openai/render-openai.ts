import { liveSideOf } from '../../live/live-placement.ts';
import { liveHostIndex, liveTextOf } from '../../live/live-text.ts';
import type { Message } from '../../message/message.ts';
import type { BarePlan } from '../../plan/context-plan.ts';
import type { PlanItem } from '../../plan/plan-item.ts';
import { isStreamedApart, joinedApart } from '../streamed-apart.ts';
import { besideResults, type Taken, takenWith, toOpenAiMessages } from './openai-chat.ts';
import type { OpenAiContentPart, OpenAiMessage } from './openai-message.ts';

/** Takes what OpenAI does, and nothing else. */
const BY_OPENAI = takenWith();

/**
 * The plan's context in the shape of OpenAI Chat Completions. Messages that did not change since
 * the last call are the same objects. Live items go inside the message that the plan names: ahead of
 * the user's words as a text part of their own, or behind the text of any other [TIER-4].
 *
 * @example
 * const messages = renderOpenAi(memory.plan());
 * const characters = JSON.stringify(messages).length;
 */
export function renderOpenAi(plan: BarePlan, taken: Taken = BY_OPENAI): OpenAiMessage[] {
  const { livePlacement, items } = plan;
  const { messages, ends } = renderedItems(items, taken);
  const live = liveTextOf(items);
  if (livePlacement.kind === 'none') return [...messages];
  const index = liveHostIndex(plan);
  const [start = 0, end = 0] = [ends[index - 1], ends[index]];
  const at = end > start ? end - 1 : -1;
  const [host, message] = [items[index], messages[at]];
  if (!host || !message) return [...messages, { role: 'user', content: live }];
  const side = liveSideOf(host.message);
  const content = side === 'ahead' ? ahead(message, live) : behind(message, live);
  // It is content for the role of its host: words alone, or the user's.
  return messages.with(at, { ...message, content } as OpenAiMessage);
}

/** The items of a context as messages, live ones apart. */
interface Rendered {
  readonly items: readonly PlanItem[];
  readonly messages: readonly OpenAiMessage[];
  /** For each item: how many messages there are up to its end. */
  readonly ends: readonly number[];
}

/** By endpoint and the first item: contexts that begin with the same one have much in common. */
const lastRendered = new WeakMap<Taken, WeakMap<PlanItem, Rendered>>();

function renderedItems(items: readonly PlanItem[], taken: Taken): Rendered {
  const [first] = items;
  if (!first) return { items, messages: [], ends: [] };
  const last = lastRendered.get(taken) ?? new WeakMap<PlanItem, Rendered>();
  const rendered = renderFrom(last.get(first), items, taken);
  lastRendered.set(taken, last.set(first, rendered));
  return rendered;
}

/** Renders what stands behind the items that `last` begins with too. */
function renderFrom(
  last: Rendered | undefined,
  items: readonly PlanItem[],
  taken: Taken,
): Rendered {
  const start = last ? commonStart(last.items, items) : 0;
  const ends = last ? last.ends.slice(0, start) : [];
  const messages = last ? last.messages.slice(0, ends.at(-1) ?? 0) : [];
  let sent: Message | undefined;
  let sentFrom = messages.length;
  let beside: readonly OpenAiContentPart[] = [];
  const sendBeside = () => {
    if (beside.length === 0) return;
    messages.push(userMessage(beside));
    ends.splice(-1, 1, messages.length);
    beside = [];
  };
  for (let index = start; index < items.length; index += 1) {
    const item = items[index];
    if (isResult(item)) beside = [...beside, ...besideResults(taken(item.message))];
    else sendBeside();
    if (item && isAmongMessages(item)) {
      const isOne = sent !== undefined && isStreamedApart(sent, item.message);
      sent = sent && isOne ? joinedApart(sent, item.message) : item.message;
      if (isOne) messages.length = sentFrom;
      sentFrom = messages.length;
      messages.push(...toOpenAiMessages(taken(sent)));
    }
    ends.push(messages.length);
  }
  sendBeside();
  return { items, messages, ends };
}

const userMessages = new WeakMap<OpenAiContentPart, OpenAiMessage>();

/** The same object for the same content; its first part alone names it. */
function userMessage(content: readonly OpenAiContentPart[]): OpenAiMessage {
  const [first] = content;
  const known = first && userMessages.get(first);
  const isSame = content.every((part, index) => part === known?.content?.[index]);
  if (known && isSame && known.content?.length === content.length) return known;
  const message: OpenAiMessage = Object.freeze({ role: 'user', content: [...content] });
  Object.freeze(message.content);
  if (first) userMessages.set(first, message);
  return message;
}

/**
 * How many items, from the first, are rendered as they were. The last common one is not among them,
 * nor is what it continues from: what follows may now be one message with them.
 */
function commonStart(last: readonly PlanItem[], items: readonly PlanItem[]): number {
  const most = Math.min(last.length, items.length);
  let start = 0;
  while (start < most && last[start] === items[start]) start += 1;
  start = Math.max(0, start - 1);
  while (isOneWithPrevious(items, start)) start -= 1;
  return start;
}

function isOneWithPrevious(items: readonly PlanItem[], index: number): boolean {
  const [previous, item] = [items[index - 1], items[index]];
  if (!previous || !item) return false;
  return (isResult(previous) && isResult(item)) || isStreamedApart(previous.message, item.message);
}

/** Pictures and files beside several results in a row go behind the last of them. */
function isResult(item: PlanItem | undefined): item is PlanItem {
  return item?.message.role === 'tool';
}

function isAmongMessages(item: PlanItem): boolean {
  return item.tier !== 'live' && item.kind !== 'tools';
}

type OpenAiContent = string | readonly OpenAiContentPart[];

function behind({ content }: OpenAiMessage, live: string): OpenAiContent {
  return typeof content === 'string'
    ? `${content}\n\n${live}`
    : [...(content ?? []), { type: 'text', text: live }];
}

function ahead(message: OpenAiMessage, live: string): readonly OpenAiContentPart[] {
  const { content } = message;
  const words = (text: string) => ({ type: 'text', text }) as const;
  const own = typeof content === 'string' ? [words(content)] : (content ?? []);
  return [words(`${live}\n\n`), ...(content ? own : [])];
}
