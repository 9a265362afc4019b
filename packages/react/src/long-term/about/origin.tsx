import type { LongTermMemory, MemoryRecord } from '@agent-memory/long-term';
import { type ReactNode, type ToggleEvent, useState } from 'react';
import { Failure } from './question.tsx';
import type { UserMemoriesTexts } from './texts.ts';
import { useAct } from './use-act.ts';
import { earlierTexts } from './words.ts';

/** Where a memory comes from: its messages, and what it said before. It is read when it is opened. */
export function Origin({
  record,
  longTerm,
  texts,
}: {
  readonly record: MemoryRecord;
  readonly longTerm: LongTermMemory;
  readonly texts: UserMemoriesTexts;
}): ReactNode {
  const [earlier, setEarlier] = useState<readonly MemoryRecord[]>([]);
  const act = useAct(texts);
  const read = async (): Promise<void> =>
    setEarlier(earlierTexts(record, await longTerm.history(record.id)));
  const toggle = ({ newState }: ToggleEvent<HTMLDetailsElement>): void => {
    if (newState === 'open') act.run(read);
  };
  return (
    <details data-part="source" onToggle={toggle}>
      <summary>{texts.origin}</summary>
      <p>{texts.fromMessages(record.evidence.length)}</p>
      {earlier.length > 0 && (
        <ul>
          {earlier.map((version) => (
            <li key={`${version.id}/${version.revision}`}>
              {texts.earlier(
                texts.sources[version.source](texts.day(version.createdAtMs)),
                version.text,
              )}
            </li>
          ))}
        </ul>
      )}
      <Failure of={act} />
    </details>
  );
}
