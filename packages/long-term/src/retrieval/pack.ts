import type { Gathered } from './gather.ts';
import type { CutCandidate, CutRule, RetrievalHit } from './retrieval-index.ts';

/** The limits that hits have to fit in. */
export interface Packing {
  readonly limit: number;
  readonly maxTokens?: number | undefined;
  readonly minScore?: number | undefined;
  readonly count: (text: string) => number;
}

/**
 * Fits ranked candidates into a limit and a token budget [RET-2]. A hit that is too long for the room
 * that is left is cut, and shorter ones behind it still come in.
 */
export function pack(
  { candidates, cut }: Gathered,
  { limit, maxTokens, minScore = Number.NEGATIVE_INFINITY, count }: Packing,
): Gathered {
  const hits: RetrievalHit[] = [];
  const left: CutCandidate[] = [];
  let roomTokens = maxTokens ?? Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const tokens = maxTokens === undefined ? 0 : count(candidate.document.text);
    const rule = ruleFor(candidate, { isFull: hits.length >= limit, minScore, tokens, roomTokens });
    if (rule === undefined) {
      roomTokens -= tokens;
      hits.push({ ...candidate, rank: hits.length + 1 });
    } else left.push({ id: candidate.document.id, rule, score: candidate.score });
  }
  return { candidates: hits, cut: [...left, ...cut].sort((a, b) => b.score - a.score) };
}

function ruleFor(
  { score }: RetrievalHit,
  state: {
    readonly isFull: boolean;
    readonly minScore: number;
    readonly tokens: number;
    readonly roomTokens: number;
  },
): CutRule | undefined {
  if (score < state.minScore) return 'SCORE_BELOW_CUT';
  if (state.isFull) return 'BELOW_LIMIT';
  return state.tokens > state.roomTokens ? 'OVER_TOKEN_BUDGET' : undefined;
}
