import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Departure } from '../../view-model/block-map-motion.ts';
import type { BlockMap } from '../../view-model/block-map-shape.ts';
import { pieceStyle, transformTo } from './map-geometry.ts';

const MOVE: KeyframeAnimationOptions = { duration: 300, easing: 'ease-in-out', fill: 'both' };

/**
 * Blocks that left slide, as ghosts, into the block that stands for them, and are gone. For readers
 * who want less motion they fade where they stood.
 */
export function MapDepartures({
  map,
  departures,
  onGone,
}: {
  readonly map: BlockMap;
  readonly departures: readonly Departure[];
  readonly onGone: () => void;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const drawnOn = useRef(map);
  const whenGone = useRef(onGone);
  whenGone.current = onGone;
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    // The panel may stand in another window than the one that runs this code.
    const window = current.ownerDocument.defaultView;
    const isStill = window?.matchMedia('(prefers-reduced-motion: reduce)').matches === true;
    const animations = departures.map(({ from, to }, index) =>
      current.children[index]?.animate(
        frames(isStill || !to ? undefined : transformTo(drawnOn.current, from, to)),
        MOVE,
      ),
    );
    let isWanted = true;
    void Promise.allSettled(animations.map((animation) => animation?.finished)).then(() => {
      if (isWanted) whenGone.current();
    });
    return () => {
      isWanted = false;
      for (const animation of animations) animation?.cancel();
    };
  }, [departures]);
  return (
    <div className="map-departures" aria-hidden="true" ref={frame}>
      {departures.map(({ key, from }) => (
        <span key={key} className="map-departure" style={pieceStyle(map, from)} />
      ))}
    </div>
  );
}

function frames(transform: string | undefined): Keyframe[] {
  if (transform === undefined) return [{ opacity: 1 }, { opacity: 0 }];
  return [
    { transform: 'none', opacity: 1 },
    { transform, opacity: 0.9, offset: 0.85 },
    { transform, opacity: 0 },
  ];
}
