import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { adoptStylesheet } from '../elements/styles/adopt-stylesheet.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { richSession } from '../testing/rich-session.ts';
import { strictFrame } from '../testing/strict-frame.ts';
import { HostApp } from './host-app.tsx';
import { MemoryDevtools, type MemoryDevtoolsProps } from './memory-devtools.tsx';
import { HOST_STYLESHEET } from './styles.ts';
import { pinnedHost, shadowContainer } from './use-pinned-root.ts';

let root: Root;
let place: HTMLElement;

beforeEach(async () => {
  await page.viewport(1_280, 800);
  localStorage.clear();
  place = document.createElement('main');
  place.innerHTML =
    '<h1>Workshop</h1><textarea aria-label="Message"></textarea><button>Send</button>';
  const own = document.createElement('div');
  document.body.append(place, own);
  root = createRoot(own);
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

function show(props: MemoryDevtoolsProps = { memories: { Support: richSession().memory } }): void {
  root.render(<MemoryDevtools channel={false} theme="light" {...props} />);
}

const pill = () => page.getByRole('button', { name: /^Memory of/ });
const frame = () => page.getByRole('region', { name: 'Memory devtools' });
const host = () => document.querySelector('[data-agent-memory-devtools]');
const focused = () => host()?.shadowRoot?.activeElement;

async function open(): Promise<void> {
  await pill().click();
  await expect.element(frame().getByText('1,988 of 8,000 tokens · estimated')).toBeVisible();
}

test('[DEV-8] a pill says how full the context is and opens the panel; Esc closes it, and the focus comes back', async () => {
  show();
  await open();
  expect(focused()).toBe(frame().element());
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => focused()?.className).toBe('pill');
  await expect.element(pill()).toHaveAccessibleName(/^Memory of Support: 1,988 of/);
});

test('[DEV-8] findings are counted on the pill', async () => {
  const { memory } = richSession();
  show({ memories: { Support: memory } });
  await expect.element(pill()).toBeVisible();
  memory.setState({
    degraded: [{ code: 'STORE_UNAVAILABLE', message: 'The store is blocked.' }] as never,
  });
  await expect.element(pill()).toHaveAccessibleName(/, 1 finding$/);
});

test('[DEV-8] the app continues beside it: clicks, typing and scrolling to the end of the page', async () => {
  place.style.minHeight = '1500px';
  const end = place.appendChild(document.createElement('button'));
  end.textContent = 'End of the page';
  end.style.cssText = 'position: absolute; top: 1470px';
  document.body.style.minHeight = '1500px';
  show();
  await open();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.click();
  await userEvent.keyboard('How / is ? it');
  await expect.element(message).toHaveValue('How / is ? it');
  const frameTop = frame().element().getBoundingClientRect().top;
  window.scrollTo(0, document.documentElement.scrollHeight);
  expect(end.getBoundingClientRect().bottom).toBeLessThanOrEqual(frameTop);
  await userEvent.click(end);
  document.body.style.minHeight = '';
});

test('[DEV-8] several memories are chosen by name', async () => {
  const support = richSession().memory;
  show({ memories: { Support: support, Research: new FixtureMemory() } });
  await open();
  const choice = page.getByRole('combobox', { name: 'Memory that is shown' });
  await userEvent.selectOptions(choice, 'Research');
  await expect.element(frame().getByText('No context has been assembled yet')).toBeVisible();
  show({ memories: { Support: support } });
  await expect.element(frame().getByText('1,988 of 8,000 tokens · estimated')).toBeVisible();
  await expect.element(choice).not.toBeInTheDocument();
});

test('[DEV-8] place and size are remembered on the next page', async () => {
  show();
  await open();
  await page.getByRole('radio', { name: 'Side', exact: true }).click();
  const edge = page.getByRole('separator', { name: 'Width of the memory devtools' });
  edge.element().focus();
  await userEvent.keyboard('{Home}{Shift>}{ArrowLeft}{/Shift}');
  await expect.element(edge).toHaveAttribute('aria-valuenow', '416');
  root.unmount();
  await expect.poll(host).toBeNull();
  root = createRoot(place.appendChild(document.createElement('div')));
  show();
  await expect.element(edge).toHaveAttribute('aria-valuenow', '416');
  expect(frame().element().getBoundingClientRect().width).toBe(416);
});

test('[DEV-8] the edge is dragged, and the page keeps some room', async () => {
  show();
  await open();
  const edge = page.getByRole('separator', { name: 'Height of the memory devtools' }).element();
  const drag = (type: string, clientY: number) =>
    edge.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: 600, clientY }),
    );
  // A pointer that there is not cannot be captured.
  Object.assign(edge, { setPointerCapture: () => undefined });
  drag('pointerdown', 380);
  drag('pointermove', 300);
  await expect.poll(() => frame().element().getBoundingClientRect().height).toBe(500);
  drag('pointermove', -900);
  drag('pointerup', -900);
  await expect.poll(() => frame().element().getBoundingClientRect().height).toBe(704);
});

