import type { CSSProperties } from 'react';
import { CheckIcon, CloseIcon } from '../design/icons.tsx';
import { figure, plural } from '../facts/figures.ts';
import type { ComparedContext, ComparisonFrame } from './comparison-frame.ts';
import type { ContextBlock } from './context-block.ts';
import styles from './context-column.module.css';
import type { ValueName } from './tell-story.ts';

/** One of the two ways: how full its context is, whether the value stands in it, and its messages. */
export function ContextColumn({
  title,
  explanation,
  context,
  frame,
  overAt,
  value,
  isOver,
}: {
  readonly title: string;
  readonly explanation: string;
  readonly context: ComparedContext | undefined;
  readonly frame: ComparisonFrame | undefined;
  /** The calls so far at which the context was larger than the limit. */
  readonly overAt: number;
  readonly value: ValueName & { readonly limitTokens: number };
  /** The last question was asked. */
  readonly isOver: boolean;
}) {
  return (
    <section className={styles.column} aria-label={title}>
      <header className={styles.head}>
        <h3>{title}</h3>
        <p>{explanation}</p>
      </header>
      <Finding context={context} frame={frame} value={value} isOver={isOver} />
      <p className={styles.sum}>
        <b data-over={Boolean(context?.tooMany) || undefined}>
          {frame?.isEstimated && '≈ '}
          {figure(context?.tokens ?? 0)}
        </b>{' '}
        of {figure(value.limitTokens)} tokens
        {context && context.tooMany > 0 && (
          <strong className={styles.tooMany}>{figure(context.tooMany)} too many</strong>
        )}
        {isOver && (
          <strong className={overAt > 0 ? styles.tooMany : styles.fits}>
            {overAt > 0
              ? `too many at ${figure(overAt)} ${plural(overAt, 'call')}`
              : 'never too many'}
          </strong>
        )}
      </p>
      <Stack context={context} value={value} />
    </section>
  );
}

/** Whether the value is there, and where; behind the last question, what that means. */
function Finding({
  context,
  frame,
  value: { name, value },
  isOver,
}: {
  readonly context: ComparedContext | undefined;
  readonly frame: ComparisonFrame | undefined;
  readonly value: ValueName;
  readonly isOver: boolean;
}) {
  if (!context || !frame?.isSaid) {
    return <p className={styles.finding}>Nobody has said the {name} yet.</p>;
  }
  const { place } = context;
  return (
    <p className={styles.finding} data-found={place !== undefined} data-over={isOver || undefined}>
      {place ? <CheckIcon /> : <CloseIcon />}
      <span>
        {isOver && <b>{place ? 'It can answer.' : 'It cannot answer.'} </b>}
        {place ? (
          <>
            <code>{value}</code> {placeWords(context)}
          </>
        ) : (
          <>
            <code>{value}</code> is not in any of the {figure(messagesIn(context.blocks))} messages
            sent
          </>
        )}
      </span>
    </p>
  );
}

function placeWords({ place, blocks }: ComparedContext): string {
  if (!place || place.kind === 'summary') return 'stands in the summary';
  const number = messagesIn(blocks.slice(0, place.at + 1));
  return `stands in message ${figure(number)} of ${figure(messagesIn(blocks))} sent`;
}

/** Messages of the conversation: the instructions are none. */
function messagesIn(blocks: readonly ContextBlock[]): number {
  return blocks.filter(({ kind }) => kind !== 'system').length;
}

/**
 * The context as a stack: all of its height is the limit, and every message as high as its tokens. What
 * does not fit makes the stack larger than the limit, which is a line then.
 */
function Stack({
  context,
  value: { value, limitTokens },
}: {
  readonly context: ComparedContext | undefined;
  readonly value: ValueName & { readonly limitTokens: number };
}) {
  const { blocks = [], tokens = 0, tooMany = 0, notSent = 0, place } = context ?? {};
  const limitAt: CSSProperties & { readonly '--limit-at': string } = {
    '--limit-at': `${(100 * limitTokens) / Math.max(limitTokens, tokens)}%`,
  };
  return (
    <div className={styles.stack} style={limitAt} data-over={tooMany > 0 || undefined}>
      <p className={styles.left}>
        {notSent > 0
          ? `${figure(notSent)} older ${plural(notSent, 'message')} ${notSent === 1 ? 'is' : 'are'} ${isSummed(blocks) ? 'in the summary' : 'not sent'}`
          : 'Every message is sent'}
      </p>
      <ol className={styles.blocks}>
        {blocks.map((block, at) => (
          <Block
            key={block.key}
            block={block}
            found={place?.at === at ? place : undefined}
            value={value}
          />
        ))}
        <li className={styles.free} style={{ flexGrow: Math.max(0, limitTokens - tokens) }}>
          <p>{figure(Math.max(0, limitTokens - tokens))} tokens free</p>
        </li>
      </ol>
    </div>
  );
}

function isSummed(blocks: readonly ContextBlock[]): boolean {
  return blocks.some(({ kind }) => kind === 'summary');
}

const SPEAKERS: Readonly<Record<ContextBlock['kind'], string>> = {
  system: 'instructions',
  user: 'guest',
  assistant: 'agent',
  tool: 'tool',
  summary: 'summary',
};

function Block({
  block: { kind, text, tokens },
  found,
  value,
}: {
  readonly block: ContextBlock;
  readonly found: ComparedContext['place'];
  readonly value: string;
}) {
  return (
    <li
      className={styles.block}
      style={{ flexGrow: tokens }}
      data-kind={kind}
      data-found={found !== undefined || undefined}
    >
      <p className={styles.text}>
        <b>{SPEAKERS[kind]}</b>{' '}
        {found ? (
          <>
            {found.before}
            <mark>{value}</mark>
            {found.after}
          </>
        ) : (
          firstWords(text)
        )}
      </p>
    </li>
  );
}

/** As much as a block can show at its largest. */
function firstWords(text: string): string {
  return text.slice(0, 400);
}
