import type { InspectableSessions } from '@agent-memory/devtools/panel';
import { createContext } from 'react';

/** Everything that the store of this page holds, for the panel; `undefined` where there is no store. */
export const StoredSessions = createContext<InspectableSessions | undefined>(undefined);
