import { type ReactNode, useEffect, useRef } from 'react';
import type { Act } from './use-act.ts';

/** Asks within the page. The way back has the focus first, and Escape takes it. */
export function Question({
  words,
  yes,
  no,
  act,
  onYes,
  onNo,
}: {
  readonly words: string;
  readonly yes: string;
  readonly no: string;
  readonly act: Act;
  readonly onYes: () => void;
  readonly onNo: () => void;
}): ReactNode {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset data-part="question" onKeyDown={(event) => event.key === 'Escape' && onNo()}>
      <legend>{words}</legend>
      <button ref={first} type="button" onClick={onNo}>
        {no}
      </button>
      <button type="button" data-act="erase" aria-disabled={act.isBusy} onClick={onYes}>
        {yes}
      </button>
      <Failure of={act} />
    </fieldset>
  );
}

/** Why an act did not work, where it was asked for. */
export function Failure({ of }: { readonly of: Pick<Act, 'failure'> }): ReactNode {
  return of.failure === '' ? null : <p role="alert">{of.failure}</p>;
}
