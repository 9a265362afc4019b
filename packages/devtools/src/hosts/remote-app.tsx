import { errorText } from '@agent-memory/core/internal';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Press } from '../elements/elements.tsx';
import type { PanelTheme } from '../elements/styles/theme.ts';
import type { DevtoolsChannel } from '../transport/channel.ts';
import type { ConnectionState } from '../transport/connection.ts';
import { type RemoteSource, remoteSource } from '../transport/remote-source.ts';
import { Frame, type ShownChoice } from './frame.tsx';
import type { NamedSource } from './shown-memory.ts';
import { type ListedSource, useFoundSources } from './use-found-sources.ts';
import { useOpenedFiles } from './use-opened-files.ts';

export interface RemoteAppProps {
  readonly channel: DevtoolsChannel;
  readonly theme: PanelTheme;
  readonly memory: string | undefined;
  readonly home: { readonly href: string; readonly title: string } | undefined;
  readonly nonce: string | undefined;
}

/** The panel over the memories of other tabs, and over sessions that were opened from files. */
export function RemoteApp({ channel, theme, memory, home, nonce }: RemoteAppProps): ReactNode {
  const { sources, look } = useFoundSources(channel);
  const [chosen, setChosen] = useState<string>();
  const openFile = useCallback((name: string) => setChosen(fileValue(name)), []);
  const files = useOpenedFiles(openFile);
  const isFileHeld = useFileDrop(files.open);
  const file = files.files.find(({ name }) => fileValue(name) === chosen);
  const wanted = file ? undefined : wantedSource(sources, chosen, memory);
  const attached = useAttached(channel, wanted);
  const isAskedFor = memory === undefined || wanted?.name === memory;

  // It stays chosen when its page goes and others are there, and when it comes back under its name.
  useEffect(() => {
    if (wanted && isAskedFor) setChosen((before) => before ?? tabValue(wanted.label));
  }, [wanted, isAskedFor]);

  const connection = useConnection(attached);
  const remote = attached.status === 'attached' ? attached : undefined;
  const shown: NamedSource | undefined =
    file ?? (remote && { name: remote.listed.label, source: remote.remote.source });
  const alert = files.refusals.length > 0 && (
    <Refusals sentences={files.refusals} onDismiss={files.dismiss} />
  );
  const openButton = <OpenFileButton onFiles={files.open} />;

  function closeFile(name: string): void {
    files.close(name);
    const other = files.files.findLast((open) => open.name !== name);
    if (remote) setChosen(tabValue(remote.listed.label));
    else setChosen(other && fileValue(other.name));
  }

  return (
    <main className="panel host-root" data-theme={theme}>
      {shown ? (
        <Frame
          key={file?.name ?? remote?.listed.id}
          place="page"
          choices={[
            ...labelsWith(sources, remote?.listed).map(tabChoice),
            ...files.files.map(({ name }) => fileChoice(name)),
          ]}
          chosen={file ? fileValue(file.name) : tabValue(shown.name)}
          shown={shown}
          onShow={setChosen}
          theme={theme}
          nonce={nonce}
          alert={alert}
          isLost={!file && connection.status === 'lost'}
          notice={file ? copyNotice(file.fileName) : lostNotice(connection)}
          actions={
            <>
              {file && <Press onClick={() => closeFile(file.name)}>Close file</Press>}
              {openButton}
            </>
          }
        />
      ) : (
        <NoMemory
          attached={attached}
          onLook={look}
          home={home}
          openButton={openButton}
          alert={alert}
        />
      )}
      {isFileHeld && (
        <div className="file-veil">
          <p>Drop a session file (.agentmem.json) to look into it</p>
        </div>
      )}
    </main>
  );
}

/** A file may have the name of a memory in a tab: what is chosen says which of the two it is. */
function tabValue(label: string): string {
  return `tab:${label}`;
}

function fileValue(name: string): string {
  return `file:${name}`;
}

function tabChoice(label: string): ShownChoice {
  return { value: tabValue(label), title: label, group: 'In other tabs' };
}

function fileChoice(name: string): ShownChoice {
  return { value: fileValue(name), title: name, group: 'From files' };
}

function copyNotice(fileName: string): string {
  return `A copy of ${fileName}, in this page only: a compaction or an undo here changes neither the file nor the session that it came from.`;
}

function lostNotice(connection: ConnectionState): string | undefined {
  return connection.status === 'lost'
    ? `${connection.sentence} Shown is the last that arrived.`
    : undefined;
}

function Refusals(props: {
  readonly sentences: readonly string[];
  readonly onDismiss: () => void;
}): ReactNode {
  const { sentences, onDismiss } = props;
  return (
    <div className="frame-refusal">
      <div role="alert">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Press onClick={onDismiss}>Dismiss</Press>
    </div>
  );
}

