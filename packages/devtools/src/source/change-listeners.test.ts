import { expect, test } from 'vitest';
import { changeListeners } from './change-listeners.ts';

test('[DEV-8] a listener that another one unsubscribes during a change is not called any more', () => {
  const { tell, subscribe } = changeListeners();
  const heard: string[] = [];
  let stopSecond: (() => void) | undefined;
  subscribe(() => {
    heard.push('first');
    stopSecond?.();
  });
  stopSecond = subscribe(() => heard.push('second'));
  tell();
  expect(heard).toEqual(['first']);
});

test('[DEV-8] the subscription behind listeners lasts from the first to the last', () => {
  const calls: string[] = [];
  const { subscribe } = changeListeners(() => {
    calls.push('begin');
    return () => calls.push('end');
  });
  const stops = [subscribe(() => undefined), subscribe(() => undefined)];
  for (const stop of [...stops, ...stops]) stop();
  subscribe(() => undefined);
  expect(calls).toEqual(['begin', 'end', 'begin']);
});
