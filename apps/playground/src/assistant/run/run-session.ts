import type { AgentMemory, OpenAiMessage } from '@agent-memory/core';
import type { ExecutedCall, MemoryCheckpoints, OpenCall } from '@agent-memory/core/checkpoints';
import { type AnyTool, runTool } from '@agent-memory/core/tools';
import type { LongTermMemory } from '@agent-memory/long-term';
import { wait } from '../../app/wait.ts';
import type { ContextResult } from '../../session/use-session.ts';
import { type AssistantMove, type MindCall, say } from '../assistant-move.ts';
import { respond } from '../respond.ts';
import { isShopTool, type ShopDesk } from '../shop/shop-desk.ts';
import { streamWords } from '../stream-words.ts';
import { assistantTools, isReading, TOOL_NAMES, type Workbench } from '../tools/assistant-tools.ts';
import { askedEntry, stepOfRun } from './run-place.ts';

/** Everything that a run works with. */
export interface RunSession {
  readonly memory: AgentMemory;
  readonly longTerm: LongTermMemory;
  readonly checkpoints: MemoryCheckpoints;
  readonly recallTools: readonly AnyTool[];
  readonly desk: ShopDesk;
  readonly requestContext: () => Promise<ContextResult>;
  /** Messages that the store holds of this session now, whichever page put them there. */
  readonly storedEntries: () => Promise<number>;
}

/** Told of a run as it goes on. */
export interface RunWatcher {
  readonly onStep: (activity: Activity) => void;
  readonly onSpeak: (said: string) => void;
}

/** The step that a run is at, from 1, and the tool that is called there. */
export interface Activity {
  readonly step: number;
  readonly toolName?: string;
}

/** A run ends after this many steps, whatever the rules say. */
const MOST_STEPS = 20;
const TOO_LONG = say(`I stop here: this took ${MOST_STEPS} steps, and there is no end in sight.`);

/**
 * Runs from wherever the conversation stands to the answer. It goes by nothing but what is stored: a page
 * that was killed goes on at the same step when it calls this again.
 */
export async function runToTheEnd(
  session: RunSession,
  watcher: RunWatcher,
  signal: AbortSignal,
): Promise<void> {
  const { memory, checkpoints } = session;
  while (!signal.aborted) {
    const { next, pending, inDoubt } = await checkpoints.resume();
    if (next === 'nothing') return;
    for (const call of [...pending, ...inDoubt]) {
      watcher.onStep({ step: stepOfRun(memory), toolName: call.toolName });
      await runCall(call, session, { isInDoubt: inDoubt.includes(call), signal });
    }
    if (next === 'run_calls') continue;
    const step = stepOfRun(memory);
    watcher.onStep({ step });
    const move = step > MOST_STEPS ? TOO_LONG : await nextMove(session);
    if (!move) return;
    await take(move, session, watcher, signal);
  }
}

/** Ends a run that the user stopped: calls that are open get an answer, so that nothing goes on later. */
export async function endStoppedRun({ memory, checkpoints }: RunSession): Promise<void> {
  const { next, pending, inDoubt } = await checkpoints.resume();
  if (next === 'nothing') return;
  for (const call of pending) {
    const content = 'Not called: the user stopped the run.';
    await memory.append({ role: 'tool', tool_call_id: call.callId, content });
  }
  // Nothing is run: a call in doubt gets its result in words.
  for (const call of inDoubt) await checkpoints.execute(call, () => undefined);
  await memory.append({ role: 'assistant', content: 'Stopped.' });
}

/** `undefined` where no context fits the budget. */
async function nextMove(session: RunSession): Promise<AssistantMove | undefined> {
  const result = await session.requestContext();
  if (result.kind === 'refused') return undefined;
  const tools = new Set([...TOOL_NAMES, ...session.recallTools.map(({ name }) => name)]);
  return respond(result.context.messages, { now: new Date(), tools });
}

async function take(
  move: AssistantMove,
  { memory }: RunSession,
  { onSpeak }: RunWatcher,
  signal: AbortSignal,
): Promise<void> {
  if (move.kind === 'call') {
    if (!signal.aborted) await memory.append(callMessage(move.call));
    return;
  }
  const said = await speak(move.text, signal, onSpeak);
  if (said !== '') await memory.append({ role: 'assistant', content: said });
}

/** Says a text word by word; gives what was said until the end or the stop. */
async function speak(
  text: string,
  signal: AbortSignal,
  onSpeak: (said: string) => void,
): Promise<string> {
  let said = '';
  for await (const beginning of streamWords(text, { signal, wait })) {
    said = beginning;
    onSpeak(said);
  }
  return said.length < text.length && said !== '' ? `${said.trimEnd()} …` : said;
}

function callMessage({ toolName, arguments: args }: MindCall): OpenAiMessage {
  const called = { name: toolName, arguments: JSON.stringify(args) };
  const id = `call_${crypto.randomUUID()}`;
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: called }],
  };
}

/** A call in doubt is not made again, but for one that only reads, and one of which the shop knows its end. */
function runCall(
  call: OpenCall,
  session: RunSession,
  { isInDoubt, signal }: { readonly isInDoubt: boolean; readonly signal: AbortSignal },
): Promise<ExecutedCall> {
  const callKey = `${session.memory.id}/${call.callId}`;
  const tools = toolsFor(session, { callKey, isInDoubt, signal });
  const idempotent = isReading(call.toolName) || isShopTool(call.toolName);
  return session.checkpoints.execute(call, () => runTool(tools, call, { signal }), {
    idempotent,
    signal,
  });
}

function toolsFor(
  { memory, longTerm, desk, recallTools }: RunSession,
  call: Pick<Workbench, 'callKey' | 'isInDoubt' | 'signal'>,
): readonly AnyTool[] {
  const asked = askedEntry(memory);
  const evidence = asked ? [{ sessionId: memory.id, entryId: asked.id }] : [];
  return [...assistantTools({ memory, longTerm, desk, evidence, ...call }), ...recallTools];
}
