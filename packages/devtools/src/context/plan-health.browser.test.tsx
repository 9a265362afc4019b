import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { aSchedule } from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';

const panel = panelPerTest();

/** Opens the outlook, which is folded to a line at first. */
async function showOutlook(...shown: Parameters<typeof panel.show>): Promise<void> {
  panel.show(...shown);
  await page.getByRole('button', { name: 'Outlook' }).click();
}

test('[DEV-1] [BUD-2] beside the budget it says why it waits, and where the next compaction is due', async () => {
  const { memory, plan } = richSession();
  await showOutlook(memory);
  await expect
    .element(
      page.getByText('The context has grown 1,240 of 3,900 tokens that pay for a compaction.'),
    )
    .toBeVisible();
  await expect
    .element(
      page.getByText(/^Next compaction at 4,597 tokens, about \d+ messages away: by then it pays/),
    )
    .toBeVisible();
  await expect
    .element(page.getByRole('img', { name: /next compaction due at 4,597$/ }))
    .toBeVisible();
  const schedule = aSchedule({
    state: 'act',
    reason: 'OVER_HIGH_WATERMARK',
    numbers: { viewTokens: 7_220, highTokens: 7_200 },
  });
  memory.assemble({ ...plan, schedule });
  await expect
    .element(page.getByText('The context is over the high watermark, 7,220 of 7,200 tokens.'))
    .toBeVisible();
  await expect.element(page.getByText('The next call compacts first.')).toBeVisible();
  memory.setState({
    breaker: { status: 'open', failures: 3, openedAtMs: 0, retryAtMs: Number.POSITIVE_INFINITY },
  });
  await expect
    .element(
      page.getByText(/compacts first\. No model is asked: the summariser has failed 3 times/),
    )
    .toBeVisible();
});

test('[DEV-5] in the past the outlook is told as it was at that call', async () => {
  await showOutlook(richSession().memory, {
    sourceOf: (live) => ({ ...live, past: { call: 4, atMs: 0, lastCall: 9 } }),
  });
  await expect
    .element(page.getByText(/^At this call the next compaction was due at 4,597 tokens/))
    .toBeVisible();
});

test('[DEV-11] what a prompt cache keeps and loses is told, and leads to the first change', async () => {
  await showOutlook(richSession().memory);
  await expect.element(page.getByText('412 kept · 1,190 lost · 386 new')).toBeVisible();
  await page.getByRole('button', { name: 'Summary' }).click();
  await expect
    .element(page.getByRole('row', { selected: true }))
    .toHaveTextContent('Messages 1 to 14, condensed');
});

test('[DEV-2] [TOK-5] what the provider reported is held against the figures here', async () => {
  const { memory } = richSession();
  await showOutlook(memory);
  await expect
    .element(page.getByText('1,978 tokens reported, 1,902 counted here, drift +4.0 %'))
    .toBeVisible();
  await expect
    .element(page.getByText('2,068 predicted for this context, with a factor of 1.04'))
    .toBeVisible();
  memory.setState({ ledger: { factor: 1, reservedTokens: 0, reports: 0 } });
  await expect.element(page.getByText(/counted here/)).not.toBeInTheDocument();
});
