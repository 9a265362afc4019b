import { type ReactNode, useId, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import type { NamespaceExtent } from '../../source/namespace-facts.ts';
import { formatCount } from '../../view-model/format.ts';
import { erasureWords, extentWords } from '../../view-model/storage-words.ts';
import { EraseQuestion } from './erase-question.tsx';
import { type FinishedAction, useAction } from './use-action.ts';
import { useExtent } from './use-extent.ts';

/** Asks whether a whole namespace is to go, with the number of its records, and lets it go. */
export function EraseNamespace({
  longTerm,
  namespace,
  version,
  onFinish,
  onCancel,
}: {
  readonly longTerm: LongTermSource;
  readonly namespace: string;
  readonly version: number;
  readonly onFinish: (action: FinishedAction) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const [includeSources, setIncludeSources] = useState(false);
  const action = useAction(onFinish);
  const asked = useExtent(longTerm, namespace, version);
  const extent = asked.status === 'here' ? asked.value : undefined;
  const erase = async (): Promise<FinishedAction> => {
    const erasure = await longTerm.eraseNamespace(namespace, { includeSources });
    const words = erasureWords(namespace, erasure);
    const isRefused = erasure.refusal !== undefined;
    return { words, selectedId: undefined, isRefused, hasErased: !isRefused };
  };
  return (
    <>
      <EraseQuestion
        question={`Erase everything in ${namespace}?`}
        erase={
          extent ? `Erase ${formatCount(extent.records, 'record')} for good` : 'Erase for good'
        }
        isReady={extent !== undefined}
        isRunning={action.isRunning}
        onCancel={onCancel}
        onErase={() => action.run(erase)}
      >
        <p role="status">
          {asked.status === 'failed'
            ? `The records could not be counted, and nothing was erased. ${asked.message}`
            : countedWords(namespace, extent)}
        </p>
        <p>
          They go with every version, from the store and from the search.{' '}
          <strong>This cannot be undone.</strong> The log keeps that something was erased, not what
          it said.
        </p>
        <SourcesChoice isChosen={includeSources} onChoose={setIncludeSources} />
      </EraseQuestion>
      <p className="failure" role="alert">
        {action.failure === undefined
          ? ''
          : `The erasure did not finish; the count says what is left. ${action.failure}`}
      </p>
    </>
  );
}

function countedWords(namespace: string, extent: NamespaceExtent | undefined): string {
  return extent ? `${namespace} holds ${extentWords(extent)}.` : 'Counting its records …';
}

function SourcesChoice({
  isChosen,
  onChoose,
}: {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="choice">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <label htmlFor={id}>
        Erase the messages too that they were drawn from (<code>includeSources</code>)
      </label>
      <p id={`${id}-hint`} className="quiet">
        Takes the words of the messages that are named as evidence out of their stored sessions,
        with the summaries, values and past contexts made of them. Without it, these messages stay
        and may say the same. A session that is open keeps the words until it is loaded again, so
        end it first.
      </p>
    </div>
  );
}
