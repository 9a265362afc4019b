import { createAgentMemory, fixedBudget, type OpenAiMessage } from '@agent-memory/core';
import { openAi } from '@agent-memory/core/formats';
import { expect, test } from 'vitest';
import { grammarFaults } from '../../core/src/testing/context-faults.ts';
import { simpleCounter } from '../../core/src/testing/simple-counter.ts';
import { anthropic } from './anthropic/anthropic-format.ts';
import type { AnthropicContext } from './anthropic/anthropic-message.ts';
import { chatTemplate } from './chat-template/chat-template-format.ts';
import { holdsForPlans, liveWords } from './testing/plans-of-conversations.ts';

test('[MSG-6] [TIER-4] a context for OpenAI obeys its grammar, whatever the transcript', async () => {
  await holdsForPlans((plan) => {
    const { messages } = openAi.render(plan);
    expect(grammarFaults(messages)).toEqual([]);
    expect(JSON.stringify(messages)).not.toMatch(/cache_control|server_tool_use|file_id/);
    const live = liveWords(plan);
    if (live) expect(JSON.stringify(messages).split(live)).toHaveLength(2);
  });
});

test('[MSG-6] [TIER-4] a context for Anthropic obeys its grammar, whatever the transcript', async () => {
  await holdsForPlans((plan) => {
    const context = anthropic.render(plan);
    expect(anthropicFaults(context)).toEqual([]);
    const live = liveWords(plan);
    if (live) expect(liveFaults(context, live)).toEqual([]);
    expect(anthropic.render(plan)).toEqual(context);
  });
});

test('[MSG-6] [TIER-4] a context for chat templates obeys their grammar, whatever the transcript', async () => {
  await holdsForPlans((plan) => {
    const { messages } = chatTemplate.render(plan);
    expect(templateFaults(messages)).toEqual([]);
    expect(grammarFaults(messages)).toEqual([]);
    const live = liveWords(plan);
    if (live) expect(JSON.stringify(messages).split(live)).toHaveLength(2);
  });
});

test.each([
  ['openai', 'openai', openAi],
  ['chat-template', chatTemplate, chatTemplate],
] as const)(
  '[TIER-4] in a context for %s live text stands inside the last tool result, behind its words',
  async (_, choice, format) => {
    const memory = createAgentMemory({
      id: 'run',
      system: 'Answer briefly.',
      budget: fixedBudget(2_000),
      tokenCounter: simpleCounter,
    });
    await memory.patchScratchpad({ objective: 'Book a train' });
    const calls = ['c1', 'c2'].map((id) => ({
      id,
      type: 'function' as const,
      function: { name: 'find', arguments: '{}' },
    }));
    await memory.append([
      { role: 'user', content: 'Find a train.' },
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'c1', content: '3 trains' },
      { role: 'tool', tool_call_id: 'c2', content: '2 buses' },
    ]);
    const { plan } = await memory.assemble({ format: choice });
    const { messages } = format.render(plan);
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
    ]);
    const [live, ...others] = messages.filter((message) =>
      JSON.stringify(message).includes('Book a train'),
    );
    expect(others).toEqual([]);
    expect(live).toBe(messages.at(-1));
    expect(live).toMatchObject({ role: 'tool', tool_call_id: 'c2' });
    expect(live?.content).toMatch(/^2 buses\n\n.*Book a train/s);
    expect(messages.at(-2)).toEqual({ role: 'tool', tool_call_id: 'c1', content: '3 trains' });
    expect(grammarFaults(messages)).toEqual([]);
  },
);

interface AnyBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Blocks as they came, known to the types or not. */
function anyBlocks(blocks: readonly object[]): readonly AnyBlock[] {
  return blocks as readonly AnyBlock[];
}

const KINDS_OF: Readonly<Record<'user' | 'assistant', ReadonlySet<string>>> = {
  user: new Set(['text', 'image', 'document', 'tool_result']),
  assistant: new Set([
    'text',
    'thinking',
    'redacted_thinking',
    'tool_use',
    'server_tool_use',
    'compaction',
  ]),
};

