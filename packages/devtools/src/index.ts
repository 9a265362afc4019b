export { DevtoolsPanel, type DevtoolsPanelProps } from './devtools-panel.tsx';
export type { DevtoolsSource, DevtoolsState } from './source/devtools-source.ts';
export type { InspectableMemory } from './source/memory-source.ts';
