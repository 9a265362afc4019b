import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PanelSelection } from '../elements/panel-selection.ts';
import type { PanelTheme } from '../elements/styles/theme.ts';
import { MemoryPanel } from '../panel/memory-panel.tsx';
import type { InspectableCheckpoints } from '../source/checkpoints-source.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { InspectableDocuments } from '../source/document-facts.ts';
import type { InspectableExtraction } from '../source/extraction-facts.ts';
import type { InspectableMemory } from '../source/inspectable-memory.ts';
import type { InspectableLongTerm } from '../source/long-term-source.ts';
import { memorySource } from '../source/memory-source.ts';
import type { InspectableModel } from '../source/model-facts.ts';
import type { InspectableRuns } from '../source/runs-source.ts';
import type { InspectableSessions } from '../source/storage-source.ts';
import { FIXTURE_NOW_MS } from './plan-fixture.ts';

export interface RenderedPanel {
  /** The panel's shadow root; throws while it has none. */
  readonly shadow: () => ShadowRoot;
  readonly remove: () => void;
}

export interface RenderPanelOptions {
  readonly widthPixels?: number;
  readonly heightPixels?: number;
  readonly theme?: PanelTheme;
  /** Default: the moment at which every fixture happens. */
  readonly nowMs?: () => number;
  readonly longTerm?: InspectableLongTerm;
  readonly extraction?: InspectableExtraction;
  readonly documents?: InspectableDocuments;
  readonly models?: readonly InspectableModel[];
  readonly runs?: InspectableRuns;
  readonly checkpoints?: InspectableCheckpoints;
  readonly sessions?: InspectableSessions;
  readonly selection?: PanelSelection;
  readonly onShowMessage?: (seq: number) => void;
  /** Makes the source that is shown of the memory's. Default: that one. */
  readonly sourceOf?: (memory: DevtoolsSource) => DevtoolsSource;
}

/** Puts a panel into the page, under StrictMode, at a given size. Works in a real browser only. */
export function renderPanel(
  memory: InspectableMemory,
  {
    widthPixels = 1_200,
    heightPixels = 700,
    theme = 'light',
    nowMs = () => FIXTURE_NOW_MS,
    longTerm,
    extraction,
    documents,
    models,
    runs,
    checkpoints,
    sessions,
    selection,
    onShowMessage,
    sourceOf = (source) => source,
  }: RenderPanelOptions = {},
): RenderedPanel {
  const place = document.createElement('main');
  place.style.cssText = `width: ${widthPixels}px; height: ${heightPixels}px`;
  document.body.append(place);
  const root = createRoot(place);
  const near = memorySource(memory, {
    nowMs,
    ...(longTerm && { longTerm }),
    ...(extraction && { extraction }),
    ...(documents && { documents }),
    ...(models && { models }),
    ...(runs && { runs }),
    ...(checkpoints && { checkpoints }),
    ...(sessions && { sessions }),
  });
  const source = sourceOf(near);
  root.render(
    createElement(
      StrictMode,
      null,
      createElement(MemoryPanel, {
        source,
        theme,
        className: 'embedded-panel',
        selection,
        onShowMessage,
      }),
    ),
  );
  const style = document.createElement('style');
  style.textContent = '.embedded-panel { height: 100%; }';
  place.before(style);
  return {
    shadow: () => {
      const shadow = place.querySelector('[data-agent-memory-panel]')?.shadowRoot;
      if (!shadow) throw new Error('The panel has not been drawn yet.');
      return shadow;
    },
    remove: () => {
      root.unmount();
      place.remove();
      style.remove();
    },
  };
}
