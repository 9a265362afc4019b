import type { MemoryStore } from '@agent-memory/core';
import { type ChatModel, openAiCompatible } from '@agent-memory/models';
import { useMemo, useState } from 'react';
import { ModelChatWorkspace } from '../model-chat/model-chat-workspace.tsx';
import { ModelLine, ModelToolbar } from '../model-chat/model-toolbar.tsx';
import { useModelChat } from '../model-chat/use-model-chat.ts';
import type { SessionChoice } from '../session/session-choice.ts';
import { useOwnSession } from '../session/use-own-session.ts';
import { useSession } from '../session/use-session.ts';
import { keptBudget } from '../settings/preferences.ts';
import type { Theme } from '../settings/theme.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
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
  const own = useOwnSession('endpoint', { store, choice, onChoice });
  return <Conversation {...own} store={store} theme={theme} />;
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
  return (
    <ModelChatWorkspace
      session={session}
      chat={chat}
      model={model}
      theme={theme}
      toolbar={
        <ModelToolbar
          settings="Settings"
          isOpen={isSettingUp}
          onSettings={isBusy || model === '' ? undefined : () => setIsSettingUp(!isSettingUp)}
          onStartOver={state.entries === 0 || isBusy ? undefined : onStartOver}
        >
          {model === '' ? (
            <ModelLine name="No model yet." more="Connect below." />
          ) : (
            <ModelLine name={model} more={`at ${new URL(server.address).host}`} />
          )}
        </ModelToolbar>
      }
      silence={`${originOf(server.address)} has said nothing for ${SILENCE_MS / 1_000} s. It may be loading the model, or reading a long context. What has arrived stays; wait on, or stop.`}
      explain={explainError}
      cover={isSettingUp && <EndpointSetup onDone={() => setIsSettingUp(false)} />}
    />
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
