import type { LivePart, LiveRoom, LiveText } from '@agent-memory/core';
import type { CutRecord, Retrieved, RetrievedRecord } from '../memory/long-term-memory.ts';
import { recordLine } from './record-line.ts';

/** Left-out records that a decision is kept for: the best of them [RET-3]. */
const DECISIONS_OF_CUT = 20;

/** The text of what was retrieved in the room there is, and a decision for each record. */
export function recordsText({ hits, cut }: Retrieved, room: LiveRoom): LiveText | undefined {
  if (hits.length === 0) return undefined;
  const lines: string[] = [];
  const parts: LivePart[] = [];
  for (const group of withCounterparts(hits)) {
    const own = group.map((hit) => ({ hit, line: recordLine(hit) }));
    const grown = [...lines, ...own.map(({ line }) => line)];
    const isRoom = room.count(grown.join('\n')) <= room.maxTokens;
    if (isRoom) lines.splice(0, lines.length, ...grown);
    parts.push(
      ...own.map(({ hit, line }) => (isRoom ? sentPart(hit, line) : crowdedPart(hit, line))),
    );
  }
  const left = cut.slice(0, DECISIONS_OF_CUT).map((one) => cutPart(one, hits.length));
  return { text: lines.join('\n'), parts: [...parts, ...left] };
}

/** What may contradict a hit stands beside it or both stay out. */
export function withCounterparts(hits: readonly RetrievedRecord[]): readonly RetrievedRecord[][] {
  const groups: RetrievedRecord[][] = [];
  for (const hit of hits) {
    const group = hit.why === 'counterpart' ? groups.at(-1) : undefined;
    if (group) group.push(hit);
    else groups.push([hit]);
  }
  return groups;
}

function sentPart(hit: RetrievedRecord, text: string): LivePart {
  const { record, confidence } = hit;
  const { reasons, numbers } = sharesOf(hit);
  return {
    id: record.id,
    fate: record.pinned ? 'pinned' : 'sent',
    rule: 'RECORD_RETRIEVED',
    text,
    numbers: { rank: hit.rank, score: hit.score, confidence, ...numbers },
    sentence:
      hit.why === 'counterpart'
        ? 'It may contradict the record above it, which is not given out alone.'
        : `Retrieved as number ${hit.rank} for the message being answered: ${reasons}.`,
  };
}

function crowdedPart(hit: RetrievedRecord, text: string): LivePart {
  return {
    id: hit.record.id,
    fate: 'not-selected',
    rule: 'RECORD_NO_ROOM',
    text,
    numbers: { rank: hit.rank, score: hit.score, confidence: hit.confidence },
    sentence: `Found as number ${hit.rank}, and left out: better hits fill the room.`,
    remedy: 'A larger `share` of the section, or a larger budget, holds it.',
  };
}

function cutPart(cut: CutRecord, hits: number): LivePart {
  const { id, score, duplicateOf } = cut;
  return {
    id,
    numbers: { score },
    ...(duplicateOf !== undefined && { by: [duplicateOf] }),
    ...reasonOfCut(cut, hits),
  };
}

type Reason = Pick<LivePart, 'fate' | 'rule' | 'sentence' | 'remedy'>;

function reasonOfCut({ rule, standing, duplicateOf }: CutRecord, hits: number): Reason {
  switch (rule) {
    case 'BELOW_LIMIT':
      return {
        fate: 'not-selected',
        rule: 'RECORD_BELOW_LIMIT',
        sentence: `${hits} others are likelier, and no more are asked for.`,
        remedy: 'A higher `limit` takes it in.',
      };
    case 'SCORE_BELOW_CUT':
      return {
        fate: 'not-selected',
        rule: 'RECORD_SCORE_BELOW_CUT',
        sentence: 'It has little in common with what is asked.',
      };
    case 'OVER_TOKEN_BUDGET':
      return {
        fate: 'not-selected',
        rule: 'RECORD_NO_ROOM',
        sentence: 'Likelier ones fill the tokens that a retrieval may take.',
        remedy: 'A higher `maxTokens` takes it in.',
      };
    case 'DUPLICATE':
      return {
        fate: 'deduplicated',
        rule: 'RECORD_DUPLICATE',
        sentence: `It says the same as ${duplicateOf ?? 'a hit'}.`,
      };
    case 'EXPIRED':
      return { fate: 'expired', rule: 'RECORD_NOT_ACTIVE', sentence: 'Its time is over.' };
    case 'HELD':
      return {
        fate: 'not-selected',
        rule: 'RECORD_HELD',
        sentence: 'It reads like an order to the assistant, and nobody has looked at it.',
        remedy: 'Confirm the record with `verify` where it is meant, or erase it.',
      };
    case 'MUTED':
      return {
        fate: 'not-selected',
        rule: 'RECORD_MUTED',
        sentence:
          duplicateOf === undefined
            ? 'Somebody marked it against recall: it is never put into a context.'
            : `It says the same as ${duplicateOf}, which somebody marked against recall.`,
        remedy: 'Take the mark away with `unmute` where it may be recalled again.',
      };
    case 'NOT_ACTIVE':
      return {
        fate: 'expired',
        rule: 'RECORD_NOT_ACTIVE',
        sentence: `It holds no more: ${standing ?? 'ended'}.`,
      };
    default:
      return rule satisfies never;
  }
}

/** The shares of a score by signal: the largest first in words, and by names for a decision. */
export function sharesOf({ signals }: Pick<RetrievedRecord, 'signals'>): {
  readonly reasons: string;
  readonly numbers: Readonly<Record<string, number>>;
} {
  const shares = Object.entries(signals);
  const reasons = shares
    .filter(([, { share }]) => share > 0)
    .toSorted(([, a], [, b]) => b.share - a.share)
    .map(([name, { share, rank }]) => `${name} ${share.toFixed(2)} (rank ${rank})`);
  return {
    reasons: reasons.join(', ') || 'nothing speaks against it',
    numbers: Object.fromEntries(shares.map(([name, { share }]) => [`${name}Score`, share])),
  };
}
