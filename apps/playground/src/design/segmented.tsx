import { useId } from 'react';
import styles from './segmented.module.css';

/** A choice of a few, all visible. Native radio buttons: arrow keys move the choice. */
export function Segmented<Value extends string>({
  legend,
  segments,
  value,
  onChange,
}: {
  /** Read out, not shown. */
  readonly legend: string;
  readonly segments: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.group} aria-label={legend}>
      {segments.map((segment) => (
        <label key={segment.value}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
