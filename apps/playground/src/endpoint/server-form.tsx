import { isSendableKey, readBaseUrl } from '@agent-memory/models';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import styles from '../design/setup.module.css';
import { originOf } from './endpoint-settings.ts';

/** Where the server is, and the key for it. A typed key stands in the page until `Connect` keeps it. */
export function ServerForm({
  address,
  hasKey,
  isAsking,
  isConnected,
  onConnect,
  onChange,
  onForgetKey,
}: {
  readonly address: string;
  readonly hasKey: boolean;
  readonly isAsking: boolean;
  /** There is nothing to be done about it: the next step is another one. */
  readonly isConnected: boolean;
  readonly onConnect: (address: string, typedKey: string) => void;
  /** Something was typed that does not hold yet. */
  readonly onChange: () => void;
  readonly onForgetKey: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(address);
  const [typedKey, setTypedKey] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isKeyRefused, setIsKeyRefused] = useState(false);
  const keyField = useRef<HTMLInputElement>(null);
  const read = readBaseUrl(typed);
  const isKept = hasKey && read.kind === 'url' && originOf(read.baseUrl) === originOf(address);
  const connect = (event: FormEvent): void => {
    event.preventDefault();
    const key = typedKey.trim();
    const isRefused = key !== '' && !isSendableKey(key);
    setProblem(read.kind === 'problem' ? read.problem : undefined);
    setIsKeyRefused(isRefused);
    if (read.kind === 'problem' || isRefused || isAsking) return;
    setTyped(read.baseUrl);
    onConnect(read.baseUrl, key);
    // It is kept now, and need not stand in the page any more.
    setTypedKey('');
  };
  const forgetKey = (): void => {
    onForgetKey();
    // The button goes away; whoever pressed it may want to type another one.
    keyField.current?.focus();
  };
  return (
    <form className={styles.fields} onSubmit={connect} noValidate>
      <label className={styles.label} htmlFor={`${id}-address`}>
        Address
      </label>
      <div className={styles.row}>
        <input
          id={`${id}-address`}
          className={styles.input}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(undefined);
            onChange();
          }}
        />
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}.
        </p>
      )}
      <label className={styles.label} htmlFor={`${id}-key`}>
        API key <span className={styles.optional}>if the server wants one</span>
      </label>
      <div className={styles.row}>
        <input
          ref={keyField}
          id={`${id}-key`}
          className={styles.input}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={isKept ? 'Kept; type to replace it' : ''}
          aria-invalid={isKeyRefused}
          aria-describedby={isKeyRefused ? `${id}-key-problem` : `${id}-key-hint`}
          value={typedKey}
          onChange={({ target }) => {
            setTypedKey(target.value);
            setIsKeyRefused(false);
            onChange();
          }}
        />
        {isKept && <Button onClick={forgetKey}>Forget key</Button>}
      </div>
      {isKeyRefused && (
        <p id={`${id}-key-problem`} className={styles.problem} role="alert">
          This is no key: it has spaces or letters that no key has. Was all of it copied?
        </p>
      )}
      <p id={`${id}-key-hint`} className={styles.hint}>
        Kept in this browser alone, and sent to this server alone. It is in no session, export or
        panel.
      </p>
      <Button
        type="submit"
        look={isConnected ? 'framed' : 'primary'}
        aria-disabled={isAsking}
        className={styles.connect}
      >
        {isAsking ? 'Connecting …' : 'Connect'}
      </Button>
    </form>
  );
}
