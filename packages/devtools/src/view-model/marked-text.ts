/** A piece of a text; together the pieces are the text. */
export interface TextPiece {
  readonly text: string;
  /** An exact value that was kept in the context, or lost from it. Absent: other text. */
  readonly mark?: 'kept' | 'lost';
}

/** Exact values by what became of them. */
export interface MarkedValues {
  readonly kept: readonly string[];
  readonly lost: readonly string[];
}

/** Finds whole values in a text: longer ones first, none inside a longer word or number. */
export function markedText(text: string, { kept, lost }: MarkedValues): readonly TextPiece[] {
  const marks = new Map<string, 'kept' | 'lost'>();
  for (const value of kept) if (isIn(text, value)) marks.set(value, 'kept');
  for (const value of lost) if (isIn(text, value)) marks.set(value, 'lost');
  if (marks.size === 0) return text === '' ? [] : [{ text }];
  const longestFirst = [...marks.keys()].sort((one, other) => other.length - one.length);
  const sought = new RegExp(
    `(?<![\\p{L}\\p{N}])(${longestFirst.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    'u',
  );
  // Splitting at a group gives the values at the odd places.
  return text.split(sought).flatMap((piece): readonly TextPiece[] => {
    if (piece === '') return [];
    const mark = marks.get(piece);
    return [mark ? { text: piece, mark } : { text: piece }];
  });
}

function isIn(text: string, value: string): boolean {
  return value !== '' && text.includes(value);
}

function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
