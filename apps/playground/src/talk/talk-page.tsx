import { sessionCheckpoints, sessionRuns } from '@agent-memory/agent';
import { type CompactionOptions, createBudget, fixedBudget } from '@agent-memory/core';
import { type LongTermMemory, retrievedRecords } from '@agent-memory/long-term';
import { memoryExtraction } from '@agent-memory/long-term/extraction';
import { openAiCompatible } from '@agent-memory/models';
import { useModelStatus } from '@agent-memory/react';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../design/button.tsx';
import { RestartIcon } from '../design/icons.tsx';
import { Notice } from '../design/notice.tsx';
import { Segmented } from '../design/segmented.tsx';
import type { DeviceModels, DeviceState } from '../device/device-models.ts';
import { DeviceSetup } from '../device/device-setup.tsx';
import { keptDevice, titleOf } from '../device/model-source.ts';
import { statusText } from '../device/model-status.ts';
import { endpointOptionsOf, keptEndpoint, keptKey } from '../endpoint/endpoint-settings.ts';
import { EndpointSetup } from '../endpoint/endpoint-setup.tsx';
import { figure } from '../facts/figures.ts';
import { useFocusAfter } from '../platform/use-focus-after.ts';
import { useWatchedValue } from '../platform/watched-value.ts';
import { scriptedAnswerer } from '../scripted/scripted-answerer.ts';
import { Suggestions } from '../scripted/suggestions.tsx';
import { usePageParts } from '../session/page-parts.ts';
import { RECORDED_MODEL, useSession } from '../session/use-session.ts';
import {
  type Choice,
  choose,
  keptBudget,
  keptChoice,
  useMemoryId,
} from '../settings/preferences.ts';
import { type Answerer, modelAnswerer } from '../turn/answerer.ts';
import { questionOf } from '../turn/run-turn.ts';
import { Workspace } from '../workspace/workspace.tsx';
import { AboutYou } from './about-you.tsx';
import { Composer } from './composer.tsx';
import styles from './talk.module.css';
import { GrowingReply, TalkNotices } from './talk-notices.tsx';
import { useTalk } from './use-talk.ts';

const SYSTEM =
  'You are a helpful assistant. A summary may stand for earlier parts of a long conversation, and records for earlier ' +
  'conversations: rely on them, and say so when something you are asked for is in neither.';

/** A server or model that gives no sign for so long is called silent. */
const SILENCE_MS = 20_000;

/** Small enough that what is brought back fits into the smallest budget of this page. */
const RECALLED_TOKENS = 400;

const OPENAI = 'https://api.openai.com/';
/** Thoughts included. */
const ANSWER_TOKENS = 16_384;

/**
 * A message waits this long for a summary by a model; then the extractive summary is taken. A device that was
 * short of memory is asked again after a minute.
 */
const COMPACTION: CompactionOptions = { summaryTimeoutMs: 20_000, breaker: { coolDownMs: 60_000 } };

/** Somebody who answers, as the page shows them. */
interface Party {
  /** Absent until a model is chosen. */
  readonly answerer: Answerer | undefined;
  readonly name: string;
  /** The line about them above the chat. */
  readonly line: ReactNode;
  readonly silence: string;
  /** Their settings, which stand in place of the chat while they are open. */
  readonly setup?: { readonly label: string; readonly isDue: boolean; readonly form: ReactNode };
}

/**
 * A chat with memory. The person chooses who answers; each has a conversation of their own, and all of
 * them one long-term memory. Another conversation comes into the same frame: it is not to be keyed.
 */
