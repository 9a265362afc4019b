import type { ArchiveSections } from './archive-sections.ts';
import type { PlanItem } from './plan-item.ts';

export const NO_ARCHIVE_SECTIONS: ArchiveSections = { items: [], withheld: [], tokens: 0 };

/** The items of a context with those sections in their place: behind what the system says. */
export function withArchiveSections(
  items: readonly PlanItem[],
  sections: readonly PlanItem[],
): readonly PlanItem[] {
  if (sections.length === 0) return items;
  const at = items.findIndex(({ tier }) => tier !== 'system');
  return items.toSpliced(at < 0 ? items.length : at, 0, ...sections);
}

/** Those sections among the items of a plan. */
export function archiveSectionsIn(items: readonly PlanItem[]): readonly PlanItem[] {
  return items.filter(({ tier, kind }) => tier === 'archive' && !OTHER_KINDS.includes(kind));
}

const OTHER_KINDS: readonly string[] = ['entry', 'condensed', 'repair'];
