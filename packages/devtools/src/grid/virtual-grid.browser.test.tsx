import axe from 'axe-core';
import { type CSSProperties, type ReactNode, useCallback, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type RenderedInPanel, renderInPanel } from '../testing/render-in-panel.tsx';
import { FindField, useGridFind } from './find-field.tsx';
import { CellElement, OpenMark } from './grid-elements.tsx';
import type { RowModel } from './row-model.ts';
import { type GridLayouts, VirtualGrid } from './virtual-grid.tsx';

interface TestRow extends RowModel {
  readonly text: string;
  readonly heightPixels?: number;
}

const COLUMNS = [
  { name: 'name', title: 'Name' },
  { name: 'action', title: 'Action' },
];
const LAYOUTS: GridLayouts = [
  { name: 'tight', fromPixels: 0, rowPixels: 46 },
  { name: 'roomy', fromPixels: 500, rowPixels: 30 },
];

interface ShelfProps {
  readonly rows: readonly TestRow[];
  readonly role?: 'grid' | 'treegrid';
  readonly firstKey?: string;
  readonly onEnter?: (row: TestRow) => void;
  readonly onToggle?: (row: TestRow, isOpen: boolean) => void;
}

const SHELF_STYLE = {
  height: 400,
  display: 'flex',
  flexDirection: 'column',
  '--columns': '1fr 160px',
} as CSSProperties;

/** A grid with its field, as a tab of the panel has them. */
function Shelf({ rows, role = 'grid', firstKey, onEnter, onToggle }: ShelfProps): ReactNode {
  const [selectedKey, setSelectedKey] = useState(firstKey);
  const [phrase, setPhrase] = useState('');
  const find = useGridFind(phrase, setPhrase);
  const listed = rows.filter(({ text }) => text.includes(phrase));
  return (
    <div style={SHELF_STYLE}>
      <div>
        <FindField label="Find on the shelf" find={find} matches={undefined} />
      </div>
      <div style={{ flex: 1, minHeight: 0 }}>
        <VirtualGrid
          role={role}
          label="Shelf"
          className="shelf"
          columns={COLUMNS}
          layouts={LAYOUTS}
          rows={listed}
          renderCells={useCallback((row: TestRow) => <ShelfCells row={row} />, [])}
          selectedKey={selectedKey}
          onSelect={setSelectedKey}
          {...(onEnter && { onEnter })}
          {...(onToggle && { onToggle })}
          find={find}
          empty="The shelf is empty."
        />
      </div>
    </div>
  );
}

function ShelfCells({ row }: { readonly row: TestRow }): ReactNode {
  return (
    <>
      <CellElement className="name" style={{ height: row.heightPixels }}>
        {row.isOpen !== undefined && <OpenMark isOpen={row.isOpen} />}
        {row.text}
      </CellElement>
      <CellElement className="action">
        <button type="button" tabIndex={-1}>
          Press {row.text}
        </button>
      </CellElement>
    </>
  );
}

let shelf: RenderedInPanel | undefined;
const errors: string[] = [];
const noteError = (event: ErrorEvent) => errors.push(event.message);

beforeEach(async () => {
  await page.viewport(1_000, 700);
  errors.length = 0;
  window.addEventListener('error', noteError);
});

afterEach(() => {
  window.removeEventListener('error', noteError);
  shelf?.remove();
  shelf = undefined;
  expect(errors).toEqual([]);
});

async function show(props: ShelfProps, widthPixels?: number): Promise<RenderedInPanel> {
  shelf = renderInPanel(<Shelf {...props} />, widthPixels === undefined ? {} : { widthPixels });
  await expect.element(page.getByRole(props.role ?? 'grid')).toBeInTheDocument();
  return shelf;
}