test('[DEV-8] a page that may store nothing has the devtools all the same', async () => {
  const { getItem, setItem } = Storage.prototype;
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  Object.assign(Storage.prototype, { getItem: denied, setItem: denied });
  show();
  await open();
  await page.getByRole('radio', { name: 'Side', exact: true }).click();
  await expect.element(page.getByRole('separator', { name: /Width/ })).toBeVisible();
  Object.assign(Storage.prototype, { getItem, setItem });
});

test('[DEV-8] letters typed in the panel are none of the page, and its hotkeys with Ctrl continue', async () => {
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => heard.push(key);
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, hear);
  show();
  await open();
  await page.getByRole('tab', { name: 'Context' }).click();
  heard.length = 0;
  await userEvent.keyboard('/');
  const find = () => host()?.shadowRoot?.querySelector('.frame-panel')?.shadowRoot?.activeElement;
  await expect.poll(() => find()?.tagName).toBe('INPUT');
  await userEvent.keyboard('chain{Control>}k{/Control}');
  expect(find()).toHaveProperty('value', 'chain');
  expect(heard.filter((key) => key !== 'Control')).toEqual(['k', 'k']);
  for (const type of ['keydown', 'keyup'] as const) window.removeEventListener(type, hear);
});

test('[DEV-8] a body that is moved, turned about or made large moves nothing of the panel', async () => {
  const style = document.createElement('style');
  style.textContent =
    'html { font-size: 40px; direction: rtl } ' +
    'body { transform: translate(300px, 200px) scale(0.5); filter: blur(0); contain: layout; overflow: hidden }';
  document.head.append(style);
  show();
  await open();
  const { left, width, height, bottom } = frame().element().getBoundingClientRect();
  expect([left, width, height, bottom]).toEqual([0, 1_280, 420, 800]);
  const { direction, fontSize } = getComputedStyle(frame().element());
  expect([direction, fontSize]).toEqual(['ltr', '12.5px']);
  style.remove();
});

test('[OBS-3] a prop that there is not is refused in words', async () => {
  const misspelt: object = { memories: {}, corners: 'top-left' };
  show(misspelt as MemoryDevtoolsProps);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Unknown option `corners` in `MemoryDevtools`: did you mean `corner`?');
});

test('[DEV-8] hostile styles of the page change nothing', async () => {
  const style = document.createElement('style');
  style.textContent =
    '* { display: none !important; opacity: 0 !important; transform: scale(0.1) !important; } ' +
    'div { position: static !important; width: 3px !important; font-size: 90px !important } ' +
    'html, body, main, h1, textarea { display: block !important; opacity: 1 !important; transform: none !important }';
  document.head.append(style);
  show();
  await expect.element(pill()).toBeVisible();
  await open();
  const { width, height, bottom } = frame().element().getBoundingClientRect();
  expect([width, height, bottom]).toEqual([1_280, 420, 800]);
  style.remove();
});

