import type { Decision, Entry, Message, Part } from '@agent-memory/core';
import type { BarePlan } from '@agent-memory/core/formats';
import { decisionOn } from '@agent-memory/core/internal';
import { type DecisionText, describeDecision } from './describe-decision.ts';

/**
 * Why a value stands nowhere in a context, by the newest message that holds it; `undefined` for one that
 * came after that context. Whether it stands there is told by `messageHolds`, of the items that are sent.
 *
 * @example
 * const entry = memory.entries()[0];
 * if (entry) console.log(explainAbsence(memory.plan(), entry)?.sentence);
 */
export function explainAbsence(plan: BarePlan, entry: Entry): DecisionText | undefined {
  const decision = decisionOn(plan, entry);
  if (!decision) return undefined;
  const { sentence, ...rest } = describeDecision(decision);
  const own = OF_THE_VALUE[decision.fate];
  return { sentence: own ? `${sentence} ${own}` : sentence, ...rest };
}

const OF_THE_VALUE: { readonly [Fate in Decision['fate']]?: string } = {
  summarised: 'This value is not in the text that stands for it.',
  trimmed: 'This value stands in the part that was cut.',
};

/**
 * Whether a message holds a value by `isIn`: as it is, or as JSON writes it in arguments.
 *
 * @example
 * const isThere = memory
 *   .entries()
 *   .some(({ message }) => messageHolds(message, 'INV-2041', (text, value) => text.includes(value)));
 */
export function messageHolds(
  { parts }: Message,
  value: string,
  isIn: (text: string, value: string) => boolean,
): boolean {
  const escaped = JSON.stringify(value).slice(1, -1);
  const forms = escaped === value ? [value] : [value, escaped];
  return parts.some((part) =>
    textsOf(part).some(
      (text) => typeof text === 'string' && forms.some((form) => isIn(text, form)),
    ),
  );
}

/** The texts of a part, each as it is sent. */
function textsOf(part: Part): readonly unknown[] {
  if (part.type === 'unknown') return [JSON.stringify(part.value)];
  return Object.entries(part).flatMap(([field, text]) => (TEXT_FIELDS.has(field) ? [text] : []));
}

const TEXT_FIELDS = new Set(['text', 'toolName', 'arguments', 'url', 'filename', 'fileId', 'data']);
