import type { Decision } from '@agent-memory/core';
import { describeDecision } from '@agent-memory/explain';
import type { ItemFacts, PlanFacts } from '../../source/devtools-source.ts';
import {
  formatCount,
  formatNumber,
  formatPlaces,
  formatTokens,
  formatWhole,
  titleOfCode,
} from '../../words/format.ts';
import { fateWords, itemTitle, provenanceOf, roleWord } from '../../words/item-words.ts';
import { rangeAt } from '../context-rows.ts';
import {
  type BlockMap,
  cutTokens,
  jointSource,
  type MapBlock,
  type MapGhost,
} from './block-map.ts';

/** A block in words: its name, as it is spoken, and the reason it is there. `User, message 24, 312 tokens, sent whole` */
export function blockWords(plan: PlanFacts, block: MapBlock) {
  const items = plan.items.slice(block.fromIndex, block.toIndex);
  const [item] = items;
  if (!item) return { name: '', reason: '' };
  return items.length === 1 ? itemWords(plan, item) : groupWords(plan, block, items);
}

function itemWords(plan: PlanFacts, item: ItemFacts) {
  const { raw, sent, source } = item.decision.tokens;
  const cut = cutTokens(item);
  const tokens =
    cut > 0
      ? `${formatTokens(sent, source)} of ${formatCount(raw, 'token')}`
      : tokenWords(sent, source);
  const outcome = plan.isRefused ? 'not sent' : outcomeWords(item);
  return {
    name: [...titleWords(item), tokens, outcome].join(', '),
    reason: describeDecision(item.decision).sentence,
  };
}

function titleWords(item: ItemFacts): readonly string[] {
  const { kind, seq } = item;
  if (kind !== 'entry' || seq === undefined) return [itemTitle(item)];
  return [titleOfCode(roleWord(item)), `message ${seq}`];
}

function outcomeWords(item: ItemFacts): string {
  if (item.kind === 'condensed') return 'stands for what left';
  if (cutTokens(item) > 0) return 'shortened';
  const provenance = provenanceOf(item);
  if (provenance === 'original' || provenance === 'shortened') return 'sent whole';
  return provenance === 'changed' ? fateWords(item.decision.fate) : provenance;
}

function tokenWords(tokens: number, source: Decision['tokens']['source']): string {
  return `${formatTokens(tokens, source)} ${tokens === 1 ? 'token' : 'tokens'}`;
}

function groupWords(plan: PlanFacts, block: MapBlock, items: readonly ItemFacts[]) {
  const seqs = items.flatMap(({ seq }) => (seq === undefined ? [] : [seq]));
  const isMessages = seqs.length === items.length;
  const shortened = items.filter((item) => cutTokens(item) > 0).length;
  const outcome = shortened === 0 ? 'sent whole' : `${formatWhole(shortened)} of them shortened`;
  const name = [
    formatCount(items.length, isMessages ? 'short message' : 'small item'),
    ...(isMessages ? [formatPlaces(Math.min(...seqs), Math.max(...seqs) + 1)] : []),
    tokenWords(block.tokens, jointSource(items.map(({ decision }) => decision.tokens.source))),
    plan.isRefused ? 'not sent' : outcome,
  ].join(', ');
  return { name, reason: 'Drawn as one block: each alone would be too narrow to see.' };
}

/** `14 messages, #1–#14, 5,775 tokens, left; the summary stands for them` */
export function ghostWords(plan: PlanFacts, ghost: MapGhost) {
  const { kind, fromSeq, toSeq, messages } = ghost;
  const amount = ghostTokens([ghost]);
  const places = formatPlaces(fromSeq, toSeq);
  if (kind === 'cut') {
    const from = messages === 1 ? `message ${fromSeq}` : formatCount(messages, 'message');
    const item = messages === 1 ? plan.items.find((each) => each.seq === fromSeq) : undefined;
    return {
      name: `Cut from ${from}, ${amount} not sent`,
      reason: item
        ? describeDecision(item.decision).sentence
        : 'Each of these messages is sent shorter.',
    };
  }
  const fate = kind === 'condensed' ? 'left, condensed into the summary' : 'left';
  const range = rangeAt(plan, fromSeq);
  return {
    name: `${formatCount(messages, 'message')}, ${places}, ${amount}, ${fate}`,
    reason: range ? describeDecision(range.decision).sentence : '',
  };
}

