// @ts-check
import { textOf } from './chat-message.mjs';
import { isOriginal } from './fingerprints.mjs';
import { messageTokens } from './token-units.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */
/** @typedef {import('./sessions.mjs').Session} Session */

/**
 * The faults that one context can have:
 *
 * - `overBudget` it fills more tokens than the budget
 * - `orphanResults` a tool result stands without its call ahead of it
 * - `danglingCalls` a tool call has no result behind it
 * - `lostSystem` no system message holds the session's system text
 * - `lostAnchor` no message holds the first user message, or a stated excerpt of a very large one
 * - `thinTail` too little of the session's own messages beside these two
 * - `derivedHeavy` too much text that stands in no original message
 */
export const FAULTS = /** @type {const} */ ([
  'overBudget',
  'orphanResults',
  'danglingCalls',
  'lostSystem',
  'lostAnchor',
  'thinTail',
  'derivedHeavy',
]);

/** @typedef {typeof FAULTS[number]} Fault */

/** An anchor that alone fills more than this share of the budget may be kept as an excerpt … */
const LARGE_ANCHOR_SHARE = 0.25;
/** … of at least its first characters. */
const ANCHOR_EXCERPT_CHARACTERS = 200;
/** Originals have to fill this share of what system and anchor leave of the budget … */
const THIN_TAIL_SHARE = 0.2;
/** … less an allowance, since messages come whole. */
const THIN_TAIL_ALLOWANCE_TOKENS = 64;
/** Derived text may fill this share of the budget. */
const DERIVED_SHARE = 0.25;

/**
 * Finds the faults of the context that a memory would send at one place of a session.
 *
 * @param {Session} session
 * @param {number} position index of the message that the context is meant to bring forth
 * @param {readonly ChatMessage[]} context
 * @param {number} budgetTokens
 * @returns {ReadonlySet<Fault>}
 */
export function faultsOf(session, position, context, budgetTokens) {
  const anchor = anchorAt(session, position);
  const fixedTokens = (session.system?.tokens ?? 0) + (anchor?.tokens ?? 0);
  const shares = shareOut(session, anchor, context, budgetTokens);
  const existingTokens = (session.tokensBefore[position] ?? 0) - fixedTokens;
  const roomTokens = Math.max(0, budgetTokens - fixedTokens);
  const wantedTokens = Math.min(existingTokens, THIN_TAIL_SHARE * roomTokens);
  const totalTokens = context.reduce((sum, message) => sum + messageTokens(message), 0);

  /** @type {Record<Fault, boolean>} */
  const found = {
    overBudget: totalTokens > budgetTokens,
    ...pairingFaults(context),
    lostSystem: session.system !== undefined && !shares.systemFound,
    lostAnchor: anchor !== undefined && !shares.anchorFound,
    thinTail: shares.tailTokens < wantedTokens - THIN_TAIL_ALLOWANCE_TOKENS,
    derivedHeavy: shares.derivedTokens > DERIVED_SHARE * budgetTokens,
  };
  return new Set(FAULTS.filter((fault) => found[fault]));
}

/** @param {readonly ChatMessage[]} context */
function pairingFaults(context) {
  const called = new Set();
  const unanswered = new Set();
  let orphanResults = false;
  for (const message of context) {
    for (const { id } of message.tool_calls ?? []) {
      called.add(id);
      unanswered.add(id);
    }
    if (message.role !== 'tool') continue;
    if (!called.has(message.tool_call_id)) orphanResults = true;
    unanswered.delete(message.tool_call_id);
  }
  return { orphanResults, danglingCalls: unanswered.size > 0 };
}

/**
 * Shares the tokens of a context out. The message that brings system or anchor counts for neither
 * side; what it carries on top of them is derived.
 *
 * @param {Session} session
 * @param {import('./sessions.mjs').FixedMessage | undefined} anchor
 * @param {readonly ChatMessage[]} context
 * @param {number} budgetTokens
 */
function shareOut(session, anchor, context, budgetTokens) {
  const { system, fingerprints } = session;
  const shares = { systemFound: false, anchorFound: false, tailTokens: 0, derivedTokens: 0 };
  for (const message of context) {
    const tokens = messageTokens(message);
    const text = textOf(message);
    if (system && !shares.systemFound && message.role === 'system' && text.includes(system.text)) {
      shares.systemFound = true;
      shares.derivedTokens += Math.max(0, tokens - system.tokens);
    } else if (anchor && !shares.anchorFound && holdsAnchor(text, anchor, budgetTokens)) {
      shares.anchorFound = true;
      shares.derivedTokens += Math.max(0, tokens - anchor.tokens);
    } else if (isOriginal(fingerprints, message)) {
      shares.tailTokens += tokens;
    } else {
      shares.derivedTokens += tokens;
    }
  }
  return shares;
}

/**
 * @param {string} text
 * @param {import('./sessions.mjs').FixedMessage} anchor
 * @param {number} budgetTokens
 */
function holdsAnchor(text, anchor, budgetTokens) {
  if (text.includes(anchor.text)) return true;
  const mayBeExcerpt = anchor.tokens > LARGE_ANCHOR_SHARE * budgetTokens;
  return mayBeExcerpt && text.includes(anchor.text.slice(0, ANCHOR_EXCERPT_CHARACTERS));
}

/**
 * The anchor, once the session has come to it.
 *
 * @param {Session} session
 * @param {number} position
 */
function anchorAt({ anchor }, position) {
  return anchor !== undefined && anchor.index < position ? anchor : undefined;
}
