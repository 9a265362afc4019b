import { type ReactNode, useId, useState } from 'react';
import { Changes, Press } from '../elements/elements.tsx';
import { Question } from '../elements/forms.tsx';
import { type Asked, useAction } from '../elements/panel-context.ts';
import type { NamespaceExtent, NamespaceFacts } from '../source/namespace-facts.ts';
import { formatCount } from '../words/format.ts';
import type { FinishedAction } from './finished-action.ts';
import { useMemories, useRecordsAnswer } from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { erasureWords, extentWords } from './namespace-words.ts';

/** The namespaces of the records, which can be erased. */
export function NamespacesView(): ReactNode {
  const { find } = useMemories();
  const namespaces = useRecordsAnswer((longTerm) => longTerm.namespaceList());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section ref={find.grid} className="storage" aria-label="Namespaces" tabIndex={0}>
      <NamespaceLines asked={namespaces} />
    </section>
  );
}

function NamespaceLines(props: { readonly asked: Asked<readonly NamespaceFacts[]> }): ReactNode {
  const { asked } = props;
  if (asked.status === 'waiting') return <p className="quiet">Counting …</p>;
  if (asked.status === 'failed') {
    return (
      <p className="quiet">The namespaces did not arrive; nothing was changed. {asked.message}</p>
    );
  }
  if (asked.value.length === 0) return <p className="quiet">Nothing is stored yet.</p>;
  return (
    <ul className="namespaces">
      {asked.value.map((namespace) => (
        <NamespaceLine key={namespace.name} namespace={namespace} />
      ))}
    </ul>
  );
}

function NamespaceLine(props: { readonly namespace: NamespaceFacts }): ReactNode {
  const { name, records } = props.namespace;
  const { memories, dispatchMemories } = useMemoriesView();
  const { frame } = useMemories();
  const ask = (namespace: string | undefined) =>
    dispatchMemories({ type: 'ask-to-erase', namespace });
  return (
    <li>
      <p className="namespace">
        <code>{name}</code>
        <span className="quiet">
          {records === 0 ? 'history alone' : formatCount(records, 'record')}
        </span>
        <Changes>
          <Press
            aria-expanded={memories.erasing === name}
            aria-label={`Erase ${name} …`}
            onClick={() => ask(memories.erasing === name ? undefined : name)}
          >
            Erase …
          </Press>
        </Changes>
      </p>
      {memories.erasing === name && (
        <EraseNamespace
          namespace={name}
          onEnd={() => ask(undefined)}
          onCancel={() => {
            ask(undefined);
            frame.onLeave();
          }}
        />
      )}
    </li>
  );
}

/** Asks whether a whole namespace is to go, with the number of its records, and lets it go. */
function EraseNamespace(props: {
  readonly namespace: string;
  readonly onEnd: () => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { namespace, onEnd, onCancel } = props;
  const { longTerm, onFinish } = useMemories();
  const [includeSources, setIncludeSources] = useState(false);
  const action = useAction((finished: FinishedAction) => {
    onEnd();
    onFinish(finished);
  });
  const asked = useRecordsAnswer((source) => source.namespaceExtent(namespace), [namespace]);
  const extent = asked.status === 'here' ? asked.value : undefined;
  const erase = async (): Promise<FinishedAction> => {
    const erasure = await longTerm.eraseNamespace(namespace, { includeSources });
    const words = erasureWords(namespace, erasure);
    const isRefused = erasure.refusal !== undefined;
    return { words, selectedId: undefined, isRefused, hasErased: !isRefused };
  };
  return (
    <>
      <Question
        legend={`Erase everything in ${namespace}?`}
        look="erase"
        stay="Keep it"
        answers={[
          {
            title: extent
              ? `Erase ${formatCount(extent.records, 'record')} for good`
              : 'Erase for good',
            look: 'danger',
            isOff: extent === undefined || action.isRunning,
            onGive: () => action.run(erase),
          },
        ]}
        onCancel={onCancel}
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
      </Question>
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

function SourcesChoice(props: {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}): ReactNode {
  const { isChosen, onChoose } = props;
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
