import { openAi } from '@agent-memory/core/formats';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import {
  aLongPlan,
  aMessage,
  anEntry,
  anItem,
  aPlan,
  aRange,
  FIXTURE_NOW_MS,
} from '../testing/plan-fixture.ts';
import type { RenderedPanel } from '../testing/render-panel.tsx';
import { richSession } from '../testing/rich-session.ts';

const MOST_NODES = 1_500;

const panel = panelPerTest();

const { show } = panel;

const list = () => page.getByRole('treegrid');
const selectedRow = () => page.getByRole('row', { selected: true });
const copyMenu = () => page.getByRole('button', { name: 'Copy …' });
const detail = () => page.getByRole('region', { name: /^Details:/ });
const nodesOf = (rendered: RenderedPanel) => rendered.shadow().querySelectorAll('*').length;

test('[DEV-1] opens on what is sent, in send order, under its totals', async () => {
  const rendered = show(richSession().memory, { heightPixels: 900 });
  await expect.element(page.getByText('1,988 of 8,000 tokens · estimated')).toBeVisible();
  await expect
    .element(page.getByRole('tab', { name: 'Context' }))
    .toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('row', { name: /Which chains do you have/ })).toBeVisible();
  const roles = [...rendered.shadow().querySelectorAll('.rows .role')].map(
    (cell) => cell.textContent,
  );
  expect(roles).toEqual([
    'system',
    'tools',
    'user',
    'summary',
    'user',
    'assistant',
    'tool',
    'assistant',
    'assistant',
    'tool',
    'assistant',
    'tool',
    'assistant',
    'user',
    'scratchpad',
  ]);
});

test('[DEV-1] the bar is exactly as wide as its segments together', async () => {
  const rendered = show(richSession().memory, { widthPixels: 777 });
  await expect
    .element(page.getByRole('img', { name: /^Tokens by tier: System 230/ }))
    .toBeVisible();
  const bar = rendered.shadow().querySelector('.bar');
  const widths = [...(bar?.children ?? [])].map((segment) => segment.getBoundingClientRect().width);
  expect(widths.reduce((all, width) => all + width, 0)).toBe(bar?.getBoundingClientRect().width);
});

test('[DEV-1] the detail holds the exact text sent, the original and the reason', async () => {
  const { memory, plan } = richSession();
  const rendered = show(memory);
  await page.getByRole('row', { name: /chain-100/ }).click();
  await expect.element(detail().getByText(/over its limit of 400 tokens/)).toBeVisible();
  await expect.element(detail().getByText('TOOL_RESULT_OVER_LIMIT')).toBeVisible();
  const sent = plan.items.find((item) => item.id === 'entry-17')?.message.parts[0];
  const textShown = () => rendered.shadow().querySelector('.detail pre')?.textContent;
  expect(textShown()).toBe(sent?.type === 'tool-result' ? sent.text : undefined);
  const written = page.getByRole('region', { name: 'Original, 2,410 tokens' });
  const original = memory.entry('entry-17')?.message.parts[0];
  const text = written.element().querySelector('pre')?.textContent;
  expect(text).toBe(original?.type === 'tool-result' ? original.text : undefined);
});

test('[DEV-1] everything considered shows what left, opened on demand, each with its reason', async () => {
  show(richSession().memory);
  await page.getByRole('radio', { name: /Everything considered/ }).click();
  const range = page.getByRole('row', { name: /14 messages summarised/ });
  await expect.element(range).toHaveAttribute('aria-expanded', 'false');
  await range.click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(range).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect
    .element(detail().getByText(/^summarised.*Not sent \(211 tokens\)|Not sent \(211 tokens\)/))
    .toBeVisible();
  await expect.element(detail().getByText(/teeth look like shark fins/)).toBeVisible();
});

test('[DEV-1] links lead from the condensed text to its messages and back', async () => {
  show(richSession().memory);
  await page.getByRole('row', { name: /Messages 1 to 14, condensed/ }).click();
  await detail().getByRole('button', { name: '14 messages #1–#14' }).click();
  await expect.element(page.getByRole('radio', { name: /Everything considered/ })).toBeChecked();
  await expect.element(selectedRow()).toHaveTextContent('14 messages summarised');
  await detail().getByRole('button', { name: 'Summary' }).click();
  await expect.element(selectedRow()).toHaveTextContent('Messages 1 to 14, condensed');
});

