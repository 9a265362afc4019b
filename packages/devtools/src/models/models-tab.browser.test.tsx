import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { aFixtureModel, aModelRow } from '../testing/model-fixture.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { aCompaction, FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';

const panel = panelPerTest();

const openTab = () => page.getByRole('tab', { name: 'Models' }).click();
const card = (name: string) => page.getByRole('article').filter({ hasText: name });

test('[DEV-15] the tab is there where models are shown or one was called, and nowhere else', async () => {
  const memory = new FixtureMemory();
  panel.show(memory);
  await expect.element(page.getByRole('tab', { name: 'Storage' })).toBeVisible();
  expect(page.getByRole('tab', { name: 'Models' }).query()).toBeNull();
  memory.setState({ models: [aModelRow()] });
  await expect.element(page.getByRole('tab', { name: 'Models' })).toBeVisible();
});

test('[DEV-15] a download is followed as it continues', async () => {
  const progress = { phase: 'download', loadedBytes: 20e6, totalBytes: 98e6, leftMs: 12_000 };
  const model = aFixtureModel('smollm2', { phase: 'loading', progress });
  panel.show(new FixtureMemory(), { models: [model] });
  await openTab();
  await expect.element(card('smollm2')).toHaveTextContent('Downloading: 20 MB of 98 MB');
  model.set({ phase: 'ready', engine: { backend: 'wasm', threads: 4, contextWindow: 2_048 } });
  await expect.element(card('smollm2')).toHaveTextContent('WebAssembly, 4 threads');
  await expect.element(card('smollm2')).not.toHaveTextContent('Downloading');
  await expect.element(card('smollm2')).toHaveTextContent('2,048 tokens');
});

test('[DEV-15] a fallback, why it was taken, and the open breaker', async () => {
  const passedOver = [{ name: 'near', error: { message: 'It was silent.' }, wasAsked: true }];
  const chain = aFixtureModel('chain', { taken: 'far', passedOver });
  const memory = new FixtureMemory({
    state: {
      breaker: {
        status: 'open',
        failures: 3,
        openedAtMs: FIXTURE_NOW_MS,
        retryAtMs: FIXTURE_NOW_MS + 60_000,
      },
      degraded: [{ code: 'SUMMARIZER_FAILED', message: 'The summariser "chain" failed (…).' }],
    },
  });
  panel.show(memory, { models: [chain] });
  await openTab();
  await expect.element(card('chain')).toHaveTextContent('took far');
  await expect.element(card('chain')).toHaveTextContent('near: It was silent.');
  const tab = page.getByRole('region', { name: 'Models', exact: true });
  await expect.element(tab).toHaveTextContent('Open until');
  await expect.element(tab).toHaveTextContent('The summariser "chain" failed');
});

test('[DEV-15] [OBS-2] the ledger is a table', async () => {
  const memory = new FixtureMemory({
    state: { models: [aModelRow(), aModelRow({ model: 'large', calls: 1 })] },
  });
  panel.show(memory);
  await openTab();
  await expect
    .element(page.getByRole('row', { name: 'small 3 2,700 1,800 180 3.6 s 0.0123 1, 1 aborted' }))
    .toBeVisible();
});

test('[DEV-15] names and words from outside are shown as text', async () => {
  const hostile = '<img src=x onerror="document.title=1"><b>bold</b>';
  const failure = { kind: hostile };
  const models = [
    aFixtureModel(hostile, { phase: hostile, failure, failureText: hostile }),
    aFixtureModel('chain', {
      passedOver: [{ name: hostile, error: { message: hostile }, wasAsked: true }],
    }),
  ];
  const memory = new FixtureMemory({
    state: { models: [aModelRow({ model: hostile })] },
    compactions: [aCompaction({ summariser: hostile, summaryFailure: hostile })],
  });
  panel.show(memory, { models });
  await openTab();
  await expect.element(card(hostile).first()).toBeVisible();
  expect(panel.shadow().querySelectorAll('.models img, .models b')).toHaveLength(0);
});

test('[DEV-10] the tab scrolls by keys, and at 360 px nothing is wider than the panel', async () => {
  const memory = new FixtureMemory({ state: { models: [aModelRow({ model: 'm'.repeat(80) })] } });
  const model = aFixtureModel('n'.repeat(90), { phase: 'ready', failure: { kind: 'silent' } });
  panel.show(memory, { models: [model], widthPixels: 360 });
  await openTab();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('Calls by model').first()).toBeVisible();
  const tab = panel.shadow().querySelector('.models');
  expect(tab?.scrollWidth).toBeLessThanOrEqual(tab?.clientWidth ?? 0);
});
