import type { ReactNode } from 'react';
import styles from './only-now.module.css';

export const PAST_WORDS = 'This is the past. Go back to live to go on from there.';

/**
 * Controls of the present, which stand still while the past is shown. They stay where they are, with
 * all that was begun in them, and say why.
 */
export function OnlyNow({
  isOff,
  words = 'hidden',
  children,
}: {
  /** The past is shown. */
  readonly isOff: boolean;
  /** `hidden` ones are read out, and shown to a pointer. */
  readonly words?: 'shown' | 'hidden';
  readonly children: ReactNode;
}) {
  return (
    <fieldset className={styles.onlyNow} disabled={isOff} title={isOff ? PAST_WORDS : undefined}>
      {isOff && (
        <legend className={words === 'shown' ? styles.words : 'visually-hidden'}>
          {PAST_WORDS}
        </legend>
      )}
      {children}
    </fieldset>
  );
}
