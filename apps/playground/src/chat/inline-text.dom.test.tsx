import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { InlineText } from './inline-text.tsx';

afterEach(cleanup);

function htmlOf(text: string): string {
  return render(<InlineText text={text} />).container.innerHTML;
}

test.each([
  ['Held as **QX7LMD** until noon', 'Held as <b>QX7LMD</b> until noon'],
  ['run `npm test` **now**', 'run <code>npm test</code> <b>now</b>'],
  ['2 ** 3 and a*b*c', '2 ** 3 and a*b*c'],
  ['no marks\nat all', 'no marks\nat all'],
  ['', ''],
])('%j', (text, html) => {
  expect(htmlOf(text)).toBe(html);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '**<script>alert(1)</script>**',
  '`<a href="javascript:alert(1)">x</a>`',
])('markup stays text: %s', (text) => {
  const { container } = render(<InlineText text={text} />);
  expect(container.querySelector('img, script, a')).toBeNull();
  expect(container.textContent).toBe(text.replace(/^(\*\*|`)|(\*\*|`)$/g, ''));
});
