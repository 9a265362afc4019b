import type { Entry } from '@agent-memory/core';
import {
  type ButtonHTMLAttributes,
  type CSSProperties,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import type { Answer } from '../source/inspectable-memory.ts';
import { formatWhole, type MenuItem } from '../words/format.ts';
import { arrived, useAnswer, usePanel } from './panel-context.ts';
import { stepInRow } from './roving-focus.ts';

/** Says why there is nothing here, and how there would be. */
export function EmptyView(props: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  const { title, children } = props;
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

/** Names with their values, as of a record or a decision. */
export function FactList(props: {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
  /** Given where the list stands by itself. */
  readonly label?: string;
}): ReactNode {
  const { facts, label } = props;
  return (
    <dl className={label === undefined ? 'figures' : 'figures record-facts'} aria-label={label}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar for a share of 0 to 1. The words beside it say the same. */
export function FillBar({ fill }: { readonly fill: number }): ReactNode {
  // React's type of a style knows no custom properties.
  const style = { '--fill': `${(fill * 100).toFixed(1)}%` } as CSSProperties;
  return <span className="fill-bar" style={style} />;
}

/** Opens and folds a part of a tab; stands in the line that says the part in short. */
export function FoldToggle(props: {
  readonly isOpen: boolean;
  /** Id of the element that is folded away. */
  readonly controls: string;
  readonly onToggle: (isOpen: boolean) => void;
  /** The name of the part. */
  readonly children: string;
}): ReactNode {
  const { isOpen, controls, onToggle, children } = props;
  return (
    <button
      type="button"
      className="fold-toggle"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={() => onToggle(!isOpen)}
    >
      {children}
    </button>
  );
}

/** A long text as it is, in a box that scrolls and that keys reach. */
export function LongText(props: { readonly label: string; readonly text: string }): ReactNode {
  const { label, text } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="long-text" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}

/** Controls that change something: not offered where the source is read-only, which the panel says once. */
export function Changes({ children }: { readonly children: ReactNode }): ReactNode {
  return usePanel().source.readOnly === undefined && children;
}

/** Tells the outcome of an act, also to a screen reader; it is always there, so that what it says is heard. */
export function StatusNotice(props: {
  /** Absent while there is nothing to tell. */
  readonly words: string | undefined;
  readonly isWarning: boolean;
  readonly onClose: () => void;
  /** Buttons beside the words. */
  readonly children?: ReactNode;
}): ReactNode {
  const { words, isWarning, onClose, children } = props;
  return (
    <div role="status">
      {words !== undefined && (
        <div className="notice action-notice" data-severity={isWarning ? 'warning' : 'info'}>
          <p>{words}</p>
          {children}
          <Press look="icon-button" aria-label="Close this notice" onClick={onClose}>
            ×
          </Press>
        </div>
      )}
    </div>
  );
}

/** A message by its place, with the way to it where a context stands that the way leads into. */
export function MessageLink({ entry }: { readonly entry: Entry }): ReactNode {
  const { state, goToMessage } = usePanel();
  const title = `Message #${entry.seq}`;
  if (!state.plan) return title;
  return (
    <Press look="link" onClick={() => goToMessage(entry.seq)}>
      {title}
    </Press>
  );
}

/** Messages of the open session in one line, in their order. `entryIds` must be stable between renders. */
export function MessageLinks({ entryIds }: { readonly entryIds: readonly string[] }): ReactNode {
  const entries = useEntriesById(entryIds);
  if (!entries) return null;
  const found = entries.filter((entry) => entry !== undefined).toSorted((a, b) => a.seq - b.seq);
  const gone = entries.length - found.length;
  return (
    <span className="message-links">
      {found.map((entry, index) => (
        <span key={entry.id}>
          {index > 0 && ', '}
          <MessageLink entry={entry} />
        </span>
      ))}
      {gone > 0 && <span className="quiet">{found.length > 0 && ', '}a message that is gone</span>}
    </span>
  );
}

/** Messages of the open session; `undefined` until they are here, and for each that there is not. */
function useEntriesById(entryIds: readonly string[]): readonly (Entry | undefined)[] | undefined {
  const { source } = usePanel();
  return arrived(
    useAnswer(() => Promise.all(entryIds.map((id) => source.entryById(id))), [source, entryIds]),
  );
}

/** A button of the panel; it does nothing by itself, as one in a form would. */
export function Press({
  look = 'button',
  ...attributes
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> & {
  /** A class of the stylesheet: `link`, `icon-button`, `button primary`. */
  readonly look?: string;
}): ReactNode {
  return <button type="button" className={look} {...attributes} />;
}

/** One of the things to choose from. */
export interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly title: string;
  /** The rows that it stands for, where that is known. */
  readonly count?: number;
  /** For those who rest the pointer on it. */
  readonly meaning?: string;
}

/** A choice of lists, side by side. One is always chosen; arrows, Home and End choose another. */
export function Choice<Value extends string>(props: {
  readonly label: string;
  readonly options: readonly ChoiceOption<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}): ReactNode {
  const { label, options, chosen, onChoose } = props;
  return (
    <div
      role="radiogroup"
      className="toggle"
      aria-label={label}
      onKeyDown={(event) => stepInRow(event, 'radio')}
    >
      {options.map(({ value, title, count, meaning }) => (
        // biome-ignore lint/a11y/useSemanticElements: a button holds its count, an input holds nothing
        <button
          key={value}
          type="button"
          role="radio"
          className="toggle-item"
          aria-checked={value === chosen}
          tabIndex={value === chosen ? 0 : -1}
          title={meaning}
          onClick={() => onChoose(value)}
        >
          {title}
          {count !== undefined && <span className="count"> {formatWhole(count)}</span>}
        </button>
      ))}
    </div>
  );
}

/** Chooses one of several values to filter by, or '' for all of them. */
export function Menu<Value extends string>(props: {
  readonly label: string;
  /** Names the choice that lets all through. */
  readonly all: string;
  readonly items: readonly MenuItem<Value>[];
  readonly chosen: Value | '';
  readonly onChoose: (value: Value | '') => void;
}): ReactNode {
  const { label, all, items, chosen, onChoose } = props;
  return (
    <select
      className="kind-field"
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => {
        onChoose(items.find(({ value }) => value === currentTarget.value)?.value ?? '');
      }}
    >
      <option value="">{all}</option>
      {items.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

type Copying = 'idle' | 'copied' | 'failed';

const WORDS: Readonly<Record<Exclude<Copying, 'idle'>, string>> = {
  copied: 'Copied',
  failed: 'Copying was refused by the browser',
};

/** Milliseconds for which the outcome stands beside the button. */
const OUTCOME_MS = 2_000;

/** Copies a text that is made when the button is pressed, and says whether it worked. */
export function CopyButton(props: {
  readonly label: string;
  readonly makeText: () => Answer<string>;
}): ReactNode {
  const { label, makeText } = props;
  const [copying, setCopying] = useState<Copying>('idle');
  useEffect(() => {
    if (copying === 'idle') return;
    const timer = setTimeout(() => setCopying('idle'), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [copying]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(await makeText());
      setCopying('copied');
    } catch {
      // No permission, no secure context, or no answer: nothing is lost, the person is told.
      setCopying('failed');
    }
  }

  return (
    <span className="copy">
      <Press onClick={() => void copy()}>{label}</Press>
      <span className="copy-outcome" role="status" data-outcome={copying}>
        {copying === 'idle' ? '' : WORDS[copying]}
      </span>
    </span>
  );
}