test('[DEV-8] the window of its own shows the panel, and returns it when it is closed', async () => {
  const opened: Window[] = [];
  const { open: openWindow } = window;
  window.open = (...args) => {
    const made = openWindow.apply(window, args);
    if (made) opened.push(made);
    return made;
  };
  show();
  await open();
  await page.getByRole('radio', { name: 'Window' }).click();
  await expect.element(pill()).toBeVisible();
  const [made] = opened;
  const inside = () =>
    made?.document
      .querySelector('[data-agent-memory-devtools]')
      ?.shadowRoot?.querySelector('.frame-panel')?.shadowRoot;
  await expect
    .poll(() => inside()?.querySelector('.total')?.textContent)
    .toContain('1,988 of 8,000');
  const rows = () => inside()?.querySelectorAll('[role="row"]').length ?? 0;
  await expect.poll(rows).toBeGreaterThan(5);
  const style = () => {
    const bar = inside()?.querySelector('.bar');
    return bar && made?.getComputedStyle(bar).display;
  };
  expect(style()).toBe('flex');
  // As where the page that opened it is hidden: it is not drawn, and has no frames.
  const { requestAnimationFrame: nextFrame } = window;
  window.requestAnimationFrame = () => 0;
  const values = [...(inside()?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])].find(
    ({ textContent }) => textContent?.startsWith('Compactions'),
  );
  values?.click();
  await expect.poll(() => values?.getAttribute('aria-selected')).toBe('true');
  values?.dispatchEvent(
    new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true, composed: true }),
  );
  await expect.poll(() => inside()?.activeElement?.tagName).toBe('INPUT');
  window.requestAnimationFrame = nextFrame;
  made?.close();
  await expect.element(frame()).toBeVisible();
  window.open = openWindow;
});

test('[DEV-8] a window that the browser does not open is told in words', async () => {
  const { open: openWindow } = window;
  window.open = () => null;
  show();
  await open();
  await page.getByRole('radio', { name: 'Window' }).click();
  await expect.element(page.getByText(/Allow pop-ups for this page/)).toBeVisible();
  window.open = openWindow;
});

for (const theme of ['light', 'dark'] as const) {
  for (const widthPixels of [360, 1_280]) {
    test(`[DEV-10] axe finds nothing in pill and frame, ${theme}, ${widthPixels} px`, async () => {
      await page.viewport(widthPixels, 800);
      show({
        memories: { Support: richSession().memory, Research: new FixtureMemory() },
        theme,
      });
      await expect.element(pill()).toBeVisible();
      const violations = async () => {
        const found = await axe.run(host() ?? document, {
          rules: { 'page-has-heading-one': { enabled: false } },
        });
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
      };
      expect(await violations()).toEqual([]);
      await open();
      expect(await violations()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBe(widthPixels);
    });
  }
}

test('[DEV-9] pill and frame are drawn under a policy that allows no style, script or request', async () => {
  const strict = await strictFrame();
  const inner = strict.contentDocument;
  if (!inner) throw new Error('The frame has a page.');
  const violations: string[] = [];
  inner.addEventListener('securitypolicyviolation', (event) =>
    violations.push(event.violatedDirective),
  );
  const pinned = pinnedHost(inner);
  const shadowRoot = createRoot(
    shadowContainer(pinned, (shadow) => adoptStylesheet(shadow, undefined, HOST_STYLESHEET)),
  );
  shadowRoot.render(
    <HostApp
      memories={{ Support: richSession().memory }}
      theme="dark"
      corner="top-left"
      nonce={undefined}
      channel={undefined}
    />,
  );
  const inside = () => pinned.shadowRoot;
  await expect.poll(() => inside()?.querySelector('.pill')).toBeTruthy();
  inside()?.querySelector<HTMLElement>('.pill')?.click();
  const panel = () => inside()?.querySelector('.frame-panel')?.shadowRoot;
  await expect.poll(() => panel()?.querySelector('.total')?.textContent).toContain('1,988');
  const bar = inside()?.querySelector('.frame-bar');
  expect(bar && strict.contentWindow?.getComputedStyle(bar).display).toBe('flex');
  expect(violations).toEqual([]);
  shadowRoot.unmount();
});
