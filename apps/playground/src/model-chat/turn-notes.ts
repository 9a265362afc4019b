import type { ChatReply } from '@agent-memory/models';
import { figure, plural } from '../facts/figures.ts';

/** Gives sentences for a person about an answer that did arrive. */
export function notesOn({ finishReason, unreadable }: ChatReply): readonly string[] {
  return [
    ...(finishReason === undefined ? [] : (FINISHES[finishReason] ?? [])),
    ...(unreadable === 0
      ? []
      : [
          `${figure(unreadable)} ${plural(unreadable, 'piece')} of the answer could not be read and may be missing in it.`,
        ]),
  ];
}

const FINISHES: Readonly<Record<string, readonly string[]>> = {
  length: ['The answer was cut: it reached the longest that the server allows.'],
  content_filter: ['The server took something out of the answer, or ended it: its content filter.'],
  tool_calls: ['The model asked for a tool. This page gives it none, so that part is left out.'],
};
