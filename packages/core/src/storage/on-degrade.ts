import type { AgentMemoryError } from '../errors/errors.ts';

/** The call during which the primary store failed. */
export type DegradePhase = 'load' | 'commit' | 'list';

/** Told once per trouble, with the error of the primary store. */
export type OnDegrade = (error: AgentMemoryError, phase: DegradePhase) => void;
