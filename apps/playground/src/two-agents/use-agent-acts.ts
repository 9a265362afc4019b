import { useRef, useState } from 'react';
import { useAnnounce } from '../app/announcer.tsx';
import { errorText } from '../app/error-text.ts';
import type { PlaygroundSession } from '../session/use-session.ts';
import { type ActOutcome, keepBy } from './agent-acts.ts';
import type { AgentName, AgentPair } from './agent-pair.ts';
import { answerFromContext } from './answer-from-context.ts';
import { heardBy } from './heard-by.ts';
import type { AgentAct } from './tour.ts';

/** Acts of a person upon the agents, one at a time. */
export interface AgentActs {
  readonly isBusy: boolean;
  /** The outcome of the last act. */
  readonly outcome: ActOutcome | undefined;
  readonly act: (act: AgentAct) => void;
  /** Carries out something else, which gives its outcome; `undefined` takes the last one away. */
  readonly run: (work: () => Promise<ActOutcome | undefined>) => void;
}

/** Carries out what a person has the agents do; each outcome is read out. */
export function useAgentActs(
  pair: AgentPair,
  sessions: Readonly<Record<AgentName, PlaygroundSession>>,
): AgentActs {
  const announce = useAnnounce();
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ActOutcome>();
  const isRunning = useRef(false);
  const run = (work: () => Promise<ActOutcome | undefined>): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    const finish = (came: ActOutcome | undefined): void => {
      isRunning.current = false;
      setIsBusy(false);
      setOutcome(came);
      if (came) announce(came.sentence);
    };
    work().then(finish, (error: unknown) =>
      finish({ kind: 'refused', sentence: failureOf(error) }),
    );
  };
  const act = ({ agent, way, ...what }: AgentAct): void =>
    run(() => {
      if (way === 'ask') return ask(sessions[agent], what.text);
      const keep = () => keepBy(pair[agent], { way, ...what });
      // When this is done, the other agent sees the shared text.
      const other = agent === 'planner' ? pair.writer : pair.planner;
      return way === 'share' ? heardBy(other.memory, keep) : keep();
    });
  return { isBusy, outcome, act, run };
}

/** Asks an agent; question and answer stay in its conversation, and the context shows what it had to go by. */
async function ask(
  { memory, requestContext }: PlaygroundSession,
  question: string,
): Promise<ActOutcome> {
  await memory.append({ role: 'user', content: question });
  const result = await requestContext();
  if (result.kind === 'refused') {
    return {
      kind: 'refused',
      sentence: 'The question is too long for the context; nothing was sent. Ask a shorter one.',
    };
  }
  const answer = answerFromContext(result.context.messages, question);
  await memory.append({ role: 'assistant', content: answer });
  return { kind: 'done', sentence: answer };
}

function failureOf(error: unknown): string {
  return `It failed; what was done before stays. ${errorText(error)}`;
}
