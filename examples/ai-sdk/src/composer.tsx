import type { UIMessage } from 'ai';
import { useEffect, useRef } from 'react';

interface ComposerProps {
  /** The message that takes the place of an earlier one, if any. */
  readonly edited: UIMessage | undefined;
  readonly isDisabled: boolean;
  readonly onSend: (text: string) => void;
}

export function Composer({ edited, isDisabled, onSend }: ComposerProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (edited) input.current?.focus();
  }, [edited]);

  return (
    <form
      action={(form: FormData) => {
        const text = String(form.get('message')).trim();
        if (text !== '') onSend(text);
      }}
    >
      <input
        ref={input}
        name="message"
        aria-label="Message"
        placeholder="Where is parcel 1001?"
        autoComplete="off"
        defaultValue={edited?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}
      />
      <button type="submit" disabled={isDisabled}>
        {edited ? 'Send again' : 'Send'}
      </button>
    </form>
  );
}
