import type { Part } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { ChevronIcon, ResultIcon, ToolIcon } from '../design/icons.tsx';
import { figure, plural } from '../facts/figures.ts';
import styles from './tool-card.module.css';

type CallPart = Extract<Part, { type: 'tool-call' }>;
type ResultPart = Extract<Part, { type: 'tool-result' }>;

/** How much of a text its card shows before it is opened. */
const PREVIEW_CHARACTERS = 160;

/** A call: the tool, and its arguments on one line until it is opened. */
export function ToolCallCard({ call }: { readonly call: CallPart }) {
  return (
    <Card
      icon={<ToolIcon />}
      name={call.toolName}
      preview={onOneLine(call.arguments)}
      text={readable(call.arguments)}
    />
  );
}

/** A result: its first words until it is opened. */
export function ToolResultCard({ result }: { readonly result: ResultPart }) {
  const lines = result.text.split('\n').length;
  return (
    <Card
      icon={<ResultIcon />}
      name={lines > 1 ? `${figure(lines)} ${plural(lines, 'line')}` : 'Result'}
      preview={onOneLine(result.text)}
      text={readable(result.text)}
    />
  );
}

function Card({
  icon,
  name,
  preview,
  text,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly preview: string;
  readonly text: string;
}) {
  return (
    <details className={styles.card}>
      <summary className={styles.summary}>
        {icon}
        <span className={styles.name}>{name}</span>
        <code className={styles.preview}>{preview || '(empty)'}</code>
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it. */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}

function onOneLine(text: string): string {
  return text.slice(0, PREVIEW_CHARACTERS).replace(/\s+/g, ' ').trim();
}

/** JSON indented; anything else as it is. */
function readable(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It only looked like JSON: tools answer as they like.
    return text;
  }
}
