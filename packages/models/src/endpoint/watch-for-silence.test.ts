import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { watchForSilence } from './watch-for-silence.ts';

function aWatch() {
  const clock = aSimulatedClock();
  const said: boolean[] = [];
  const watch = watchForSilence(clock, 1_000, (isSilent) => said.push(isSilent));
  return { clock, said, watch };
}

test('says so after the silence, once', () => {
  const { clock, said } = aWatch();
  clock.advance(999);
  expect(said).toEqual([]);
  clock.advance(1);
  clock.advance(5_000);
  expect(said).toEqual([true]);
});

test('what is heard puts it off, and ends a silence', () => {
  const { clock, said, watch } = aWatch();
  clock.advance(900);
  watch.heard();
  clock.advance(900);
  expect(said).toEqual([]);
  clock.advance(100);
  watch.heard();
  clock.advance(1_000);
  expect(said).toEqual([true, false, true]);
});

test('says nothing more once it was stopped, but that the silence is over', () => {
  const { clock, said, watch } = aWatch();
  clock.advance(1_000);
  watch.stop();
  clock.advance(9_000);
  expect(said).toEqual([true, false]);
});
