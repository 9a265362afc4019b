import type { Recalled, RunOutline } from '@agent-memory/agent';
import type { Decision, Entry, Message, Role } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import { type DependencyList, useEffect, useMemo, useRef, useState } from 'react';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import type { Answer } from '../source/inspectable-memory.ts';
import type { PanelSelection } from './panel-selection.ts';
import { sharedValue, useShared } from './shared-value.ts';

/** Everything that a part of the panel may need from the panel around it. */
export interface PanelContextValue {
  readonly source: DevtoolsSource;
  /** The source of the present, whichever call is shown. */
  readonly live: DevtoolsSource;
  readonly selection: PanelSelection;
  readonly state: DevtoolsState;
  /** All runs of the session in their order, anew whenever one is another than before. */
  readonly runs: readonly RunOutline[];
  /** Selects a row of the context tab, wherever it is listed. */
  readonly goToRow: (key: string) => void;
  /** Selects the row of a message that holds the phrase which is looked for; the search continues. */
  readonly goToFound: (seq: number) => void;
  /** Shows a row in the context tab, with the focus on the list. */
  readonly goToItem: (key: string) => void;
  /** Looks for a phrase in the context tab, with the focus in its field. */
  readonly findInContext: (phrase: string) => void;
  /** Whether the panel can be seen; while it cannot, nothing is followed. */
  readonly isShown: boolean;
  /** Shows a record in the memories tab; absent where there is no long-term memory. */
  readonly goToRecord?: ((recordId: string) => void) | undefined;
  /** Shows where the session is stored, with what can be done about a trouble. */
  readonly goToStorage: () => void;
  /** Shows a message in the context tab, wherever it is, with the focus on the list. */
  readonly goToMessage: (seq: number) => void;
  /** Shows a message in the app's chat; absent where the app has none to show it in. */
  readonly onShowMessage?: ((seq: number) => void) | undefined;
  /** Overlays are drawn into this element, inside the shadow root, so that they have the panel's styles. */
  readonly overlays: HTMLElement | null;
}

const SharedPanel = sharedValue<PanelContextValue>();

export const PanelProvider = SharedPanel.Provider;

/** The panel around this component. */
export const usePanel = () => useShared(SharedPanel);

/** The state of a question to the source. */
export type Asked<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'here'; readonly value: Value }
  | { readonly status: 'failed'; readonly message: string };

const WAITING: Asked<never> = { status: 'waiting' };

/**
 * Asks the source. An answer of the same page is here at once, without a second render; a late
 * answer to a question that is no longer asked is dropped. Asks again when a dependency changes.
 */
export function useAnswer<Value>(
  ask: () => Answer<Value>,
  dependencies: DependencyList,
): Asked<Value> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them, and is checked there
  const answer = useMemo(ask, dependencies);
  const [settled, setSettled] = useState<{ to: unknown; asked: Asked<Value> }>();
  useEffect(() => {
    if (!(answer instanceof Promise)) return;
    let isWanted = true;
    const settle = (asked: Asked<Value>) => {
      if (isWanted) setSettled({ to: answer, asked });
    };
    answer.then(
      (value) => settle({ status: 'here', value }),
      (error: unknown) => settle({ status: 'failed', message: errorText(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [answer]);
  if (!(answer instanceof Promise)) return { status: 'here', value: answer };
  return settled?.to === answer ? settled.asked : WAITING;
}

/**
 * Asks like `useAnswer`; while the answer to a newer question about the same thing is waited for, the
 * one before it stands, so that nothing that is being read goes away.
 */
export function useLatestAnswer<Value>(
  about: object,
  ask: () => Answer<Value>,
  dependencies: DependencyList,
): Asked<Value> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them, and is checked there
  const asked = useAnswer(ask, dependencies);
  const last = useRef<{ readonly about: object; readonly asked: Asked<Value> }>(undefined);
  useEffect(() => {
    if (asked.status !== 'waiting') last.current = { about, asked };
  }, [about, asked]);
  const isSame = last.current?.about === about;
  return asked.status === 'waiting' && isSame && last.current ? last.current.asked : asked;
}

/** The value of an answer that is here; `undefined` while it is not. */
export function arrived<Value>(asked: Asked<Value>): Value | undefined {
  return asked.status === 'here' ? asked.value : undefined;
}

/** The message that is sent for an item; asked again for each plan, which may send another text. */
export function useSentMessage(itemId: string): Asked<Message | undefined> {
  const { source, state } = usePanel();
  const { plan } = state;
  return useAnswer(() => (plan ? source.sentMessage(itemId) : undefined), [source, itemId, plan]);
}

/** The original at a place of the transcript, once it is here. */
export function useEntry(seq: number | undefined): Entry | undefined {
  const { source } = usePanel();
  return arrived(
    useAnswer(() => (seq === undefined ? undefined : source.entry(seq)), [source, seq]),
  );
}

/** The reason why an original is where it is; asked again for each plan. */
export function useDecision(entryId: string | undefined): Decision | undefined {
  const { source, state } = usePanel();
  const { plan } = state;
  return arrived(
    useAnswer(
      () => (plan && entryId !== undefined ? source.explain(entryId) : undefined),
      [source, entryId, plan],
    ),
  );
}

/** The originals that a message brings back; asked only about messages that can. */
export function useRecalled(role: Role | undefined, seq: number | undefined): Recalled | undefined {
  const { source } = usePanel();
  const asked = role === 'tool' ? seq : undefined;
  return arrived(
    useAnswer(
      () => (asked === undefined ? undefined : source.runs?.recalled(asked)),
      [source, asked],
    ),
  );
}

export type Action<Outcome> = ReturnType<typeof useAction<Outcome>>;

/** Carries out one action after another; a second one waits for nobody and is left alone. */
export function useAction<Outcome>(onFinish: (outcome: Outcome) => void) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const latest = useRef(onFinish);
  useEffect(() => {
    latest.current = onFinish;
  });
  function run(act: () => Promise<Outcome>): void {
    if (isRunning) return;
    setRunning(true);
    setFailure(undefined);
    act()
      .then(
        (outcome) => latest.current(outcome),
        (error: unknown) => setFailure(errorText(error)),
      )
      .finally(() => setRunning(false));
  }
  return { run, isRunning, failure };
}
