import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { CallFacts, KeptCalls } from '../../source/call-facts.ts';
import {
  columnIndexOf,
  pitchOf,
  stackedTiers,
  timeColumns,
} from '../../view-model/time-columns.ts';
import { type TimeMove, timeMoveFor } from '../../view-model/time-keys.ts';
import { callNumbered, callsIn, type TimeWindow } from '../../view-model/time-window.ts';
import { callTokens, columnTitle, markWords, spokenCall } from '../../view-model/time-words.ts';
import { useElementHeight, useElementWidth } from '../parts/use-element-size.ts';
import { OVERVIEW_PIXELS, type StripPicture } from './draw-strip.ts';
import { StripCanvas } from './strip-canvas.tsx';
import { TimeBrush } from './time-brush.tsx';
import { useStripPointer } from './use-strip-pointer.ts';

/** PgUp and PgDn pass over this share of what is shown. */
const PAGE_SHARE = 0.1;

/** The session as a strip: a column for each call, and a slider over them for keys and pointer. */
export function TimeStrip({
  calls,
  kept,
  call,
  window,
  onMove,
  onWindow,
  tools,
}: {
  /** All that are kept. */
  readonly calls: readonly CallFacts[];
  readonly kept: KeptCalls;
  /** The call that is selected; `undefined`: the present. */
  readonly call: number | undefined;
  /** The part of the calls that is shown; `undefined`: all. */
  readonly window: TimeWindow | undefined;
  readonly onMove: (move: TimeMove) => void;
  readonly onWindow: (window: TimeWindow | undefined) => void;
  /** Controls beside it. */
  readonly tools: ReactNode;
}): ReactNode {
  const strip = useRef<HTMLDivElement>(null);
  const widthPixels = useElementWidth(strip);
  const picture = usePicture(calls, window, { widthPixels, heightPixels: useElementHeight(strip) });
  const { columns } = picture;
  const [hovered, setHovered] = useState<number>();
  const over = hovered === undefined ? undefined : columns[columnIndexOf(columns, hovered) ?? -1];
  const shown = callNumbered(calls, call ?? kept.last) ?? calls.at(-1);
  const told = over?.peak ?? shown;
  const happened = (over?.marks ?? shown?.marks ?? []).map(markWords).join(', ');
  const pointer = useStripPointer({ strip, picture, kept, window, onMove, onWindow, setHovered });
  const pageCalls = Math.max(1, Math.round(callsIn(calls, window).length * PAGE_SHARE));

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
          const move = timeMoveFor(event.key, { kept, call, pageCalls });
          if (!move) return;
          event.preventDefault();
          // The pointer may rest on the strip still; what is told is the call that was gone to.
          setHovered(undefined);
          onMove(move);
        }}
        {...pointer}
      >
        <StripCanvas picture={picture} />
        <StripCursor picture={picture} call={shown?.call} isPast={call !== undefined} />
        {over && <span className="time-hover" style={columnPlace(picture, over.peak.call)} />}
        {window && (
          <TimeBrush
            strip={strip}
            kept={kept}
            window={window}
            widthPixels={widthPixels}
            onWindow={onWindow}
          />
        )}
      </div>
      {tools}
    </div>
  );
}

function columnTitleOf({ call }: CallFacts, kept: KeptCalls): string {
  return columnTitle({ fromCall: call, toCall: call }, kept);
}

/** The same picture until the calls, the window or the size are others. */
function usePicture(
  calls: readonly CallFacts[],
  window: TimeWindow | undefined,
  { widthPixels, heightPixels }: Pick<StripPicture, 'widthPixels' | 'heightPixels'>,
): StripPicture {
  return useMemo(
    () => ({
      columns: timeColumns(callsIn(calls, window), widthPixels),
      overview: window ? timeColumns(calls, widthPixels) : [],
      tiers: stackedTiers(calls),
      widthPixels,
      heightPixels,
    }),
    [calls, window, widthPixels, heightPixels],
  );
}

/** The selected column, and a veil over what came after it. */
function StripCursor({
  picture,
  call,
  isPast,
}: {
  readonly picture: StripPicture;
  readonly call: number | undefined;
  readonly isPast: boolean;
}): ReactNode {
  const place = call === undefined ? undefined : columnPlace(picture, call);
  if (!place) return null;
  return (
    <>
      {isPast && <span className="time-future" style={futurePlace(picture, place)} />}
      <span className="time-cursor" data-past={isPast} style={place} />
    </>
  );
}

/** From behind a column to the end of the last one, above the whole session in small. */
function futurePlace(
  { columns, overview, widthPixels }: StripPicture,
  { left, width }: ColumnPlace,
): ColumnPlace & { readonly bottom: number } {
  const from = left + width;
  const end = Math.round(columns.length * pitchOf(columns.length, widthPixels));
  const bottom = overview.length > 0 ? OVERVIEW_PIXELS : 0;
  return { left: from, width: Math.max(0, end - from), bottom };
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
