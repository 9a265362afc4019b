import { afterEach, expect, inject, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DevtoolsSource, PlanFacts } from '../../source/devtools-source.ts';
import { axeFindings } from '../../testing/axe-findings.ts';
import { emulateMedia } from '../../testing/emulate-media.ts';
import { FixtureMemory } from '../../testing/fixture-memory.ts';
import { panelPerTest } from '../../testing/panel-per-test.ts';
import {
  aLongPlan,
  aMadeItem,
  aMessage,
  anEntry,
  anItem,
  aPlan,
} from '../../testing/plan-fixture.ts';
import { richSession } from '../../testing/rich-session.ts';
import { timeSession } from '../../testing/time-session.ts';
import { blockMap, mapCells } from './block-map.ts';
import { blockWords, ghostWords } from './block-map-words.ts';

const panel = panelPerTest();
const tip = () => page.getByRole('tooltip');
const block = (name: RegExp | string) => page.getByRole('option', { name });
/** Opens the map, which is folded to a line at first. */
async function showMap(...shown: Parameters<typeof panel.show>) {
  const rendered = panel.show(...shown);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  return rendered;
}
const map = () => page.getByRole('region', { name: 'Map of the context' });

afterEach(() => emulateMedia({}));

/** The blocks and ghosts in their order, by their names. */
function names(): readonly (string | null)[] {
  const options = panel.shadow().querySelectorAll('.map-cells [role="option"]');
  return [...options].map((option) => option.getAttribute('aria-label'));
}

test('[DEV-1] the map draws what left and then every item in send order, as wide as its tokens', async () => {
  await showMap(richSession().memory);
  await expect.element(block(/^User, message 24, 790 tokens/)).toBeVisible();
  expect(names()).toHaveLength(18);
  expect(names()[0]).toBe('14 messages, #1–#14, 5,775 tokens, left, condensed into the summary');
  expect(names().at(-1)).toBe('Scratchpad, ≈51 tokens, live');
  const width = (name: RegExp) => block(name).element().getBoundingClientRect().width;
  // Three rows are 8,000 tokens.
  const { width: row } = panel.shadow().querySelector('.map-figure')?.getBoundingClientRect() ?? {
    width: 0,
  };
  expect(width(/message 24/)).toBeCloseTo((790 / 8_000) * 3 * row, -1);
  expect(width(/message 17, 402/)).toBeCloseTo((402 / 8_000) * 3 * row, -1);
  await expect.element(map()).toHaveTextContent(/the summary stands for them in 128/);
});

test('[DEV-1] a block under the pointer tells its first line and its reason, and Escape hides it', async () => {
  await showMap(richSession().memory);
  await block(/^Tool, message 17/).hover();
  await expect.element(tip()).toHaveTextContent(/"part":"chain-100"/);
  await expect.element(tip()).toHaveTextContent(/over its limit of 400 tokens/);
  await block(/^14 messages/).hover();
  await expect.element(tip()).toHaveTextContent(/^14 messages, #1–#14.*Here is the photo/);
  await block(/^User, message 24/).click();
  await block(/^User, message 24/)
    .element()
    .focus();
  await expect.element(tip()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tip()).not.toBeInTheDocument();
});

test('[DEV-1] a click on a block selects its row, on a ghost what left, and a selected row lights its block', async () => {
  await showMap(richSession().memory);
  await block(/^Tool, message 17/).click();
  await expect.element(page.getByRole('row', { selected: true })).toHaveTextContent(/chain-100/);
  const lit = page.getByRole('option', { selected: true, includeHidden: false });
  await expect.element(lit.first()).toHaveAccessibleName(/^Cut from message 17/);
  await expect.element(lit.nth(1)).toHaveAccessibleName(/^Tool, message 17/);
  await page.getByRole('row', { name: /Which chains/ }).click();
  await expect.element(block(/^User, message 15/)).toHaveAttribute('aria-selected', 'true');
  await block(/^14 messages/).click();
  await expect.element(page.getByRole('row', { selected: true })).toHaveTextContent(/14 messages/);
});

test('[DEV-1] [DEV-10] the map is one tab stop: arrows walk, Enter goes to the row', async () => {
  await showMap(richSession().memory);
  await expect.element(block(/^System text/)).toBeVisible();
  expect(panel.shadow().querySelectorAll('.map-cells [tabindex="0"]')).toHaveLength(1);
  page.getByRole('button', { name: 'Map', exact: true }).element().focus();
  await userEvent.keyboard('{Tab}');
  const focused = () => panel.focused()?.getAttribute('aria-label');
  expect(focused()).toMatch(/^14 messages/);
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toMatch(/^(System|Tool|User|Assistant)/);
  await userEvent.keyboard('{End}');
  expect(focused()).toMatch(/^Scratchpad/);
  await userEvent.keyboard('{ArrowLeft}');
  expect(focused()).toMatch(/^User, message 24/);
  await expect.element(tip()).toHaveTextContent(/being answered/);
  expect(panel.focused()?.getAttribute('aria-describedby')).toBe(tip().element().id);
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('row', { selected: true }))
    .toHaveTextContent(/Then 23 January/);
  await expect.poll(() => panel.focused()?.className).toContain('grid');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(panel.shadow().querySelectorAll('.map-cells [tabindex="0"]')).toHaveLength(1);
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
  await expect.element(map()).toHaveTextContent(/1,000 tokens beyond the limit of 8,000/);
  await expect.element(map()).toHaveTextContent(/Refused.*nothing was sent/);
  await expect.element(block('User, message 0, 9,000 tokens, not sent')).toBeVisible();
});

