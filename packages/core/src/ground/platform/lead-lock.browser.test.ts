import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { LeadLock } from './lead-lock.ts';
import { lockedInTurn } from './lock-in-turn.ts';

let names = 0;
const aName = () => {
  names += 1;
  return `lead-${names}`;
};

test('[NS-2] one of several leads, and the next one when it closes', async () => {
  const name = aName();
  const one = new LeadLock(name);
  await expect.poll(() => one.leads).toBe(true);
  const [other, third] = [new LeadLock(name), new LeadLock(name)];
  expect([other.leads, third.leads]).toEqual([false, false]);
  one.close();
  await expect.poll(() => other.leads).toBe(true);
  expect([one.leads, third.leads]).toEqual([false, false]);
  other.close();
  await expect.poll(() => third.leads).toBe(true);
  third.close();
});

test('[NS-2] each change of the lead is told once, and not how it stands at first', async () => {
  const name = aName();
  const page = new EventTarget();
  const heard: boolean[] = [];
  const lock = new LeadLock(name, { pages: [page], onChange: () => heard.push(lock.leads) });
  expect(heard).toEqual([]);
  await expect.poll(() => heard).toEqual([true]);
  page.dispatchEvent(new Event('freeze'));
  page.dispatchEvent(new Event('pagehide'));
  expect(heard).toEqual([true, false]);
  page.dispatchEvent(new Event('resume'));
  await expect.poll(() => heard).toEqual([true, false, true]);
  lock.close();
  lock.close();
  expect(heard).toEqual([true, false, true, false]);
});

test('[NS-2] where locks are denied everybody leads, and hears of it', async () => {
  const locks = { request: () => Promise.reject(new DOMException('Denied.', 'SecurityError')) };
  const heard: boolean[] = [];
  const lock = new LeadLock(aName(), { locks, onChange: () => heard.push(lock.leads) });
  await expect.poll(() => heard).toEqual([true]);
  lock.close();
  expect(lock.leads).toBe(true);
  const unlocked = new LeadLock(aName(), { locks: null, onChange: () => heard.push(false) });
  expect(unlocked.leads).toBe(true);
  unlocked.close();
  expect(heard).toEqual([true]);
});

test('[NS-2] a page that is frozen lets go, and stands for it again when it goes on', async () => {
  const name = aName();
  const page = new EventTarget();
  const frozen = new LeadLock(name, { pages: [page] });
  await expect.poll(() => frozen.leads).toBe(true);
  const other = new LeadLock(name, { pages: [] });
  page.dispatchEvent(new Event('freeze'));
  await expect.poll(() => other.leads).toBe(true);
  expect(frozen.leads).toBe(false);
  page.dispatchEvent(new Event('resume'));
  expect(frozen.leads).toBe(false);
  other.close();
  await expect.poll(() => frozen.leads).toBe(true);
  frozen.close();
});

test('[NS-2] works of one name are done one after another, each behind what the one before left to do', async () => {
  const order: string[] = [];
  const name = aName();
  const [clock, limitMs] = [systemClock, 60_000];
  const done = (who: string) =>
    lockedInTurn(
      async () => {
        order.push(`${who} works`);
        return who;
      },
      { name, clock, limitMs, afterwards: async () => void order.push(`${who} is done`) },
    );
  expect(await Promise.all([done('one'), done('two')])).toEqual(['one', 'two']);
  expect(order.slice(0, 3)).toEqual(['one works', 'one is done', 'two works']);
});

test('[NS-2] a turn that does not come in time is not waited for, and one that is aborted ends', async () => {
  const name = aName();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const holding = lockedInTurn(() => held, { name, clock: systemClock, limitMs: 60_000 });
  const work = async () => 'done';
  expect(await lockedInTurn(work, { name, clock: systemClock, limitMs: 1 })).toBe('done');
  const abort = new AbortController();
  const waiting = lockedInTurn(work, {
    ...{ name, clock: systemClock, limitMs: 60_000 },
    signal: abort.signal,
  });
  abort.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  letGo();
  await holding;
});

test('[NS-2] a page that is frozen in the middle of its turn does not keep the next one waiting', async () => {
  const name = aName();
  const page = new EventTarget();
  const turn = { name, clock: systemClock, limitMs: 60_000 };
  let end = (_words: string): void => undefined;
  const work = new Promise<string>((resolve) => {
    end = resolve;
  });
  let hasBegun = false;
  const frozen = lockedInTurn(
    () => {
      hasBegun = true;
      return work;
    },
    { ...turn, pages: [page] },
  );
  await expect.poll(() => hasBegun).toBe(true);
  const next = lockedInTurn(async () => 'next', turn);
  page.dispatchEvent(new Event('freeze'));
  expect(await next).toBe('next');
  end('done after all');
  expect(await frozen).toBe('done after all');
});
