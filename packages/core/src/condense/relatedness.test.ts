import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { relatingTo } from './relatedness.ts';

const relatednessTo = (text: string, values: readonly { readonly text: string }[]) =>
  runToEnd(relatingTo(text, values));
const valuesOf = (...texts: readonly string[]) => texts.map((text) => ({ text }));

test('[CMP-11] a value is related by the share of its words that stand in the text', () => {
  const related = relatednessTo(
    'The border of the selector',
    valuesOf('selector.border', 'user.email'),
  );
  expect(related('selector.border')).toBe(1);
  expect(related('user.email')).toBe(0);
});

test('[CMP-11] a word that few values have relates more than one that most have', () => {
  const values = valuesOf('theme.width', 'theme.height', 'theme.colour', 'theme.border');
  const byRareWord = relatednessTo('width', values)('theme.width');
  const byCommonWord = relatednessTo('theme', values)('theme.width');
  expect(byRareWord).toBeGreaterThan(0.5);
  expect(byCommonWord).toBeGreaterThan(0);
  expect(byCommonWord).toBeLessThan(0.5);
});

test('[CMP-11] letters in capitals, scripts beyond ASCII and escaped line breaks are no obstacle', () => {
  const related = relatednessTo('{"text":"ЗАКАЗ\\nWidth"}', valuesOf('заказ_width'));
  expect(related('заказ_width')).toBe(1);
});

test('[CMP-11] a value without words is related to nothing', () => {
  expect(relatednessTo('4711 and 42', valuesOf('4711'))('4711')).toBe(0);
});
