import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import { Choice, type ChoiceOption, Press } from '../elements/elements.tsx';
import type { PanelTheme } from '../elements/styles/theme.ts';
import { useSourceState } from '../elements/use-source-state.ts';
import { MemoryPanel } from '../panel/memory-panel.tsx';
import type { DockPlace } from './host-view.ts';
import { pillFacts } from './pill-facts.ts';
import type { NamedSource } from './shown-memory.ts';

/** The place of a panel in its frame; `page`: a page that has nothing else. */
export type FramePlace = DockPlace | 'window' | 'page';

export interface FrameProps {
  readonly place: FramePlace;
  /** All memories to choose from. */
  readonly choices: readonly ShownChoice[];
  /** The value of the choice that is shown. */
  readonly chosen: string;
  readonly shown: NamedSource;
  readonly onShow: (value: string) => void;
  readonly theme: PanelTheme;
  readonly nonce?: string | undefined;
  /** The places to choose from; none on a page of its own. */
  readonly places?: readonly ChoiceOption<FramePlace>[];
  readonly onPlace?: (place: FramePlace) => void;
  readonly onClose?: () => void;
  /** Something that a person should know about this place. */
  readonly notice?: string | undefined;
  /** Its page is gone: what is shown is the last that arrived. */
  readonly isLost?: boolean;
  /** Buttons of this place, at the end of the bar. */
  readonly actions?: ReactNode;
  /** Stands below the bar. */
  readonly alert?: ReactNode;
  readonly sizePixels?: number;
  readonly edge?: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

/** A memory to choose. Two may have the same title in different groups. */
export interface ShownChoice {
  readonly value: string;
  readonly title: string;
  readonly group?: string;
}

/** Chosen by its name, where no two have the same. */
export function choiceOf({ name }: NamedSource): ShownChoice {
  return { value: name, title: name };
}

/** A panel with a bar over it: the memory to show, the place of the panel, and a way out. */
export function Frame(props: FrameProps): ReactNode {
  const { place, shown, theme, nonce, places = [], onPlace, onClose, notice } = props;
  const titleId = useId();

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !onClose) return;
    event.preventDefault();
    onClose();
  }

  return (
    <section
      ref={props.ref}
      tabIndex={-1}
      className="frame"
      data-place={place}
      data-lost={props.isLost === true}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      style={place === 'side' ? { inlineSize: props.sizePixels } : { blockSize: props.sizePixels }}
    >
      {props.edge}
      <header className="frame-bar">
        <h2 className="frame-title" id={titleId}>
          Memory devtools
        </h2>
        <MemoryChoice {...props} />
        <span className="frame-space" />
        {props.actions}
        {onPlace && (
          <Choice label="Place of the panel" options={places} chosen={place} onChoose={onPlace} />
        )}
        {onClose && (
          <Press
            look="icon-button"
            aria-label="Close the memory devtools"
            title="Close (Esc)"
            onClick={onClose}
          >
            ×
          </Press>
        )}
      </header>
      {props.alert}
      {notice !== undefined && (
        <p className="frame-notice" role="status">
          {notice}
        </p>
      )}
      <MemoryPanel
        key={props.chosen}
        className="frame-panel"
        source={shown.source}
        theme={theme}
        {...(nonce !== undefined && { nonce })}
      />
    </section>
  );
}

function MemoryChoice(
  props: Pick<FrameProps, 'choices' | 'chosen' | 'shown' | 'onShow'>,
): ReactNode {
  const { choices, chosen, shown, onShow } = props;
  if (choices.length === 1) return <span className="frame-name">{shown.name}</span>;
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <select
      className="select"
      aria-label="Memory that is shown"
      value={chosen}
      onChange={(event) => onShow(event.target.value)}
    >
      {groups.map((group) => {
        const options = choices
          .filter((choice) => choice.group === group)
          .map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ));
        return group === undefined || groups.length === 1 ? (
          options
        ) : (
          <optgroup key={group} label={group}>
            {options}
          </optgroup>
        );
      })}
    </select>
  );
}

/** The corner of the page in which the pill is. */
export type PillCorner = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

/** How full the context is, and the number of findings; a click opens the panel. */
export function Pill(props: {
  readonly shown: NamedSource;
  readonly corner: PillCorner;
  readonly onOpen: () => void;
  readonly ref: Ref<HTMLButtonElement>;
}): ReactNode {
  const {
    shown: { name, source },
    corner,
    onOpen,
    ref,
  } = props;
  const state = useSourceState(source, true);
  const { segments, text, findings, severity, label } = pillFacts(name, state);
  return (
    <button
      ref={ref}
      type="button"
      className="pill"
      data-corner={corner}
      aria-label={label}
      aria-expanded={false}
      onClick={onOpen}
    >
      <span className="pill-bar" aria-hidden="true">
        {segments.map(({ part, tokens }) => (
          <span key={part} data-part={part} style={{ flexGrow: tokens }} />
        ))}
      </span>
      <span aria-hidden="true">{text}</span>
      {findings > 0 && (
        <span className="pill-findings" data-severity={severity} aria-hidden="true">
          {findings}
        </span>
      )}
    </button>
  );
}
