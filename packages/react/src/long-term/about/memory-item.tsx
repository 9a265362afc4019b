import type { KnownRecord } from '@agent-memory/long-term';
import { type ReactNode, useRef, useState } from 'react';
import { Correction } from './correction.tsx';
import type { ItemParts } from './item-parts.ts';
import { Opener } from './opener.tsx';
import { Origin } from './origin.tsx';
import { Failure, Question } from './question.tsx';
import { kept, useAct } from './use-act.ts';
import { originOf } from './words.ts';

type Opened = 'correct' | 'erase';

/** One memory: what it says, how it came about, and what the person may do with it. */
export function MemoryItem({
  known,
  ...parts
}: ItemParts & { readonly known: KnownRecord }): ReactNode {
  const { longTerm, texts, others, onDone } = parts;
  const { id, text } = known.record;
  const [open, setOpen] = useState<Opened>();
  const [closed, setClosed] = useState<Opened>();
  const act = useAct(texts);
  const item = useRef<HTMLLIElement>(null);
  const close = (): void => {
    setClosed(open);
    setOpen(undefined);
  };
  const opener = (what: Opened): ReactNode => (
    <Opener
      name={texts[what]}
      text={text}
      hasFocus={closed === what}
      onOpen={() => setOpen(what)}
    />
  );
  const confirm = async (): Promise<void> => {
    kept(await longTerm.verify(id));
    onDone(texts.confirmed);
    // The button goes away.
    item.current?.focus();
  };
  const erase = async (): Promise<void> => {
    const { refusal } = await longTerm.erase({ id });
    if (refusal) throw new Error(refusal.sentence);
    onDone(texts.erased, { kind: 'gone', id, next: others });
  };
  return (
    <li ref={item} data-memory={id} tabIndex={-1}>
      {open === 'correct' ? (
        <Correction {...parts} id={id} text={text} onClose={close} />
      ) : (
        <p dir="auto" data-part="text">
          {text}
        </p>
      )}
      <p data-part="origin">{originOf(known, texts)}</p>
      {open === 'erase' && (
        <Question
          words={texts.eraseQuestion}
          yes={texts.eraseForGood}
          no={texts.keep}
          act={act}
          onYes={() => act.run(erase)}
          onNo={close}
        />
      )}
      {open === undefined && !known.isReadOnly && (
        <div data-part="acts">
          {known.labels.includes('hypothesis') && (
            <button
              type="button"
              aria-label={`${texts.confirm}: ${text}`}
              aria-disabled={act.isBusy}
              onClick={() => act.run(confirm)}
            >
              {texts.confirm}
            </button>
          )}
          {opener('correct')}
          {opener('erase')}
          <Failure of={act} />
        </div>
      )}
      <Origin record={known.record} longTerm={longTerm} texts={texts} />
    </li>
  );
}
