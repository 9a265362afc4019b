import { expect, test } from 'vitest';
import { createPanelSelection } from './panel-selection.ts';

test('[DEV-5] selecting a call keeps the message, and the other way round', () => {
  const { get, select } = createPanelSelection();
  select({ seq: 12 });
  select({ call: 31 });
  expect(get()).toEqual({ call: 31, seq: 12 });
  select({ call: undefined });
  expect(get()).toEqual({ call: undefined, seq: 12 });
});

test('[DEV-5] listeners hear of changes only, and no more once they let go', () => {
  const { get, select, subscribe } = createPanelSelection();
  const heard: unknown[] = [];
  const letGo = subscribe(() => heard.push(get().call));
  select({ call: 3 });
  select({ call: 3 });
  const same = get();
  expect(get()).toBe(same);
  select({ seq: 1 });
  letGo();
  select({ call: 4 });
  expect(heard).toEqual([3, 3]);
});

test('[DEV-5] one function that listens twice lets go twice', () => {
  const { select, subscribe } = createPanelSelection();
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  const letGo = subscribe(listener);
  subscribe(listener);
  letGo();
  select({ call: 1 });
  expect(heard).toBe(1);
});
