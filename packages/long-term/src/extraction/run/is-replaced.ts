import type { ExtractionReport } from './report.ts';

/** Whether records of one of these messages were forgotten because the user had written it anew. */
export function isReplaced(entryIds: readonly string[], log: readonly ExtractionReport[]): boolean {
  return log.some(({ forgotten = [] }) =>
    forgotten.some(
      (one) => one.why === 'REPLACED' && one.entryIds.some((id) => entryIds.includes(id)),
    ),
  );
}
