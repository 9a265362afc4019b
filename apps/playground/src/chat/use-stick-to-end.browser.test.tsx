import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useStickToEnd } from './use-stick-to-end.ts';

afterEach(cleanup);

function List() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, toEnd } = useStickToEnd(scroller, content);
  return (
    <>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it.
        tabIndex={0}
        aria-label="List"
        style={{ height: 200, overflowY: 'auto' }}
      >
        <div ref={content} style={{ height: 4_000 }} />
      </section>
      <button type="button" onClick={toEnd}>
        To the end
      </button>
      <output>{isAtEnd ? 'at the end' : 'away'}</output>
    </>
  );
}

/** To be called ahead of what scrolls. */
const restOf = (list: HTMLElement): Promise<unknown> =>
  new Promise((resolve) => list.addEventListener('scrollend', resolve, { once: true }));

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight;

test('[DEV-10] the way to the end is not led away by a scroll that still glides', async () => {
  render(<List />);
  const list = screen.getByRole('region', { name: 'List' });
  await waitFor(() => expect(distanceToEnd(list)).toBeLessThan(1));
  list.focus();
  await userEvent.keyboard('{Home}');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('away'));
  const rested = restOf(list);
  screen.getByRole('button').click();
  await rested;
  expect(distanceToEnd(list)).toBeLessThan(1);
  expect(screen.getByRole('status').textContent).toBe('at the end');
});

test('[DEV-10] a person who scrolls up after that stays there', async () => {
  render(<List />);
  const list = screen.getByRole('region', { name: 'List' });
  await waitFor(() => expect(distanceToEnd(list)).toBeLessThan(1));
  list.focus();
  const up = restOf(list);
  await userEvent.keyboard('{Home}');
  await up;
  const down = restOf(list);
  screen.getByRole('button').click();
  await down;
  const upAgain = restOf(list);
  await userEvent.keyboard('{Home}');
  await upAgain;
  expect(list.scrollTop).toBe(0);
  expect(screen.getByRole('status').textContent).toBe('away');
});