const rowsNamed = (count: number): readonly TestRow[] =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}`, text: `Row ${index};` }));

const selected = () => page.getByRole('row', { selected: true });
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
const part = (selector: string) => {
  const found = shelf?.shadow.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The shelf has no ${selector}.`);
  return found;
};
const grid = () => part('.grid');
const focused = () => shelf?.shadow.activeElement;
const nodes = () => shelf?.shadow.querySelectorAll('*').length;
const drawnRows = () => [...(shelf?.shadow.querySelectorAll<HTMLElement>('.rows .row') ?? [])];
const activeRow = () =>
  shelf?.shadow.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
const said = () => part('.grid-frame > .hidden').textContent;

/** The number of rows that are wholly in sight under the heads. */
function wholeRowsInSight(): number {
  const top = part('.column-heads').getBoundingClientRect().bottom;
  const { bottom } = grid().getBoundingClientRect();
  return drawnRows().filter((row) => {
    const box = row.getBoundingClientRect();
    return box.top >= top - 0.5 && box.bottom <= bottom + 0.5;
  }).length;
}

test('[DEV-10] ten thousand rows keep the document small, wherever it is scrolled', async () => {
  await show({ rows: rowsNamed(10_000) });
  await expect.element(rowOf('Row 0;')).toBeVisible();
  const most = nodes() ?? 0;
  expect(most).toBeLessThan(300);
  expect(grid().getAttribute('aria-rowcount')).toBe('10001');
  for (const share of [0.25, 0.5, 0.75, 1]) {
    grid().scrollTop = share * (grid().scrollHeight - grid().clientHeight);
    const nearest = Math.floor(share * 9_990);
    await expect
      .poll(() => Math.max(...drawnRows().map((row) => Number(row.dataset.index))))
      .toBeGreaterThanOrEqual(nearest);
    expect(nodes()).toBeLessThan(300);
  }
  grid().focus();
  await userEvent.keyboard('{Home}{End}');
  await expect.element(selected()).toHaveTextContent('Row 9999;');
  await expect.element(selected()).toBeInViewport({ ratio: 0.99 });
  await expect.element(selected()).toHaveAttribute('aria-rowindex', '10001');
  expect(nodes()).toBeLessThan(300);
});

test('[DEV-10] the arrows, Home and End walk every row', async () => {
  await show({ rows: rowsNamed(50) });
  grid().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(selected()).toHaveTextContent('Row 2;');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(selected()).toHaveTextContent('Row 1;');
  await userEvent.keyboard('{End}{ArrowDown}');
  await expect.element(selected()).toHaveTextContent('Row 49;');
  await userEvent.keyboard('{Home}{ArrowUp}');
  await expect.element(selected()).toHaveTextContent('Row 0;');
});

test('[DEV-10] PgDn continues by about as many rows as are in sight, PgUp the same way back', async () => {
  await show({ rows: rowsNamed(200) });
  grid().focus();
  await userEvent.keyboard('{Home}');
  await expect.poll(wholeRowsInSight).toBeGreaterThan(5);
  const inSight = wholeRowsInSight();
  await userEvent.keyboard('{PageDown}');
  await expect.poll(() => Number(activeRow()?.dataset.index)).toBeGreaterThanOrEqual(inSight - 2);
  expect(Number(activeRow()?.dataset.index)).toBeLessThanOrEqual(inSight);
  await expect.element(selected()).toBeInViewport({ ratio: 0.99 });
  await userEvent.keyboard('{PageUp}');
  await expect.element(selected()).toHaveTextContent('Row 0;');
});

test('[DEV-10] keys with Ctrl, Alt or Meta are left to the browser', async () => {
  await show({ rows: rowsNamed(20), firstKey: 'k3' });
  grid().focus();
  await userEvent.keyboard('{Control>}{End}{/Control}{Alt>}{ArrowUp}{/Alt}');
  await expect.element(selected()).toHaveTextContent('Row 3;');
});

test('[DEV-10] Enter acts on the selected row, and on nothing without one', async () => {
  const entered: string[] = [];
  await show({ rows: rowsNamed(5), onEnter: ({ key }) => entered.push(key) });
  grid().focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}');
  expect(entered).toEqual(['k1']);
});

