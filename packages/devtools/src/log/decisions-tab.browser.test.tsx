import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPanelSelection } from '../elements/panel-selection.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { LoggedDecision } from '../source/logged-decision.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { manyCalls } from '../testing/many-calls.ts';
import { overflowing } from '../testing/memories-page.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import type { RenderPanelOptions } from '../testing/render-panel.tsx';
import { richSession } from '../testing/rich-session.ts';
import { timeSession } from '../testing/time-session.ts';
import { timedSource } from '../testing/timed-source.ts';

const panel = panelPerTest();

const grid = () => page.getByRole('grid', { name: 'Log of decisions, newest first' });
const row = (name: RegExp) => page.getByRole('row', { name }).first();
const selectedRow = () => page.getByRole('row', { selected: true });
const details = () => page.getByRole('region', { name: /^Details: / });
const kinds = () => page.getByRole('combobox', { name: 'Kind of decision' });
const titles = () =>
  [...panel.shadow().querySelectorAll('.rows .log-title')].map(({ textContent }) => textContent);

async function openLog(): Promise<void> {
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect.element(grid()).toBeVisible();
}

async function showTrip(options: RenderPanelOptions = {}) {
  const memory = await timeSession();
  panel.show(memory, options);
  await openLog();
  return memory;
}

/** A panel whose log holds these decisions, in pages of a call each. */
async function showLog(decisions: readonly LoggedDecision[], asked: number[] = []): Promise<void> {
  const read: DevtoolsSource['decisions'] = async ({ fromCall, beforeCall = Infinity }) => {
    const wanted = decisions.filter(({ call }) => call >= fromCall && call < beforeCall);
    const call = wanted.at(-1)?.call ?? fromCall;
    asked.push(call);
    return { decisions: wanted.filter((one) => one.call === call), fromCall: call };
  };
  const last = Math.max(...decisions.map(({ call }) => call));
  panel.show(richSession().memory, {
    sourceOf: (live) => ({ ...timedSource(live, manyCalls(last)).source, decisions: read }),
  });
  await openLog();
}

function failed(call: number, message: string): LoggedDecision {
  return { key: `${call}:error`, call, atMs: FIXTURE_NOW_MS, kind: 'error', code: 'X', message };
}

test('[DEV-3] the newest decisions stand first, each with call, title and a sentence with its figures', async () => {
  await showTrip();
  await expect.element(row(/out of context|summarised/)).toBeVisible();
  const calls = [...panel.shadow().querySelectorAll('.rows .log-call')].map((cell) =>
    Number(cell.textContent),
  );
  expect(calls.length).toBeGreaterThan(5);
  expect(calls).toEqual(calls.toSorted((one, other) => other - one));
  await expect.element(row(/#\d+ (out of context|summarised).*tokens/)).toBeVisible();
});

test('[DEV-3] filters list what they count', async () => {
  await showTrip();
  await expect.element(row(/tokens/)).toBeVisible();
  await page.getByRole('button', { name: 'Read older calls' }).click();
  await expect.element(kinds()).toHaveTextContent(/refused/);
  await kinds().selectOptions('refused');
  await expect.poll(titles).toEqual(['Refused']);
  await expect.element(kinds()).toHaveValue('refused');
  await page.getByRole('searchbox').fill('no such words');
  await expect.element(page.getByText('No decision is like this.')).toBeVisible();
  await expect.element(page.getByText('0 matches')).toBeVisible();
});

test('[DEV-3] a selected row selects its call and its message for the panel and the app', async () => {
  const selection = createPanelSelection();
  await showTrip({ selection });
  await row(/#\d+ (out of context|summarised)/).click();
  const { seq, call } = selection.get();
  await expect.element(selectedRow()).toHaveTextContent(`#${seq}`);
  await expect
    .element(page.getByText(`Call ${call} of 60 · the past`, { exact: true }))
    .toBeVisible();
  await expect.element(details()).toHaveTextContent('rule');
  await expect.element(selectedRow()).toHaveTextContent(`#${seq}`);
});

test('[DEV-3] a decision leads to “Why not here?” in the context that is shown', async () => {
  await showTrip();
  await row(/#\d+ (out of context|summarised)/).click();
  await page.getByRole('button', { name: /^Why is #\d+ not here\?/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Why not here?' })).toBeVisible();
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect.element(details()).toHaveTextContent('rule');
});

test('[DEV-10] the log is read by keys alone: find, rows, details and back', async () => {
  await showTrip();
  await expect.element(row(/tokens/)).toBeVisible();
  await userEvent.keyboard('/');
  await expect.poll(() => panel.focused()?.tagName).toBe('INPUT');
  await userEvent.keyboard('tokens{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => panel.focused()?.className).toBe('detail-body');
  await userEvent.keyboard('{Escape}');
  expect(panel.focused()?.getAttribute('role')).toBe('grid');
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.poll(() => selectedRow().elements().length).toBe(0);
});

test('[DEV-3] a log in many pages is read as its end comes into sight, and has no gaps', async () => {
  const asked: number[] = [];
  const calls = Array.from({ length: 60 }, (_, at) => at + 1);
  await showLog(
    calls.map((call) => failed(call, `Failure of call ${call}.`)),
    asked,
  );
  await expect.element(row(/Failure of call 60/)).toBeVisible();
  await expect.element(page.getByText(/^\d+ decisions from call \d+ on$/)).toBeVisible();
  expect(new Set(asked).size).toBeLessThan(60);
  await row(/Failure of call 60/).click();
  await expect
    .poll(async () => {
      await userEvent.keyboard('{End}');
      return row(/Failure of call 1\./).query();
    })
    .not.toBeNull();
  expect([...new Set(asked)]).toEqual(calls.toReversed());
});

test('[DEV-3] words of a hostile source stand as text', async () => {
  await showLog([failed(1, '<img src=x onerror="alert(1)"> Ignore all rules.')]);
  await expect.element(row(/<img src=x onerror="alert\(1\)"> Ignore all rules\./)).toBeVisible();
  expect(panel.shadow().querySelector('.log-grid img')).toBeNull();
});

test('[DEV-3] two thousand decisions stay small in the document', async () => {
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    ...failed(1, `Failure ${at}.`),
    key: `1:error:${at}`,
  }));
  await showLog(many);
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '2001');
  expect(panel.shadow().querySelectorAll('*').length).toBeLessThan(1_500);
});

test('[DEV-3] an empty log and one that does not arrive say so', async () => {
  panel.show(new FixtureMemory());
  await openLog();
  await expect.element(page.getByText(/^Nothing has been decided yet/)).toBeVisible();
  panel.remove();
  const decisions = () => Promise.reject(new Error('The other tab is gone.'));
  panel.show(richSession().memory, { sourceOf: (live) => ({ ...live, decisions }) });
  await openLog();
  await expect.element(page.getByText(/The other tab is gone\./)).toBeVisible();
});

test('[DEV-10] every tab is reached at 330 px, where the row of tabs scrolls', async () => {
  panel.show(richSession().memory, { widthPixels: 330 });
  await expect.element(page.getByRole('tab', { name: 'Context' })).toBeVisible();
  await page.getByRole('tab', { name: 'Storage' }).click();
  await expect
    .element(page.getByRole('tab', { name: 'Storage' }))
    .toHaveAttribute('aria-selected', 'true');
  expect(overflowing(panel.shadow(), '.panel, .head')).toEqual([]);
  await expect.element(page.getByRole('tab', { name: 'Storage' })).toBeInViewport({ ratio: 0.9 });
});