test('[DEV-10] the whole list is walked by keys, and the focus comes back', async () => {
  const rendered = show(richSession().memory);
  await expect.element(list()).toBeVisible();
  const focused = () => rendered.shadow().activeElement?.className;
  rendered.shadow().querySelector<HTMLElement>('.grid')?.focus();

  await userEvent.keyboard('{ArrowDown}');
  await expect.element(selectedRow()).toHaveTextContent('You help customers');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(selectedRow()).toHaveTextContent('My order is R-20418');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(selectedRow()).toHaveTextContent('find_order');
  await userEvent.keyboard('{End}');
  await expect.element(selectedRow()).toHaveTextContent('scratchpad');
  await userEvent.keyboard('{Home}');
  await expect.element(selectedRow()).toHaveTextContent('You help customers');

  await userEvent.keyboard('{Enter}');
  expect(focused()).toBe('detail-body');
  await userEvent.keyboard('{Escape}');
  expect(focused()).toBe('grid context-grid');
  await expect.element(selectedRow()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(detail()).not.toBeInTheDocument();
});

test('[DEV-10] a slash finds, Escape clears, and letters in the field are only letters', async () => {
  const rendered = show(richSession().memory);
  await expect.element(list()).toBeVisible();
  rendered.shadow().querySelector<HTMLElement>('.grid')?.focus();
  await userEvent.keyboard('/');
  await expect.poll(() => rendered.shadow().activeElement?.tagName).toBe('INPUT');
  await userEvent.keyboard('bottom bracket?');
  await expect.element(page.getByRole('searchbox')).toHaveValue('bottom bracket?');
  await expect.element(page.getByText('1 match')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /is it the bottom bracket/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  expect(rendered.shadow().activeElement?.className).toBe('grid context-grid');
});

test('[DEV-10] a question mark opens the keys, Escape closes them and the focus returns', async () => {
  const rendered = show(richSession().memory);
  await expect.element(list()).toBeVisible();
  rendered.shadow().querySelector<HTMLElement>('.grid')?.focus();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Keys and words' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => rendered.shadow().activeElement?.className).toBe('grid context-grid');
});

test('[DEV-10] the splitter moves by keys', async () => {
  const rendered = show(richSession().memory);
  await page.getByRole('row', { name: /Which chains/ }).click();
  const splitter = page.getByRole('separator', { name: /Space for the list/ });
  const widthOfDetail = () =>
    rendered.shadow().querySelector('.detail')?.getBoundingClientRect().width ?? 0;
  const before = widthOfDetail();
  rendered.shadow().querySelector<HTMLElement>('.splitter')?.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(splitter).toHaveAttribute('aria-orientation', 'vertical');
  await expect.poll(widthOfDetail).toBeGreaterThan(before);
});

test('[DEV-1] a plan of 5,000 items stays small in the document, wherever it is scrolled', async () => {
  const rendered = show(new FixtureMemory(aLongPlan(5_000)));
  await expect.element(page.getByText('Line 0 of a long')).toBeVisible();
  expect(nodesOf(rendered)).toBeLessThan(MOST_NODES);
  await page.getByRole('row', { name: /Line 3 of/ }).click();
  await userEvent.keyboard('{End}');
  await expect.element(selectedRow()).toHaveTextContent('Line 4999 of a long');
  await expect.element(selectedRow()).toBeInViewport({ ratio: 0.9 });
  await expect.element(selectedRow()).toHaveAttribute('aria-rowindex', '5003');
  await expect.element(list()).toHaveAttribute('aria-rowcount', '5003');
  expect(nodesOf(rendered)).toBeLessThan(MOST_NODES);
});

test('[DEV-1] a range of 20,000 messages opens and stays small in the document', async () => {
  const entries = Array.from({ length: 20_001 }, (_, seq) =>
    anEntry(seq, aMessage('user', `Old ${seq}.`)),
  );
  const newest = entries.slice(-1).map((entry) => anItem(entry, 'working'));
  const plan = aPlan(newest, { ranges: [aRange(0, 20_000)] });
  const rendered = show(new FixtureMemory({ plan, entries }));
  await page.getByRole('radio', { name: /Everything considered/ }).click();
  await page.getByRole('row', { name: /20,000 messages (summarised|out of context)/ }).click();
  await userEvent.keyboard('{ArrowRight}{End}{ArrowUp}');
  await expect.element(selectedRow()).toHaveTextContent('Old 19999.');
  expect(nodesOf(rendered)).toBeLessThan(MOST_NODES);
});

const HOSTILE = [
  '<img src=x onerror="globalThis.wasRun = true">',
  '<script>globalThis.wasRun = true</script>',
  '</pre></div></div><iframe srcdoc="<script>parent.wasRun = true</script>"></iframe>',
  '<svg><animate onbegin="globalThis.wasRun = true" attributeName="x" dur="1s"/></svg>',
  '<style>* { display: none !important }</style>{{constructor.constructor("globalThis.wasRun = true")()}}',
  '<a href="javascript:globalThis.wasRun = true">press me</a>\u202E\u0000 `alert(1)`',
];

test('[DEV-1] whatever a message says stays text', async () => {
  const entries = HOSTILE.map((text, seq) => anEntry(seq, aMessage('user', text)));
  const plan = aPlan(entries.map((entry) => anItem(entry, 'working')));
  const rendered = show(new FixtureMemory({ plan, entries }));
  await expect.element(list()).toBeVisible();
  rendered.shadow().querySelector<HTMLElement>('.grid')?.focus();
  for (const text of HOSTILE) {
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => rendered.shadow().querySelector('.detail pre')?.textContent).toBe(text);
  }
  const foreign = rendered
    .shadow()
    .querySelectorAll('.rows :is(img, script, iframe, svg, style, a)');
  const foreignInDetail = rendered
    .shadow()
    .querySelectorAll('.detail :is(img, script, iframe, svg, style, a)');
  expect(foreign.length + foreignInDetail.length).toBe(0);
  expect('wasRun' in globalThis).toBe(false);
});

test('[DEV-1] pictures in a message are named and never fetched', async () => {
  const rendered = show(richSession().memory, { heightPixels: 900 });
  await page.getByRole('row', { name: /is it the bottom bracket/ }).click();
  await expect.element(detail().getByText('image, not loaded here')).toBeVisible();
  expect(rendered.shadow().querySelectorAll('img, picture, video, object').length).toBe(0);
  const fetched = performance.getEntriesByType('resource').map((entry) => entry.name);
  expect(fetched.filter((name) => name.includes('shop.example'))).toEqual([]);
});

test('[DEV-1] copies the whole context in any format of a menu, with the keyboard alone', async () => {
  const written: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push(text);
  });
  const { memory } = richSession();
  show(memory);
  const { contextIn } = memorySource(memory);
  (await copyMenu().findElement()).focus();
  await userEvent.keyboard('{Enter}');
  const formats = ['openai', 'openai-responses', 'anthropic', 'google', 'ai-sdk', 'ai-sdk-ui'];
  for (const [index, format] of formats.entries()) {
    await userEvent.keyboard(index === 0 ? '{Enter}' : '{Tab}{Enter}');
    await expect.poll(() => written.length).toBe(index + 1);
    expect(written[index]).toBe(JSON.stringify(await contextIn(format as 'openai'), undefined, 2));
  }
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => panel.focused()).toBe(copyMenu().element());
});

