import type { MemoryStore } from '@agent-memory/core';
import { type ChatModel, openAiCompatible } from '@agent-memory/models';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Workspace } from '../app/workspace.tsx';
import { Composer } from '../assistant/composer.tsx';
import { Thoughts } from '../chat/thoughts.ts';
import { Button } from '../design/button.tsx';
import { RestartIcon, SettingsIcon } from '../design/icons.tsx';
import { ChatNotices } from '../model-chat/chat-notices.tsx';
import { GrowingReply } from '../model-chat/growing-reply.tsx';
import { questionOf } from '../model-chat/run-turn.ts';
import { TurnTail } from '../model-chat/turn-tail.tsx';
import { useModelChat } from '../model-chat/use-model-chat.ts';
import {
  memoryIdOf,
  type SessionChoice,
  sessionName,
  startedOver,
} from '../session/session-choice.ts';
import { useSession } from '../session/use-session.ts';
import { keptBudget } from '../settings/preferences.ts';
import type { Theme } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
import styles from './endpoint-page.module.css';
import {
  endpointOptionsOf,
  keptEndpoint,
  keptKey,
  keyFor,
  originOf,
  type Server,
  SILENCE_MS,
} from './endpoint-settings.ts';
import { EndpointSetup } from './endpoint-setup.tsx';
import { explainError } from './explain-error.ts';

const SYSTEM =
  'You are a helpful assistant. Earlier parts of a long conversation may be replaced by a summary of them: ' +
  'rely on it, and say so when something you are asked for is not in it.';

/** A conversation with a model of the person's own choice. */
export function EndpointPage({
  store,
  choice,
  onChoice,
  theme,
}: {
  readonly store: MemoryStore;
  readonly choice: SessionChoice;
  readonly onChoice: (choice: SessionChoice) => void;
  readonly theme: Theme;
}) {
  const name = sessionName('endpoint');
  const memoryId = memoryIdOf(choice, name);
  const startOver = (): void => {
    onChoice(startedOver(choice, name));
    // A leftover takes room and harms nothing: nobody asks for this id again.
    store.delete(memoryId).catch(() => undefined);
  };
  return <Conversation memoryId={memoryId} store={store} theme={theme} onStartOver={startOver} />;
}

/** One conversation. Started over, the next one comes into the same frame: it is not to be keyed. */
function Conversation({
  memoryId,
  store,
  theme,
  onStartOver,
}: {
  readonly memoryId: string;
  readonly store: MemoryStore;
  readonly theme: Theme;
  readonly onStartOver: () => void;
}) {
  const [budgetTokens] = useKeptValue(keptBudget);
  const { server, model, chatModel } = useEndpoint();
  const [isSettingUp, setIsSettingUp] = useState(model === '');
  // Any model may read this conversation, another one with every message, so memory is told of none: its
  // figures are estimates until the server reports its own.
  const session = useSession({ memoryId, store, budgetTokens, system: SYSTEM });
  const { memory, state, requestContext } = session;
  const chat = useModelChat({ memory, requestContext, chatModel });
  const isBusy = chat.state !== 'idle';
  const question = state.entries === 0 ? undefined : questionOf(memory);
  const field = useRef<HTMLTextAreaElement>(null);
  const again = (): void => {
    chat.answerAgain();
    // The button goes away; whoever pressed it goes on writing.
    field.current?.focus();
  };
  const endSetup = (): void => setIsSettingUp(false);
  useFocusAfterSetup(isSettingUp, field);
  return (
    <Thoughts value={chat.thoughts}>
      <Workspace
        session={session}
        theme={theme}
        toolbar={
          <EndpointToolbar
            server={server}
            model={model}
            isSettingUp={isSettingUp}
            onSettings={isBusy || model === '' ? undefined : () => setIsSettingUp(!isSettingUp)}
            onStartOver={state.entries === 0 || isBusy ? undefined : onStartOver}
          />
        }
        notices={
          <ChatNotices
            chat={chat}
            silence={`${originOf(server.address)} has said nothing for ${SILENCE_MS / 1_000} s. It may be loading the model, or reading a long context. What has arrived stays; wait on, or stop.`}
            explain={explainError}
            onAgain={again}
          />
        }
        empty={
          <p className={styles.empty}>
            Say something to <b>{model}</b>. What it is sent, and why, stands beside the chat.
          </p>
        }
        tail={
          isBusy ? (
            <GrowingReply growing={chat.growing} model={model} />
          ) : (
            question && (
              <TurnTail end={chat.end} isAnswered={question.id !== state.headId} onAgain={again} />
            )
          )
        }
        cover={isSettingUp && <EndpointSetup onDone={endSetup} />}
        dock={
          !isSettingUp && (
            <Composer field={field} isBusy={isBusy} onSend={chat.send} onStop={chat.stop} />
          )
        }
      />
    </Thoughts>
  );
}

/** The model that is asked, at the address that was set and with the key for that server. */
function useEndpoint(): {
  readonly server: Server;
  readonly model: string;
  /** Absent until a model is chosen. */
  readonly chatModel: ChatModel | undefined;
} {
  const [{ address, model }] = useKeptValue(keptEndpoint);
  const [kept] = useKeptValue(keptKey);
  const key = keyFor(kept, address);
  const server = useMemo(() => ({ address, key }), [address, key]);
  const chatModel = useMemo(() => {
    if (model.trim() === '') return undefined;
    // A person watches: whoever is silent for long is called so, and is given up by hand.
    const waits = { silenceMs: SILENCE_MS, timeoutMs: Number.POSITIVE_INFINITY };
    return openAiCompatible({ ...endpointOptionsOf(server), model, ...waits });
  }, [server, model]);
  return { server, model, chatModel };
}

/** Puts the focus into the chat when the settings end: the element that had it is gone with them. */
function useFocusAfterSetup(
  isSettingUp: boolean,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const wasSettingUp = useRef(isSettingUp);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (wasSettingUp.current && !isSettingUp && isFocusLost) field.current?.focus();
    wasSettingUp.current = isSettingUp;
  }, [isSettingUp, field]);
}

/** A button that is off stays where it is: whoever pressed it keeps the focus. */
function EndpointToolbar({
  server,
  model,
  isSettingUp,
  onSettings,
  onStartOver,
}: {
  readonly server: Server;
  readonly model: string;
  readonly isSettingUp: boolean;
  /** Absent while they cannot be changed. */
  readonly onSettings: (() => void) | undefined;
  readonly onStartOver: (() => void) | undefined;
}) {
  return (
    <div className={styles.toolbar}>
      <p className={styles.who}>
        <b>{model === '' ? 'No model yet.' : model}</b>{' '}
        {model === '' ? 'Connect below.' : `at ${new URL(server.address).host}`}
      </p>
      <Button
        look="quiet"
        aria-expanded={isSettingUp}
        aria-disabled={!onSettings}
        onClick={onSettings}
      >
        <SettingsIcon /> Settings
      </Button>
      <Button
        look="quiet"
        title="Start over"
        aria-label="Start over"
        aria-disabled={!onStartOver}
        onClick={onStartOver}
      >
        <RestartIcon />
      </Button>
    </div>
  );
}
