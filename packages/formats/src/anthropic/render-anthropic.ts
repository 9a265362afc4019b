import type { PlanItem } from '@agent-memory/core';
import type { BarePlan } from '@agent-memory/core/formats';
import { formatKit, isPlainObject, reading } from '@agent-memory/core/internal';
import { CLOSING_WORDS, OPENING_WORDS } from '../stand-ins.ts';
import type { AnthropicContext } from './anthropic-message.ts';
import { isCacheable, withBreakpoints } from './cache-breakpoints.ts';
import { sideOf } from './write-anthropic.ts';
import { type Block, blocksOf } from './write-blocks.ts';

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly Block[];
}

/** System blocks and turns, before breakpoints are set. */
interface Draft {
  readonly system: readonly Block[];
  readonly turns: readonly Turn[];
  /** The block of live text; it is in one of them. */
  readonly live: Block | undefined;
}

/**
 * The plan's context as the provider takes it. Source: Claude API reference, "Messages", and Claude
 * docs, "Tool use", "Extended thinking", "Prompt caching".
 */
export function renderAnthropic(plan: BarePlan): AnthropicContext {
  const { system, turns, live } = inGrammar(draftOf(plan));
  const blocks = [...system, ...turns.flatMap((turn) => turn.blocks)];
  const systems = system.length;
  const lastTurn = blocks.length - (turns.at(-1)?.blocks.length ?? 0);
  // Closing words are gone in the next request: nothing could be read from the cache behind them.
  const end = blocks.at(-1) === CLOSING ? blocks.length - 1 : blocks.length;
  const liveAt = live ? blocks.indexOf(live) : end;
  // Ahead of live text ends what the next request can read from the cache. Where live text stands
  // among older messages, it stays for a while, and so does what follows it and can be marked.
  const isFollowed = liveAt < lastTurn && blocks.slice(liveAt + 1).some(isCacheable);
  const behindLive = isFollowed ? [end] : [];
  const wanted = [liveAt, Math.min(liveAt, systems), ...behindLive];
  const marked = withBreakpoints(blocks, systems, wanted);
  let start = systems;
  const messages = turns.map(({ role, blocks: { length } }) => {
    const content = marked.slice(start, start + length);
    start += length;
    return { role, content };
  });
  // The blocks of this format were read from it or made for it; the types name those that are known.
  return { system: marked.slice(0, systems), messages } as unknown as AnthropicContext;
}

function draftOf(plan: BarePlan): Draft {
  const { items } = plan;
  const host = formatKit.liveHostIndex(plan);
  const live = liveBlock(plan, items[host]);
  const system: Block[] = [];
  const turns: Turn[] = [];
  for (const [index, item] of items.entries()) {
    if (!isAmongMessages(item)) continue;
    const blocks = withLive(item, index === host ? live : undefined);
    const role = sideOf(item.message);
    if (role === 'system') system.push(...blocks.filter(({ type }) => type === 'text'));
    else turns.push({ role, blocks });
  }
  if (live && host === -1) turns.push({ role: 'user', blocks: [live] });
  return { system, turns, live };
}

/** A block of its own, set apart from the words it stands beside by an empty line. */
function liveBlock({ items, livePlacement }: BarePlan, host: PlanItem | undefined) {
  if (livePlacement.kind === 'none') return undefined;
  const text = formatKit.liveTextOf(items);
  const role = host?.message.role;
  if (role === 'user') return { type: 'text', text: `${text}\n\n` };
  return { type: 'text', text: role === 'system' ? `\n\n${text}` : text };
}

function isAmongMessages({ tier, kind }: PlanItem): boolean {
  return tier !== 'live' && kind !== 'tools';
}

function withLive({ message }: PlanItem, live: Block | undefined): readonly Block[] {
  const blocks = sendableBlocks(message);
  if (!live) return blocks;
  return formatKit.liveSideOf(message) === 'ahead' ? [live, ...blocks] : [...blocks, live];
}

function inGrammar(draft: Draft): Draft {
  const ids = new ToolUseIds();
  // An answer of reasoning alone is not sent, so that the user's messages around it become one.
  const spoken = inTurn(draft.turns).map((turn) =>
    turn.role === 'assistant' ? { ...turn, blocks: answerOf(turn.blocks) } : turn,
  );
  const turns = inTurn(spoken).map(({ role, blocks }): Turn => {
    if (role === 'assistant') return { role, blocks: ids.calls(blocks) };
    return { role, blocks: ids.results(withKindFirst(blocks, isResult)) };
  });
  return { ...draft, turns: withUserAround(turns) };
}

/** Neighbours of one role are one turn; what says nothing is not one. */
function inTurn(turns: readonly Turn[]): readonly Turn[] {
  const joined: Turn[] = [];
  for (const { role, blocks } of turns) {
    if (blocks.length === 0) continue;
    const last = joined.at(-1);
    if (last?.role === role) joined.splice(-1, 1, { role, blocks: [...last.blocks, ...blocks] });
    else joined.push({ role, blocks });
  }
  return joined;
}