test('[DEV-1] copies the exact text, and the whole context as OpenAI JSON', async () => {
  const written: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push(text);
  });
  const { memory, plan } = richSession();
  show(memory, { heightPixels: 900 });
  await page.getByRole('row', { name: /The workshop is free/ }).click();
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect.element(page.getByText('Copied')).toBeVisible();
  await copyMenu().click();
  await page.getByRole('button', { name: 'OpenAI', exact: true }).click();
  await expect.poll(() => written.length).toBe(2);
  expect(written[0]).toMatch(/^The workshop is free .* before your race\.$/);
  expect(JSON.parse(written[1] ?? '')).toEqual(openAi.render(plan).messages);
});

test('[DEV-1] says so when the browser refuses to copy', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
  show(richSession().memory);
  await copyMenu().click();
  await page.getByRole('button', { name: 'OpenAI', exact: true }).click();
  await expect.element(page.getByText('Copying was refused by the browser')).toBeVisible();
});

test('[DEV-1] a newer plan is shown at once and the selection stays on its message', async () => {
  const { memory, plan } = richSession();
  show(memory);
  await page.getByRole('row', { name: /Which chains/ }).click();
  const items = plan.items.filter((item) => item.id !== 'entry-16');
  memory.assemble({ ...plan, items, totalTokens: 1_950 }, FIXTURE_NOW_MS);
  await expect.element(page.getByText('1,950 of 8,000 tokens · estimated')).toBeVisible();
  await expect.element(selectedRow()).toHaveTextContent('Which chains');
});

