import type { ComponentProps } from 'react';
import styles from './button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  /** `primary` for the one thing to do next; `quiet` where a frame would be noise. */
  readonly look?: 'primary' | 'framed' | 'quiet';
};

/** A button of the page. */
export function Button({ look = 'framed', className, type = 'button', ...rest }: ButtonProps) {
  const names = [styles.button, styles[look], className].filter(Boolean).join(' ');
  return <button {...rest} type={type} className={names} />;
}
