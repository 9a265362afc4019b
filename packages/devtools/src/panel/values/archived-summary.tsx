import type { ArchivedContext } from '@agent-memory/core';
import { type ReactNode, useState } from 'react';
import { formatCount, formatPlaces, formatWhole } from '../../view-model/format.ts';
import { summaryRange, valuesLine } from '../../view-model/value-rows.ts';
import { LongText } from '../parts/long-text.tsx';
import { usePanel } from '../parts/panel-context.ts';

/** The text that is sent for everything that left: how much it covers, who wrote it, and its words. */
export function ArchivedSummary({ archived }: { readonly archived: ArchivedContext }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { text, tokens, coveredEntries, coveredTokens } = archived;
  return (
    <section className="archived" aria-label="What stands for the messages that left">
      <p className="archived-line">
        <strong>{formatCount(tokens, 'token')}</strong> stand for{' '}
        {formatCount(coveredEntries, 'message')} of {formatCount(coveredTokens, 'token')}
      </p>
      <SummaryRange archived={archived} />
      {archived.values.length > 0 && <p className="quiet">{valuesLine(archived.values)}</p>}
      {text === '' ? (
        <p className="quiet">There was no room for a text, so nothing of it is sent.</p>
      ) : (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Read the text that is sent, {formatWhole(text.length)} characters</summary>
          {isOpen && <LongText label="The text that is sent" text={text} />}
        </details>
      )}
    </section>
  );
}

function SummaryRange({ archived }: { readonly archived: ArchivedContext }): ReactNode {
  const { goToMessage } = usePanel();
  const range = summaryRange(archived);
  if (!range || !archived.summary) return null;
  return (
    <p className="quiet">
      Summary of{' '}
      <button type="button" className="link" onClick={() => goToMessage(range.fromSeq)}>
        {formatPlaces(range.fromSeq, range.toSeq)}
      </button>{' '}
      by {archived.summary.madeBy}
    </p>
  );
}
