import type { Part } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { ResultIcon, ToolIcon } from '../design/icons.tsx';
import { figure, plural } from '../facts/figures.ts';
import styles from './fold.module.css';

/** How much of a text is shown before it is opened. */
const PREVIEW_CHARACTERS = 160;

/** A text of which one line is shown until somebody wants to read it. */
export function Fold({
  icon,
  name,
  text,
}: {
  readonly icon?: ReactNode;
  readonly name: string;
  readonly text: string;
}) {
  const preview = text.slice(0, PREVIEW_CHARACTERS).replace(/\s+/g, ' ').trim();
  return (
    <details className={styles.fold}>
      <summary>
        {icon}
        <b>{name}</b>
        <span>{preview || '(empty)'}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it. */}
      <pre tabIndex={0}>{readable(text)}</pre>
    </details>
  );
}

export function ToolCallFold({
  call: { toolName, arguments: text },
}: {
  readonly call: Extract<Part, { type: 'tool-call' }>;
}) {
  return <Fold icon={<ToolIcon />} name={toolName} text={text} />;
}

export function ToolResultFold({
  result: { text },
}: {
  readonly result: Extract<Part, { type: 'tool-result' }>;
}) {
  const lines = text.split('\n').length;
  const name = lines > 1 ? `${figure(lines)} ${plural(lines, 'line')}` : 'Result';
  return <Fold icon={<ResultIcon />} name={name} text={text} />;
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