/**
 * Reasoning stands first and never last. Where it is first already the blocks keep their order:
 * models that reason between their calls have it in other places too.
 */
function answerOf(blocks: readonly Block[]): readonly Block[] {
  const end = blocks.findLastIndex((block) => !isThinking(block)) + 1;
  const answer = blocks.slice(0, end);
  return answer[0] && isThinking(answer[0]) ? answer : withKindFirst(answer, isThinking);
}

function withKindFirst(
  blocks: readonly Block[],
  isFirst: (block: Block) => boolean,
): readonly Block[] {
  return [...blocks.filter(isFirst), ...blocks.filter((block) => !isFirst(block))];
}

function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function isResult({ type }: Block): boolean {
  return type === 'tool_result';
}

const OPENING: Block = Object.freeze({ type: 'text', text: OPENING_WORDS });
const CLOSING: Block = Object.freeze({ type: 'text', text: CLOSING_WORDS });

/**
 * The user speaks first and last. An answer that ends in a block of the provider's own tools is not
 * over: it was paused, and goes back as it is.
 */
function withUserAround(turns: readonly Turn[]): readonly Turn[] {
  const opened: readonly Turn[] =
    turns[0]?.role === 'user' ? turns : [{ role: 'user', blocks: [OPENING] }, ...turns];
  const last = opened.at(-1);
  const isOver = last?.role === 'assistant' && last.blocks.at(-1)?.type === 'text';
  return isOver ? [...opened, { role: 'user', blocks: [CLOSING] }] : opened;
}

/**
 * Gives each call of a request an id of its own, as the provider demands; small models and other
 * providers number their calls again in every message. Blocks whose id can stay are the same objects.
 *
 * - Called with the messages in order; results answer the calls of the message before them.
 * - A second call of one id in one message is left out: nothing could answer it. In a plan there is
 *   none, but what a plan keeps apart may be one message here.
 */
class ToolUseIds {
  readonly #free = new formatKit.FreeIds();
  #open = new Map<string, string>();

  /** The blocks of an assistant's message. */
  calls(blocks: readonly Block[]): readonly Block[] {
    this.#open = new Map();
    return blocks.flatMap((block) => {
      if (block.type !== 'tool_use' || !reading.isText(block.id)) return [block];
      if (this.#open.has(block.id)) return [];
      const id = this.#free.take(formatKit.sendableName(block.id, block.id.length));
      this.#open.set(block.id, id);
      return [id === block.id ? block : { ...block, id }];
    });
  }

  /** The blocks of the user's message behind it. */
  results(blocks: readonly Block[]): readonly Block[] {
    return blocks.map((block) => {
      if (block.type !== 'tool_result' || !reading.isText(block.tool_use_id)) return block;
      const id = this.#open.get(block.tool_use_id) ?? block.tool_use_id;
      return id === block.tool_use_id ? block : { ...block, tool_use_id: id };
    });
  }
}

/** The blocks of a message as the provider takes them; the same message gives the same objects again. */
const sendableBlocks = formatKit.perMessage((message): readonly Block[] =>
  Object.freeze(blocksOf(message).flatMap(sendableBlock)),
);

/** Blank text is refused, unsigned reasoning too, and input that is not an object. */
function sendableBlock(block: Block): readonly Block[] {
  switch (block.type) {
    case 'text':
      return isBlank(block.text) ? [] : [block];
    case 'document':
      return isBlankDocument(block) ? [] : [block];
    case 'thinking':
      return block.signature ? [block] : [];
    case 'tool_use':
      return [sendableCall(block)];
    case 'tool_result':
      return [sendableResult(block)];
    default:
      return [block];
  }
}

function isBlank(text: unknown): boolean {
  return reading.isText(text) && text.trim() === '';
}

function isBlankDocument({ source }: Block): boolean {
  return isPlainObject(source) && source.type === 'text' && isBlank(source.data);
}

const LONGEST_TOOL_NAME = 128;

function sendableCall(block: Block): Block {
  const { name, input } = block;
  const allowed = formatKit.sendableName(String(name), LONGEST_TOOL_NAME);
  if (allowed === name && isPlainObject(input)) return block;
  return Object.freeze({
    ...block,
    name: allowed,
    input: isPlainObject(input) ? input : { arguments: input },
  });
}

/** A failed result holds words only: the mark of failure allows no pictures. */
function sendableResult(block: Block): Block {
  const { content, is_error: isError, ...others } = block;
  const list = Array.isArray(content)
    ? content.flatMap((piece: Block) => sendableBlock(piece))
    : undefined;
  const isUnchanged = !Array.isArray(content) || list?.length === content.length;
  if (isUnchanged && isError !== true) return block;
  const isEmpty = list ? list.length === 0 : !content;
  const isWords = !list || list.every((piece) => piece.type === 'text');
  return Object.freeze({
    ...others,
    type: block.type,
    ...(isEmpty ? isError === true && { content: 'Error' } : { content: list ?? content }),
    ...(isWords && isError !== undefined && { is_error: isError }),
  });
}
