import { type ReactNode, useId } from 'react';
import styles from './segmented.module.css';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown in place of the label where there is little room; read out is the label. */
  readonly shortLabel?: string;
  /** Shown in place of the label, which is then only read out. */
  readonly icon?: ReactNode;
}

/** A choice of a few, all visible. Native radio buttons: arrow keys move the choice. */
export function Segmented<Value extends string>({
  legend,
  segments,
  value,
  onChange,
}: {
  /** Read out, not shown. */
  readonly legend: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{legend}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={styles.segment}
          title={segment.icon ? segment.label : undefined}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.icon}
          <span className={labelClass(segment)}>{segment.label}</span>
          {segment.shortLabel && (
            <span className={styles.short} aria-hidden="true">
              {segment.shortLabel}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

function labelClass({ icon, shortLabel }: Segment<string>): string | undefined {
  if (icon) return 'visually-hidden';
  return shortLabel === undefined ? undefined : styles.long;
}
