import type { Block, RunOutline } from '@agent-memory/core/runs';
import { useCallback } from 'react';
import type { DevtoolsSource, DevtoolsState } from '../../source/devtools-source.ts';
import type { Changing } from '../parts/on-frames.ts';
import { usePanel } from '../parts/panel-context.ts';
import { type Asked, arrived, useLatestAnswer } from '../parts/use-answer.ts';
import { useChanges } from '../parts/use-changes.ts';

const NEVER: Changing = { subscribe: () => () => undefined };
const NO_RUNS: readonly RunOutline[] = [];

/** All runs of the session; none where the source has no runs, or they are not here yet. */
export function useRuns(
  source: DevtoolsSource,
  { plan, entries }: DevtoolsState,
  isShown: boolean,
): readonly RunOutline[] {
  const version = useChanges(source.runs ?? NEVER, isShown);
  const asked = useLatestAnswer(
    source,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change, and with each plan
    useCallback(() => source.runs?.list() ?? NO_RUNS, [source, version, plan, entries]),
  );
  return arrived(asked) ?? NO_RUNS;
}

/** The beginning of a run's request; '' until it is here. */
export function useRequest(number: number): string {
  const { source, runs } = usePanel();
  const asked = useLatestAnswer(
    source,
    // biome-ignore lint/correctness/useExhaustiveDependencies: another branch has other runs
    useCallback(() => source.runs?.request(number) ?? '', [source, number, runs]),
  );
  return arrived(asked) ?? '';
}

/** The block that a run has become; asked anew when runs or titles change. */
export function useBlock(number: number): Asked<Block | undefined> {
  const { source, runs } = usePanel();
  return useLatestAnswer(
    source,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(() => source.runs?.block(number), [source, number, runs]),
  );
}
