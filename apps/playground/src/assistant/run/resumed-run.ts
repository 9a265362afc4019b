import { stepOfRun, titleOfRun } from './run-place.ts';
import type { RunSession } from './run-session.ts';

/** A run that was left unfinished, as a person is told of it. */
export interface Resumed {
  readonly step: number;
  /** The question that is being answered. */
  readonly title: string;
  /** Tools whose calls had begun and whose end nobody stored. */
  readonly inDoubt: readonly string[];
}

/** The run that a page before this one left unfinished; `undefined` where none is. */
export async function resumedRun({
  memory,
  checkpoints,
}: Pick<RunSession, 'memory' | 'checkpoints'>): Promise<Resumed | undefined> {
  const { next, inDoubt } = await checkpoints.resume();
  if (next === 'nothing') return undefined;
  return {
    step: stepOfRun(memory),
    title: titleOfRun(memory),
    inDoubt: inDoubt.map(({ toolName }) => toolName),
  };
}

/** Refuses to go on with a run that another page has gone on with meanwhile. */
export async function checkStillHere(
  { memory, storedEntries }: Pick<RunSession, 'memory' | 'storedEntries'>,
  hasWaited: boolean,
): Promise<void> {
  if (!hasWaited || (await storedEntries()) <= memory.getState().entries) return;
  throw new Error(
    'another page of this browser went on with this run. Nothing was done twice; reload to see its answer.',
  );
}

/** Tells a person where the run goes on, and what becomes of calls in doubt. */
export function resumedText({ step, title, inDoubt }: Resumed): string {
  const place = `Resumed at step ${step} of “${title}”.`;
  if (inDoubt.length === 0) return `${place} Nothing that was done is done again.`;
  const calls = inDoubt.join(', ');
  return `${place} The page went away while ${calls} was under way, so its end is in doubt: it is not called again unless nothing came of it.`;
}
