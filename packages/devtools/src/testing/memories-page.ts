import type { LongTermMemory } from '@agent-memory/long-term';
import { type Locator, page } from 'vitest/browser';
import type { PanelPerTest } from './panel-per-test.ts';
import type { RenderedPanel, RenderPanelOptions } from './render-panel.tsx';
import { richSession } from './rich-session.ts';

/** Shows the panel with its memories tab open, in one of its modes. */
export async function showMemories(
  panel: PanelPerTest,
  longTerm: LongTermMemory,
  { mode = 'Records', ...options }: RenderPanelOptions & { readonly mode?: string } = {},
): Promise<RenderedPanel> {
  const rendered = panel.show(richSession().memory, { longTerm, ...options });
  await page.getByRole('tab', { name: 'Memories' }).click();
  await page.getByRole('radio', { name: mode }).click();
  return rendered;
}

/** A button by its whole name. */
export function button(name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** The details of the selected row. */
export function details(): Locator {
  return page.getByRole('region', { name: /^Details: / });
}

/** Every record that may be read, as a file. */
export async function fileOf(longTerm: LongTermMemory, name = 'memories.jsonl'): Promise<File> {
  const lines: string[] = [];
  for await (const line of longTerm.exportLines()) lines.push(`${line}\n`);
  return new File(lines, name, { type: 'application/jsonl' });
}

/** Elements that are wider inside than outside, so that something of them is cut off or scrolls. */
export function overflowing(shadow: ShadowRoot, selectors: string): readonly string[] {
  return [...shadow.querySelectorAll(selectors)]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ className }) => className);
}
