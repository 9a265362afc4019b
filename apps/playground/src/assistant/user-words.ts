import type { Turn } from './assistant-move.ts';
import type { TextOrigin } from './context-texts.ts';

/** The tools by which words that had left the context come back into it. */
export type BroughtBackBy = 'search_session' | 'recall';

/** Where words stand: in a text of the context, or in a message that a tool brought back. */
export type Place =
  | { readonly kind: 'context'; readonly origin: TextOrigin }
  | { readonly kind: 'brought-back'; readonly by: BroughtBackBy; readonly seq: number };

/** Words that somebody said or a tool returned, and where they were read. */
export interface Words {
  readonly text: string;
  readonly place: Place;
}

/** A message that `recall` or `search_session` quotes. */
export interface Quote extends Words {
  /** `user`, `assistant` or `result of lookup_order`. */
  readonly label: string;
  readonly place: Extract<Place, { kind: 'brought-back' }>;
}

const QUOTATION =
  /<quoted-(?<edge>[a-z0-9]{6}) message="(?<seq>\d+)" from="(?<label>[^"]*)"[^>]*>\n(?<text>[\s\S]*?)\n<\/quoted-\k<edge>>/g;
const ARCHIVED_LINE = /^- user \(#(?<seq>\d+)\): (?<text>.+)$/gm;
/** Behind every other number: words that are still in the context are newer than those that left it. */
const NEWEST = Number.POSITIVE_INFINITY;
/** The first message stays in the context, ahead of what stands for those that left. */
const FIRST = -1;

/** Messages that were brought back into the context, in the order in which they were said. */
export function quotesIn({ results }: Pick<Turn, 'results'>): readonly Quote[] {
  return results
    .flatMap(({ toolName, result }) => {
      if (toolName !== 'recall' && toolName !== 'search_session') return [];
      return [...result.matchAll(QUOTATION)].map(({ groups = {} }): Quote => {
        const { seq, label = '', text = '' } = groups;
        return { text, label, place: { kind: 'brought-back', by: toolName, seq: Number(seq) } };
      });
    })
    .sort((a, b) => a.place.seq - b.place.seq);
}

/**
 * The user's own words, oldest first: messages, notes made for them, and what memory quotes of them. Words
 * of the assistant, of its instructions and of pages are none of them.
 */
export function userWords(turn: Pick<Turn, 'texts' | 'results'>): readonly Words[] {
  const archived = turn.texts.findIndex(({ origin }) => origin === 'archive');
  const ranked = turn.texts.flatMap(({ origin, text }, index) => {
    const place = { kind: 'context', origin } as const;
    if (origin === 'user') return [{ rank: index < archived ? FIRST : NEWEST, text, place }];
    if (origin === 'scratchpad') return [{ rank: Number.MAX_SAFE_INTEGER, text, place }];
    if (origin !== 'archive') return [];
    return [...text.matchAll(ARCHIVED_LINE)].map(({ groups = {} }) => ({
      rank: Number(groups.seq),
      text: groups.text ?? '',
      place,
    }));
  });
  const quoted = quotesIn(turn)
    .filter(({ label }) => label === 'user')
    .map(({ text, place }) => ({ rank: place.seq, text, place }));
  return [...ranked, ...quoted].sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank));
}

/** Tells a person where words were read. */
export function placeText(place: Place): string {
  if (place.kind === 'brought-back') {
    return `message #${place.seq}, which had left the context; ${place.by} brought it back`;
  }
  switch (place.origin) {
    case 'user':
      return 'your own message, which is still in the context';
    case 'archive':
      return 'the summary that stands for earlier messages';
    case 'scratchpad':
      return 'the scratchpad';
    case 'long-term':
      return 'long-term memory';
    case 'tool':
      return 'the result of a tool, which is still in the context';
    case 'assistant':
      return 'an earlier answer of mine';
    case 'system':
      return 'my instructions';
    default:
      return place.origin satisfies never;
  }
}
