import type { DependencyList } from 'react';
import type { PaneFrame } from '../elements/pane.tsx';
import { type Asked, useLatestAnswer } from '../elements/panel-context.ts';
import { sharedValue, useShared } from '../elements/shared-value.ts';
import type { GridFind } from '../grid/find-field.tsx';
import type { Answer } from '../source/inspectable-memory.ts';
import type { LongTermSource } from '../source/long-term-source.ts';
import type { FinishedAction } from './finished-action.ts';

/** Everything that a part of the tab Memories may need from the tab around it. */
export interface MemoriesTabValue {
  readonly longTerm: LongTermSource;
  /** Rises after each change of the records. */
  readonly version: number;
  /** Tells what an action did, and shows the record that it left. */
  readonly onFinish: (action: FinishedAction) => void;
  /** The search over the records; what it looks for stays while other modes are looked at. */
  readonly find: GridFind;
  /** Takes files of records in, one at a time. */
  readonly fileImport: { readonly isRunning: boolean; readonly take: (file: File) => void };
  /** The frame of the details, in every mode. */
  readonly frame: Omit<PaneFrame, 'onClose'>;
}

const SharedMemoriesTab = sharedValue<MemoriesTabValue>();

export const MemoriesTabProvider = SharedMemoriesTab.Provider;

/** The tab around a component. */
export const useMemories = () => useShared(SharedMemoriesTab);

/** Asks the long-term memory; asked again after each change of the records, or of a dependency. */
export function useRecordsAnswer<Value>(
  ask: (longTerm: LongTermSource) => Answer<Value>,
  dependencies: DependencyList = [],
): Asked<Value> {
  const { longTerm, version } = useMemories();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names its own, and the version stands for the records
  return useLatestAnswer(longTerm, () => ask(longTerm), [longTerm, version, ...dependencies]);
}
