import { createContext } from 'react';

/**
 * The thoughts of models ahead of their answers, by the id of the entry. It lives as long as the page: a
 * thought is not part of the conversation, is not sent again, and so takes no room in the context.
 */
export interface ThoughtsByEntry {
  get(entryId: string): string | undefined;
}

const NONE: ThoughtsByEntry = { get: () => undefined };

export const Thoughts = createContext<ThoughtsByEntry>(NONE);
