import type { ImportedFile, ImportedLine, LineFate } from '../source/import-facts.ts';
import { formatCount } from './format.ts';

/** Lines of one fate, under a heading. */
export interface LineGroup {
  readonly fate: LineFate;
  readonly title: string;
  readonly lines: readonly ImportedLine[];
  /** Further lines like these, which are not told one by one. */
  readonly more: number;
}

/** `4 records taken in, 1 known already, 2 refused` */
export function importSentence({ imported, unchanged, refused }: ImportedFile['facts']): string {
  const parts = [
    `${formatCount(imported, 'record')} taken in`,
    ...(unchanged === 0 ? [] : [`${formatCount(unchanged, 'known', 'known')} already`]),
    ...(refused === 0 ? [] : [formatCount(refused, 'refused', 'refused')]),
  ];
  return parts.join(', ');
}

/** The lines by fate; the refused ones come first, since somebody may have to act on them. */
export function lineGroups(file: ImportedFile['facts']): readonly LineGroup[] {
  const groups: readonly (readonly [LineFate, string, number])[] = [
    ['refused', 'Refused', file.refused],
    ['taken', 'Taken in', file.imported],
    ['known', 'Known already, or known better', file.unchanged],
    ['taken-or-known', 'Taken in, or known already', file.imported + file.unchanged],
  ];
  return groups.flatMap(([fate, title, total]) => {
    const lines = file.lines.filter((line) => line.fate === fate);
    return lines.length === 0 ? [] : [{ fate, title, lines, more: total - lines.length }];
  });
}
