import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { PanelTheme } from '../panel/styles/theme.ts';
import type { DevtoolsChannel } from '../transport/channel.ts';
import type { ConnectionState } from '../transport/connection.ts';
import { Frame, type ShownChoice } from './frame.tsx';
import { OpenFileButton } from './open-file-button.tsx';
import type { NamedSource } from './shown-memory.ts';
import { type Attached, useAttached, useConnection } from './use-attached.ts';
import { useFileDrop } from './use-file-drop.ts';
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
          notice={file ? copyNotice(file.fileName) : lostNotice(connection)}
          actions={
            <>
              {file && (
                <button type="button" className="button" onClick={() => closeFile(file.name)}>
                  Close file
                </button>
              )}
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

function Refusals({
  sentences,
  onDismiss,
}: {
  readonly sentences: readonly string[];
  readonly onDismiss: () => void;
}): ReactNode {
  return (
    <div className="frame-refusal">
      <div role="alert">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <button type="button" className="button" onClick={onDismiss}>
        Dismiss
      </button>
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

function NoMemory({
  attached,
  onLook,
  home,
  openButton,
  alert,
}: {
  readonly attached: Attached;
  readonly onLook: () => void;
  readonly home: RemoteAppProps['home'];
  readonly openButton: ReactNode;
  readonly alert: ReactNode;
}): ReactNode {
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
          <button type="button" className="button" onClick={onLook}>
            Look again
          </button>
          {openButton}
        </div>
      </div>
    </div>
  );
}
