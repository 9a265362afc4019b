import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import {
  aCompaction,
  aDecision,
  aMadeItem,
  aMessage,
  anArchivedContext,
  anEntry,
  anItem,
  aPlan,
  aRange,
  aSchedule,
  aValue,
  FIXTURE_NOW_MS,
} from '../testing/plan-fixture.ts';

const panel = panelPerTest();

/** A session of a core that knows more than this panel: every open union holds a kind of its own. */
function newerSession(): FixtureMemory {
  const entries = ['My order is R-20418.', 'Old one.', 'What I said first.'].map((text, seq) =>
    anEntry(seq, aMessage('user', text)),
  );
  const [first, , last] = entries;
  if (!first || !last) throw new Error('The fixture has three entries.');
  const redacted = aMessage('user', 'What I said [redacted].');
  const quotaRule = { rule: newerKind<'FITS'>('QUOTA_HELD'), numbers: { heldMessages: 3 } };
  const plan = aPlan(
    [
      anItem(first, 'archive', quotaRule),
      aMadeItem(
        { id: 'memory-7', kind: newerKind('recalled-memory'), tier: newerKind('recalled') },
        'Rides a gravel bike.',
        { fate: newerKind('recalled'), rule: newerKind('SCORE_OVER_CUT') },
      ),
      anItem(last, 'working', { fate: newerKind('redacted'), rule: newerKind('HIDDEN') }, redacted),
      ...['scratchpad', 'notes', 'open-page'].map((id) =>
        aMadeItem({ id, kind: newerKind(id), tier: 'live' }, `The ${id} says this.`, {
          rule: 'LIVE_STATE',
        }),
      ),
    ],
    {
      ranges: [aRange(1, 2, { fate: newerKind('archived'), rule: newerKind('TOPIC_CLOSED') })],
      withheld: [aDecision('retrieved-records', { tier: 'live', rule: newerKind('NO_SHARE') })],
      schedule: aSchedule({ reason: newerKind('QUOTA_NEAR'), numbers: { limitTokens: 900 } }),
      degraded: [{ code: newerKind('LOCK_LOST'), message: 'Another tab writes now.' }],
      cache: {
        keptTokens: 100,
        lostTokens: 10,
        newTokens: 5,
        firstChange: { itemId: 'memory-7', cause: newerKind('recall-changed') },
      },
    },
  );
  return new FixtureMemory({
    plan,
    entries,
    compactions: [
      {
        ...aCompaction({ trigger: newerKind('tab-close'), reason: newerKind('QUOTA_NEAR') }),
        ...{ overlays: [{ kind: 'redacted', seq: 2 }] },
      },
    ],
    archived: anArchivedContext([
      aValue({ state: newerKind('on-request'), kind: newerKind('iban') }),
    ]),
    state: {
      status: newerKind('time-travel'),
      breaker: { status: newerKind<'half-open'>('cooling-down'), failures: 1 },
      summary: { status: newerKind<'idle'>('loading-model'), name: 'small' },
    },
  });
}

const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const detail = () => page.getByRole('region', { name: /^Details:/ });

test('[DEV-1] items, tiers and fates that came later are rows like all others', async () => {
  panel.show(newerSession());
  await expect.element(row('Recalled1 item')).toBeVisible();
  await expect.element(row('Rides a gravel bike.')).toHaveTextContent(/recalled memory.*recalled/);
  await expect.element(row('What I said [redacted].')).toHaveTextContent(/redacted100/);
  await expect.element(page.getByText('time travel')).toBeVisible();
  await expect.element(page.getByText('Lock lost.')).toBeVisible();
  await page.getByRole('button', { name: 'Outlook' }).click();
  await expect.element(page.getByText(/Quota near, limit tokens 900/)).toBeVisible();
  await expect.element(page.getByText('recall changed')).toBeVisible();
});

test('[TIER-4] each section of the live tier is listed under its own name', async () => {
  panel.show(newerSession());
  await expect.element(row('Live3 items')).toBeVisible();
  for (const [id, title] of [
    ['scratchpad', 'Scratchpad'],
    ['notes', 'Notes'],
    ['open-page', 'Open page'],
  ] as const) {
    await row(`The ${id} says this.`).click();
    await expect.element(page.getByRole('region', { name: `Details: ${title}` })).toBeVisible();
    await expect.element(detail().getByText(/live tier/)).toBeVisible();
  }
  await page.getByRole('radio', { name: /Everything considered/ }).click();
  await expect.element(row('Retrieved records: left out')).toBeVisible();
});

test('[DEV-3] a rule that came later is told in a sentence with its code and figures', async () => {
  panel.show(newerSession());
  await row('My order is R-20418.').click();
  await expect.element(detail().getByText(/by the rule QUOTA_HELD\./)).toBeVisible();
  await expect.element(detail().getByText('3 messages')).toBeVisible();
});

test('[DEV-1] what a newer kind of overlay changed stands beside the original', async () => {
  panel.show(newerSession());
  await row('What I said [redacted].').click();
  await expect.element(detail().getByText('What I said [redacted].')).toBeVisible();
  await expect.element(detail().getByText('What I said first.')).toBeVisible();
});

test('[DEV-4] compactions, breaker and values of kinds that came later are drawn', async () => {
  const memory = newerSession();
  panel.show(memory);
  await page.getByRole('tab', { name: /Compactions/ }).click();
  await expect
    .element(page.getByRole('heading', { level: 2 }).first())
    .toHaveTextContent(/^tab close · quota near · /);
  await expect.element(page.getByText('Cooling down')).toBeVisible();
  await expect.element(page.getByText('small, loading model')).toBeVisible();
  await page.getByRole('tab', { name: 'Values' }).click();
  await page.getByRole('radio', { name: /On request/ }).click();
  await expect.element(row('R-20418')).toHaveTextContent(/iban.*on request/);
});

test('[DEV-8] an event that came later leaves the panel standing, and the next plan is shown', async () => {
  const memory = newerSession();
  panel.show(memory);
  await expect.element(row('Rides a gravel bike.')).toBeVisible();
  const event = { version: 1, sessionId: memory.id, atMs: FIXTURE_NOW_MS } as const;
  memory.emit({ ...event, type: newerKind<'scratchpad-update'>('memory-recall') });
  memory.assemble(aPlan([anItem(anEntry(0, aMessage('user', 'x'), 1_234), 'working')]));
  await expect.element(page.getByText('1,234 of 8,000 tokens · counted')).toBeVisible();
});
