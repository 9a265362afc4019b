import { AgentMemoryError } from './errors.ts';

/** One entry that fills the context, for the message of an overflow. */
export interface LargeItem {
  readonly itemId: string;
  readonly tokens: number;
  /** Present where it holds results of tools: the names of those that are known. */
  readonly resultsOf?: readonly string[];
}

interface OverflowFields {
  readonly neededTokens: number;
  readonly inputTokens: number;
  readonly largest: readonly LargeItem[];
  readonly configuredTokens?: number;
  /** The model whose provider made the budget smaller, where it has a name. */
  readonly model?: string;
}

/**
 * The protected part does not fit, even after everything else yielded [BUD-3]. Nothing was lost.
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
  /** The input budget that was configured, where what is known of the provider makes it smaller. */
  readonly configuredTokens: number | undefined;

  constructor(fields: OverflowFields) {
    const overByTokens = fields.neededTokens - fields.inputTokens;
    const largest = fields.largest.map((item) => `${item.itemId} (${item.tokens})`).join(', ');
    super(
      'CONTEXT_OVERFLOW',
      `The protected part of the context needs ${fields.neededTokens} tokens and the input budget is ` +
        `${fields.inputTokens}: ${overByTokens} too many. Largest: ${largest}. Nothing was lost; ` +
        `shorten ${whatToShorten(fields.largest)}, or use a larger window.` +
        howToLift(fields),
      { phase: 'assemble' },
    );
    this.neededTokens = fields.neededTokens;
    this.inputTokens = fields.inputTokens;
    this.overByTokens = overByTokens;
    this.largest = fields.largest;
    this.configuredTokens = fields.configuredTokens;
  }
}

/** A budget that is smaller than it was set: whose doing that is, and what ends it. */
function howToLift({ configuredTokens, model }: OverflowFields): string {
  if (configuredTokens === undefined) return '';
  const whose = model === undefined ? 'the model' : `the model "${model}"`;
  return (
    ` The budget was set to ${configuredTokens}; what is known of ${whose} and its provider makes it ` +
    'smaller. `configure({ budget })` forgets what was learned, and another `model` has figures of its own.'
  );
}

/** Where the largest are results, it is for their tools to give less; nobody else can. */
function whatToShorten(largest: readonly LargeItem[]): string {
  const usual = 'the system text or the last message';
  const firstOther = largest.findIndex(({ resultsOf }) => !resultsOf);
  const results = largest.slice(0, firstOther < 0 ? largest.length : firstOther);
  if (results.length === 0) return usual;
  const tools = new Set(results.flatMap(({ resultsOf = [] }) => resultsOf));
  const names = [...tools].map((name) => `\`${name}\``).join(', ');
  return `${names === '' ? 'the results of tools' : `what ${names} gives`}, ${usual}`;
}
