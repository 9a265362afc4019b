import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useElementHeight, useElementWidth } from '../elements/use-element-size.ts';
import type { CallFacts, KeptCalls } from '../source/call-facts.ts';
import { formatWhole } from '../words/format.ts';
import { StripDrawing, type StripPicture } from './strip-drawing.tsx';
import {
  columnAt,
  columnIndexOf,
  pitchOf,
  stackedTiers,
  type TimeColumn,
  tallest,
  timeColumns,
} from './time-columns.ts';
import { type TimeMove, timeMoveFor } from './time-moves.ts';
import { callTokens, columnTitle, markWords, spokenCall } from './time-words.ts';

/** The session as a strip: a column for each call, and a slider over them for keys and pointer. */
export function TimeStrip(props: {
  /** All that are kept. */
  readonly calls: readonly CallFacts[];
  readonly kept: KeptCalls;
  /** The call that is selected; `undefined`: the present. */
  readonly call: number | undefined;
  readonly onMove: (move: TimeMove) => void;
  /** Controls beside it. */
  readonly tools: ReactNode;
}): ReactNode {
  const { calls, kept, call, onMove, tools } = props;
  const strip = useRef<HTMLDivElement>(null);
  const widthPixels = useElementWidth(strip);
  const picture = usePicture(calls, { widthPixels, heightPixels: useElementHeight(strip) });
  const { columns } = picture;
  const [hovered, setHovered] = useState<number>();
  const over = hovered === undefined ? undefined : columns[columnIndexOf(columns, hovered) ?? -1];
  const shown = calls.find((one) => one.call === call) ?? calls.at(-1);
  const told = over?.peak ?? shown;
  const happened = (over?.marks ?? shown?.marks ?? []).map(markWords).join(', ');
  const pointer = useStripPointer({ strip, picture, kept, onMove, setHovered });

  return (
    <div className="time-bar">
      <p className="time-caption" data-hovered={over !== undefined}>
        <b>{over ? columnTitle(over, kept) : shown && columnTitleOf(shown, kept)}</b>
        <span className="time-figures">{told && callTokens(told)}</span>
        <span className="time-marks" title={happened}>
          {happened}
        </span>
      </p>
      <div
        ref={strip}
        className="time-strip"
        role="slider"
        tabIndex={0}
        aria-label="Calls of the session"
        aria-valuemin={kept.first}
        aria-valuemax={kept.last}
        aria-valuenow={shown?.call ?? kept.last}
        aria-valuetext={shown && spokenCall(shown, kept)}
        onKeyDown={(event) => {
          if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
          const move = timeMoveFor(event.key, { kept, call });
          if (move === undefined) return;
          event.preventDefault();
          // The pointer may rest on the strip still; what is told is the call that was gone to.
          setHovered(undefined);
          onMove(move);
        }}
        {...pointer}
      >
        <StripDrawing picture={picture} />
        <StripCursor picture={picture} call={shown?.call} isPast={call !== undefined} />
        {over && <span className="time-hover" style={columnPlace(picture, over.peak.call)} />}
        <span className="time-scale" aria-hidden="true">
          {formatWhole(tallest(columns))}
        </span>
      </div>
      {tools}
    </div>
  );
}

function columnTitleOf({ call }: CallFacts, kept: KeptCalls): string {
  return columnTitle({ fromCall: call, toCall: call }, kept);
}

/** The same picture until the calls or the size are others. */
function usePicture(
  calls: readonly CallFacts[],
  { widthPixels, heightPixels }: Pick<StripPicture, 'widthPixels' | 'heightPixels'>,
): StripPicture {
  return useMemo(
    () => ({
      columns: timeColumns(calls, widthPixels),
      tiers: stackedTiers(calls),
      widthPixels,
      heightPixels,
    }),
    [calls, widthPixels, heightPixels],
  );
}

/** The selected column, and a veil over what came after it. */
function StripCursor(props: {
  readonly picture: StripPicture;
  readonly call: number | undefined;
  readonly isPast: boolean;
}): ReactNode {
  const { picture, call, isPast } = props;
  const place = call === undefined ? undefined : columnPlace(picture, call);
  if (!place) return null;
  return (
    <>
      {isPast && <span className="time-future" style={futurePlace(picture, place)} />}
      <span className="time-cursor" data-past={isPast} style={place} />
    </>
  );
}

/** From behind a column to the end of the last one. */
function futurePlace(
  { columns, widthPixels }: StripPicture,
  { left, width }: ColumnPlace,
): ColumnPlace {
  const from = left + width;
  const end = Math.round(columns.length * pitchOf(columns.length, widthPixels));
  return { left: from, width: Math.max(0, end - from) };
}

interface ColumnPlace {
  readonly left: number;
  readonly width: number;
}

/** The place of a call's column, at least wide enough to be seen. */
function columnPlace(
  { columns, widthPixels }: StripPicture,
  call: number,
): ColumnPlace | undefined {
  const index = columnIndexOf(columns, call);
  if (index === undefined) return undefined;
  const pitch = pitchOf(columns.length, widthPixels);
  return { left: Math.round(index * pitch), width: Math.max(2, Math.round(pitch)) };
}

/** The pointer on the strip: the caption follows it, and its release selects. */
function useStripPointer(options: {
  readonly strip: RefObject<HTMLElement | null>;
  readonly picture: StripPicture;
  readonly kept: KeptCalls;
  readonly onMove: (move: TimeMove) => void;
  /** The call under the pointer; `undefined` where there is none. */
  readonly setHovered: (call: number | undefined) => void;
}) {
  const { strip, picture, kept, onMove, setHovered } = options;
  const { columns, widthPixels } = picture;

  function columnUnder(clientX: number): TimeColumn | undefined {
    return columnAt(columns, widthPixels, pointerPlace(strip.current, clientX, widthPixels));
  }

  function goTo(clientX: number): void {
    const column = columnUnder(clientX);
    if (!column) return;
    const isNewest = column.toCall >= kept.last;
    onMove(isNewest ? 'live' : column.peak.call);
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setHovered(columnUnder(event.clientX)?.peak.call);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event.clientX);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      setHovered(columnUnder(event.clientX)?.peak.call);
    },
    onPointerLeave: () => setHovered(undefined),
  };
}

/**
 * The place of a pointer in an element, in the pixels that its styles are written in. They are other ones
 * than those of the pointer where the page is drawn larger or smaller: `zoom`, `transform: scale()`.
 */
function pointerPlace(element: Element | null, clientX: number, widthPixels: number): number {
  if (!element) return clientX;
  const { left, width } = element.getBoundingClientRect();
  return width === 0 ? clientX - left : ((clientX - left) * widthPixels) / width;
}
