import type { Evidence, LongTermMemory } from '@agent-memory/long-term';
import { pageAbout, pageNames } from './example-pages.ts';

/** The result of `read_page`: the page, and what became of its paragraphs in long-term memory. */
export interface PageResult {
  readonly title: string;
  readonly text: string;
  /** Paragraphs that are kept as quotations from outside. */
  readonly quoted: number;
  /** Reasons of the paragraphs that wait in quarantine, a list for each. */
  readonly held: readonly (readonly string[])[];
  /** Other refusals, in words. */
  readonly refused: readonly string[];
}

/**
 * Reads a page, and notes each paragraph for later conversations: as reference material from outside,
 * which is all that the word of a page is worth. Memory itself looks whether it may be kept at all.
 */
export async function readPage(
  longTerm: LongTermMemory,
  { about, evidence }: { readonly about: string; readonly evidence: readonly Evidence[] },
): Promise<string> {
  const page = pageAbout(about);
  if (!page) return `There is no page about “${about}”. There are: ${pageNames()}.`;
  const { title, text } = page;
  let quoted = 0;
  const held: (readonly string[])[] = [];
  const refused: string[] = [];
  for (const paragraph of text.split('\n\n')) {
    const outcome = await longTerm.store({
      type: 'reference',
      kind: 'fact',
      text: paragraph,
      source: 'external',
      evidence,
    });
    if (outcome.kind !== 'refused') quoted += 1;
    else if (outcome.refusal.rule === 'HELD') {
      held.push(await reasonsOf(longTerm, outcome.refusal.recordId));
    } else refused.push(outcome.refusal.sentence);
  }
  return JSON.stringify({ title, text, quoted, held, refused } satisfies PageResult);
}

async function reasonsOf(
  longTerm: LongTermMemory,
  id: string | undefined,
): Promise<readonly string[]> {
  const { items } = await longTerm.quarantine.list();
  return items.find((one) => one.id === id)?.reasons ?? [];
}

/** The result of `read_page`, told without repeating a word of the page. */
export function reportPage(result: string): string {
  const page = parsedPage(result);
  if (!page) return result;
  const { title, quoted, held, refused } = page;
  return [
    `I read “${title}”.`,
    ...(quoted > 0
      ? [`Kept as a quotation from outside, which is no fact: ${paragraphs(quoted)}.`]
      : []),
    ...(held.length > 0
      ? [`Held in quarantine until you look at it: ${paragraphs(held.length)}.`]
      : []),
    ...held.map(([heaviest = 'It could not be checked.']) => heaviest),
    ...refused,
  ].join(' ');
}

function paragraphs(count: number): string {
  return count === 1 ? '1 paragraph' : `${count} paragraphs`;
}

/** Live state may stand behind the result; the result is its first line. */
function parsedPage(result: string): PageResult | undefined {
  try {
    const value: unknown = JSON.parse(result.split('\n', 1)[0] ?? '');
    return isPage(value) ? value : undefined;
  } catch {
    // A page that is not there is answered in words.
    return undefined;
  }
}

function isPage(value: unknown): value is PageResult {
  if (typeof value !== 'object' || value === null) return false;
  const { title, quoted, held, refused } = value as Record<keyof PageResult, unknown>;
  return (
    typeof title === 'string' &&
    typeof quoted === 'number' &&
    Array.isArray(held) &&
    Array.isArray(refused)
  );
}
