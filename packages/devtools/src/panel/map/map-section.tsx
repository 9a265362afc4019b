import { type ReactNode, useId, useMemo, useRef } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { blockMap } from '../../view-model/block-map.ts';
import { mapSentence } from '../../view-model/block-map-words.ts';
import { FoldToggle } from '../parts/fold-toggle.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { useElementWidth } from '../parts/use-element-size.ts';
import { MapPicture } from './map-picture.tsx';

/** A conversation that fills less of its budget than this may be drawn larger, without the free room. */
const SMALL_SHARE = 0.5;

/** The context as a picture, under a sentence that says the same; it can be folded away. */
export function MapSection({
  plan,
  isLow,
}: {
  readonly plan: PlanFacts;
  /** Until the reader opens it, it is folded where the list needs the room. */
  readonly isLow: boolean;
}): ReactNode {
  const { view, dispatch } = usePanel();
  const { mapScale } = view;
  const figureId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const isOpen = view.isMapOpen ?? !isLow;
  const map = useMemo(() => blockMap(plan, width, mapScale), [plan, width, mapScale]);
  const isSmall = map.sentTokens < plan.budget.inputTokens * SMALL_SHARE;
  return (
    <section className="map" aria-label="Map of the context">
      <div className="map-head">
        <FoldToggle
          isOpen={isOpen}
          controls={figureId}
          onToggle={(toOpen) => dispatch({ type: 'show-map', isOpen: toOpen })}
        >
          Map
        </FoldToggle>
        <p className="map-sentence">{mapSentence(plan, map)}</p>
        {isOpen && isSmall && map.sentTokens > 0 && (
          <label className="map-scale">
            <input
              type="checkbox"
              checked={mapScale === 'sent'}
              onChange={({ currentTarget }) =>
                dispatch({ type: 'scale-map', scale: currentTarget.checked ? 'sent' : 'budget' })
              }
            />
            Without free room
          </label>
        )}
      </div>
      <div id={figureId} className="map-frame" ref={frame}>
        {isOpen && width > 0 && <MapPicture plan={plan} map={map} />}
      </div>
    </section>
  );
}
