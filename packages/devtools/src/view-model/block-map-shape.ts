import type { TokenSource } from '@agent-memory/core';
import type { BarTick } from './budget-bar.ts';

/** One stretch of a row of the map, in pixels from the row's start. */
export interface MapPiece {
  /** From 0, at the top. */
  readonly row: number;
  readonly left: number;
  readonly width: number;
}

/** One item of the context, or neighbours too small to be drawn alone, as wide as its tokens. */
export interface MapBlock {
  /** Stable from plan to plan. */
  readonly key: string;
  /** Places in `plan.items`; `toIndex` is exclusive. */
  readonly fromIndex: number;
  readonly toIndex: number;
  /** The tier of the items; of several tiers, the first. */
  readonly tier: string;
  /** As sent. */
  readonly tokens: number;
  /** Something of it was cut. */
  readonly isShortened: boolean;
  /** Never empty; more than one where it goes on in the next row. */
  readonly pieces: readonly MapPiece[];
}

/** A watermark or the limit, at its place in the rows. */
export interface MapMark {
  readonly mark: BarTick['mark'];
  readonly tokens: number;
  readonly row: number;
  readonly left: number;
}

/**
 * The area of the map: the whole input budget, or only what is sent, larger, where a conversation is
 * small beside its window.
 */
export type MapScale = 'budget' | 'sent';

/**
 * The context as a picture: rows that are filled in send order from left to right, like text, each
 * block as wide as its tokens. With the scale `budget` the rows are the input budget and free room is
 * seen at their end.
 */
export interface BlockMap {
  readonly scale: MapScale;
  readonly widthPixels: number;
  readonly rows: number;
  readonly rowPixels: number;
  readonly sentTokens: number;
  /** In send order. */
  readonly blocks: readonly MapBlock[];
  readonly free: readonly MapPiece[];
  /** The part of the rows that is beyond the limit. */
  readonly over: readonly MapPiece[];
  readonly overTokens: number;
  readonly marks: readonly MapMark[];
  /** All that left or was cut; `undefined` where nothing did. */
  readonly lane: GhostLane | undefined;
}

/**
 * Something that is not sent. `condensed`: messages that left, for which a summary stands. `left`:
 * messages that left, for which nothing stands. `cut`: missing from messages that are sent shorter.
 */
export type GhostKind = 'condensed' | 'left' | 'cut';

/** A part that is not sent, drawn as a hatched block in the lane above the rows. */
export interface MapGhost {
  /** Stable from plan to plan. */
  readonly key: string;
  readonly kind: GhostKind;
  /** The row of the list that tells of it. */
  readonly rowKey: string;
  /** The first of the ranges, or the first message that was cut. */
  readonly fromSeq: number;
  /** Exclusive; of several, the end of the last. */
  readonly toSeq: number;
  readonly messages: number;
  readonly tokens: number;
  readonly tokenSource: TokenSource;
  readonly left: number;
  readonly width: number;
  /** The block that stands for it, or that it was cut from. */
  readonly standInKey: string | undefined;
}

/** Leads from ghosts to the block that stands for them. */
export interface MapFunnel {
  readonly kind: GhostKind;
  readonly ghostKeys: readonly string[];
  readonly left: number;
  readonly width: number;
  readonly standInKey: string;
  readonly to: MapPiece;
}

/** All that is not sent, beside each other, on the scale of the rows as far as there is room. */
export interface GhostLane {
  readonly ghosts: readonly MapGhost[];
  readonly funnels: readonly MapFunnel[];
  readonly tokens: number;
  /** 1 on the scale of the rows; 6 where six times as much stands on the same room. */
  readonly timesSmaller: number;
}