test('[DEV-1] what was selected and then left is explained where it was', async () => {
  const { memory, plan } = richSession();
  show(memory);
  await page.getByRole('row', { name: /Which chains/ }).click();
  const items = plan.items.filter((item) => (item.seq ?? 99) > 18);
  memory.assemble({ ...plan, items, ranges: [aRange(0, 19)] });
  await expect.element(page.getByRole('region', { name: 'Details: Message #15' })).toBeVisible();
  await expect.element(detail().getByText('The original, kept in the transcript')).toBeVisible();
});

test('[DEV-1] an original that was not sent when it was selected, and is now, is shown as sent', async () => {
  const entries = [0, 1].map((seq) => anEntry(seq, aMessage('user', `Line ${seq}.`)));
  const [oldest, newest] = entries.map((entry) => anItem(entry, 'working'));
  if (!oldest || !newest) throw new Error('The fixture has two items.');
  const memory = new FixtureMemory({
    plan: aPlan([newest], { ranges: [aRange(0, 1)] }),
    entries,
  });
  show(memory);
  await page.getByRole('radio', { name: /Everything considered/ }).click();
  await page.getByRole('row', { name: /1 message (summarised|out of context)/ }).click();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.element(detail().getByText(/^user · summarised/)).toBeVisible();
  memory.assemble(aPlan([oldest, newest]));
  await expect.element(detail().getByText(/^user · working tier/)).toBeVisible();
  await expect.element(detail().getByText('Sent, exactly')).toBeVisible();
  await expect.element(detail().getByText(/not sent/)).not.toBeInTheDocument();
});

test('[DEV-1] an original that no plan has considered is not said to be left out', async () => {
  const entries = [0, 1].map((seq) => anEntry(seq, aMessage('user', `Line ${seq}.`)));
  const [oldest, newest] = entries.map((entry) => anItem(entry, 'working'));
  if (!oldest || !newest) throw new Error('The fixture has two items.');
  const memory = new FixtureMemory({ plan: aPlan([oldest, newest]), entries });
  show(memory);
  await page.getByRole('row', { name: /Line 1/ }).click();
  memory.assemble(aPlan([oldest]));
  await expect.element(detail().getByText(/^user · not in this context/)).toBeVisible();
});

for (const [widthPixels, heightPixels] of [
  [1_200, 420],
  [900, 700],
  [512, 600],
  [390, 560],
] as const) {
  test(`[DEV-1] details are in sight at once, beside the list or as a sheet over it, ${widthPixels} × ${heightPixels}`, async () => {
    const rendered = show(richSession().memory, { widthPixels, heightPixels });
    await page.getByRole('row', { name: /Which chains/ }).click();
    await expect.element(detail().getByText('Sent, exactly')).toBeVisible();
    const box = (selector: string) =>
      rendered.shadow().querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    expect(box('.detail').bottom).toBeLessThanOrEqual(box('.panel').bottom);
    expect(box('.detail-body').height).toBeGreaterThan(60);
    const isBeside = box('.detail').left > box('.grid').left + 100;
    expect(isBeside).toBe(widthPixels >= 900);
    const tab = rendered.shadow().querySelector('.tab-content');
    expect(tab?.scrollHeight).toBe(tab?.clientHeight);
  });
}

