import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { heldByPage } from '../testing/held-by-page.ts';
import { tabChannel } from '../transport/channel.ts';
import { MemoryDevtools } from './memory-devtools.tsx';

test('[DEV-8] rendered twice over by StrictMode and taken away, it leaves no listener, channel, subscription or element', async () => {
  // Another file's tests may have left the panel open.
  localStorage.clear();
  const own = document.body.appendChild(document.createElement('div'));
  const inner = memorySource(new FixtureMemory(), { name: 'Support' });
  const subscriptions = new Set<() => void>();
  const source = {
    ...inner,
    subscribe: (listener: () => void) => {
      const stop = inner.subscribe(listener);
      subscriptions.add(stop);
      return () => {
        subscriptions.delete(stop);
        stop();
      };
    },
  };
  const channel = tabChannel(`left-behind-${Math.random()}`);
  // React's first root on a page listens to `selectionchange` for good.
  createRoot(own).unmount();
  const held = heldByPage();
  try {
    for (const round of [1, 2]) {
      const root = createRoot(own);
      root.render(
        <StrictMode>
          <MemoryDevtools memories={{ Support: source }} channel={channel} />
        </StrictMode>,
      );
      if (round === 1) await page.getByRole('button', { name: /^Memory of/ }).click();
      await expect
        .element(page.getByRole('region', { name: 'Memory devtools' }).getByRole('tab').first())
        .toBeVisible();
      await expect.poll(() => held.names()).toContain('BroadcastChannel');
      expect(held.names()).toContain('pagehide');
      await expect.poll(() => subscriptions.size).toBeGreaterThan(0);
      root.unmount();
      await expect.poll(() => held.names()).toEqual([]);
      await expect.poll(() => subscriptions.size).toBe(0);
      expect(document.querySelector('[data-agent-memory-devtools]')).toBeNull();
    }
  } finally {
    held.restore();
    own.remove();
    localStorage.clear();
  }
});
