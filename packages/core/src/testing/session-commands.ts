import * as fc from 'fast-check';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { arbitraryConversation } from './arbitrary-conversation.ts';

/** One thing that may be done to a session, or happen to it. */
export type SessionCommand =
  | { readonly kind: 'append'; readonly messages: readonly (OpenAiMessage & { id?: string })[] }
  | { readonly kind: 'assemble' | 'compact'; readonly abortAfter: number | undefined }
  | { readonly kind: 'assemble-thrice-and-append'; readonly text: string }
  /** Goes on step by step, each with a context of its own, as an agent loop does. */
  | { readonly kind: 'steps'; readonly count: number; readonly words: number }
  /** Puts other messages behind an entry so many before the head, as one who edits or asks again does. */
  | {
      readonly kind: 'edit';
      readonly back: number;
      readonly messages: readonly OpenAiMessage[];
    }
  /** Takes up an entry of whichever branch; `null` starts over. */
  | { readonly kind: 'move'; readonly to: number | null }
  /** Moves the head in the middle of something else. */
  | {
      readonly kind: 'move-meanwhile';
      readonly to: number | null;
      readonly during: 'assemble' | 'compact' | 'undo' | 'append';
      readonly afterTurns: number;
    }
  | { readonly kind: 'preview' }
  | { readonly kind: 'undo'; readonly which: 'newest' | 'unknown' | number }
  | { readonly kind: 'budget'; readonly inputTokens: number; readonly isCostRule: boolean }
  | { readonly kind: 'policy'; readonly index: number }
  | { readonly kind: 'rules'; readonly index: number }
  | { readonly kind: 'hints'; readonly index: number }
  | { readonly kind: 'scratchpad'; readonly words: number }
  | { readonly kind: 'usage'; readonly factor: number }
  | { readonly kind: 'overflow' }
  | { readonly kind: 'summarizer'; readonly index: number }
  | { readonly kind: 'store'; readonly trouble: 'once' | 'answer-lost' | 'full' | 'none' }
  | { readonly kind: 'time'; readonly byMs: number }
  | { readonly kind: 'reload' };

const index = fc.nat({ max: 9 });

/** A message that is a large part of the budget by itself, or more than it. */
const huge = fc
  .record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    words: fc.integer({ min: 40, max: 1_200 }),
  })
  .map(({ role, words }): OpenAiMessage => ({ role, content: 'word '.repeat(words) }));

const someMessages = fc
  .tuple(
    arbitraryConversation,
    fc.option(huge, { freq: 6, nil: undefined }),
    fc.option(fc.nat({ max: 12 }), { freq: 4, nil: undefined }),
  )
  .map(([conversation, extra, repeatedId]) => {
    const messages = [...conversation.slice(0, 14), ...(extra ? [extra] : [])];
    return messages.map((message, position) =>
      repeatedId !== undefined && position === 0 ? { ...message, id: `m-${repeatedId}` } : message,
    );
  });

/** Any entry, by its place in the order of appending; seldom none. */
const place = fc.option(fc.nat({ max: 60 }), { freq: 12 });

const abortAfter = fc.option(fc.nat({ max: 6 }), { freq: 3, nil: undefined });

const command: fc.Arbitrary<SessionCommand> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('append' as const), messages: someMessages }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('assemble' as const), abortAfter }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compact' as const), abortAfter }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('assemble-thrice-and-append' as const),
      text: fc.lorem({ maxCount: 30 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('steps' as const),
      count: fc.integer({ min: 2, max: 12 }),
      words: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      back: fc.nat({ max: 8 }),
      messages: arbitraryConversation.map((conversation) => conversation.slice(0, 6)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), to: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move-meanwhile' as const),
      to: place,
      during: fc.constantFrom('assemble', 'compact', 'undo', 'append'),
      afterTurns: fc.nat({ max: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'preview' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      which: fc.oneof(fc.constantFrom('newest' as const, 'unknown' as const), index),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('budget' as const),
      inputTokens: fc.integer({ min: 150, max: 1_500 }),
      isCostRule: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('policy' as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rules' as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hints' as const), index }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('scratchpad' as const), words: fc.nat({ max: 80 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('usage' as const),
      factor: fc.double({ min: 0.4, max: 2.5, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'overflow' } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('summarizer' as const), index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      trouble: fc.constantFrom('once', 'answer-lost', 'full', 'none'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      byMs: fc.constantFrom(1_000, 60_000, 300_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'reload' } as const) },
);

/** Random lives of a session, ten to forty steps long. */
export const arbitrarySessionLife: fc.Arbitrary<readonly SessionCommand[]> = fc.array(command, {
  minLength: 1,
  maxLength: 30,
  size: 'large',
});
