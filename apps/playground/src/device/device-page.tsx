import type { MemoryStore } from '@agent-memory/core';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Notice } from '../design/notice.tsx';
import { figure } from '../facts/figures.ts';
import { ModelChatWorkspace } from '../model-chat/model-chat-workspace.tsx';
import { ModelLine, ModelToolbar } from '../model-chat/model-toolbar.tsx';
import { useModelChat } from '../model-chat/use-model-chat.ts';
import type { SessionChoice } from '../session/session-choice.ts';
import { useOwnSession } from '../session/use-own-session.ts';
import { useSession, windowBudget } from '../session/use-session.ts';
import type { Theme } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
import type { DeviceModels } from './device-models.ts';
import styles from './device-page.module.css';
import { keptDevice } from './device-settings.ts';
import { type DeviceState, worksOffline } from './device-state.ts';
import { statusText } from './device-words.ts';
import { explainLocal } from './explain-local.ts';
import { ModelPicker } from './model-picker.tsx';
import { namedSource, titleOf } from './model-source.ts';
import { useAnnouncedModel } from './use-announced-model.ts';
import { useModelStatus } from './use-model-status.ts';

const SYSTEM =
  'You are a helpful assistant. A summary may stand for earlier parts of the conversation: rely on it.';

/** A message waits this long for a summary by the model; then the extractive one is taken. */
const COMPACTION = { summaryTimeoutMs: 20_000 };

const SILENCE =
  'The model has given no sign for 20 s. On a processor the first answer of a long conversation takes minutes, since all of it is read first. Wait on, or stop; nothing is lost.';

/** A conversation with a model on this device, which writes its summaries too. */
export function DevicePage({
  store,
  models,
  choice,
  onChoice,
  theme,
}: {
  readonly store: MemoryStore;
  readonly models: DeviceModels;
  readonly choice: SessionChoice;
  readonly onChoice: (choice: SessionChoice) => void;
  readonly theme: Theme;
}) {
  const own = useOwnSession('device', { store, choice, onChoice });
  return <Conversation {...own} store={store} models={models} theme={theme} />;
}

/** One conversation. Started over, the next one comes into the same frame: it is not to be keyed. */
function Conversation({
  memoryId,
  store,
  models,
  theme,
  onStartOver,
}: {
  readonly memoryId: string;
  readonly store: MemoryStore;
  readonly models: DeviceModels;
  readonly theme: Theme;
  readonly onStartOver: () => void;
}) {
  const device = useSyncExternalStore(models.subscribe, models.get);
  const { current, preparation, isRestored, problem } = device;
  const contextWindow = useWindow(device);
  const session = useSession({
    ...{ memoryId, store, contextWindow, system: SYSTEM },
    ...{ summarizer: models.summarizer, compaction: COMPACTION },
  });
  const { memory, state, requestContext } = session;
  const chatModel = current && models.chatModel;
  const chat = useModelChat({ memory, requestContext, chatModel });
  const isBusy = chat.state !== 'idle';
  const [isPicking, setIsPicking] = useState(false);
  const { summarizer } = models;
  const inspected = useMemo(
    () => (current ? [current.model, summarizer] : [summarizer]),
    [current, summarizer],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model is there, so the choice is over.
  useEffect(() => setIsPicking(false), [current]);
  useEffect(() => void models.restore(), [models]);
  useAnnouncedModel(device);
  const isCovered = isPicking || !current || preparation !== undefined;
  return (
    <ModelChatWorkspace
      session={session}
      chat={chat}
      model={current ? titleOf(namedSource(current.source)) : ''}
      models={inspected}
      theme={theme}
      room={<Window tokens={contextWindow} />}
      toolbar={
        <ModelToolbar
          settings="Models"
          isOpen={isCovered}
          onSettings={
            isBusy || !current || preparation ? undefined : () => setIsPicking(!isPicking)
          }
          onStartOver={state.entries === 0 || isBusy ? undefined : onStartOver}
        >
          <DeviceLine device={device} />
        </ModelToolbar>
      }
      notices={
        problem !== undefined && (
          <Notice tone="warn" onDismiss={models.dismiss}>
            {problem}
          </Notice>
        )
      }
      silence={SILENCE}
      explain={explainLocal}
      cover={
        isCovered &&
        (isRestored || preparation ? (
          <ModelPicker models={models} device={device} />
        ) : (
          <p className={styles.looking}>Looking for a model on this device …</p>
        ))
      }
    />
  );
}

/** The window of the model that runs, or of the one that ran last. */
function useWindow({ current }: DeviceState): number {
  const status = useModelStatus(current?.model);
  const [kept] = useKeptValue(keptDevice);
  return status?.engine?.contextWindow ?? kept.contextWindow;
}

/** The model decides the budget: its window, less the room for its answer. */
function Window({ tokens }: { readonly tokens: number }) {
  const { replyTokens, inputTokens } = windowBudget(tokens);
  return (
    <p
      className={styles.window}
      title={`${figure(inputTokens)} tokens for what is sent, ${figure(replyTokens)} for the answer, the rest against errors of counting`}
    >
      Window of the model: <b>{figure(tokens)}</b> tokens
    </p>
  );
}

/** The model and what it does right now. Nothing but this is rendered anew for each of its steps. */
function DeviceLine({ device }: { readonly device: DeviceState }) {
  const { current, keeping } = device;
  const status = useModelStatus(current?.model);
  if (!current) return <ModelLine name="No model yet." more="Choose one below." />;
  const more = [
    ...(keeping
      ? [`keeping a copy: ${Math.floor((100 * keeping.doneBytes) / keeping.totalBytes)} %`]
      : []),
    ...(worksOffline(device) ? ['works offline'] : []),
  ];
  return (
    <ModelLine
      name={titleOf(namedSource(current.source))}
      more={[statusText(status), ...more].join(' · ')}
    />
  );
}