/** The source that was chosen, the one that was asked for, or the first that can be shown. */
function wantedSource(
  sources: readonly ListedSource[],
  chosen: string | undefined,
  memory: string | undefined,
): ListedSource | undefined {
  if (chosen !== undefined) return sources.find(({ label }) => tabValue(label) === chosen);
  return (
    sources.find(({ name }) => name === memory) ??
    sources.find(({ problem }) => problem === undefined) ??
    sources[0]
  );
}

/** All that answer, and the one that is attached, which may not answer any more. */
function labelsWith(
  sources: readonly ListedSource[],
  attached: ListedSource | undefined,
): readonly string[] {
  const labels = sources.map(({ label }) => label);
  return !attached || labels.includes(attached.label) ? labels : [attached.label, ...labels];
}

function NoMemory(props: {
  readonly attached: Attached;
  readonly onLook: () => void;
  readonly home: RemoteAppProps['home'];
  readonly openButton: ReactNode;
  readonly alert: ReactNode;
}): ReactNode {
  const { attached, onLook, home, openButton, alert } = props;
  return (
    <div className="frame" data-place="page">
      {alert}
      <div className="empty">
        <h1 className="empty-title">
          {attached.status === 'failed' ? 'This memory cannot be shown' : 'No memory answers yet'}
        </h1>
        {attached.status === 'failed' ? (
          <p role="alert">{attached.sentence}</p>
        ) : (
          <>
            <p>
              This page shows the memories of other tabs of <b>{location.origin}</b> in this
              browser. Open one that has a memory and leave it open; it appears here by itself.
            </p>
            <p>
              In your own app, render{' '}
              <code>{'<MemoryDevtools memories={{ Support: memory }} />'}</code> from{' '}
              <code>@agent-memory/devtools</code>, or call <code>serveSource</code>.
            </p>
            <p>
              A session that <code>sessionCatalog(store).export(id)</code> wrote can be opened from
              its file, or dropped here.
            </p>
          </>
        )}
        <div className="empty-actions">
          {home && (
            <a className="button" href={home.href} target="_blank" rel="noreferrer">
              {home.title}
            </a>
          )}
          <Press onClick={onLook}>Look again</Press>
          {openButton}
        </div>
      </div>
    </div>
  );
}

/** Opens session files by the system's picker. */
function OpenFileButton({
  onFiles,
}: {
  readonly onFiles: (files: readonly File[]) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Press
        title="Open a session file (.agentmem.json), or drop it anywhere on this page"
        onClick={() => input.current?.click()}
      >
        Open file …
      </Press>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        aria-label="Session files"
        accept=".json,application/json"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // So that choosing the same file again is a change again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

/** Takes the files that are dropped anywhere on the page; tells whether one is held over it. */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const hear = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
      const files = event.type === 'drop' ? [...event.dataTransfer.files] : [];
      if (files.length > 0) onFiles(files);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      // Moving between two elements of the page also leaves one of them.
      if (relatedTarget === null) setOver(false);
    };
    document.addEventListener('dragover', hear, { signal });
    document.addEventListener('drop', hear, { signal });
    document.addEventListener('dragleave', leave, { signal });
    return () => listening.abort();
  }, [onFiles]);
  return isOver;
}

/** A source that a page attached to, or why it could not. */
type Attached =
  | { readonly status: 'none' }
  | { readonly status: 'failed'; readonly listed: ListedSource; readonly sentence: string }
  | { readonly status: 'attached'; readonly listed: ListedSource; readonly remote: RemoteSource };

const NONE: Attached = { status: 'none' };

/**
 * Attaches to a source. After it is gone, and until the next one is attached, the last one
 * stays, with what last arrived of it.
 */
function useAttached(channel: DevtoolsChannel, wanted: ListedSource | undefined): Attached {
  const [attached, setAttached] = useState<Attached>(NONE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: its label may change while it is the same source
  useEffect(() => {
    if (!wanted) return;
    if (wanted.problem !== undefined) {
      setAttached({ status: 'failed', listed: wanted, sentence: wanted.problem });
      return;
    }
    let isWanted = true;
    remoteSource(channel, wanted.id).then(
      (remote) => {
        if (isWanted) setAttached({ status: 'attached', listed: wanted, remote });
        else remote.close();
      },
      (error: unknown) => {
        if (isWanted) setAttached({ status: 'failed', listed: wanted, sentence: errorText(error) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [channel, wanted?.id, wanted?.problem]);

  useEffect(() => {
    if (attached.status !== 'attached') return;
    return () => attached.remote.close();
  }, [attached]);

  return attached;
}

const OPEN: ConnectionState = { status: 'open' };

/** Whether the page of an attached source is there. */
function useConnection(attached: Attached): ConnectionState {
  const connection = attached.status === 'attached' ? attached.remote.connection : undefined;
  return useSyncExternalStore(
    connection?.subscribe ?? (() => () => undefined),
    connection?.getState ?? (() => OPEN),
    () => OPEN,
  );
}
