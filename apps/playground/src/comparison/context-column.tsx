import { CheckIcon, CloseIcon } from '../design/icons.tsx';
import { figure, plural } from '../facts/figures.ts';
import type { ComparedContext, ComparisonFrame, ContextBlock } from './compared-context.ts';
import styles from './context-column.module.css';
import { FIRST_COMPARISON } from './story.ts';

const { name, value, limitTokens } = FIRST_COMPARISON;

interface ColumnProps {
  readonly title: string;
  readonly explanation: string;
  readonly context: ComparedContext | undefined;
  readonly frame: ComparisonFrame | undefined;
  /** The last question was asked. */
  readonly isOver: boolean;
}

/** One of the two ways: how full its context is, whether it holds the value, and its messages. */
export function ContextColumn({ title, explanation, context, frame, isOver }: ColumnProps) {
  return (
    <section className={styles.column} aria-label={title}>
      <header className={styles.head}>
        <h3>{title}</h3>
        <p>{explanation}</p>
      </header>
      {context && frame?.isSaid ? (
        <Finding context={context} isOver={isOver} />
      ) : (
        <p className={styles.finding}>Nobody has mentioned the {name} yet.</p>
      )}
      <p>
        <b>
          {frame?.isEstimated && '≈ '}
          {figure(context?.tokens ?? 0)}
        </b>{' '}
        of {figure(limitTokens)} tokens
      </p>
      <Stack context={context} />
    </section>
  );
}

/** Whether the value is in the context, and where; at the end also what that means. */
function Finding({ context, isOver }: Pick<ColumnProps, 'isOver'> & { context: ComparedContext }) {
  const hasValue = context.place !== undefined;
  return (
    <p className={styles.finding} data-found={hasValue} data-over={isOver || undefined}>
      {hasValue ? <CheckIcon /> : <CloseIcon />}
      <span>
        {isOver && <b>{hasValue ? 'The model can answer.' : 'The model cannot answer.'} </b>}
        <code>{value}</code> {placeWords(context)}
      </span>
    </p>
  );
}

function placeWords({ place, blocks }: ComparedContext): string {
  const sent = figure(messagesIn(blocks));
  if (!place) return `is in none of the ${sent} messages sent`;
  if (place.kind === 'summary') return 'is in the summary';
  return `is in message ${figure(messagesIn(blocks.slice(0, place.at + 1)))} of ${sent} sent`;
}

/** Messages of the conversation: the instructions are none. */
function messagesIn(blocks: readonly ContextBlock[]): number {
  return blocks.filter(({ kind }) => kind !== 'system').length;
}

/** The context as a stack: its whole height is the limit, and each message is as high as its tokens. */
function Stack({ context }: Pick<ColumnProps, 'context'>) {
  const { blocks = [], tokens = 0, notSent = 0, place } = context ?? {};
  const isSummed = blocks.some(({ kind }) => kind === 'summary');
  const free = Math.max(0, limitTokens - tokens);
  return (
    <div className={styles.stack}>
      <p className={styles.left}>
        {notSent > 0
          ? `${figure(notSent)} older ${plural(notSent, 'message')} ${isSummed ? 'summed up' : 'dropped'}`
          : 'Every message is sent'}
      </p>
      <ol className={styles.blocks}>
        {blocks.map((block, at) => (
          <Block key={block.key} block={block} found={place?.at === at ? place : undefined} />
        ))}
        <li className={styles.free} style={{ flexGrow: free }}>
          <p>
            {figure(free)} tokens free
            {notSent > 0 && !isSummed && ': the next older message is larger'}
          </p>
        </li>
      </ol>
    </div>
  );
}

const SPEAKERS: Readonly<Record<ContextBlock['kind'], string>> = {
  system: 'instructions',
  user: 'guest',
  assistant: 'agent',
  tool: 'tool',
  summary: 'summary',
};

/** As much as a block can show at its largest. */
const SHOWN_CHARACTERS = 400;

function Block({
  block: { kind, text, tokens },
  found,
}: {
  readonly block: ContextBlock;
  readonly found: ComparedContext['place'];
}) {
  return (
    <li
      className={styles.block}
      style={{ flexGrow: tokens }}
      data-kind={kind}
      data-found={found !== undefined || undefined}
    >
      <p className={styles.text}>
        <b>{SPEAKERS[kind]}</b> {found ? found.before : text.slice(0, SHOWN_CHARACTERS)}
        {found && <mark>{value}</mark>}
        {found?.after}
      </p>
    </li>
  );
}
