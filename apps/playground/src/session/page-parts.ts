import type { MemoryStore } from '@agent-memory/core';
import type { InspectableSessions } from '@agent-memory/devtools/panel';
import type { LongTermMemory } from '@agent-memory/long-term';
import { createContext, use } from 'react';
import type { DeviceModels } from '../device/device-models.ts';

/** The objects that live as long as the page. */
export interface PageParts {
  readonly store: MemoryStore;
  readonly longTerm: LongTermMemory;
  readonly models: DeviceModels;
  /** Everything that the store holds, for the panel. */
  readonly sessions?: InspectableSessions;
}

export const PageParts = createContext<PageParts | undefined>(undefined);

export function usePageParts(): PageParts {
  const parts = use(PageParts);
  if (!parts) throw new Error('The page has no parts.');
  return parts;
}
