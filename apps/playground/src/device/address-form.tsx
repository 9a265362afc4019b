import { type FormEvent, useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import setup from '../design/setup.module.css';
import { readModelAddress } from './model-source.ts';

/** The address of a GGUF file on any server. */
export function AddressForm({ onAddress }: { readonly onAddress: (url: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = readModelAddress(typed);
    if (read.kind === 'url') onAddress(read.url);
    else setProblem(read.problem);
  };
  return (
    <form className={setup.fields} onSubmit={submit} noValidate>
      <label className={setup.label} htmlFor={id}>
        Or its address
      </label>
      <div className={setup.row}>
        <input
          id={id}
          className={setup.input}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://…/model.gguf"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit">Ask for its size</Button>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={setup.problem} role="alert">
          {problem}.
        </p>
      )}
    </form>
  );
}