test('[DEV-1] an empty plan is free room alone', async () => {
  await showMap(new FixtureMemory({ plan: aPlan([]) }));
  await expect.element(map()).toHaveTextContent(/This plan sends nothing/);
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('[DEV-1] 5,000 items stay within 300 elements, and the panel within 1,500 nodes', async () => {
  const { plan, entries } = aLongPlan(5_000);
  await showMap(new FixtureMemory({ plan, entries }));
  await expect.element(block(/short messages/).first()).toBeVisible();
  expect(panel.shadow().querySelectorAll('.map *').length).toBeLessThan(300);
  expect(panel.shadow().querySelectorAll('*').length).toBeLessThan(1_500);
});

test(`[DEV-1] [DEV-9] hostile texts are letters in names, labels and hints${inject('needsHostileStrings')}`, async ({
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
  await expect.element(block(/^User, message 0/)).toBeVisible();
  const options = panel.shadow().querySelectorAll<HTMLElement>('.map-cells [role="option"]');
  expect(options).toHaveLength(strings.length + 1);
  for (const option of options) {
    option.focus();
    await expect.element(tip()).toBeVisible();
    expect(tip().element().querySelectorAll('strong, span')).toHaveLength(
      tip().element().querySelectorAll('*').length,
    );
  }
  expect(alerted).not.toHaveBeenCalled();
  expect(panel.shadow().querySelectorAll('.map :is(img, script, iframe)')).toHaveLength(0);
});

for (const theme of ['light', 'dark'] as const) {
  for (const widthPixels of [320, 1_200]) {
    test(`[DEV-10] axe finds nothing, and measures every contrast, in the map, ${theme}, ${widthPixels} px`, async () => {
      await showMap(richSession().memory, { theme, widthPixels, heightPixels: 1_000 });
      await block(/^Tool, message 17/).click();
      await expect.element(tip()).toBeVisible();
      expect(await axeFindings(panel)).toEqual([]);
    });
  }
}

for (const theme of ['light', 'dark'] as const) {
  test(`[DEV-10] a label in the map stands on a plate, in the colours of text, ${theme}`, async () => {
    await showMap(richSession().memory, { theme });
    await expect.element(block(/^User, message 24/)).toBeVisible();
    const ground = panel.shadow().querySelector('.panel');
    if (!ground) throw new Error('The panel has been drawn.');
    const text = getComputedStyle(ground);
    const labelled = [...panel.shadow().querySelectorAll('.map-cell[data-label]')];
    expect(labelled.length).toBeGreaterThan(3);
    for (const cell of labelled) {
      const plate = getComputedStyle(cell, '::after');
      expect(plate.backgroundImage).toBe('none');
      expect(plate.backgroundColor).toBe(text.backgroundColor);
      expect(plate.color).toBe(text.color);
    }
  });
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
  const present = names();
  (strip.element() as HTMLElement).focus();
  for (const call of [12, 31]) {
    const past = await live?.at(call);
    const plan = past?.getState().plan;
    if (!plan) throw new Error(`Call ${call} is kept.`);
    await goToCall(call);
    await expect.poll(names).toEqual(namesOf(plan));
    expect(names()).not.toEqual(present);
  }
  await userEvent.keyboard('{End}');
  await expect.poll(names).toEqual(present);
});

async function goToCall(call: number): Promise<void> {
  await userEvent.keyboard(`{Home}${'{ArrowRight}'.repeat(call - 1)}`);
  await expect
    .element(page.getByText(new RegExp(`^Call ${call} of \\d+ · the past$`)))
    .toBeVisible();
}

/** The names that the cells of a plan have in a map as wide as the one that is shown. */
function namesOf(plan: PlanFacts): readonly string[] {
  const { width } = panel.shadow().querySelector('.map-figure')?.getBoundingClientRect() ?? {
    width: 0,
  };
  return mapCells(blockMap(plan, width)).map(
    (cell) =>
      (cell.kind === 'ghost' ? ghostWords(plan, cell.ghost) : blockWords(plan, cell.block)).name,
  );
}

test('[DEV-10] in forced colours ghosts, selection and the block under the pointer are told apart', async () => {
  await emulateMedia({ 'forced-colors': 'active' });
  await showMap(richSession().memory);
  await block(/^User, message 24/).click();
  await block(/^Summary/).hover();
  const style = (name: RegExp) => getComputedStyle(block(name).element());
  expect(style(/^14 messages/).backgroundImage).toContain('gradient');
  expect(style(/^User, message 24/).outlineStyle).toBe('solid');
  expect(style(/^Summary/).outlineStyle).toBe('solid');
  expect(style(/^User, message 24/).outlineColor).not.toBe(style(/^Summary/).outlineColor);
  expect(style(/^Tool definitions/).outlineStyle).toBe('none');
});