test('[DEV-10] a slash leads to the field; Enter, the arrow down and Escape lead back', async () => {
  await show({ rows: rowsNamed(30) });
  const field = part('.find input');
  grid().focus();
  for (const key of ['{Enter}', '{ArrowDown}', '{Escape}']) {
    await userEvent.keyboard('/');
    expect(focused()).toBe(field);
    await userEvent.keyboard(key);
    expect(focused()).toBe(grid());
  }
});

test('[DEV-10] Escape ends the search, then the selection, then belongs to the page', async () => {
  const rendered = await show({ rows: rowsNamed(30), firstKey: 'k7' });
  const passedOn: string[] = [];
  rendered.shadow.addEventListener('keydown', (event) => {
    if (!event.defaultPrevented) passedOn.push((event as KeyboardEvent).key);
  });
  await page.getByRole('searchbox').fill('Row 7;');
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '31');
  await expect.element(selected()).toHaveTextContent('Row 7;');
  await userEvent.keyboard('{Escape}');
  await expect.element(selected()).not.toBeInTheDocument();
  passedOn.length = 0;
  await userEvent.keyboard('{Escape}');
  expect(passedOn).toEqual(['Escape']);
});

test('[DEV-10] the focus and the selected row survive scrolling to the other end', async () => {
  await show({ rows: rowsNamed(10_000) });
  grid().focus();
  await userEvent.keyboard('{Home}{ArrowDown}');
  grid().scrollTop = grid().scrollHeight;
  await expect.element(rowOf('Row 9999;')).toBeVisible();
  expect(focused()).toBe(grid());
  expect(activeRow()?.textContent).toContain('Row 1;');
  expect(activeRow()?.getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(selected()).toHaveTextContent('Row 2;');
  await expect.element(selected()).toBeInViewport({ ratio: 0.99 });
});

test('[DEV-10] a control that is pressed in a row gives the focus back to the grid', async () => {
  await show({ rows: rowsNamed(1_000) });
  await page.getByRole('button', { name: 'Press Row 2;' }).click();
  expect(focused()).toBe(grid());
  grid().scrollTop = grid().scrollHeight;
  await expect.element(rowOf('Row 999;')).toBeVisible();
  expect(focused()).toBe(grid());
});

test('[DEV-10] a grid without height names no row, for none is drawn', async () => {
  await show({ rows: rowsNamed(1_000), firstKey: 'k700' });
  await expect.element(selected()).toHaveTextContent('Row 700;');
  expect(activeRow()).toBe(selected().element());
  grid().style.blockSize = '0';
  await expect.poll(() => drawnRows().length).toBe(0);
  expect(grid().hasAttribute('aria-activedescendant')).toBe(false);
  grid().style.blockSize = '';
  await expect.element(selected()).toHaveTextContent('Row 700;');
  expect(activeRow()).toBe(selected().element());
});

test('[DEV-10] where the selected row leaves, it is said, and the arrows continue from its place', async () => {
  const rows = rowsNamed(40);
  const rendered = await show({ rows, firstKey: 'k5' });
  grid().focus();
  await expect.element(selected()).toHaveTextContent('Row 5;');
  rendered.draw(<Shelf rows={rows.toSpliced(5, 1)} firstKey="k5" />);
  await expect.poll(said).toBe('The selected row is not listed any more');
  expect(focused()).toBe(grid());
  expect(grid().hasAttribute('aria-activedescendant')).toBe(false);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(selected()).toHaveTextContent('Row 6;');
});

test('[DEV-10] rows that are added do not move what is being read, and say nothing', async () => {
  const rows = rowsNamed(400);
  const rendered = await show({ rows, firstKey: 'k3' });
  await expect.element(selected()).toBeVisible();
  grid().scrollTop = 2_000;
  await expect.poll(() => drawnRows().some((row) => row.dataset.index === '70')).toBe(true);
  const topOf70 = () =>
    drawnRows()
      .find((row) => row.dataset.index === '70')
      ?.getBoundingClientRect().top;
  const before = topOf70();
  rendered.draw(<Shelf rows={[...rows, { key: 'new', text: 'New' }]} firstKey="k3" />);
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('402');
  expect(topOf70()).toBe(before);
  expect(said()).toBe('');
});

test('[DEV-10] a row that is selected before it is there is scrolled to when it comes', async () => {
  const rendered = await show({ rows: rowsNamed(10), firstKey: 'k900' });
  await expect.element(rowOf('Row 0;')).toBeVisible();
  rendered.draw(<Shelf rows={rowsNamed(1_000)} firstKey="k900" />);
  await expect.element(selected()).toHaveTextContent('Row 900;');
  await expect.element(selected()).toBeInViewport({ ratio: 0.99 });
});

const GROUPS: readonly TestRow[] = Array.from({ length: 5 }, (_, group): readonly TestRow[] => [
  { key: `g${group}`, text: `Group ${group}`, isHeading: true, level: 1 },
  ...Array.from({ length: 40 }, (__, index) => ({
    key: `g${group}r${index}`,
    text: `Row ${group}.${index};`,
    level: 2,
  })),
]).flat();

test('[DEV-10] a heading stays under the heads while its rows pass, and yields to the next', async () => {
  await show({ rows: GROUPS, role: 'treegrid' });
  await expect.element(rowOf('Group 0')).toBeVisible();
  const topOf = (text: string) =>
    drawnRows()
      .find((row) => row.textContent?.startsWith(text))
      ?.getBoundingClientRect().top;
  const under = () => part('.column-heads').getBoundingClientRect().bottom;
  grid().scrollTop = 700;
  await expect.poll(() => topOf('Group 0')).toBe(under());
  grid().scrollTop = 2_600;
  await expect.poll(() => topOf('Group 2')).toBe(under());
  expect(topOf('Group 0')).toBeUndefined();
});

test('[DEV-10] a heading is no row to select, and hides none that is selected', async () => {
  await show({ rows: GROUPS, role: 'treegrid' });
  await rowOf('Group 0').click();
  await expect.element(selected()).not.toBeInTheDocument();
  grid().focus();
  await userEvent.keyboard('{End}{PageUp}{PageUp}{PageUp}');
  const heading = drawnRows().find((row) => row.style.position === 'sticky');
  await expect
    .poll(() => activeRow()?.getBoundingClientRect().top)
    .toBeGreaterThanOrEqual(heading?.getBoundingClientRect().bottom ?? Number.NaN);
});

const TREE: readonly TestRow[] = [
  { key: 'a', text: 'Closed', isOpen: false, level: 1 },
  { key: 'b', text: 'Open', isOpen: true, level: 1 },
  { key: 'c', text: 'Inside', level: 2 },
];

test('[DEV-10] rows open and close by keys, by their mark and by a double click', async () => {
  const toggles: string[] = [];
  await show({
    rows: TREE,
    role: 'treegrid',
    onToggle: ({ key }, isOpen) => toggles.push(`${key} ${isOpen}`),
  });
  grid().focus();
  await userEvent.keyboard('{Home}{ArrowRight}{End}{ArrowLeft}');
  await expect.element(selected()).toHaveTextContent('Open');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(selected()).toHaveTextContent('Inside');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(toggles).toEqual(['a true', 'b false']);
  const mark = rowOf('Closed').element().querySelector<HTMLElement>('[data-toggles-row]');
  mark?.click();
  expect(toggles.at(-1)).toBe('a true');
  await expect.element(selected()).toHaveTextContent('Open');
  await rowOf('Open').dblClick();
  expect(toggles).toEqual(['a true', 'b false', 'a true', 'b false']);
});

test('[DEV-10] a tree says depth and what is open, and opening says how much came', async () => {
  const rendered = await show({ rows: TREE, role: 'treegrid' });
  await expect.element(rowOf('Closed')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(rowOf('Open')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(rowOf('Inside')).toHaveAttribute('aria-level', '2');
  await expect.element(rowOf('Inside')).not.toHaveAttribute('aria-expanded');
  grid().focus();
  await userEvent.keyboard('{Home}{ArrowRight}');
  const more = rowsNamed(3).map((row) => ({ ...row, level: 2 }));
  rendered.draw(<Shelf rows={TREE.toSpliced(1, 0, ...more)} role="treegrid" />);
  await expect.poll(said).toBe('3 rows opened');
});

test('[DEV-10] rows are as high as what they hold, one directly below the other', async () => {
  const rows = rowsNamed(300).map((row, index) => ({
    ...row,
    heightPixels: 20 + (index % 7) * 15,
  }));
  const rendered = await show({ rows });
  const gaps = () => {
    const boxes = drawnRows()
      .toSorted((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
      .map((row) => row.getBoundingClientRect());
    return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)));
  };
  const areSnug = () => gaps().every((gap) => gap === 0);
  await expect.poll(areSnug).toBe(true);
  expect(new Set(drawnRows().map((row) => row.offsetHeight)).size).toBeGreaterThan(3);
  grid().focus();
  await userEvent.keyboard('{End}');
  await expect.element(selected()).toHaveTextContent('Row 299;');
  await expect.element(selected()).toBeInViewport({ ratio: 0.99 });
  await userEvent.keyboard('{Home}');
  await expect.element(rowOf('Row 0;')).toBeVisible();
  const taller = rows.map((row, index) => (index === 0 ? { ...row, heightPixels: 160 } : row));
  rendered.draw(<Shelf rows={taller} />);
  await expect.poll(() => drawnRows()[0]?.offsetHeight).toBe(161);
  await expect.poll(areSnug).toBe(true);
});

test('[DEV-10] a grid that becomes wider or narrower lays its rows out again', async () => {
  const rendered = await show({ rows: rowsNamed(300) }, 400);
  await expect.element(page.getByRole('grid')).toHaveAttribute('data-layout', 'tight');
  await expect.poll(() => drawnRows()[0]?.offsetHeight).toBe(46);
  rendered.resize(800);
  await expect.element(page.getByRole('grid')).toHaveAttribute('data-layout', 'roomy');
  await expect.poll(() => drawnRows()[0]?.offsetHeight).toBe(30);
  await expect.poll(() => part('.rows').offsetHeight).toBe(300 * 30);
});

test('[DEV-10] a grid without rows says why, seen and spoken', async () => {
  const rendered = await show({ rows: rowsNamed(3) });
  const empty = page.getByText('The shelf is empty.');
  await expect.element(empty).not.toBeInTheDocument();
  rendered.draw(<Shelf rows={[]} />);
  await expect.element(empty).toBeVisible();
  await expect.element(empty).toHaveAttribute('role', 'status');
  grid().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{End}{PageUp}{Enter}{ArrowLeft}');
  await expect.element(empty).toBeVisible();
});

test('[DEV-10] axe finds nothing in a grid, a tree and an empty one', async () => {
  const findings = async (): Promise<readonly string[]> => {
    const { violations } = await axe.run(part('.grid-frame'));
    return violations.map(({ id, nodes: at }) => `${id}: ${at.map(({ html }) => html).join()}`);
  };
  const rendered = await show({ rows: rowsNamed(50), firstKey: 'k2' });
  await expect.element(selected()).toBeVisible();
  expect(await findings()).toEqual([]);
  rendered.draw(<Shelf rows={GROUPS} role="treegrid" />);
  await expect.element(rowOf('Group 0')).toBeVisible();
  expect(await findings()).toEqual([]);
  rendered.draw(<Shelf rows={[]} />);
  await expect.element(page.getByText('The shelf is empty.')).toBeVisible();
  expect(await findings()).toEqual([]);
});
