import type { OpenAiMessage } from '@agent-memory/core';

/** A line of a context that says a record: its facts in brackets, then its words. */
const RECORD_LINE = /^- \((?<facts>[^)]*)\) (?<words>.*)$/;
const RECORDS = '<live-records>';
/** Shorter words are in every sentence. */
const TELLING_CHARACTERS = 4;

/**
 * The scripted answer of an agent, from nothing but the records in the context that its memory assembled: the
 * one that shares most words with the question, with how sure it is.
 */
export function answerFromContext(context: readonly OpenAiMessage[], question: string): string {
  const asked = tellingWords(question);
  const found = context
    .flatMap(textsOf)
    .filter((text) => text.startsWith(RECORDS))
    .flatMap((text) => text.split('\n'))
    .map((line) => RECORD_LINE.exec(line)?.groups)
    .flatMap((groups) => (groups ? [{ ...groups, hits: sharedWords(groups.words, asked) }] : []))
    .reduce<Found | undefined>(
      (best, one) => (one.hits > (best?.hits ?? 0) ? one : best),
      undefined,
    );
  if (!found) return 'Nothing in my context says that.';
  return `${found.words} My context gives it as: ${found.facts}.`;
}

interface Found {
  readonly facts?: string;
  readonly words?: string;
  readonly hits: number;
}

function textsOf({ content }: OpenAiMessage): readonly string[] {
  if (typeof content === 'string') return [content];
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function tellingWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter(({ length }) => length >= TELLING_CHARACTERS));
}

function sharedWords(text: string | undefined, asked: ReadonlySet<string>): number {
  return [...tellingWords(text ?? '')].filter((word) => asked.has(word)).length;
}
