import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { InspectableMemory } from '../source/inspectable-memory.ts';
import { type RenderedPanel, type RenderPanelOptions, renderPanel } from './render-panel.tsx';

/** The panel of the test that runs; there is one at most. */
export interface PanelPerTest {
  readonly show: (memory: InspectableMemory, options?: RenderPanelOptions) => RenderedPanel;
  /** The shadow root of the panel that is shown. */
  readonly shadow: () => ShadowRoot;
  /** The element inside the panel that has the focus. */
  readonly focused: () => Element | null;
  readonly remove: () => void;
}

/** Gives each test of a file a window of 1,280 × 800, and takes its panel and its spies away. */
export function panelPerTest(): PanelPerTest {
  let panel: RenderedPanel | undefined;

  function show(memory: InspectableMemory, options?: RenderPanelOptions): RenderedPanel {
    panel = renderPanel(memory, options);
    return panel;
  }

  function shadow(): ShadowRoot {
    if (!panel) throw new Error('This test shows no panel.');
    return panel.shadow();
  }

  function remove(): void {
    panel?.remove();
    panel = undefined;
  }

  beforeEach(async () => {
    await page.viewport(1_280, 800);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    remove();
  });
  return { show, shadow, focused: () => shadow().activeElement, remove };
}
