/**
 * The door to messages in other formats than OpenAI's: reading and writing them, laying a visible
 * list beside a conversation, beginning with one that was held elsewhere.
 */
export { loadFormat } from '../formats/load-format.ts';
export { initialDrafts } from './initial-drafts.ts';
export { refuseLong } from './prepared-message.ts';
export { readMessages } from './read-messages.ts';
export { readied } from './ready-json.ts';
export { reconciled } from './reconcile.ts';
export { written } from './written-messages.ts';
