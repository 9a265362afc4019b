import type { LoadProgress } from '@agent-memory/models';

/** A report of web-llm about a load. */
export interface InitReport {
  /** From 0 to 1, anew for each phase. */
  readonly progress: number;
  /** Seconds since the phase began, rounded up. */
  readonly timeElapsed: number;
  readonly text: string;
}

const PHASES: readonly (readonly [RegExp, LoadProgress['phase']])[] = [
  [/^Fetching param cache/, 'download'],
  [/^(?:Start to fetch params|Loading model from cache)/, 'start'],
  [/^Loading GPU shader modules/, 'compile'],
];

/** The same in the words of the port; `undefined` for a report that tells of no phase. */
export function readReport(report: InitReport, weightBytes: number): LoadProgress | undefined {
  const phase = PHASES.find(([pattern]) => pattern.test(report.text))?.[1];
  if (phase === undefined) return undefined;
  const progress = Number.isFinite(report.progress) ? report.progress : 0;
  const leftMs = Math.round((report.timeElapsed * 1_000 * (1 - progress)) / progress);
  return {
    phase,
    ...(phase !== 'compile' && {
      loadedBytes: Math.round(progress * weightBytes),
      totalBytes: weightBytes,
    }),
    ...(progress > 0 && { leftMs }),
  };
}
