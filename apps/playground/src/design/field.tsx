import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './setup.module.css';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  readonly label: string;
  /** Why the typed value cannot be taken, as a sentence. */
  readonly problem?: string | undefined;
  readonly hint?: string;
  /** Beside the field: a button. */
  readonly children?: ReactNode;
};

/** A field of a form, for values that no browser should complete or correct. */
export function Field({ label, problem, hint, children, ...input }: FieldProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          id={id}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={`${id}-note`}
          {...input}
        />
        {children}
      </div>
      <p
        id={`${id}-note`}
        className={isWrong ? styles.problem : styles.hint}
        role={isWrong ? 'alert' : undefined}
      >
        {problem ?? hint}
      </p>
    </>
  );
}
