import type { Block, RunOutline } from '@agent-memory/agent';
import { type Asked, arrived, useLatestAnswer, usePanel } from '../elements/panel-context.ts';
import { type Changing, useChanges } from '../elements/use-changes.ts';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';

const NEVER: Changing = { subscribe: () => () => undefined };
const NO_RUNS: readonly RunOutline[] = [];

/** All runs of the session; none where the source has no runs, or they are not here yet. */
export function useRuns(
  source: DevtoolsSource,
  { plan, entries }: DevtoolsState,
  isShown: boolean,
): readonly RunOutline[] {
  const version = useChanges(source.runs ?? NEVER, isShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change, and with each plan
  const asked = useLatestAnswer(source, () => source.runs?.list() ?? NO_RUNS, [
    source,
    version,
    plan,
    entries,
  ]);
  return arrived(asked) ?? NO_RUNS;
}

/** The beginning of a run's request; '' until it is here. */
export function useRequest(number: number): string {
  const { source, runs } = usePanel();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another branch has other runs
  const asked = useLatestAnswer(source, () => source.runs?.request(number) ?? '', [
    source,
    number,
    runs,
  ]);
  return arrived(asked) ?? '';
}

/** The block that a run has become; asked again when runs or titles change. */
export function useBlock(number: number): Asked<Block | undefined> {
  const { source, runs } = usePanel();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change
  return useLatestAnswer(source, () => source.runs?.block(number), [source, number, runs]);
}
