import { isSendableKey, listModels, ModelError, readBaseUrl } from '@agent-memory/models';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { FailureText } from '../design/failure-text.tsx';
import { Field } from '../design/field.tsx';
import { CheckIcon, WarnIcon } from '../design/icons.tsx';
import styles from '../design/setup.module.css';
import { figure, plural } from '../facts/figures.ts';
import { useWatchedValue } from '../platform/watched-value.ts';
import { endpointOptionsOf, keptEndpoint, keptKey } from './endpoint-settings.ts';

/**
 * Where the model is, which one, and the key for it; everything stays on this device. A typed key stands in
 * the page until `Connect` keeps it.
 */
export function EndpointSetup({ onDone }: { readonly onDone: () => void }) {
  const [endpoint, setEndpoint] = useWatchedValue(keptEndpoint);
  const [kept, setKept] = useWatchedValue(keptKey);
  const [address, setAddress] = useState(endpoint.address);
  const [key, setKey] = useState('');
  const [model, setModel] = useState(endpoint.model);
  /** `Connect` was pressed with what is typed now. */
  const [isTried, setIsTried] = useState(false);
  const { models, ask, forget } = useModels();
  const keyField = useRef<HTMLInputElement>(null);
  const listId = useId();

  const read = readBaseUrl(address);
  const isSendable = key === '' || isSendableKey(key);
  const isKept = read.kind === 'url' && 'apiKey' in endpointOptionsOf(read.baseUrl, kept);
  const isChanged = address !== endpoint.address || key !== '';
  const isConnected = models?.kind === 'connected';
  const names = isConnected ? models.names : [];
  const chosen = (model === '' && names.length === 1 ? (names[0] ?? '') : model).trim();
  const canStart = chosen !== '' && !isChanged;

  const type = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value.trim());
    setIsTried(false);
    forget();
  };
  const connect = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (read.kind === 'problem' || !isSendable) return;
    const { baseUrl } = read;
    if (key !== '') setKept({ origin: new URL(baseUrl).origin, key });
    setEndpoint({ ...endpoint, address: baseUrl });
    setAddress(baseUrl);
    // It is kept now, and need not stand in the page any more.
    setKey('');
    ask(baseUrl);
  };
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (!canStart) return;
    setEndpoint({ ...endpoint, model: chosen });
    onDone();
  };
  const forgetKey = (): void => {
    setKept({});
    forget();
    // The button goes away, and the person may want to type another key.
    keyField.current?.focus();
  };
  return (
    <section className={styles.setup} aria-label="Endpoint settings">
      <div className={styles.card}>
        <header className={styles.intro}>
          <h2>Chat with your own model</h2>
          <p>
            Any server that speaks the OpenAI chat API: Ollama, LM Studio, llama.cpp or vLLM on your
            device, or a provider. This page talks to it directly and sends nothing anywhere else.
          </p>
        </header>
        <form className={styles.fields} onSubmit={connect} noValidate>
          <Field
            label="Address"
            type="url"
            problem={isTried && read.kind === 'problem' ? `${read.problem}.` : undefined}
            value={address}
            onChange={type(setAddress)}
          />
          <Field
            ref={keyField}
            label="API key, if the server wants one"
            type="password"
            placeholder={isKept ? 'Kept; type to replace it' : ''}
            problem={isTried && !isSendable ? NO_SENDABLE_KEY : undefined}
            hint="Kept in this browser only, and sent to this server only."
            value={key}
            onChange={type(setKey)}
          >
            {isKept && <Button onClick={forgetKey}>Forget key</Button>}
          </Field>
          <Button type="submit" look={isConnected ? 'framed' : 'primary'}>
            {models?.kind === 'asking' ? 'Connecting …' : 'Connect'}
          </Button>
        </form>
        <div role="status">{models && <ConnectionReport models={models} />}</div>
        <form className={styles.fields} onSubmit={start}>
          <Field
            label="Model"
            list={listId}
            placeholder="Its name, as the server knows it"
            hint={
              isChanged
                ? 'Connect first: the changes above are not in effect yet.'
                : 'Ollama silently cuts a context that is longer than its num_ctx: keep the budget below that.'
            }
            value={model === '' ? chosen : model}
            onChange={({ target }) => setModel(target.value)}
          />
          <datalist id={listId}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button type="submit" look="primary" aria-disabled={!canStart}>
            {endpoint.model === '' ? 'Start chatting' : 'Done'}
          </Button>
        </form>
      </div>
    </section>
  );
}

const NO_SENDABLE_KEY =
  'This is not a key: it contains spaces or letters that no key has. Was all of it copied?';

/** Whether the server answers, in words. */
function ConnectionReport({ models }: { readonly models: Models }) {
  if (models.kind === 'asking') return null;
  if (models.kind === 'failed') {
    return (
      <div className={styles.bad} role="alert">
        <WarnIcon />
        <FailureText {...models.error.explanation} />
      </div>
    );
  }
  const { length } = models.names;
  return (
    <p className={styles.good}>
      <CheckIcon />
      {models.hasList
        ? `Connected: ${figure(length)} ${plural(length, 'model')}.`
        : 'Connected. The server does not list its models: type the name of one.'}
    </p>
  );
}

/** The models of a server, as far as it names them. */
type Models =
  | { readonly kind: 'asking' }
  | { readonly kind: 'connected'; readonly names: readonly string[]; readonly hasList: boolean }
  | { readonly kind: 'failed'; readonly error: ModelError };

/** The models of the server that was asked last; a later request ends an earlier one. */
function useModels() {
  const [models, setModels] = useState<Models>();
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const ask = (address: string): void => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    setModels({ kind: 'asking' });
    void modelsAt(address, controller.signal).then((answer) => {
      if (!controller.signal.aborted) setModels(answer);
    });
  };
  const forget = (): void => {
    request.current?.abort();
    setModels(undefined);
  };
  return { models, ask, forget };
}

/** `undefined` if the wait was ended from outside. */
async function modelsAt(address: string, signal: AbortSignal): Promise<Models | undefined> {
  try {
    const names = await listModels(endpointOptionsOf(address, keptKey.get()), { signal });
    return { kind: 'connected', names: names ?? [], hasList: names !== undefined };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (ModelError.isInstance(error)) return { kind: 'failed', error };
    throw error;
  }
}
