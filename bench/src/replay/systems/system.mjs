// @ts-check

/** @typedef {import('../chat-message.mjs').ChatMessage} ChatMessage */

/**
 * The memory of one session. Any method may be asynchronous.
 *
 * @typedef {object} Memory
 * @property {(message: ChatMessage) => void | Promise<void>} append takes the next message of the session; must not change it
 * @property {() => readonly ChatMessage[] | Promise<readonly ChatMessage[]>} assemble gives the context that would be sent
 *   now, or throws an error whose `code` is `'CONTEXT_OVERFLOW'` when nothing valid fits
 * @property {(query: string) => Promise<string>} [search] the first page of a search in the session, as the model would read it
 * @property {() => void | Promise<void>} [close]
 */

/**
 * Something that can be compared: opens an empty memory for each session.
 *
 * @typedef {object} System
 * @property {string} name as it stands in the report
 * @property {(session: { readonly budget: number, readonly system?: string | undefined }) => Memory | Promise<Memory>} open
 *   `budget` in tokens for the whole context; `system` is the text of the session's system message, which is also
 *   appended as its first message
 */

export {};