export function TalkPage() {
  const { store, models } = usePageParts();
  const [{ answerer: kind }] = useWatchedValue(keptChoice);
  const [memoryId, nextMemory] = useMemoryId(kind);
  const [budgetTokens] = useWatchedValue(keptBudget);
  const device = useSyncExternalStore(models.subscribe, models.get);
  const contextWindow = useWindow(device);
  const features = useFeatures();
  const { extraction, runs, checkpoints, longTerm } = features;
  const isOnDevice = kind === 'device';
  const budget = useMemo(
    // There are no tools here that results would need room for.
    () =>
      isOnDevice ? createBudget({ contextWindow, toolResultTokens: 0 }) : fixedBudget(budgetTokens),
    [isOnDevice, contextWindow, budgetTokens],
  );
  const session = useSession({
    ...{ memoryId, store, system: SYSTEM, features: features.attached, budget },
    // Any model may read the other conversations, so their figures are estimates until it reports its own.
    ...(kind === 'scripted' && { model: RECORDED_MODEL }),
    ...(isOnDevice && { summarizer: models.summarizer, compaction: COMPACTION }),
  });
  const { memory, state } = session;
  const [opened, setOpened] = useState<'setup' | 'about'>();
  const parties: Readonly<Record<Choice['answerer'], Party>> = {
    scripted: {
      answerer: useMemo(() => scriptedAnswerer(features), [features]),
      name: 'the scripted assistant',
      line: 'No model and no network: it answers by rules, from what memory sends it.',
      silence: '',
    },
    endpoint: useEndpoint(() => setOpened(undefined), budgetTokens),
    device: useDevice(models, device),
  };
  const { answerer, name, line, silence, setup } = parties[kind];
  const talk = useTalk(session, answerer);
  const isBusy = talk.state !== 'idle';
  const isAbout = opened === 'about';
  const isSettingUp = !isAbout && setup !== undefined && (opened === 'setup' || setup.isDue);
  const isCovered = isAbout || isSettingUp;
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusAfter(isCovered, field);
  const begin = (task: Parameters<typeof talk.begin>[0]): void => {
    talk.begin(task);
    // The button that was pressed goes away; the person who pressed it goes on writing.
    field.current?.focus();
  };
  const again = (): void => begin({ kind: 'answer-again' });
  const startOver = async (): Promise<void> => {
    // Extraction reads the session first: its messages go with it.
    await extraction.settled();
    nextMemory();
    // A leftover takes room and does no harm: nothing asks for this id again.
    store.delete(memoryId).catch(() => undefined);
  };
  const question = state.entries === 0 ? undefined : questionOf(memory);
  const isAnswered = question?.id !== state.headId;
  const cannotSetUp = isBusy || setup?.isDue;
  const cannotStartOver = state.entries === 0 || isBusy;
  const { summarizer } = models;
  const current = device.current?.model;
  const parts = useMemo(
    () => ({
      ...{ longTerm, extraction, runs: runs.of(memory), checkpoints: checkpoints.of(memory) },
      ...(isOnDevice && { models: [...(current ? [current] : []), summarizer] }),
    }),
    [longTerm, extraction, runs, checkpoints, memory, isOnDevice, current, summarizer],
  );
  return (
    <Workspace
      session={session}
      title={TITLES[kind]}
      parts={parts}
      room={
        isOnDevice ? (
          <p>
            Window of the model: <b>{figure(contextWindow)}</b> tokens
          </p>
        ) : undefined
      }
      announcement={talk.end?.kind === 'answered' ? `Assistant: ${talk.end.text}` : ''}
      toolbar={
        <div className={styles.toolbar}>
          <Segmented
            legend="Who answers"
            segments={[
              { value: 'scripted', label: 'Scripted' },
              { value: 'endpoint', label: TITLES.endpoint },
              { value: 'device', label: TITLES.device },
            ]}
            value={kind}
            onChange={(next) => {
              setOpened(undefined);
              choose({ answerer: next });
            }}
          />
          <p className={styles.line}>{line}</p>
          {setup && (
            <Button
              look="quiet"
              aria-expanded={isSettingUp}
              aria-disabled={cannotSetUp}
              onClick={cannotSetUp ? undefined : () => setOpened(isSettingUp ? undefined : 'setup')}
            >
              {setup.label}
            </Button>
          )}
          <Button
            look="quiet"
            aria-expanded={isAbout}
            onClick={() => setOpened(isAbout ? undefined : 'about')}
          >
            {isAbout ? 'Back' : 'About me'}
          </Button>
          <Button
            look="quiet"
            title="Start over"
            aria-label="Start over"
            aria-disabled={cannotStartOver}
            onClick={cannotStartOver ? undefined : () => void startOver()}
          >
            <RestartIcon />
          </Button>
        </div>
      }
      notices={
        <>
          <TalkNotices talk={talk} silence={silence} onAgain={again} />
          {device.problem !== undefined && <Notice tone="warn">{device.problem}</Notice>}
        </>
      }
      empty={
        kind === 'scripted' ? (
          <Suggestions onSuggest={(text) => begin({ kind: 'say', text })} />
        ) : (
          <p className={styles.empty}>
            Say something to <b>{name}</b>. The panel shows what it is sent, and why.
          </p>
        )
      }
      tail={
        isBusy ? (
          <GrowingReply talk={talk} name={name} />
        ) : (
          question &&
          !(isAnswered && kind === 'scripted') && (
            <Button look="quiet" className={styles.again} onClick={again}>
              <RestartIcon /> {isAnswered ? 'Regenerate' : 'Ask again'}
            </Button>
          )
        )
      }
      cover={isAbout ? <AboutYou /> : isSettingUp && setup.form}
      dock={
        !isCovered && (
          <Composer
            field={field}
            isBusy={isBusy}
            onSend={(text) => talk.begin({ kind: 'say', text })}
            onStop={talk.stop}
          />
        )
      }
    />
  );
}

