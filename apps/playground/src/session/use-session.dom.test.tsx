import { fixedBudget, inMemoryStore, type OpenAiMessage } from '@agent-memory/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode, useEffect, useMemo } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from './use-session.ts';

afterEach(cleanup);

let sessions = 0;

function aSession(budgetTokens = 8_000) {
  sessions += 1;
  const memoryId = `session-${sessions}`;
  const store = inMemoryStore();
  const visit = () => {
    const { result, rerender, unmount } = renderHook(
      ({ budget }: { budget: number }) =>
        useSession({ memoryId, store, budget: useMemo(() => fixedBudget(budget), [budget]) }),
      { initialProps: { budget: budgetTokens }, wrapper: StrictMode },
    );
    const session = () => result.current;
    const say = (message: OpenAiMessage) => act(() => session().memory.append(message));
    const ask = () => act(() => session().requestContext());
    return { session, say, ask, unmount, setBudget: (budget: number) => rerender({ budget }) };
  };
  return visit;
}

function user(content: string): OpenAiMessage {
  return { role: 'user', content };
}

test('[BUD-3] a refused turn is explained until one fits', async () => {
  const { session, say, ask, setBudget } = aSession(2_000)();
  await say({ role: 'system', content: 'Every guest is greeted by name. '.repeat(600) });
  await say(user('Hello'));
  await ask();
  expect(session().refusal?.inputTokens).toBe(2_000);
  setBudget(32_000);
  await waitFor(() => expect(session().refusal).toBeUndefined());
});

test('[CMP-8] a change of the budget gives a new context at once', async () => {
  const { session, say, ask, setBudget } = aSession()();
  await say(user('Hello'));
  await ask();
  setBudget(4_000);
  await waitFor(() => expect(session().state.plan?.budget.inputTokens).toBe(4_000));
});

test('a visit to a stored session shows it as it would be sent', async () => {
  const visit = aSession();
  const first = visit();
  await first.say(user('Hello'));
  await first.ask();
  first.unmount();
  const second = visit();
  await waitFor(() => expect(second.session().state.plan?.transcriptLength).toBe(1));
});

test('a fault while the budget is applied is told, and gone with the next budget that is', async () => {
  const { session, say, setBudget } = aSession()();
  await say(user('Hello'));
  const configure = vi
    .spyOn(session().memory, 'configure')
    .mockRejectedValueOnce(new Error('the disk is gone'));
  setBudget(4_000);
  await waitFor(() => expect(session().fault).toBe('the disk is gone'));
  setBudget(5_000);
  await waitFor(() => expect(session().fault).toBeUndefined());
  expect(configure).toHaveBeenCalledTimes(2);
});

test('[CMP-12] what is compacted or undone by hand is shown at once', async () => {
  const { session, say, ask } = aSession()();
  for (let turn = 0; turn < 10; turn += 1) {
    await say(user(`Turn ${turn}: ${'Room 512 is to be cleaned before noon. '.repeat(20)}`));
    await say({
      role: 'assistant',
      content: `Noted for turn ${turn}. ${'It is done. '.repeat(60)}`,
    });
  }
  await say(user('Is it clean?'));
  await ask();
  const { memory } = session();
  const whole = memory.getState().plan?.items.length ?? 0;
  await waitFor(() => expect(session().state.plan?.items.length).toBe(whole));
  await act(() => memory.compact());
  await waitFor(() => expect(session().state.plan?.items.length).toBeLessThan(whole));
  await act(() => memory.undoCompaction());
  await waitFor(() => expect(session().state.plan?.items.length).toBe(whole));
});

const JUMP_BUDGET = fixedBudget(8_000);

test('[DEV-18] a jump over 2,000 messages makes at most 3 commits of React beside those of frames', async () => {
  const store = inMemoryStore();
  let commits = 0;
  const { result } = renderHook(() => {
    useEffect(() => {
      commits += 1;
    });
    return useSession({ memoryId: 'jump', store, budget: JUMP_BUDGET });
  });
  await act(() => result.current.memory.ready);
  const { memory, requestContext } = result.current;
  // No frame comes. Outside of act React commits at once, as it does in a page.
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'setTimeout'] });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const before = commits;
  await memory.together(async () => {
    for (let at = 0; at < 2_000; at += 2) {
      const reply = { role: 'assistant', content: 'Yes.' } as const;
      await memory.append([user(`Question ${at}`), reply]);
      await requestContext();
    }
  });
  vi.unstubAllGlobals();
  vi.useRealTimers();
  expect(commits - before).toBeLessThanOrEqual(3);
  expect(memory.getState().entries).toBe(2_000);
});
