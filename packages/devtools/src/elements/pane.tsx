import { type ReactNode, type RefObject, useRef } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { CopyButton, Press } from './elements.tsx';
import { onEscape } from './forms.tsx';
import { usePanel } from './panel-context.ts';
import { useElementWidth } from './use-element-size.ts';

/** The frame of the details of a row. */
export interface PaneFrame {
  /** The element that scrolls; `Enter` in the list leads there. */
  readonly body: RefObject<HTMLElement | null>;
  /** Gives the focus back to the list. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** Details beside a list: a head with the title, and a body that scrolls. `Esc` leads back. */
export function Pane(
  props: PaneFrame & {
    readonly title: string;
    readonly facts: readonly string[];
    readonly id?: string;
    readonly copy?: (() => string) | undefined;
    /** The message of the conversation that the row stands for. */
    readonly seq?: number | undefined;
    readonly bodyLabel: string;
    readonly children: ReactNode;
  },
): ReactNode {
  const { title, facts, id, copy, seq, body, bodyLabel, onLeave, onClose, children } = props;
  return (
    <section className="detail" aria-label={`Details: ${title}`} onKeyDown={onEscape(onLeave)}>
      <header className="detail-head">
        <div className="detail-title">
          <h2>{title}</h2>
          <p className="facts">{facts.join(' · ')}</p>
        </div>
        {seq !== undefined && <ShowInChat seq={seq} />}
        {copy && <CopyButton label="Copy text" makeText={copy} />}
        <Press look="icon-button" aria-label="Close the details" onClick={onClose}>
          ×
        </Press>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section ref={body} className="detail-body" tabIndex={0} aria-label={bodyLabel}>
        {children}
        {id !== undefined && (
          <p className="item-id">
            id <code>{id}</code>
          </p>
        )}
      </section>
    </section>
  );
}

/** Leads from a row to its message in the app's chat, where the app has one. */
function ShowInChat({ seq }: { readonly seq: number }): ReactNode {
  const { onShowMessage } = usePanel();
  return onShowMessage && <Press onClick={() => onShowMessage(seq)}>Show in chat</Press>;
}

/** From this width of the panel on, details stand beside the list. */
const SIDE_BY_SIDE_PIXELS = 900;

/** A list, and the details of its selected row: beside it, or as a sheet over its lower part. */
export function SplitView(props: {
  readonly list: ReactNode;
  readonly detail: ReactNode | undefined;
}): ReactNode {
  const { detail } = props;
  const area = useRef<HTMLDivElement>(null);
  const isSideBySide = useElementWidth(area) >= SIDE_BY_SIDE_PIXELS;
  const list = <div className="split-list">{props.list}</div>;
  return (
    <div className="split" ref={area}>
      {isSideBySide ? (
        <Group orientation="horizontal">
          <Panel id="list" minSize="25%">
            {list}
          </Panel>
          {detail !== undefined && (
            <>
              <Separator className="splitter" aria-label="Space for the list and the details" />
              <Panel id="detail" defaultSize="42%" minSize="20%">
                {detail}
              </Panel>
            </>
          )}
        </Group>
      ) : (
        <>
          {list}
          {detail !== undefined && <div className="sheet">{detail}</div>}
        </>
      )}
    </div>
  );
}
