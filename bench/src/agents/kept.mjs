// @ts-check
import { runTool, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory } from '@agent-memory/core';
import { INSTRUCTIONS } from './instructions.mjs';
import { callOf, ordersOf, resultOf } from './scripted-run.mjs';

/** @typedef {import('@agent-memory/core').AgentMemory} AgentMemory */
/** @typedef {import('@agent-memory/core').OpenAiMessage} OpenAiMessage */

const POLLS = 20;

/** Values of earlier answers to the same call that stand beside the newest one after they left. */
export async function staleValues() {
  const memory = createAgentMemory({ id: 'polls', contextWindow: 4_000 });
  await memory.append({ role: 'user', content: 'Wait until the build is done.' });
  for (let poll = 0; poll < POLLS; poll += 1) {
    await memory.append(callOf('get_status', `poll-${poll}`, { build: 'B-77' }));
    await memory.append(resultOf(`poll-${poll}`, JSON.stringify({ status: `STATUS-${poll}` })));
  }
  await talkUntilCompacted(memory, 3);
  const text = await contextText(memory);
  await memory.dispose();
  const values = new Set(text.match(/STATUS-\d+/g) ?? []);
  values.delete(`STATUS-${POLLS - 1}`);
  return values.size;
}

const SESSIONS = 40;
const PER_SESSION = 5;
const MANY = 20;
const COMPACTIONS = 20;

/**
 * The shares of planted instructions that stand in the context, and that stand there or are found by one search.
 */
export async function instructionsKept() {
  let shown = 0;
  let kept = 0;
  let planted = 0;
  for (let session = 0; session <= SESSIONS; session += 1) {
    const count = session === SESSIONS ? MANY : PER_SESSION;
    const chosen = Array.from(
      { length: count },
      (_, at) => INSTRUCTIONS[(session * PER_SESSION + at) % INSTRUCTIONS.length],
    ).flatMap((each) => each ?? []);
    const outcome = await keptOf(`instructions-${session}`, chosen);
    shown += outcome.shown;
    kept += outcome.kept;
    planted += count;
  }
  return { shown: shown / planted, kept: kept / planted };
}

/**
 * @param {string} id
 * @param {readonly { said: string, rule: string }[]} instructions
 */
async function keptOf(id, instructions) {
  const runs = sessionRuns();
  const memory = createAgentMemory({
    ...{ id, contextWindow: 8_000, features: [runs.feature], tools: runs.definitions },
    system: 'You are a coding agent.',
  });
  for (const [at, { said }] of instructions.entries()) {
    await memory.append({ role: 'user', content: said });
    await work(memory, at);
  }
  await talkUntilCompacted(memory, COMPACTIONS);
  const text = await contextText(memory);
  const { tools } = runs.of(memory);
  let shown = 0;
  let found = 0;
  for (const { rule } of instructions) {
    if (text.includes(rule)) {
      shown += 1;
      continue;
    }
    const query = JSON.stringify({ query: rule });
    const asked = { callId: 'search', toolName: 'search_session', arguments: query };
    if ((await runTool(tools, asked)).text.includes(rule)) found += 1;
  }
  await memory.dispose();
  return { shown, kept: shown + found };
}

export const SMALL_BUDGETS = [1_200, 2_000, 4_000, 8_000];

const IMPORTANT = [
  'My order number is ORD-99417 and it must reach Ghent before the 4th of May.',
  'I am allergic to penicillin, so never suggest it.',
  'We decided to keep Postgres 16; the other databases are out.',
  'My budget is 4,250 euros, not a cent more.',
  'Correction: the meeting is on Thursday at 14:30, not on Tuesday.',
  'Please answer in French from now on.',
];

/**
 * The share of the important things a user said that a small context still shows in the user's words.
 *
 * @param {number} inputTokens
 */
export async function importantKept(inputTokens) {
  const memory = createAgentMemory({
    id: `important-${inputTokens}`,
    budget: budgetOf(inputTokens),
  });
  for (const [at, said] of IMPORTANT.entries()) {
    await memory.append([
      { role: 'user', content: said },
      { role: 'assistant', content: 'I have noted that.' },
    ]);
    for (let turn = 0; turn < 12; turn += 1) await chat(memory, at * 12 + turn);
  }
  const text = await contextText(memory);
  await memory.dispose();
  return IMPORTANT.filter((said) => text.includes(said)).length / IMPORTANT.length;
}

/** @param {number} inputTokens */
function budgetOf(inputTokens) {
  const kept = { replyTokens: 0, safetyTokens: 0, toolResultTokens: 0, reservedTokens: 0 };
  const marks = { highTokens: inputTokens, lowTokens: Math.floor(inputTokens / 2) };
  return { contextWindow: inputTokens, inputTokens, ...kept, ...marks };
}

/**
 * @param {AgentMemory} memory
 * @param {number} turn
 */
async function chat(memory, turn) {
  await memory.append([
    { role: 'user', content: `And what about the shelf in hall ${turn % 40}, is it full by now?` },
    {
      role: 'assistant',
      content: `The shelf in hall ${turn % 40} has room for ${(turn * 13) % 90} more boxes; the others of that row are as they were in the morning.`,
    },
  ]);
  await memory.assemble();
}

/**
 * @param {AgentMemory} memory
 * @param {number} compactions at least
 */
async function talkUntilCompacted(memory, compactions) {
  const before = memory.getState().compactions.length;
  for (let at = 100; memory.getState().compactions.length < before + compactions; at += 1) {
    await memory.append({ role: 'user', content: `Go on with part ${at}.` });
    await work(memory, at);
  }
}

/**
 * One run of three steps.
 *
 * @param {AgentMemory} memory
 * @param {number} at
 */
async function work(memory, at) {
  for (let step = 0; step < 3; step += 1) {
    await memory.append(callOf('read_orders', `work-${at}-${step}`, { page: step }));
    await memory.append(resultOf(`work-${at}-${step}`, ordersOf(at, step, 300)));
    await memory.assemble();
  }
  await memory.append({ role: 'assistant', content: `Part ${at} is done.` });
}

/** @param {AgentMemory} memory */
async function contextText(memory) {
  const { messages } = await memory.assemble();
  return messages.map(({ content }) => textOf(content)).join('\n');
}

/** @param {OpenAiMessage['content']} content */
function textOf(content) {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
