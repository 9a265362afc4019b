import { type Locator, page } from 'vitest/browser';
import type { InspectableMemory } from '../source/inspectable-memory.ts';
import type { PanelPerTest } from './panel-per-test.ts';
import type { RenderPanelOptions } from './render-panel.tsx';

/** Shows the panel with its page Storage open. */
export async function showStorage(
  panel: PanelPerTest,
  memory: InspectableMemory,
  options: RenderPanelOptions = {},
): Promise<void> {
  panel.show(memory, { nowMs: Date.now, ...options });
  await page.getByRole('tab', { name: /^Storage/ }).click();
}

/** The page Storage as a whole. */
export function storagePage(): Locator {
  return page.getByRole('region', { name: 'Storage', exact: true });
}

/** The first line of the page, which says how it stands. */
export function storageHeadline(): Locator {
  return storagePage().getByRole('status').first();
}

/** A trouble by its title. */
export function troubleCalled(title: string | RegExp): Locator {
  return page.getByRole('article', { name: title });
}
