import type { KnownRecord, MemoryRecord } from '@agent-memory/long-term';
import type { MemoryMark, UserMemoriesTexts } from './texts.ts';

/** How a memory came about and how it stands: "Concluded from a chat on 4 May 2026; not confirmed". */
export function originOf(known: KnownRecord, texts: UserMemoriesTexts): string {
  const { record, saidBy } = known;
  const day = texts.day(record.createdAtMs);
  const origin =
    saidBy === undefined ? texts.sources[record.source](day) : texts.saidBy(isolated(saidBy), day);
  return [origin, ...marksOf(known).flatMap((mark) => texts.marks[mark] ?? [])].join('; ');
}

function marksOf({ record, labels }: KnownRecord): readonly MemoryMark[] {
  return [
    ...labels,
    ...(record.verifiedAtMs === undefined ? [] : ['verified' as const]),
    ...(record.pinned ? ['pinned' as const] : []),
    ...(record.muted ? ['muted' as const] : []),
  ];
}

/** In a sentence of either direction, a name keeps its own. */
function isolated(name: string): string {
  return `\u2068${name.replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')}\u2069`;
}

/** What a memory said before it said this, newest first. */
export function earlierTexts(
  record: MemoryRecord,
  versions: readonly MemoryRecord[],
): readonly MemoryRecord[] {
  const seen = new Set([record.text]);
  return versions.toReversed().filter(({ text }) => {
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

/** The memories that have every word of a phrase, in any case. */
export function having(phrase: string, records: readonly KnownRecord[]): readonly KnownRecord[] {
  const wanted = folded(phrase).split(/\s+/u);
  return records.filter(({ record, saidBy = '' }) => {
    const text = folded(`${record.text} ${saidBy}`);
    return wanted.every((word) => text.includes(word));
  });
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
