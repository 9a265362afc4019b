import type { BreakerState } from '../compaction/pacing/breaker.ts';
import type { SessionSettings } from './settings.ts';
import {
  firstLedger,
  type LearnedFigures,
  type OverflowState,
  type SessionSnapshot,
} from './snapshot.ts';

/** PERSISTED: the stored part that holds what a session has learned of its provider and summariser. */
export const LEARNED_PART = 'agent-memory/learned';

/** Figures that a session learned while it ran, and keeps over a reload. */
export interface Learned extends LearnedFigures {
  readonly breaker: BreakerState;
  /** The figures of models that the session was with before; absent where there was none. */
  readonly others?: readonly LearnedFigures[];
}

/** The parts of a session that say what was learned of its model. */
export type FiguresOwner = Pick<
  SessionSnapshot<unknown>,
  'ledger' | 'overflow' | 'budget' | 'encoding' | 'model'
>;

/** Learned figures as they are stored. */
export function learnedOf({
  breaker,
  otherFigures,
  ...owner
}: FiguresOwner & Pick<SessionSnapshot<unknown>, 'breaker' | 'otherFigures'>): Learned {
  return {
    ...learnedFigures(owner),
    breaker,
    ...(otherFigures.length > 0 && { others: otherFigures }),
  };
}

/** Figures of the model that the session is with. */
function learnedFigures({ ledger, overflow, ...settings }: FiguresOwner): LearnedFigures {
  return {
    figuresOf: figuresOf(settings),
    ledger,
    ...(overflow && { limitTokens: overflow.limitTokens }),
  };
}

/**
 * Gives the settings that a ledger and a limit depend on, as one text. Where the caller brought a
 * counter of its own, the encoding does not tell the model, so that its name stands behind: figures
 * stored by a release that did not write it are not taken for a model that has a name.
 */
export function figuresOf({
  budget,
  encoding,
  model = encoding,
}: Pick<SessionSettings, 'budget' | 'encoding' | 'model'>): string {
  const { contextWindow, inputTokens, reservedTokens } = budget;
  const figures = [encoding, contextWindow, inputTokens, reservedTokens];
  return (model === encoding ? figures : [...figures, model]).join('|');
}

/** So many models are remembered beside the one that the session is with. */
const OTHERS_KEPT = 8;

/**
 * The figures of the provider after a change of settings: a budget ends what was learned under the
 * settings that hold then; another model has its own figures, and those of the one before are kept.
 */
export function figuresAfter(
  before: FiguresOwner & Pick<SessionSnapshot<unknown>, 'otherFigures'>,
  after: FiguresOwner,
  isBudgetGiven: boolean,
): Pick<SessionSnapshot<unknown>, 'ledger' | 'overflow' | 'otherFigures' | 'corrected'> {
  const key = figuresOf(after);
  const known = before.otherFigures.find(({ figuresOf }) => figuresOf === key && !isBudgetGiven);
  const left = after.model === before.model ? [] : [learnedFigures(before)];
  const others = [...before.otherFigures, ...left].filter(({ figuresOf }) => figuresOf !== key);
  return {
    ledger: known?.ledger ?? firstLedger(after),
    overflow: overflowAt(known?.limitTokens),
    otherFigures: newestOfEach(others).slice(-OTHERS_KEPT),
    corrected: undefined,
  };
}

/** The state of a limit that was learned before; none where there is none. */
function overflowAt(limitTokens: number | undefined): OverflowState | undefined {
  return limitTokens === undefined ? undefined : { limitTokens, attempts: 0 };
}

function newestOfEach(figures: readonly LearnedFigures[]): readonly LearnedFigures[] {
  return figures.filter(
    ({ figuresOf }, index) =>
      !figures.slice(index + 1).some((later) => later.figuresOf === figuresOf),
  );
}
