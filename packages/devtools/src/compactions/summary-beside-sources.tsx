import type { ArchivedContext } from '@agent-memory/core';
import { type ReactNode, useState } from 'react';
import { LongText, MessageLink, Press } from '../elements/elements.tsx';
import { useAnswer, useEntry, usePanel } from '../elements/panel-context.ts';
import type { CompactionFacts, DevtoolsSource } from '../source/devtools-source.ts';
import { messageText } from '../source/message-text.ts';
import { formatCount, formatTokens, formatWhole } from '../words/format.ts';

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
  const { live } = usePanel();
  const asked = useAnswer(() => archivedAfter(live, record), [live, record]);
  if (asked.status === 'waiting') return <p className="quiet">Asking for the summary …</p>;
  if (asked.status === 'failed') {
    return <p className="quiet">The summary did not arrive: {asked.message}</p>;
  }
  const archived = asked.value;
  const text = archived?.text ?? '';
  return (
    <div className="beside-columns">
      <div>
        <h3>
          {archived ? `Summary, ${formatTokens(archived.tokens, 'counted')} tokens` : 'Summary'}
        </h3>
        {text === '' ? (
          <p className="quiet">No text stands for them.</p>
        ) : (
          <LongText label="Summary" text={text} />
        )}
      </div>
      <Sources record={record} />
    </div>
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

function Sources({ record }: { readonly record: CompactionFacts }): ReactNode {
  const [shown, setShown] = useState(PAGE_MESSAGES);
  const { left } = record;
  const total = left.reduce((all, { fromSeq, toSeq }) => all + toSeq - fromSeq, 0);
  const more = Math.min(total - shown, PAGE_MESSAGES);
  return (
    <div>
      <h3>{formatCount(total, 'message')} out of context</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className="long-text" aria-label="Sources" tabIndex={0}>
        <ol className="sources">
          {firstPlaces(left, shown).map((seq) => (
            <SourceMessage key={seq} seq={seq} />
          ))}
        </ol>
        {more > 0 && (
          <Press onClick={() => setShown((count) => count + PAGE_MESSAGES)}>
            Show {formatCount(more, 'more message')}
          </Press>
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

function SourceMessage({ seq }: { readonly seq: number }): ReactNode {
  const entry = useEntry(seq);
  if (!entry) return <li className="quiet">#{seq}</li>;
  const text = messageText(entry.message);
  return (
    <li>
      <p className="source-head">
        <MessageLink entry={entry} /> <span className="quiet">{entry.message.role}</span>
      </p>
      <pre>{text.slice(0, SHOWN_CHARACTERS)}</pre>
      {text.length > SHOWN_CHARACTERS && (
        <p className="quiet">
          The first {formatWhole(SHOWN_CHARACTERS)} of {formatCount(text.length, 'character')}.
        </p>
      )}
    </li>
  );
}
