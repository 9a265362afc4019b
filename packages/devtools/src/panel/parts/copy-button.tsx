import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Answer } from '../../source/answer.ts';

type Copying = 'idle' | 'copied' | 'failed';

const WORDS: Readonly<Record<Exclude<Copying, 'idle'>, string>> = {
  copied: 'Copied',
  failed: 'Copying was refused by the browser',
};

/** Milliseconds for which the outcome stands beside the button. */
const OUTCOME_MS = 2_000;

/** Copies a text that is made when the button is pressed, and says whether it worked. */
export function CopyButton({
  label,
  makeText,
}: {
  readonly label: string;
  readonly makeText: () => Answer<string>;
}): ReactNode {
  const [copying, setCopying] = useState<Copying>('idle');
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => {
    if (copying === 'idle') return;
    const timer = setTimeout(() => setCopying('idle'), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [copying]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(await makeText());
      if (isMounted.current) setCopying('copied');
    } catch {
      // No permission, no secure context, or no answer: nothing is lost, the person is told.
      if (isMounted.current) setCopying('failed');
    }
  }

  return (
    <span className="copy">
      <button type="button" className="button" onClick={() => void copy()}>
        {label}
      </button>
      <span className="copy-outcome" role="status" data-outcome={copying}>
        {copying === 'idle' ? '' : WORDS[copying]}
      </span>
    </span>
  );
}
