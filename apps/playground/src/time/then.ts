import type { DevtoolsSource } from '@agent-memory/devtools/panel';
import { createContext } from 'react';

/** The session at the call that is looked at; `undefined` in the present. */
export const Then = createContext<DevtoolsSource | undefined>(undefined);
