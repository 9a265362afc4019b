import { expect, test } from 'vitest';
import { eachInSteps, runToEnd, type Steps } from './steps.ts';

function* counting(to: number): Steps<number> {
  for (let at = 0; at < to; at += 1) yield;
  return to;
}

test('[CMP-1] run to its end, work gives its result however many steps it has', () => {
  expect(runToEnd(counting(0))).toBe(0);
  expect(runToEnd(counting(1_000))).toBe(1_000);
});

test('[CMP-1] what is made of each item is made in order, one in a step', () => {
  const made: number[] = [];
  const steps = eachInSteps([10, 20, 30], (item, index) => {
    made.push(item);
    return item + index;
  });
  steps.next();
  expect(made).toEqual([10]);
  steps.next();
  expect(made).toEqual([10, 20]);
  expect(runToEnd(eachInSteps([10, 20, 30], (item, index) => item + index))).toEqual([10, 21, 32]);
});

test('[CMP-1] an error of a step is the error of the whole', () => {
  const failing = eachInSteps([1], () => {
    throw new Error('no');
  });
  expect(() => runToEnd(failing)).toThrow('no');
});
