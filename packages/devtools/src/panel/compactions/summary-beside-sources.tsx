import type { ArchivedContext, Entry } from '@agent-memory/core';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { CompactionFacts } from '../../source/compaction-facts.ts';
import type { DevtoolsSource } from '../../source/devtools-source.ts';
import { messageText } from '../../source/message-text.ts';
import { formatCount, formatTokens, formatWhole } from '../../view-model/format.ts';
import { type MarkedValues, markedText } from '../../view-model/marked-text.ts';
import { MessageLink } from '../parts/message-links.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { arrived, useAnswer } from '../parts/use-answer.ts';
import { useEntry } from '../parts/use-messages.ts';

/** Messages drawn at first, and added each time more are asked for. */
const PAGE_MESSAGES = 8;
/** A longer message is cut here: the context tab shows all of it. */
const SHOWN_CHARACTERS = 4_000;

/** The text that stood for what left after a compaction, beside the messages that left with it [DEV-4]. */
export function SummaryBesideSources({ record }: { readonly record: CompactionFacts }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (record.left.length === 0) return null;
  return (
    <details
      className="beside"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Summary beside its sources</summary>
      {isOpen && <Beside record={record} />}
    </details>
  );
}

function Beside({ record }: { readonly record: CompactionFacts }): ReactNode {
  const { live, source } = usePanel();
  const { id } = record;
  const asked = useAnswer(useCallback(() => archivedAfter(live, record), [live, record]));
  const lost = arrived(useAnswer(useCallback(() => source.lostValues(id), [source, id])));
  const archived = arrived(asked);
  const values = useMemo(
    (): MarkedValues => ({ kept: keptOf(archived), lost: lost ?? [] }),
    [archived, lost],
  );
  if (asked.status === 'waiting') return <p className="quiet">Asking for the summary …</p>;
  if (asked.status === 'failed') {
    return <p className="quiet">The summary did not arrive: {asked.message}</p>;
  }
  return (
    <>
      <p className="beside-legend quiet">
        <mark data-value="kept">kept</mark> in the context <mark data-value="lost">lost</mark> from
        it; the originals keep both
      </p>
      <div className="beside-columns">
        <SummaryText archived={archived} values={values} />
        <Sources record={record} values={values} />
      </div>
    </>
  );
}

/** As it was in the first call after it; as it is now where that call is not known. */
async function archivedAfter(
  live: DevtoolsSource,
  { startedAtMs, durationMs }: CompactionFacts,
): Promise<ArchivedContext | undefined> {
  const calls = await live.calls(live.getState().calls.first);
  const next = calls.find(({ atMs }) => atMs >= startedAtMs + durationMs);
  const then = next && (await live.at(next.call));
  return (then ?? live).archived();
}

function keptOf(archived: ArchivedContext | undefined): readonly string[] {
  const kept = archived?.values.filter(({ state }) => state !== 'no-room') ?? [];
  return kept.map(({ text }) => text);
}

function SummaryText({
  archived,
  values,
}: {
  readonly archived: ArchivedContext | undefined;
  readonly values: MarkedValues;
}): ReactNode {
  const text = archived?.text ?? '';
  return (
    <div>
      <h3>
        {archived ? `Summary, ${formatTokens(archived.tokens, 'counted')} tokens` : 'Summary'}
      </h3>
      {text === '' ? (
        <p className="quiet">No text stands for what left.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <section className="long-text" aria-label="Summary" tabIndex={0}>
          <Marked text={text} values={values} />
        </section>
      )}
    </div>
  );
}

function Sources({
  record,
  values,
}: {
  readonly record: CompactionFacts;
  readonly values: MarkedValues;
}): ReactNode {
  const [shown, setShown] = useState(PAGE_MESSAGES);
  const { left } = record;
  const total = left.reduce((all, { fromSeq, toSeq }) => all + toSeq - fromSeq, 0);
  const more = Math.min(total - shown, PAGE_MESSAGES);
  return (
    <div>
      <h3>{formatCount(total, 'message')} that left</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className="long-text" aria-label="Sources" tabIndex={0}>
        <ol className="sources">
          {firstPlaces(left, shown).map((seq) => (
            <SourceMessage key={seq} seq={seq} values={values} />
          ))}
        </ol>
        {more > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => setShown((count) => count + PAGE_MESSAGES)}
          >
            Show {formatCount(more, 'more message')}
          </button>
        )}
      </section>
    </div>
  );
}

function firstPlaces(ranges: CompactionFacts['left'], count: number): readonly number[] {
  const places: number[] = [];
  for (const { fromSeq, toSeq } of ranges) {
    for (let seq = fromSeq; seq < toSeq && places.length < count; seq += 1) places.push(seq);
  }
  return places;
}

function SourceMessage({
  seq,
  values,
}: {
  readonly seq: number;
  readonly values: MarkedValues;
}): ReactNode {
  const entry = useEntry(seq);
  return (
    <li>
      {entry ? <SourceText entry={entry} values={values} /> : <p className="quiet">#{seq}</p>}
    </li>
  );
}

function SourceText({
  entry,
  values,
}: {
  readonly entry: Entry;
  readonly values: MarkedValues;
}): ReactNode {
  const text = messageText(entry.message);
  return (
    <>
      <p className="source-head">
        <MessageLink entry={entry} /> <span className="quiet">{entry.message.role}</span>
      </p>
      <Marked text={text.slice(0, SHOWN_CHARACTERS)} values={values} />
      {text.length > SHOWN_CHARACTERS && (
        <p className="quiet">
          The first {formatWhole(SHOWN_CHARACTERS)} of {formatCount(text.length, 'character')}.
        </p>
      )}
    </>
  );
}

function Marked({
  text,
  values,
}: {
  readonly text: string;
  readonly values: MarkedValues;
}): ReactNode {
  const pieces = useMemo(() => markedText(text, values), [text, values]);
  return (
    <pre>
      {pieces.map(({ text: piece, mark }, index) =>
        mark ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have their places
          <mark key={index} data-value={mark} title={MARK_MEANINGS[mark]}>
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </pre>
  );
}

const MARK_MEANINGS = {
  kept: 'kept: it can be read in the context',
  lost: 'lost: it can be read nowhere in the context',
} as const;
