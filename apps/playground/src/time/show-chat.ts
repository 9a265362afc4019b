import { createContext } from 'react';

/** Brings the chat into sight where there is room for only one of chat and panel. */
export const ShowChat = createContext<() => void>(() => undefined);
