import { afterEach, expect, inject, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DevtoolsSource, PlanFacts } from '../source/devtools-source.ts';
import { axeFindings } from '../testing/axe-findings.ts';
import { emulateMedia } from '../testing/emulate-media.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { aLongPlan, aMadeItem, aMessage, anEntry, anItem, aPlan } from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';
import { timeSession } from '../testing/time-session.ts';
import { outBlocks, sentBlocks } from './context-map.ts';

const panel = panelPerTest();
const block = (name: RegExp | string) => page.getByRole('option', { name });
/** Opens the map, which is folded to a line at first. */
async function showMap(...shown: Parameters<typeof panel.show>) {
  const rendered = panel.show(...shown);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  return rendered;
}
const map = () => page.getByRole('region', { name: 'Map of the context' });

afterEach(() => emulateMedia({}));

/** The blocks in their order, by their names. */
function drawn(): readonly (string | null)[] {
  const options = panel.shadow().querySelectorAll('.map-lanes [role="option"]');
  return [...options].map((option) => option.getAttribute('aria-label'));
}

test('[DEV-1] the map draws what is out of context, and every item in send order, as wide as its tokens', async () => {
  await showMap(richSession().memory);
  await expect.element(block('Message #24, 790 tokens')).toBeVisible();
  const names = drawn();
  expect(names[0]).toBe('14 messages summarised, #1–#14, 5,775 tokens');
  expect(names.at(-1)).toBe('Scratchpad, ≈51 tokens');
  const width = (name: RegExp) => block(name).element().getBoundingClientRect().width;
  const lane = page.getByRole('group', { name: 'Sent' }).element().getBoundingClientRect();
  expect(width(/^Message #24/)).toBeCloseTo((790 / 8_000) * lane.width, -1);
  await expect.element(map()).toHaveTextContent(/the summary stands for them in 128/);
});

test('[DEV-1] a click on a block selects its row, and a selected row lights its block', async () => {
  await showMap(richSession().memory);
  await block(/^Message #17/).click();
  await expect.element(page.getByRole('row', { selected: true })).toHaveTextContent(/chain-100/);
  await page.getByRole('row', { name: /Which chains/ }).click();
  await expect.element(block(/^Message #15/)).toHaveAttribute('aria-selected', 'true');
  await block(/^14 messages/).click();
  await expect.element(page.getByRole('row', { selected: true })).toHaveTextContent(/14 messages/);
});

test('[DEV-1] [DEV-10] the map is one tab stop: arrows walk, and select the row', async () => {
  await showMap(richSession().memory);
  await expect.element(block(/^System text/)).toBeVisible();
  page.getByRole('button', { name: 'Map', exact: true }).element().focus();
  await userEvent.keyboard('{Tab}');
  const focused = () => panel.focused()?.getAttribute('aria-label');
  expect(focused()).toMatch(/^14 messages/);
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toMatch(/^System text/);
  await userEvent.keyboard('{End}{ArrowLeft}');
  expect(focused()).toMatch(/^Message #24/);
  await expect
    .element(page.getByRole('row', { selected: true }))
    .toHaveTextContent(/Then 23 January/);
  expect(panel.shadow().querySelectorAll('.map-lanes [tabindex="0"]')).toHaveLength(1);
});

test('[DEV-1] the map starts folded, and stays open over a change of tab', async () => {
  panel.show(richSession().memory);
  const toggle = page.getByRole('button', { name: 'Map', exact: true });
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.element(block(/^System text/)).not.toBeInTheDocument();
  await toggle.click();
  await page.getByRole('tab', { name: 'Values' }).click();
  await page.getByRole('tab', { name: 'Context' }).click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect.element(block(/^System text/)).toBeVisible();
});

test('[DEV-1] what is over the limit is drawn beyond it, and a refused context says that nothing was sent', async () => {
  const entries = [anEntry(0, aMessage('user', 'A long question.'), 9_000)];
  const [entry] = entries;
  if (!entry) throw new Error('The plan has a message.');
  const plan = aPlan([anItem(entry, 'working')]);
  await showMap(new FixtureMemory({ plan: { ...plan, isRefused: true }, entries }));
  await expect
    .element(map())
    .toHaveTextContent('1,000 tokens over the limit, and nothing was sent.');
  await expect.element(block('Message #0, 9,000 tokens, not sent')).toBeVisible();
});

test('[DEV-1] an empty plan is free room alone', async () => {
  await showMap(new FixtureMemory({ plan: aPlan([]) }));
  await expect.element(map()).toHaveTextContent(/This plan sends nothing/);
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('[DEV-1] 5,000 items stay within 300 elements, and the panel within 1,500 nodes', async () => {
  const { plan, entries } = aLongPlan(5_000);
  await showMap(new FixtureMemory({ plan, entries }));
  await expect.element(block(/small items/).first()).toBeVisible();
  expect(panel.shadow().querySelectorAll('.map *').length).toBeLessThan(300);
  expect(panel.shadow().querySelectorAll('*').length).toBeLessThan(1_500);
});

test(`[DEV-1] [DEV-9] hostile texts are letters in the names of blocks${inject('needsHostileStrings')}`, async ({
  skip,
}) => {
  const collected: readonly string[] = JSON.parse(decodeURIComponent(inject('hostileStrings')));
  skip(collected.length === 0);
  const strings = collected.slice(0, 60);
  const entries = strings.map((text, seq) => anEntry(seq, aMessage('user', text), 120));
  const items = [
    ...entries.map((entry) => anItem(entry, 'working')),
    aMadeItem({ id: '"><img src=x onerror=alert(1)>', kind: 'scratchpad', tier: 'live' }, 'x'),
  ];
  const alerted = vi.spyOn(window, 'alert').mockReturnValue(undefined);
  await showMap(new FixtureMemory({ plan: aPlan(items), entries }));
  await expect.element(block(/^Message #0/)).toBeVisible();
  const options = panel.shadow().querySelectorAll<HTMLElement>('.map-lanes [role="option"]');
  expect(options).toHaveLength(strings.length + 1);
  expect(alerted).not.toHaveBeenCalled();
  expect(panel.shadow().querySelectorAll('.map :is(img, script, iframe)')).toHaveLength(0);
});

for (const theme of ['light', 'dark'] as const) {
  for (const widthPixels of [320, 1_200]) {
    test(`[DEV-10] axe finds nothing, and measures every contrast, in the map, ${theme}, ${widthPixels} px`, async () => {
      await showMap(richSession().memory, { theme, widthPixels, heightPixels: 1_000 });
      await block(/^Message #17/).click();
      expect(await axeFindings(panel)).toEqual([]);
    });
  }
}

test('[DEV-5] the map draws the context of the call that is shown, and the present again after it', async () => {
  let live: DevtoolsSource | undefined;
  await showMap(await timeSession(), {
    sourceOf: (source) => {
      live = source;
      return source;
    },
  });
  const strip = page.getByRole('slider');
  await expect.element(strip).toBeVisible();
  await expect.element(block(/^System text/)).toBeVisible();
  const present = drawn();
  (strip.element() as HTMLElement).focus();
  for (const call of [12, 31]) {
    const past = await live?.at(call);
    const plan = past?.getState().plan;
    if (!plan) throw new Error(`Call ${call} is kept.`);
    await goToCall(call);
    await expect.poll(drawn).toEqual(namesOf(plan));
    expect(drawn()).not.toEqual(present);
  }
  await userEvent.keyboard('{End}');
  await expect.poll(drawn).toEqual(present);
});

async function goToCall(call: number): Promise<void> {
  await userEvent.keyboard(`{Home}${'{ArrowRight}'.repeat(call - 1)}`);
  await expect
    .element(page.getByText(new RegExp(`^Call ${call} of \\d+ · the past$`)))
    .toBeVisible();
}

function namesOf(plan: PlanFacts): readonly string[] {
  return [...outBlocks(plan), ...sentBlocks(plan)].map(({ name }) => name);
}

test('[DEV-10] in forced colours what is out of context and what is selected are told apart', async () => {
  await emulateMedia({ 'forced-colors': 'active' });
  await showMap(richSession().memory);
  await block(/^Message #24/).click();
  const style = (name: RegExp) => getComputedStyle(block(name).element());
  expect(style(/^14 messages/).backgroundImage).toContain('gradient');
  expect(style(/^Message #24/).outlineStyle).toBe('solid');
  expect(style(/^Tool definitions/).outlineStyle).toBe('none');
});
