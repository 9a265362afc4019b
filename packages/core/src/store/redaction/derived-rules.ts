import type { Entry } from '../../transcript/entry.ts';
import type { Transcript } from '../../transcript/transcript.ts';
import type { OverlaysDelta } from '../../view/overlays-delta.ts';
import type { SessionChange } from '../memory-store.ts';
import { copiedWith } from '../structured-copy.ts';
import type { Redact } from './redact.ts';
import { withMessage } from './redacted-message.ts';
import { nothingTaken, type TakenOut, takenOut } from './taken-out.ts';

/** How texts that were made of others are redacted. */
export interface DerivedRules {
  readonly redact: Redact;
  /** The pieces that `redact` takes out of the originals. */
  readonly taken: TakenOut;
  /** Every entry that has this `seq`, on whichever branch. */
  readonly originals: (seq: number) => readonly Entry[];
}

/** The rules for what a change derives from the originals that were said. */
export function rulesFor(
  change: SessionChange,
  said: Transcript | undefined,
  redact: Redact,
): DerivedRules {
  const bySeq = derivesAny(change) ? entriesBySeq(change, said) : new Map<number, Entry[]>();
  const originals = (seq: number) => bySeq.get(seq) ?? [];
  const covered = isCoverKnown(change) ? seqsCovered(change) : bySeq.keys();
  const messages = [...covered].flatMap((seq) => originals(seq).map(({ message }) => message));
  const taken =
    messages.length === 0
      ? nothingTaken
      : takenOut(messages.map((message) => ({ message, stored: withMessage(message, redact) })));
  return { redact, taken, originals };
}

function entriesBySeq(
  { entries = [] }: SessionChange,
  said: Transcript | undefined,
): ReadonlyMap<number, readonly Entry[]> {
  const bySeq = new Map<number, Entry[]>();
  for (const entry of said ? [...said.log.slice(0, said.length), ...said.log.elsewhere] : entries) {
    const known = bySeq.get(entry.seq);
    if (known) known.push(entry);
    else bySeq.set(entry.seq, [entry]);
  }
  return bySeq;
}

/** Tells whether a change brings texts that were made of others. */
function derivesAny(change: SessionChange): boolean {
  return Boolean(change.overlays || change.compaction) || deltasOf(change).length > 0;
}

/** A condensed text of before covers what the overlays after it do, and what was taken back since. */
function isCoverKnown(change: SessionChange): boolean {
  return change.overlays !== undefined || !deltasOf(change).some((delta) => delta.condensedBefore);
}

function deltasOf({ history = [] }: SessionChange): readonly OverlaysDelta[] {
  return history.flatMap((record) => ('delta' in record && record.delta ? [record.delta] : []));
}

/** Entries that summaries, values and shortened texts can be made of. */
function seqsCovered(change: SessionChange): ReadonlySet<number> {
  const { overlays, compaction } = change;
  const deltas = deltasOf(change);
  const seqs = new Set(overlays?.value.entries.keys());
  for (const { seq } of deltas.flatMap(({ removedEntries }) => removedEntries)) seqs.add(seq);
  const ranges = [
    ...(overlays?.value.ranges ?? []),
    ...(compaction?.left ?? []),
    ...deltas.flatMap(({ removedRanges }) => removedRanges),
  ];
  for (const { fromSeq, toSeq } of ranges) {
    for (let seq = fromSeq; seq < toSeq; seq += 1) seqs.add(seq);
  }
  return seqs;
}

/** A text that was made of others, without what is taken out of those, and without pieces of it. */
export function withDerived(text: string, { redact, taken }: DerivedRules): string {
  return taken(redact(text));
}

/** Fields whose text was made of others: reasons of policies and stages, which may have read the originals, and summaries. */
const DERIVED_FIELDS = new Set(['sentence', 'remedy', 'failure', 'summaryFailure', 'text', 'lead']);

/** A copy of what a compaction made or reports, with every such text in it redacted. */
export function withDerivedFields<Made>(made: Made, rules: DerivedRules): Made {
  const same = (value: unknown) => value;
  return copiedWith(made, {
    leaf: same,
    key: same,
    field: (name, text) =>
      typeof text === 'string' && DERIVED_FIELDS.has(name) ? withDerived(text, rules) : undefined,
  }) as Made;
}
