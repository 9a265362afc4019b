import type { DevtoolsSource } from '../../source/devtools-source.ts';

type Answer = Promise<DevtoolsSource | undefined>;

/** The questions that are under way, by source and call. */
const underWay = new WeakMap<DevtoolsSource, Map<number, Answer>>();

/**
 * Asks a source for a call of its past. Chat and panel that follow one selection ask for the same call in
 * one frame: the past is made once for both. An answer that is given is kept by nobody here.
 */
export function askAt(source: DevtoolsSource, call: number): Answer {
  const asked = underWay.get(source) ?? new Map<number, Answer>();
  underWay.set(source, asked);
  const known = asked.get(call);
  if (known) return known;
  const answer = ask(source, call).finally(() => asked.delete(call));
  asked.set(call, answer);
  return answer;
}

async function ask(source: DevtoolsSource, call: number): Answer {
  return source.at(call);
}