test('[DEV-1] without a plan it says what to do', async () => {
  show(new FixtureMemory());
  await expect.element(page.getByText('No context has been assembled yet')).toBeVisible();
  await expect.element(page.getByText(/call assemble\(\)/)).toBeVisible();
});

test('[DEV-1] over budget and degraded are said in words', async () => {
  const entry = anEntry(0, aMessage('user', 'x'), 9_000);
  const plan = aPlan([anItem(entry, 'working')], {
    degraded: [{ code: 'STORE_UNAVAILABLE', message: 'IndexedDB is denied; kept in memory.' }],
  });
  show(new FixtureMemory({ plan, entries: [entry] }));
  await expect.element(page.getByText('Over the input budget by 1,000 tokens.')).toBeVisible();
  await expect.element(page.getByText('IndexedDB is denied; kept in memory.')).toBeVisible();
});

test('[DEV-1] nothing sticks out at 340 pixels', async () => {
  const rendered = show(richSession().memory, { widthPixels: 340, heightPixels: 780 });
  await page.getByRole('row', { name: /You help customers/ }).click();
  await expect.element(detail()).toBeVisible();
  for (const element of rendered
    .shadow()
    .querySelectorAll('.head, .budget, .map, .toolbar, .grid, .detail')) {
    expect(element.scrollWidth, element.className).toBeLessThanOrEqual(element.clientWidth);
  }
});

test('[DEV-4] compactions are listed newest first and lead to what left', async () => {
  show(richSession().memory);
  await page.getByRole('tab', { name: /Compactions/ }).click();
  const headings = page.getByRole('heading', { level: 2 });
  await expect
    .element(headings.first())
    .toHaveTextContent(
      'auto · growth due · 7,391 → 1,742 tokens (4.2×) · 14 messages out of context · extractive · 3 ms',
    );
  await expect.element(headings.nth(1)).toHaveTextContent(/^manual · 64 %/);
  await page.getByRole('button', { name: '14 messages #1–#14' }).click();
  await expect.element(selectedRow()).toHaveTextContent('Here is the photo of the cassette');
  await expect.poll(() => panel.shadow().activeElement?.className).toBe('grid context-grid');
});

test('[DEV-4] many compactions are drawn a page at a time', async () => {
  const [record] = richSession().memory.getState().compactions;
  if (!record) throw new Error('The fixture has a compaction.');
  const compactions = Array.from({ length: 50 }, (_, index) => ({
    ...record,
    id: `compaction-${index}`,
  }));
  const rendered = show(new FixtureMemory({ compactions }));
  await page.getByRole('tab', { name: /Compactions/ }).click();
  await page.getByRole('button', { name: 'Show 20 older ones' }).click();
  await expect.element(page.getByRole('button', { name: 'Show 10 older ones' })).toBeVisible();
  expect(nodesOf(rendered)).toBeLessThan(MOST_NODES);
});

test('[DEV-4] without compactions it says when one will come', async () => {
  show(new FixtureMemory({ plan: richSession().plan }));
  await page.getByRole('tab', { name: /Compactions/ }).click();
  await expect.element(page.getByText(/passes 7,200 tokens/)).toBeVisible();
});

test('[DEV-9] a fault in one tab leaves the other one standing', async () => {
  const { memory } = richSession();
  memory.setState({ compactions: [{ id: 'broken' } as never] });
  show(memory);
  await page.getByRole('tab', { name: /Compactions/ }).click();
  await expect.element(page.getByText('The compactions tab could not be drawn')).toBeVisible();
  await page.getByRole('tab', { name: 'Context' }).click();
  await expect.element(list()).toBeVisible();
});

test('[DEV-9] removing the panel lets go of the memory', async () => {
  const { memory } = richSession();
  show(memory);
  await expect.element(list()).toBeVisible();
  await expect.poll(() => memory.listenerCount).toBe(2);
  panel.remove();
  await expect.poll(() => memory.listenerCount).toBe(0);
});
