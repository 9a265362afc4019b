export { DevtoolsPanel, type DevtoolsPanelProps } from './devtools-panel.tsx';
export type { MemoryDevtoolsProps } from './hosts/memory-devtools.tsx';
export type { PillCorner } from './hosts/pill.tsx';
export type { MemoryWithParts, ShownMemory } from './hosts/shown-memory.ts';
export { MemoryDevtools, registerMemory } from './page-devtools.tsx';
export type { DevtoolsSource, DevtoolsState } from './source/devtools-source.ts';
export type { InspectableMemory } from './source/inspectable-memory.ts';
