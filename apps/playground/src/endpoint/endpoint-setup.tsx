import { type FormEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import styles from '../design/setup.module.css';
import { useKeptValue } from '../settings/use-kept-value.ts';
import { ConnectionReport } from './connection-report.tsx';
import { keptEndpoint, keptKey, keyFor, NO_KEY, originOf } from './endpoint-settings.ts';
import { ModelField } from './model-field.tsx';
import { ServerForm } from './server-form.tsx';
import { useModels } from './use-models.ts';

/** Where the model is, which one, and the key for it; everything stays on this device. */
export function EndpointSetup({ onDone }: { readonly onDone: () => void }) {
  const [endpoint, setEndpoint] = useKeptValue(keptEndpoint);
  const [kept] = useKeptValue(keptKey);
  const { models, isAsking, ask, forget } = useModels();
  const [model, setModel] = useState(endpoint.model);
  const [isChanged, setIsChanged] = useState(false);
  const change = (): void => {
    forget();
    setIsChanged(true);
  };
  const forgetKey = (): void => {
    keptKey.set(NO_KEY);
    forget();
  };
  const connect = (address: string, typedKey: string): void => {
    if (typedKey !== '') keptKey.set({ origin: originOf(address), key: typedKey });
    setEndpoint({ ...endpoint, address });
    setIsChanged(false);
    ask(address);
  };
  const choices = models?.kind === 'list' ? models.names : undefined;
  const chosen = choices?.length === 1 && model === '' ? (choices[0] ?? '') : model;
  const canStart = chosen.trim() !== '' && !isChanged;
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (!canStart) return;
    setEndpoint({ ...endpoint, model: chosen.trim() });
    onDone();
  };
  return (
    <section className={styles.setup} aria-label="Endpoint settings">
      <div className={styles.card}>
        <header className={styles.intro}>
          <h2>Talk to your own model</h2>
          <p>
            Any server that speaks the OpenAI chat API: Ollama, LM Studio, llama.cpp, vLLM on your
            device, or a provider. This page asks it directly; nothing goes anywhere else.
          </p>
        </header>
        <ServerForm
          address={endpoint.address}
          hasKey={keyFor(kept, endpoint.address) !== undefined}
          isAsking={isAsking}
          isConnected={models !== undefined && models.kind !== 'failed'}
          onConnect={connect}
          onChange={change}
          onForgetKey={forgetKey}
        />
        {models && !isAsking && <ConnectionReport models={models} />}
        <form className={styles.fields} onSubmit={start}>
          <ModelField model={chosen} choices={choices} onModel={setModel} />
          <div className={styles.actions}>
            <Button type="submit" look="primary" aria-disabled={!canStart}>
              {endpoint.model === '' ? 'Start chatting' : 'Done'}
            </Button>
            {isChanged ? (
              <p className={styles.hint}>Connect first: what was typed above does not hold yet.</p>
            ) : (
              <p className={styles.hint}>
                Ollama silently cuts what is longer than it was told to read (its{' '}
                <code>num_ctx</code>): keep the budget below that.
              </p>
            )}
          </div>
        </form>
      </div>
    </section>
  );
}
