import { type ReactNode, useCallback, useMemo } from 'react';
import type { AuditedRecord } from '../../source/audit-facts.ts';
import type { ExtractionPass } from '../../source/extraction-facts.ts';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { startOf } from '../../source/record-facts.ts';
import { capitalised } from '../../view-model/code-words.ts';
import {
  forgottenWords,
  type PassRow,
  type RefusalGroup,
  refusalGroups,
  takenWords,
} from '../../view-model/extraction-words.ts';
import { formatMoment } from '../../view-model/format.ts';
import { kindWords } from '../../view-model/record-words.ts';
import { MessageLinks } from '../parts/message-links.tsx';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { arrived, useLatestAnswer } from '../parts/use-answer.ts';
import { AuditedRecordLink } from './audited-record.tsx';

/** A pass of extraction: what it read, what it took and forgot, and what it refused by which rule. */
export function PassDetail({
  row,
  longTerm,
  version,
  ...frame
}: PaneFrame & {
  readonly row: PassRow;
  readonly longTerm: LongTermSource;
  readonly version: number;
}): ReactNode {
  const { pass, outcome, extractor, duration, nowMs } = row;
  const groups = useMemo(() => refusalGroups(pass), [pass]);
  return (
    <Pane
      {...frame}
      title={capitalised(outcome.words)}
      facts={[formatMoment(pass.atMs, nowMs), extractor, duration]}
      bodyLabel="Messages and outcomes"
    >
      <p className={outcome.kind === 'failed' ? 'failure' : 'sentence'}>{outcome.sentence}</p>
      <ReadMessages pass={pass} />
      <Taken taken={pass.taken} longTerm={longTerm} version={version} />
      <Forgotten pass={pass} longTerm={longTerm} version={version} />
      <Refused groups={groups} />
      <p className="quiet">
        The log keeps rules and messages, no words of them; where a message is still there, its link
        shows what was said.
      </p>
    </Pane>
  );
}

function ReadMessages({ pass }: { readonly pass: ExtractionPass }): ReactNode {
  const { fromEntryId, toEntryId } = pass;
  const ids = useMemo(
    () => [...new Set([fromEntryId, toEntryId])].filter((id) => id !== undefined),
    [fromEntryId, toEntryId],
  );
  if (ids.length === 0) return null;
  return (
    <p>
      <span className="relation">{ids.length === 1 ? 'Read ' : 'First and last message: '}</span>
      <MessageLinks entryIds={ids} />
    </p>
  );
}

function Taken({
  taken,
  longTerm,
  version,
}: {
  readonly taken: ExtractionPass['taken'];
  readonly longTerm: LongTermSource;
  readonly version: number;
}): ReactNode {
  const records = useRecords(taken, longTerm, version);
  if (taken.length === 0) return null;
  return (
    <section className="record-section" aria-label="Taken">
      <h3>Taken</h3>
      <ul className="pass-lines">
        {taken.map(({ recordId, kind, outcome, entryIds }, index) => (
          <li key={`${recordId}/${entryIds.join('/')}`}>
            {records && <AuditedRecordLink record={records[index]} />}
            <p className="quiet">
              {kindWords(kind)}, {takenWords(outcome)} · from <MessageLinks entryIds={entryIds} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NONE: NonNullable<ExtractionPass['forgotten']> = [];

function Forgotten({
  pass: { forgotten = NONE },
  longTerm,
  version,
}: {
  readonly pass: ExtractionPass;
  readonly longTerm: LongTermSource;
  readonly version: number;
}): ReactNode {
  const records = useRecords(forgotten, longTerm, version);
  if (forgotten.length === 0) return null;
  return (
    <section className="record-section" aria-label="Forgotten">
      <h3>Forgotten</h3>
      <ul className="pass-lines">
        {forgotten.map(({ recordId, why, entryIds }, index) => (
          <li key={recordId}>
            {records && <AuditedRecordLink record={records[index]} />}
            <p className="quiet">
              {capitalised(forgottenWords(why))} · <MessageLinks entryIds={entryIds} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The records as they are now; without a beginning where they were erased. */
function useRecords(
  named: readonly { readonly recordId: string }[],
  longTerm: LongTermSource,
  version: number,
): readonly AuditedRecord[] | undefined {
  return arrived(
    useLatestAnswer(
      named,
      // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
      useCallback(
        () =>
          Promise.all(
            named.map(async ({ recordId: id }): Promise<AuditedRecord> => {
              const known = await longTerm.record(id);
              return known ? { id, start: startOf(known.record.text) } : { id };
            }),
          ),
        [named, longTerm, version],
      ),
    ),
  );
}

function Refused({ groups }: { readonly groups: readonly RefusalGroup[] }): ReactNode {
  if (groups.length === 0) return null;
  return (
    <section className="record-section" aria-label="Refused">
      <h3>Refused</h3>
      <ul className="pass-lines">
        {groups.map(({ rule, count, name, meaning, entryIds }) => (
          <li key={rule}>
            <p>
              {capitalised(name)}
              {count > 1 && ` (${count})`}: {meaning}.
            </p>
            <p className="quiet">
              <code>{rule}</code> · in <MessageLinks entryIds={entryIds} />
              {rule === 'HELD' && <ToQuarantine />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ToQuarantine(): ReactNode {
  const { dispatchMemories } = usePanel();
  return (
    <>
      {' · '}
      <button
        type="button"
        className="link"
        onClick={() => dispatchMemories({ type: 'look-at-held', id: undefined })}
      >
        Open the quarantine
      </button>
    </>
  );
}