/**
 * Gives the faults for which Anthropic would refuse a request, in words. Source: Claude API
 * reference, "Messages" (roles, content, ids and names of calls, the last message) and "Errors";
 * Claude docs, "Tool use", "Handle tool calls" (results right behind their calls and ahead of all
 * else, what a failed result may hold), "Extended thinking" (reasoning first and not last), "Prompt
 * caching" (four breakpoints, never at reasoning or empty text, the longer ahead of the shorter).
 */
function anthropicFaults({ system, messages }: AnthropicContext): readonly string[] {
  const faults: string[] = [];
  const used = new Set<unknown>();
  let open: unknown[] = [];
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault);
  };
  for (const block of anyBlocks(system)) {
    check(block.type === 'text' && hasWords(block.text), 'system: not a text with words');
  }
  check(messages.length > 0, 'no message');
  for (const [index, { role, content }] of messages.entries()) {
    const at = `message ${index}`;
    const blocks = anyBlocks(content);
    check(role === (index % 2 === 0 ? 'user' : 'assistant'), `${at}: roles do not alternate`);
    check(blocks.length > 0, `${at}: no content`);
    const results = blocks.filter((block) => block.type === 'tool_result');
    check(
      blocks.slice(0, results.length).every((block) => block.type === 'tool_result'),
      `${at}: results are not first`,
    );
    const answered = results.map((block) => block.tool_use_id);
    if (role === 'user') {
      check(sameIds(answered, open), `${at}: answers ${answered.join()} for calls ${open.join()}`);
      open = [];
    }
    for (const block of blocks) faults.push(...blockFaults(block, role, at));
    for (const { id } of blocks.filter((block) => block.type === 'tool_use')) {
      check(!used.has(id), `${at}: id ${id} is not unique`);
      used.add(id);
      open.push(id);
    }
    const reasoning = blocks.map((block) => /thinking/.test(block.type));
    check(!reasoning.at(-1), `${at}: ends in reasoning`);
    const isInterleaved = reasoning[0] === true;
    check(isInterleaved || !reasoning.includes(true), `${at}: reasoning is not first`);
  }
  const last = messages.at(-1)?.content.at(-1);
  const isPrefill = messages.at(-1)?.role === 'assistant' && last?.type === 'text';
  check(!isPrefill, 'end: the assistant has the last word');
  for (const id of open) faults.push(`end: call ${id} has no result`);
  return [...faults, ...breakpointFaults([...system, ...messages.flatMap((sent) => sent.content)])];
}

function hasWords(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '';
}

function sameIds(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && others.every((id) => some.includes(id));
}

function blockFaults(block: AnyBlock, role: 'user' | 'assistant', at: string): readonly string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(`${at}: ${fault}`);
  };
  check(KINDS_OF[role].has(block.type), `${block.type} of the ${role}`);
  if (block.type === 'text') check(hasWords(block.text), 'blank text');
  const { source } = block as { readonly source?: { readonly data?: string } };
  if (block.type === 'document') check(source?.data?.trim() !== '', 'blank document');
  if (block.type === 'thinking') check(Boolean(block.signature), 'unsigned reasoning');
  if (block.type === 'tool_use') {
    check(/^[a-zA-Z0-9_-]+$/.test(String(block.id)), `id ${block.id}`);
    check(/^[a-zA-Z0-9_-]{1,128}$/.test(String(block.name)), `name ${block.name}`);
    const { input } = block;
    check(
      typeof input === 'object' && input !== null && !Array.isArray(input),
      'input is no object',
    );
  }
  if (block.type === 'tool_result') {
    const { content = [], is_error: isError } = block;
    const pieces = Array.isArray(content) ? (content as readonly AnyBlock[]) : undefined;
    for (const piece of pieces ?? []) {
      if (piece.type === 'text') check(hasWords(piece.text), 'blank text in a result');
    }
    const isEmpty = pieces ? pieces.length === 0 : content === '';
    if (isError) check(!isEmpty, 'a failure without words');
    if (isError) check(pieces?.every(({ type }) => type === 'text') ?? true, 'a failure with more');
  }
  return faults;
}

