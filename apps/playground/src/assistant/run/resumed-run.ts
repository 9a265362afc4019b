import { isShopTool } from '../shop/shop-desk.ts';
import { isReading } from '../tools/assistant-tools.ts';
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
  return [place, ...(inDoubt.length === 0 ? [ALL_KNOWN] : inDoubt.map(doubtText))].join(' ');
}

const ALL_KNOWN = 'No call was under way when the page went away, and none is made twice.';

function doubtText(toolName: string): string {
  const opening = `${toolName} was under way when the page went away:`;
  if (isShopTool(toolName)) {
    return `${opening} the shop is asked what became of the call, so that it is not made twice.`;
  }
  return isReading(toolName)
    ? `${opening} it only reads, so it is called again.`
    : `${opening} nobody knows whether it took effect, and it is not called again.`;
}
