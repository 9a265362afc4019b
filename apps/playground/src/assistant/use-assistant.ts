import type { AgentMemory, AppendableMessage, OpenAiMessage } from '@agent-memory/core';
import type { Evidence, LongTermMemory } from '@agent-memory/long-term';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../app/error-text.ts';
import { wait } from '../app/wait.ts';
import { type ContextResult, faultOf } from '../session/use-session.ts';
import { useStateOf } from '../session/use-state-of.ts';
import type { ToolCall } from './assistant-move.ts';
import { erase, forget, knownAt, statementsOf, storeStatements } from './long-term-acts.ts';
import { readPage } from './pages/read-page.ts';
import { respond } from './respond.ts';
import { lookupOrder } from './rules/orders.ts';
import { createSpokenText, type SpokenText } from './spoken-text.ts';
import { streamWords } from './stream-words.ts';

/** The state of the assistant. */
export type AssistantState = 'idle' | 'thinking' | 'speaking';

/** Tools by which the assistant writes down what the user said: such a turn is not read once more [EXT-3]. */
export const memoryTools = ['store_memory', 'remember', 'forget_memory', 'erase_memory'] as const;

/** A turn ends after this many tools, whatever the rules say. */
const MAX_CALLS = 3;

/**
 * The scripted assistant at work on a memory: append, assemble, answer from what was assembled.
 * One turn at a time; `stop` keeps what was said so far. Another memory ends the turn of the one
 * before it, and begins at rest.
 */
export function useAssistant(
  memory: AgentMemory,
  longTerm: LongTermMemory,
  requestContext: () => Promise<ContextResult>,
): {
  readonly state: AssistantState;
  /**
   * The words so far; they grow one by one, so only the component that shows them should watch
   * them.
   */
  readonly spoken: SpokenText;
  /** Why the last turn ended early, in words. */
  readonly problem: string | undefined;
  readonly send: (text: string) => void;
  readonly stop: () => void;
} {
  const [state = 'idle', setState] = useStateOf<AssistantState>(memory);
  const [problem, setProblem] = useStateOf<string>(memory);
  const [spoken] = useState(createSpokenText);
  const turn = useRef<AbortController>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is one of its memory.
  useEffect(
    () => () => {
      turn.current?.abort();
      turn.current = undefined;
      spoken.set('');
    },
    [memory, spoken],
  );

  const send = useCallback(
    (text: string) => {
      if (turn.current) return;
      const controller = new AbortController();
      const { signal } = controller;
      const isLatest = (): boolean => turn.current === controller;
      turn.current = controller;
      setProblem(undefined);
      setState('thinking');
      const onSpeak = (said: string): void => {
        if (!isLatest()) return;
        spoken.set(said);
        setState('speaking');
      };
      runTurn({ memory, longTerm, requestContext, text, signal, onSpeak })
        .catch((error: unknown) => {
          if (isLatest()) setProblem(faultOf(error));
        })
        .finally(() => {
          if (!isLatest()) return;
          turn.current = undefined;
          spoken.set('');
          setState('idle');
        });
    },
    [memory, longTerm, requestContext, spoken, setState, setProblem],
  );
  const stop = useCallback(() => turn.current?.abort(), []);
  return { state, spoken, problem, send, stop };
}

interface TurnInput {
  readonly memory: AgentMemory;
  readonly longTerm: LongTermMemory;
  readonly requestContext: () => Promise<ContextResult>;
  readonly text: string;
  readonly signal: AbortSignal;
  readonly onSpeak: (said: string) => void;
}

async function runTurn({
  memory,
  longTerm,
  requestContext,
  text,
  signal,
  onSpeak,
}: TurnInput): Promise<void> {
  const asked = await memory.append({ role: 'user', content: text });
  const evidence = asked.map(({ id }) => ({ sessionId: memory.id, entryId: id }));
  for (let calls = 0; calls <= MAX_CALLS && !signal.aborted; calls += 1) {
    const result = await requestContext();
    if (result.kind === 'refused') return;
    const move = respond(result.context.messages, { now: new Date() });
    if (move.kind === 'say') {
      const said = await speak(move.text, signal, onSpeak);
      if (said !== '') await memory.append({ role: 'assistant', content: said });
      return;
    }
    await memory.append(await callMessages(move.call, { memory, longTerm, evidence }));
  }
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

/** A call and its result, appended together: neither is ever stored without the other. */
async function callMessages(
  call: ToolCall,
  bench: Workbench,
): Promise<readonly AppendableMessage[]> {
  const { memory } = bench;
  const id = `call_${memory.getState().entries}`;
  const calling: OpenAiMessage = {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id,
        type: 'function',
        function: { name: call.toolName, arguments: JSON.stringify(call.arguments) },
      },
    ],
  };
  return [calling, { role: 'tool', tool_call_id: id, content: await runTool(call, bench) }];
}

/** Everything that a tool may work on. */
interface Workbench {
  readonly memory: AgentMemory;
  readonly longTerm: LongTermMemory;
  /** The message that is being answered. */
  readonly evidence: readonly Evidence[];
}

async function runTool(call: ToolCall, bench: Workbench): Promise<string> {
  if (call.toolName === 'lookup_order') return lookupOrder(call.arguments.order);
  if (call.toolName === 'remember') {
    const { fact } = call.arguments;
    const { keyFacts } = bench.memory.getState().scratchpad;
    await bench.memory.patchScratchpad({ keyFacts: [...keyFacts, fact] });
  }
  try {
    return await carryOut(call, bench);
  } catch (error) {
    return `Long-term memory could not be used; nothing in it was changed. ${errorText(error)}`;
  }
}

async function carryOut(
  call: Exclude<ToolCall, { toolName: 'lookup_order' }>,
  { longTerm, evidence }: Workbench,
): Promise<string> {
  switch (call.toolName) {
    case 'read_page':
      return readPage(longTerm, { about: call.arguments.about, evidence });
    case 'remember': {
      const statements = statementsOf(call.arguments.fact);
      await storeStatements(longTerm, statements, { isCorrection: false, evidence });
      return 'Noted. It is on the scratchpad, which goes along with every message you send, and in long-term memory for later conversations.';
    }
    case 'store_memory': {
      const { records, isCorrection } = call.arguments;
      return storeStatements(longTerm, records, { isCorrection, evidence });
    }
    case 'memory_at':
      return knownAt(longTerm, call.arguments);
    case 'forget_memory':
      return forget(longTerm, call.arguments.about);
    case 'erase_memory':
      return erase(longTerm, call.arguments.about);
    default:
      return call satisfies never;
  }
}
