import { TanStackDevtoolsCore } from '@tanstack/devtools';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { memoryDevtoolsPlugin } from './tanstack.ts';
import { FixtureMemory } from './testing/fixture-memory.ts';
import { richSession } from './testing/rich-session.ts';

let place: HTMLElement;

beforeEach(async () => {
  await page.viewport(1_280, 900);
  localStorage.clear();
  place = document.body.appendChild(document.createElement('main'));
});

afterEach(() => {
  document.body.replaceChildren();
});

const total = () => page.getByText('1,988 of 8,000 tokens · estimated');

test('[DEV-8] TanStack Devtools shows the panel as one of its plugins', async () => {
  const { memory } = richSession();
  const plugin = memoryDevtoolsPlugin({ memories: { Support: memory }, defaultOpen: true });
  const devtools = new TanStackDevtoolsCore({ config: { defaultOpen: true }, plugins: [plugin] });
  devtools.mount(place);
  await expect.element(total()).toBeVisible();
  await expect.poll(() => memory.listenerCount).toBeGreaterThan(0);
  await expect.element(page.getByRole('row', { name: /You help customers/ })).toBeInTheDocument();
  devtools.unmount();
  await expect.poll(() => memory.listenerCount).toBe(0);
});

test('[DEV-8] the plugin keeps their contract: theme by either form, rendered again, destroyed', async () => {
  const { memory } = richSession();
  const plugin = memoryDevtoolsPlugin({
    memories: { Support: memory, Other: new FixtureMemory() },
  });
  place.style.height = '500px';
  plugin.render(place, 'light');
  await expect.element(total()).toBeVisible();
  const themed = () => place.firstElementChild?.shadowRoot?.querySelector('.panel');
  plugin.render(place, { theme: 'dark' });
  await expect.poll(() => themed()?.getAttribute('data-theme')).toBe('dark');
  expect(place.childElementCount).toBe(1);
  await expect.element(page.getByRole('combobox', { name: 'Memory that is shown' })).toBeVisible();
  plugin.destroy();
  expect(place.childElementCount).toBe(0);
  await expect.poll(() => memory.listenerCount).toBe(0);
});

test('[DEV-8] a plugin that is closed while it is loaded shows nothing', async () => {
  const plugin = memoryDevtoolsPlugin();
  plugin.render(place, 'light');
  plugin.destroy();
  // The module that it waits for is here by then.
  await import('./hosts/mount-in-element.tsx');
  await Promise.resolve();
  expect(place.childElementCount).toBe(0);
});
