import { runTool, type SessionCheckpoints, type SessionRuns } from '@agent-memory/agent';
import type { LongTermMemory } from '@agent-memory/long-term';
import { EMPTY_REPLY } from '@agent-memory/models';
import { wait } from '../platform/wait.ts';
import type { Answer, Answerer, Asked } from '../turn/answerer.ts';
import { questionOf } from '../turn/run-turn.ts';
import { type Move, respond } from './respond.ts';
import { scriptedTools } from './tools.ts';

interface ScriptedParts {
  readonly longTerm: LongTermMemory;
  readonly runs: SessionRuns;
  readonly checkpoints: SessionCheckpoints;
}

/** A run ends after so many calls, whatever the rules say. */
const MOST_STEPS = 12;

/** The script as an answerer: it calls its tools through checkpoints, and answers word by word. */
export function scriptedAnswerer(parts: ScriptedParts): Answerer {
  return {
    name: 'the scripted assistant',
    async answer(asked) {
      const words = await decide(asked, parts);
      return words.kind === 'say' ? speak(words.text, asked) : words;
    },
  };
}

/** Calls tools until there is something to say. */
export async function decide(
  asked: Pick<Asked, 'memory' | 'requestContext' | 'signal'>,
  parts: ScriptedParts,
): Promise<Extract<Move, { kind: 'say' }> | Extract<Answer, { kind: 'stopped' | 'no-context' }>> {
  const { requestContext, signal } = asked;
  for (let step = 0; !signal.aborted; step += 1) {
    const result = await requestContext({ signal });
    if (result.kind === 'refused') return { kind: 'no-context' };
    const move = respond(result.context.plan.items);
    if (move.kind === 'say') return move;
    if (step === MOST_STEPS)
      return { kind: 'say', text: 'I stop here: this takes too many steps.' };
    await carryOut(move, asked, parts);
  }
  return { kind: 'stopped', reply: EMPTY_REPLY };
}

async function carryOut(
  { toolName: name, arguments: args }: Extract<Move, { kind: 'call' }>,
  { memory, signal }: Pick<Asked, 'memory' | 'signal'>,
  { longTerm, runs, checkpoints }: ScriptedParts,
): Promise<void> {
  const asked = questionOf(memory);
  const evidence = asked ? [{ sessionId: memory.id, entryId: asked.id }] : [];
  const tools = [...scriptedTools(memory, longTerm, evidence), ...runs.of(memory).tools];
  const called = { name, arguments: JSON.stringify(args) };
  const id = `call_${crypto.randomUUID()}`;
  await memory.append({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: called }],
  });
  const session = checkpoints.of(memory);
  const { pending } = await session.resume();
  for (const call of pending) {
    await session.execute(call, () => runTool(tools, call, { signal }), { signal });
  }
}

/** A text is said in at most so many pieces, so that the longest takes no more than some seconds. */
const MOST_PIECES = 70;
const PIECE_MS = 35;

/** Says a text word by word; a stop keeps what was said until then. */
async function speak(text: string, { onReply, signal }: Asked): Promise<Answer> {
  const words = text.match(/\S+\s*/g) ?? [];
  const atOnce = Math.max(1, Math.ceil(words.length / MOST_PIECES));
  let reply = EMPTY_REPLY;
  for (let shown = atOnce; shown < words.length + atOnce; shown += atOnce) {
    await wait(PIECE_MS, signal);
    if (signal.aborted) return { kind: 'stopped', reply };
    reply = { ...EMPTY_REPLY, text: words.slice(0, shown).join('') };
    onReply(reply);
  }
  return { kind: 'whole', reply: { ...reply, text } };
}
