import type { ReactNode } from 'react';

/** A long text as it is, in a box that scrolls and that keys reach. */
export function LongText({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
}): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="long-text" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}
