import { textOf } from '../../message/message.ts';
import { perMessage } from '../../message/per-message.ts';
import type { ContextPlan } from '../../plan/context-plan.ts';
import { isNearLimit } from './context-counter.ts';

/** A kind of content counts from this share of the context on. */
const LEAST_SHARE = 0.05;
/** A count further off than this is followed by another one when the context has grown by `GROWTH`. */
const SURPRISE = 0.01;
const GROWTH = 1.25;

/** Decides when a provider's own counter is asked: early, at content of a new kind, and near the limit [TOK-7]. */
export class Confirmation {
  readonly #known = new Set<string>();
  #againAtTokens = Number.POSITIVE_INFINITY;

  isDue(plan: ContextPlan, limitTokens: number, model: string | undefined): boolean {
    const { totalTokens, ledger } = plan;
    if (isNearLimit(ledger.predictedTokens, limitTokens)) return true;
    return totalTokens >= this.#againAtTokens || this.#unknownIn(plan, model).length > 0;
  }

  /** Takes the provider's count of a plan. */
  learn(plan: ContextPlan, countedTokens: number, model: string | undefined): void {
    for (const kind of this.#unknownIn(plan, model)) this.#known.add(kind);
    const { predictedTokens } = plan.ledger;
    const isSurprise = Math.abs(countedTokens - predictedTokens) > SURPRISE * predictedTokens;
    this.#againAtTokens = isSurprise ? GROWTH * plan.totalTokens : Number.POSITIVE_INFINITY;
  }

  #unknownIn(plan: ContextPlan, model: string | undefined): readonly string[] {
    const tokens = new Map<string, number>();
    for (const { message, decision } of plan.items) {
      for (const name of kindsOf(message)) {
        const kind = `${model}/${name}`;
        if (this.#known.has(kind)) continue;
        tokens.set(kind, (tokens.get(kind) ?? 0) + decision.tokens.sent);
      }
    }
    const least = LEAST_SHARE * plan.totalTokens;
    return [...tokens].filter(([, sum]) => sum >= least).map(([kind]) => kind);
  }
}

/** The kinds of content by which estimates differ: pictures, documents, and the script of the text. */
const kindsOf = perMessage((message): readonly string[] => {
  const types = message.parts.map(({ type }) => type);
  const media = types.filter((type) => type === 'image' || type === 'document');
  return [...new Set([...media, scriptOf(textOf(message))])];
});

/** A text is of one script as a rule, and its beginning tells which. */
const SAMPLE_CHARACTERS = 2_000;
/** A script other than Latin has to make up this share. */
const SCRIPT_SHARE = 0.3;
/** All but Latin with its accents. */
const FOREIGN = /[^\0-\u024f]/gu;

/** The block in the middle of all characters behind Latin, as a name; `latin` where those are few. */
function scriptOf(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const foreign = sample.match(FOREIGN) ?? [];
  if (foreign.length === 0 || foreign.length < SCRIPT_SHARE * sample.length) return 'latin';
  return foreign.map(blockOf).toSorted()[foreign.length >> 1] ?? 'latin';
}

/** Han, kana and Hangul fill many blocks. */
function blockOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0x2e80 && code <= 0xd7ff ? 'east-asian' : `block-${code >> 7}`;
}
