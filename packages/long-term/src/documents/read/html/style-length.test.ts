import * as parse5 from 'parse5';
import { expect, test } from 'vitest';
import { parsePage } from './parse-page.ts';
import { StylesAhead } from './style-length.ts';

const MB = 1024 * 1024;

/** The steps in which a page was read, and whether that came to its end. */
function reading(html: string): { readonly steps: number; readonly isRefused: boolean } {
  const parsing = parsePage(html, parse5, { maxDepth: 512 }, new StylesAhead(html));
  let steps = 0;
  try {
    while (!parsing.next().done) steps += 1;
  } catch (error) {
    expect(error).toMatchObject({ refusal: { rule: 'HOSTILE' } });
    return { steps, isRefused: true };
  }
  return { steps, isRefused: false };
}

const css = (length: number) => 'p{top:1px}'.repeat(length / 10);

test('[LTM-10] a style sheet of 2 MB is refused by its length, before it is parsed', () => {
  expect(reading(`<style>${css(2 * MB)}</style><p>x`)).toEqual({ steps: 0, isRefused: true });
  expect(reading(`<style>${css(2 * MB)}`)).toEqual({ steps: 0, isRefused: true });
});

test('[LTM-10] style sheets that are too long together are refused at the one that is too much', () => {
  const sheet = `<style>${css(100_000)}</STYLE ><p>${'x'.repeat(2_000)}`;
  const { steps, isRefused } = reading(sheet.repeat(20));
  expect(isRefused).toBe(true);
  expect(steps).toBeLessThan((11 * sheet.length) / 1_024);
});

test.each([
  ['short sheets in a long page', `<style>${css(10_000)}</style>${'<p>text'.repeat(150_000)}`],
  ['a sheet that ends at any place of a piece', 'xx<style>p{}</style><p>text'.repeat(40_000)],
  ['a tag in a script', `<script>'<style>'</script>${'<p>text'.repeat(150_000)}`],
  ['a style of a drawing', `<svg><style>${'<g>x</g>'.repeat(150_000)}</style></svg>`],
])('[LTM-10] %s is no long style sheet', (_, html) => {
  expect(reading(html).isRefused).toBe(false);
});
