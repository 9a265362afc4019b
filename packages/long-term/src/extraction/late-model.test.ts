import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { memoryExtraction } from './memory-extraction.ts';
import type { ExtractionModel } from './model/extraction-model.ts';
import {
  answers,
  calls,
  result,
  says,
  TEA_SAID,
  tea,
  textsIn,
} from './testing/chat-with-extraction.ts';

/** A model that is silent until it is told to answer; `asked` waits for its next request. */
function aSilentModel() {
  let isSilent = true;
  let told: (() => void)[] = [];
  let requests = 0;
  const model: ExtractionModel = {
    name: 'silent',
    chat() {
      requests += 1;
      for (const tell of told) tell();
      told = [];
      const reply = { text: JSON.stringify({ memories: [tea] }) };
      return isSilent ? new Promise(() => undefined) : Promise.resolve(reply);
    },
  };
  return {
    model,
    requests: () => requests,
    asked: () => new Promise<void>((resolve) => told.push(resolve)),
    speak: () => {
      isSilent = false;
    },
  };
}

/** A clock that tells when somebody begins to wait for so long. */
function aWatchedClock() {
  const simulated = aSimulatedClock();
  const waited = new Map<number, () => void>();
  const clock: typeof simulated = {
    ...simulated,
    startTimer(callback, delayMs) {
      waited.get(delayMs)?.();
      return simulated.startTimer?.(callback, delayMs) ?? (() => undefined);
    },
  };
  const isWaiting = (delayMs: number) =>
    new Promise<void>((resolve) => waited.set(delayMs, resolve));
  return { clock, isWaiting };
}

function aLongRun() {
  const { clock, isWaiting } = aWatchedClock();
  const silent = aSilentModel();
  const longTerm = createLongTermMemory({ user: 'ada' });
  const extraction = memoryExtraction(longTerm, { chatModel: silent.model });
  const features = [extraction.feature];
  const memory = createAgentMemory({ id: 'chat', budget: fixedBudget(4_000), clock, features });
  const read = async (pages: number) => {
    for (let page = 0; page < pages; page += 1) {
      const id = `c${page}-${memory.getState().entries}`;
      await memory.append([calls(id, 'read'), result(id, 'words '.repeat(900))]);
    }
  };
  return { clock, isWaiting, silent, longTerm, extraction, memory, read };
}

test('[CMP-9] a model that hangs holds a context for five seconds; patterns read, and the model reads later', async () => {
  const { clock, silent, longTerm, extraction, memory, read } = aLongRun();
  await memory.append([says(`${TEA_SAID} Also, I prefer window seats.`)]);
  await read(6);
  const asked = silent.asked();
  const assembled = memory.assemble();
  await asked;
  clock.advance(5_000);
  await assembled;
  expect(memory.getState().compactions.length).toBeGreaterThan(0);
  expect(await textsIn(longTerm)).toEqual(['I prefer window seats.']);
  const [late, standIn] = extraction.log('chat');
  expect(late).toMatchObject({
    cause: 'leaving',
    extractor: 'silent',
    failure: { code: 'TIMEOUT' },
  });
  expect(late?.failure?.message).toContain('within 5 s');
  expect(late?.failure?.message).toContain('patterns read it now');
  expect(standIn).toMatchObject({ cause: 'leaving', extractor: 'patterns', isStandIn: true });
  silent.speak();
  await memory.append(answers('All pages are read.'));
  await extraction.settled();
  expect(await textsIn(longTerm)).toEqual([
    'I prefer window seats.',
    'The user prefers green tea.',
  ]);
  expect(extraction.log('chat').at(-1)).toMatchObject({ cause: 'run-end', extractor: 'silent' });
});

test('[CMP-9] a model that was late is not waited for again before it has answered', async () => {
  const { clock, silent, memory, extraction, read } = aLongRun();
  await memory.append([says('Read all pages. Also, I prefer window seats.')]);
  await read(6);
  const asked = silent.asked();
  const assembled = memory.assemble();
  await asked;
  clock.advance(5_000);
  await assembled;
  const requests = silent.requests();
  await read(6);
  await memory.assemble();
  expect(silent.requests()).toBe(requests);
  const kinds = extraction.log('chat').map(({ extractor, failure }) => [extractor, failure?.code]);
  expect(kinds).toEqual([
    ['silent', 'TIMEOUT'],
    ['patterns', undefined],
    ['patterns', undefined],
  ]);
});

test('[CMP-9] a model that was asked when a run had ended is given up as well', async () => {
  const { clock, isWaiting, silent, longTerm, extraction, memory, read } = aLongRun();
  const asked = silent.asked();
  await memory.append([says('I prefer window seats.'), answers('Noted.')]);
  await asked;
  await memory.append([says('Read all pages.')]);
  await read(6);
  const isLeaving = isWaiting(5_000);
  const assembled = memory.assemble();
  await isLeaving;
  clock.advance(5_000);
  await assembled;
  expect(await textsIn(longTerm)).toEqual(['I prefer window seats.']);
  expect(extraction.log('chat').map(({ cause, isStandIn = false }) => [cause, isStandIn])).toEqual([
    ['run-end', false],
    ['leaving', true],
  ]);
});