function breakpointFaults(blocks: readonly object[]): readonly string[] {
  const faults: string[] = [];
  const all = blocks.flatMap((block) => breakpointsIn(block as AnyBlock));
  if (all.length > 4) faults.push(`${all.length} breakpoints`);
  const firstShort = all.findIndex((found) => found.ttl !== '1h');
  const lastLong = all.findLastIndex((found) => found.ttl === '1h');
  if (firstShort !== -1 && firstShort < lastLong) faults.push('an hour behind five minutes');
  for (const { type } of all) if (/thinking/.test(type)) faults.push('breakpoint at reasoning');
  return faults;
}

interface FoundBreakpoint {
  readonly type: string;
  readonly ttl: unknown;
}

function breakpointsIn(block: AnyBlock): readonly FoundBreakpoint[] {
  const inside =
    block.type === 'tool_result' && Array.isArray(block.content)
      ? (block.content as readonly AnyBlock[]).flatMap(breakpointsIn)
      : [];
  const control = block.cache_control as { readonly ttl?: string } | undefined;
  return control ? [...inside, { type: block.type, ttl: control.ttl ?? '5m' }] : inside;
}

/** Live text is a block of its own, once, and a breakpoint stands somewhere ahead of it. */
function liveFaults({ system, messages }: AnthropicContext, live: string): readonly string[] {
  const blocks = anyBlocks([...system, ...messages.flatMap((message) => message.content)]);
  const places = blocks.flatMap((block, index) =>
    JSON.stringify(block).includes(live) ? [{ block, index }] : [],
  );
  const [place] = places;
  if (!place || places.length > 1) return [`live text stands in ${places.length} blocks`];
  const { block, index } = place;
  const isOwn = block.type === 'text' && String(block.text).trim().startsWith(live);
  const ahead = blocks.slice(0, index);
  // The caller's own breakpoints may be as many as Anthropic takes.
  const isFull = blocks.flatMap(breakpointsIn).length >= 4;
  const canBeMarked = !isFull && ahead.some(({ type }) => type === 'text');
  const isMarked = ahead.some((other) => breakpointsIn(other).length > 0);
  return [
    ...(isOwn && !block.cache_control ? [] : ['live text is no block of its own']),
    ...(isMarked || !canBeMarked ? [] : ['no breakpoint ahead of live text']),
  ];
}

/**
 * Gives the faults for which a strict chat template or WebLLM would refuse a request, in words. Source:
 * the templates of Mistral and Gemma (`raise_exception` where roles do not alternate; calls and results
 * of tools are not counted), and the checks of WebLLM on the order of messages.
 */
function templateFaults(messages: readonly OpenAiMessage[]): readonly string[] {
  const faults: string[] = [];
  const isSystem = messages.map(({ role }) => role === 'system');
  if (isSystem.lastIndexOf(true) > 0) faults.push('a system message that is not the first');
  const roles = messages.filter((_, index) => !isSystem[index]);
  const inTurn = roles.filter(({ role, tool_calls: calls }) => role !== 'tool' && !calls);
  for (const [index, { role }] of inTurn.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) faults.push(`${index}: ${role} speaks`);
  }
  if (roles[0]?.role !== 'user') faults.push('the user does not begin');
  const last = messages.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') faults.push(`${last} is last`);
  for (const { role, content, tool_calls: calls } of messages) {
    if (typeof content !== 'string' && !isRich(content)) faults.push(`${role}: no plain text`);
    if (content === '' && role !== 'tool' && !calls) faults.push(`${role}: says nothing`);
  }
  return faults;
}

function isRich(content: OpenAiMessage['content']): boolean {
  return typeof content === 'object' && (content?.some(({ type }) => type !== 'text') ?? false);
}