/** Names of the conversations for people. */
const TITLES: Readonly<Record<Choice['answerer'], string>> = {
  scripted: 'Scripted assistant',
  endpoint: 'Your endpoint',
  device: 'On this device',
};

type Features = ReturnType<typeof featuresOf>;

/** A memory that is open outlives a rendering that React throws away, and keeps its features. */
const knownFeatures = new WeakMap<LongTermMemory, Features>();

/** What the memories of all conversations have attached. */
function useFeatures(): Features {
  const { longTerm } = usePageParts();
  const features = knownFeatures.get(longTerm) ?? featuresOf(longTerm);
  knownFeatures.set(longTerm, features);
  return features;
}

function featuresOf(longTerm: LongTermMemory) {
  const runs = sessionRuns({ maxTokens: RECALLED_TOKENS });
  const checkpoints = sessionCheckpoints();
  const extraction = memoryExtraction(longTerm);
  const attached = [
    retrievedRecords(longTerm),
    extraction.feature,
    runs.feature,
    checkpoints.feature,
  ];
  return { longTerm, runs, checkpoints, extraction, attached };
}

/** The model at the address that was set, with the key for that server. */
function useEndpoint(onDone: () => void, contextWindow: number): Party {
  const [{ address, model }] = useWatchedValue(keptEndpoint);
  const [key] = useWatchedValue(keptKey);
  const answerer = useMemo(() => {
    if (model === '') return undefined;
    const chatModel = openAiCompatible({
      ...endpointOptionsOf(address, key),
      model,
      contextWindow,
      // OpenAI's newer models take a bound under this name alone.
      ...(address.startsWith(OPENAI) && { parameters: { max_completion_tokens: ANSWER_TOKENS } }),
      // A person watches: a server that is silent for long is called so, and is given up by hand.
      silenceMs: SILENCE_MS,
      timeoutMs: Number.POSITIVE_INFINITY,
    });
    return modelAnswerer(chatModel);
  }, [address, contextWindow, key, model]);
  const { host, origin } = new URL(address);
  return {
    answerer,
    name: model,
    line:
      model === '' ? 'No model yet: connect below.' : <Line title={model} words={`at ${host}`} />,
    silence: `${origin} has said nothing for 20 s. It may be loading the model, or reading a long context. Nothing is lost: wait, or stop.`,
    setup: { label: 'Settings', isDue: model === '', form: <EndpointSetup onDone={onDone} /> },
  };
}

/** The model that runs in this tab. */
function useDevice(models: DeviceModels, device: DeviceState): Party {
  const { current, preparation, isRestored } = device;
  useEffect(() => void models.restore(), [models]);
  const answerer = useMemo(() => modelAnswerer(models.chatModel), [models]);
  return {
    answerer: current && answerer,
    name: current ? titleOf(current.source) : '',
    line: current ? <DeviceLine device={device} /> : 'No model yet: choose one below.',
    silence:
      'The model has given no sign for 20 s. On a processor it may take minutes to read a long conversation. Nothing is lost: wait, or stop.',
    setup: {
      label: 'Models',
      isDue: !current || preparation !== undefined,
      form: (isRestored || preparation) && <DeviceSetup models={models} device={device} />,
    },
  };
}

/** The window of the model that runs, or of the one that ran last. */
function useWindow({ current }: DeviceState): number {
  const status = useModelStatus(current?.model);
  const [kept] = useWatchedValue(keptDevice);
  return status?.engine?.contextWindow ?? kept.contextWindow;
}

/** The model and what it does right now. Nothing but this is rendered anew for each of its steps. */
function DeviceLine({ device: { current } }: { readonly device: DeviceState }) {
  const status = useModelStatus(current?.model);
  return <Line title={current ? titleOf(current.source) : ''} words={statusText(status)} />;
}

function Line({ title, words }: { readonly title: string; readonly words: string }) {
  return (
    <>
      <b>{title}</b> {words}
    </>
  );
}
