import { inMemoryRecordStore } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { forgetAll, freePart, keepBy, takeBack } from './agent-acts.ts';
import { type Agent, createAgentPair } from './agent-pair.ts';
import { seenBy } from './seen-records.ts';
import { TOUR } from './tour.ts';

const aPair = () => createAgentPair({ store: inMemoryRecordStore() });

async function seen(agent: Agent) {
  const { items } = await agent.memory.list();
  return seenBy(agent, items).map(({ text, from, facts }) => [text, from, facts]);
}

test('[NS-1] a part on the blackboard is seen by the other agent, as text from outside', async () => {
  const { planner, writer } = aPair();
  const outcome = await keepBy(planner, { way: 'share', text: 'By ferry.', part: 'route' });
  expect(outcome).toMatchObject({ kind: 'done', sentence: expect.stringContaining('“route”') });
  expect(await seen(planner)).toEqual([
    ['By ferry.', 'shared-by-it', 'shared by itself, 30\u00A0%'],
  ]);
  expect(await seen(writer)).toEqual([
    ['By ferry.', 'shared-by-others', 'from the Planner, as text from outside, 30\u00A0%'],
  ]);
});

test('[NS-1] notes stay with their agent, and what a user said stays with the user', async () => {
  const { planner, writer } = aPair();
  await keepBy(planner, { way: 'keep', text: 'The reserve is 300 euros.' });
  await keepBy(planner, { way: 'tell', text: 'Ada is allergic to peanuts.' });
  expect(await seen(planner)).toEqual([
    ['Ada is allergic to peanuts.', 'user', 'Ada’s own, 100\u00A0%'],
    ['The reserve is 300 euros.', 'itself', 'its own note, 60\u00A0%, nobody confirmed it'],
  ]);
  expect(await seen(writer)).toEqual([]);
});

test('[NS-1] [GRD-2] each step of the tour is carried out or refused as its hint says', async () => {
  const pair = aPair();
  const outcomes: string[] = [];
  for (const { act } of TOUR) {
    if (act.way === 'ask') continue;
    const { agent, way, ...what } = act;
    const { kind, sentence } = await keepBy(pair[agent], { way, ...what });
    outcomes.push(kind === 'done' ? kind : (/\((\w+)\)/.exec(sentence)?.[1] ?? sentence));
  }
  expect(outcomes).toEqual(['done', 'done', 'done', 'PRIVATE', 'HELD', 'done']);
});

test('a text that is known already changes nothing, and says so', async () => {
  const { planner } = aPair();
  const told = { way: 'tell', text: 'Ada has a cat.' } as const;
  await keepBy(planner, told);
  expect((await keepBy(planner, told)).sentence).toBe('It is known already: nothing changed.');
});

test('[NS-1] a part that is taken back is seen by nobody', async () => {
  const { planner, writer } = aPair();
  await keepBy(planner, { way: 'share', text: 'By ferry.', part: 'route' });
  const key = 'task:trip:route';
  expect((await takeBack(planner, key)).sentence).toContain('took it back');
  expect((await takeBack(planner, key)).sentence).toBe('It was taken back already.');
  expect([await seen(planner), await seen(writer)]).toEqual([[], []]);
});

test('started over, an agent holds nothing, the other one keeps its own, and the tour can be taken again', async () => {
  const pair = aPair();
  for (const { act } of TOUR) {
    const { agent, way, ...what } = act;
    if (way !== 'ask') await keepBy(pair[agent], { way, ...what });
  }
  await forgetAll(pair.planner);
  expect((await seen(pair.planner)).map(([, from]) => from)).toEqual(['shared-by-others']);
  await forgetAll(pair.writer);
  expect([await seen(pair.planner), await seen(pair.writer)]).toEqual([[], []]);
  const told = await keepBy(pair.planner, { way: 'tell', text: 'Ada is allergic to peanuts.' });
  expect(told.sentence).toContain('Kept as Ada’s own');
});

test('a part without a name takes the next number', async () => {
  expect(freePart([])).toBe('note 1');
  expect(freePart(['note 1', 'route', 'note 2'])).toBe('note 3');
});