const LABELS: Readonly<Record<string, string>> = { system: 'System', tools: 'Tools' };

/** A short label that stands in a block where there is room for it; none for several small items. */
export function blockLabel(plan: PlanFacts, { fromIndex, toIndex }: MapBlock): string {
  const item = plan.items[fromIndex];
  if (!item || toIndex - fromIndex > 1) return '';
  if (item.kind === 'entry' && item.seq !== undefined) return `#${item.seq} ${roleWord(item)}`;
  return (Object.hasOwn(LABELS, item.kind) && LABELS[item.kind]) || itemTitle(item);
}

/** A short label of a ghost. */
export function ghostLabel({ kind, messages, fromSeq, toSeq }: MapGhost): string {
  const places = formatPlaces(fromSeq, toSeq);
  if (kind === 'cut') return messages === 1 ? `cut from ${places}` : `cut from ${messages}`;
  return `${formatCount(messages, 'message')} left`;
}

/** The whole picture in a sentence or two: what is not sent, and what stands for it. */
export function mapSentence(plan: PlanFacts, map: BlockMap): string {
  const sentences = [
    ...refusedSentence(plan, map),
    ...leftSentence(plan, map),
    ...cutSentence(map),
    ...scaleSentence(map),
  ];
  if (plan.items.length === 0) sentences.unshift('This plan sends nothing.');
  return sentences.length > 0 ? sentences.join(' ') : 'Every message is sent, and sent whole.';
}

function refusedSentence(plan: PlanFacts, { overTokens }: BlockMap): readonly string[] {
  if (plan.isRefused) {
    return [
      `Refused: it is ${formatCount(overTokens, 'token')} over the limit, and nothing was sent.`,
    ];
  }
  return overTokens > 0 ? [`${formatCount(overTokens, 'token')} over the limit.`] : [];
}

function leftSentence(plan: PlanFacts, { lane }: BlockMap): readonly string[] {
  const left = lane?.ghosts.filter(({ kind }) => kind !== 'cut') ?? [];
  if (left.length === 0) return [];
  const what = `${formatCount(messagesOf(left), 'message')} left, ${ghostTokens(left)}`;
  const summaries = plan.items.filter(({ kind }) => kind === 'condensed');
  if (summaries.length === 0) return [`${what}; no summary stands for them.`];
  const standing = summaries.reduce((all, item) => all + item.decision.tokens.sent, 0);
  const source = jointSource(summaries.map(({ decision }) => decision.tokens.source));
  const all = left.every(({ kind }) => kind === 'condensed') ? 'them' : 'some of them';
  return [`${what}; the summary stands for ${all} in ${formatTokens(standing, source)}.`];
}

function cutSentence({ lane }: BlockMap): readonly string[] {
  const cut = lane?.ghosts.filter(({ kind }) => kind === 'cut') ?? [];
  if (cut.length === 0) return [];
  return [`${formatCount(messagesOf(cut), 'message')} shortened by ${ghostTokens(cut)}.`];
}

function messagesOf(ghosts: readonly MapGhost[]): number {
  return ghosts.reduce((all, ghost) => all + ghost.messages, 0);
}

function ghostTokens(ghosts: readonly MapGhost[]): string {
  const tokens = ghosts.reduce((all, ghost) => all + ghost.tokens, 0);
  return tokenWords(tokens, jointSource(ghosts.map(({ tokenSource }) => tokenSource)));
}

function scaleSentence({ lane }: BlockMap): readonly string[] {
  if (!lane || lane.timesSmaller < 1.05) return [];
  return [`Hatched: drawn ${formatNumber(Math.round(lane.timesSmaller * 10) / 10)} times smaller.`];
}
