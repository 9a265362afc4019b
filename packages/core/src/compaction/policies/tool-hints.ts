import {
  checkGiven,
  checkOption,
  type KnownNames,
  refuseUnknown,
} from '../../ground/errors/errors.ts';

/**
 * A hint about the results of one tool, for when room is made [POL-8]. Every field may be left out.
 */
export interface ToolHint {
  /**
   * Its results are of use once: as soon as the model has answered after them, a marker is sent in their
   * place, whatever room there is. Those under 120 tokens stay: a marker saves nothing. Default: false.
   */
  readonly ephemeral?: boolean;
  /**
   * Only its newest result counts, whatever the arguments: older ones leave like results of a call
   * that was made again. Default: false, and only a call with the same arguments replaces one.
   */
  readonly latestOnly?: boolean;
  /**
   * Its results never leave, nor does what leaves with them; they can still be shortened. They count
   * as protected: where they alone pass the budget, the context is refused. Default: false.
   */
  readonly pinned?: boolean;
  /** A result above this many tokens is shortened to it, instead of to the limit for all tools. */
  readonly maxTokens?: number;
}

/** Hints by the name of the tool; a tool without one is treated like any other. */
export type ToolHints = Readonly<Record<string, ToolHint>>;

/** A shortened result says what is missing, and needs this much to say anything else. */
const LEAST_MAX_TOKENS = 64;

const HINTS = {
  ephemeral: true,
  latestOnly: true,
  pinned: true,
  maxTokens: true,
} as const satisfies KnownNames<ToolHint>;

/**
 * The hints, copied, so that a later change of the caller's object changes nothing.
 *
 * @throws InvalidOptionError if a value is no hint (a misspelt one too), `maxTokens` is below 64, or a
 * tool is to stay and to leave at once.
 */
export function checkedToolHints(hints: ToolHints): ToolHints {
  checkOption(isRecord(hints), 'toolHints', 'must be an object: a hint by the name of its tool.');
  return Object.freeze(
    Object.fromEntries(
      Object.entries(hints).map(([toolName, hint]) => [toolName, checkedHint(toolName, hint)]),
    ),
  );
}

function checkedHint(toolName: string, hint: ToolHint): ToolHint {
  const option = `toolHints.${toolName}`;
  checkOption(isRecord(hint), option, 'must be an object.');
  refuseUnknown(hint, HINTS, option);
  for (const [key, value] of Object.entries(hint)) {
    if (value === undefined) continue;
    if (key === 'maxTokens') {
      const isRight = Number.isSafeInteger(value) && Number(value) >= LEAST_MAX_TOKENS;
      const rule = `a whole number of tokens, ${LEAST_MAX_TOKENS} or more`;
      checkGiven(isRight, `${option}.maxTokens`, rule, value);
    } else
      checkGiven(typeof value === 'boolean', `${option}.${key}`, 'true or false', typeof value);
  }
  checkOption(
    !(hint.pinned && (hint.ephemeral || hint.latestOnly)),
    option,
    'cannot keep its results (`pinned`) and let them leave (`ephemeral`, `latestOnly`).',
  );
  return Object.freeze({ ...hint });
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells whether any hint limits what a tool's results may take, or for how long they stay. */
export function hasLimits(hints: ToolHints): boolean {
  return Object.values(hints).some(
    ({ maxTokens, ephemeral }) => maxTokens !== undefined || ephemeral,
  );
}
