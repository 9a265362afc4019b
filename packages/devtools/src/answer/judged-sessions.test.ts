import { fixedBudget, slidingWindow } from '@agent-memory/core';
import type { ValueAction } from '@agent-memory/explain';
import { expect, test } from 'vitest';
import { memorySource } from '../source/memory-source.ts';
import { type LostSession, lostSession } from '../testing/lost-sessions.ts';

const { signal } = new AbortController();
const SESSIONS = 100;
/** Every fate comes about at least once. */
const FATES = 17;

const sourceOf = ({ memory, longTerm }: LostSession) => memorySource(memory, { longTerm });
const answerIn = async (session: LostSession) =>
  (await sourceOf(session).trace(session.asked, { signal })).answer;
const hasValue = ({ sent, value }: LostSession) => sent()?.some((text) => text.includes(value));

/** Takes a step in a session and tells whether the next context has the value; `undefined` where there is no such step. */
async function keeps(session: LostSession, action: ValueAction): Promise<boolean | undefined> {
  if (action.kind === 'settings') {
    const remedies = await session.memory.remedies(action.itemId);
    if (remedies.length === 0) return undefined;
    for (const { option, of = '', atLeast } of remedies) {
      if (option === 'inputBudget')
        await session.memory.configure({ budget: fixedBudget(atLeast) });
      else if (option === 'policy.messages') {
        await session.memory.configure({ policy: slidingWindow({ messages: atLeast }) });
      } else await session.memory.configure({ toolHints: { [of]: { maxTokens: atLeast } } });
    }
  } else await sourceOf(session).bringBack?.(action);
  await session.assemble();
  return hasValue(session);
}

test('[DEV-13] the answer names what became of a value in 100 of 100 sessions, as the bytes that were sent tell it', async () => {
  const named: string[] = [];
  const wrong: object[] = [];
  const failed: object[] = [];
  for (let number = 0; number < SESSIONS; number += 1) {
    const session = await lostSession(number);
    const { way, label } = session;
    const answer = await answerIn(session);
    named.push(label);
    if (answer.fate !== label) wrong.push({ number, way, label, ...answer });
    for (const [at, action] of answer.actions.entries()) {
      const tried = at === 0 ? session : await lostSession(number);
      if ((await keeps(tried, action)) === false) failed.push({ number, way, action });
    }
  }
  expect(wrong).toEqual([]);
  expect(failed).toEqual([]);
  expect(new Set(named).size).toBe(FATES);
});
