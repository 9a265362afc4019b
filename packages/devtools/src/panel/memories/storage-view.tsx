import { type ReactNode, type RefObject, useCallback } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import type { NamespaceFacts } from '../../source/namespace-facts.ts';
import { formatCount } from '../../view-model/format.ts';
import { usePanel } from '../parts/panel-context.ts';
import { type Asked, useLatestAnswer } from '../parts/use-answer.ts';
import { OriginStorage } from '../storage/origin-storage.tsx';
import { EraseNamespace } from './erase-namespace.tsx';
import type { FinishedAction } from './use-action.ts';

export interface StorageViewProps {
  readonly longTerm: LongTermSource;
  readonly version: number;
  /** Takes the focus when the details are left. */
  readonly body: RefObject<HTMLDivElement | null>;
  readonly onFinish: (action: FinishedAction) => void;
}

/** Where the records live: how much room there is, and the namespaces, which can be erased. */
export function StorageView(props: StorageViewProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section ref={props.body} className="storage" aria-label="Storage and namespaces" tabIndex={0}>
      <RecordStorage {...props} />
      <Namespaces {...props} />
    </section>
  );
}

function RecordStorage({ longTerm, version }: StorageViewProps): ReactNode {
  const asked = useLatestAnswer(
    longTerm,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(() => longTerm.storage(), [longTerm, version]),
  );
  return <OriginStorage asked={asked} notAlone="memories" />;
}

function Namespaces(props: StorageViewProps): ReactNode {
  const { longTerm, version } = props;
  const asked = useLatestAnswer(
    longTerm,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(() => longTerm.namespaceList(), [longTerm, version]),
  );
  return (
    <section aria-label="Namespaces">
      <h3>Namespaces</h3>
      <NamespaceLines {...props} asked={asked} />
    </section>
  );
}

function NamespaceLines({
  asked,
  ...props
}: StorageViewProps & { readonly asked: Asked<readonly NamespaceFacts[]> }): ReactNode {
  if (asked.status === 'waiting') return <p className="quiet">Counting …</p>;
  if (asked.status === 'failed') {
    return (
      <p className="quiet">The namespaces did not arrive; nothing was changed. {asked.message}</p>
    );
  }
  if (asked.value.length === 0) return <p className="quiet">There is none: nothing is stored.</p>;
  return (
    <ul className="namespaces">
      {asked.value.map((namespace) => (
        <NamespaceLine key={namespace.name} {...props} namespace={namespace} />
      ))}
    </ul>
  );
}

function NamespaceLine({
  namespace: { name, records },
  longTerm,
  version,
  body,
  onFinish,
}: StorageViewProps & { readonly namespace: NamespaceFacts }): ReactNode {
  const { memories, dispatchMemories } = usePanel();
  const ask = (namespace: string | undefined) =>
    dispatchMemories({ type: 'ask-to-erase', namespace });
  return (
    <li>
      <p className="namespace">
        <code>{name}</code>
        <span className="quiet">
          {records === 0 ? 'history alone' : formatCount(records, 'record')}
        </span>
        <button
          type="button"
          className="button"
          aria-expanded={memories.erasing === name}
          aria-label={`Erase ${name} …`}
          onClick={() => ask(memories.erasing === name ? undefined : name)}
        >
          Erase …
        </button>
      </p>
      {memories.erasing === name && (
        <EraseNamespace
          longTerm={longTerm}
          namespace={name}
          version={version}
          onCancel={() => {
            ask(undefined);
            body.current?.focus();
          }}
          onFinish={(action) => {
            ask(undefined);
            onFinish(action);
          }}
        />
      )}
    </li>
  );
}
