import { AgentMemoryError } from './errors.ts';

/** One entry that fills the context, for the message of an overflow. */
export interface LargeItem {
  readonly itemId: string;
  readonly tokens: number;
}

/**
 * What must be sent does not fit, even after everything else gave way [BUD-3]. Nothing was lost.
 *
 * @example
 * try {
 *   await memory.assemble();
 * } catch (error) {
 *   if (!(error instanceof ContextOverflowError)) throw error;
 *   showNotice(`${error.overByTokens} tokens too many. Largest: ${error.largest[0]?.itemId}.`);
 * }
 */
export class ContextOverflowError extends AgentMemoryError {
  readonly neededTokens: number;
  readonly inputTokens: number;
  readonly overByTokens: number;
  readonly largest: readonly LargeItem[];

  constructor(fields: {
    readonly neededTokens: number;
    readonly inputTokens: number;
    readonly largest: readonly LargeItem[];
  }) {
    const overByTokens = fields.neededTokens - fields.inputTokens;
    const largest = fields.largest.map((item) => `${item.itemId} (${item.tokens})`).join(', ');
    super(
      'CONTEXT_OVERFLOW',
      `The protected part of the context needs ${fields.neededTokens} tokens and the input budget is ` +
        `${fields.inputTokens}: ${overByTokens} too many. Largest: ${largest}. Nothing was lost; ` +
        'shorten the system text or the last message, or use a larger window.',
      { phase: 'assemble' },
    );
    this.neededTokens = fields.neededTokens;
    this.inputTokens = fields.inputTokens;
    this.overByTokens = overByTokens;
    this.largest = fields.largest;
  }
}
