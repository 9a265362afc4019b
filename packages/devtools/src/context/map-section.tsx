import { type ReactNode, useId, useMemo } from 'react';
import { FoldToggle } from '../elements/elements.tsx';
import { usePanel } from '../elements/panel-context.ts';
import { stepInRow } from '../elements/roving-focus.ts';
import type { PlanFacts } from '../source/devtools-source.ts';
import { type MapBlock, mapSentence, outBlocks, sentBlocks } from './context-map.ts';
import { partsOfKey, rangeAt, rangeKey } from './context-rows.ts';
import { useContextView } from './context-view.ts';

/** The context as a picture, folded away until it is asked for, under a sentence that says the same. */
export function MapSection({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const { view, dispatch } = useContextView();
  const figureId = useId();
  const isOpen = view.isMapOpen;
  return (
    <section className="map" aria-label="Map of the context">
      <div className="map-head">
        <FoldToggle
          isOpen={isOpen}
          controls={figureId}
          onToggle={(toOpen) => dispatch({ type: 'change', change: { isMapOpen: toOpen } })}
        >
          Map
        </FoldToggle>
        <p className="map-sentence">{mapSentence(plan)}</p>
      </div>
      <div id={figureId}>{isOpen && plan.items.length > 0 && <Picture plan={plan} />}</div>
    </section>
  );
}

/** What is out of context over what is sent, each block as wide as its tokens; arrows walk, and select rows. */
function Picture({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const { view } = useContextView();
  const lanes = useMemo(
    () => [
      { name: 'Out of context', blocks: outBlocks(plan), freeTokens: 0 },
      {
        name: 'Sent',
        blocks: sentBlocks(plan),
        freeTokens: plan.budget.inputTokens - plan.totalTokens,
      },
    ],
    [plan],
  );
  const lit = litKey(plan, view.selectedKey);
  const blocks = lanes.flatMap((lane) => lane.blocks);
  const stop = blocks.find(({ keys }) => lit !== undefined && keys.includes(lit)) ?? blocks[0];
  return (
    <div
      role="listbox"
      tabIndex={-1}
      className="map-lanes"
      data-refused={plan.isRefused === true}
      aria-label="Where the tokens are"
      aria-orientation="horizontal"
      onKeyDown={(event) => stepInRow(event, 'option')}
    >
      {lanes
        .filter((lane) => lane.blocks.length > 0)
        .map(({ name, blocks: own, freeTokens }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={name} role="group" className="map-lane" aria-label={name}>
            {own.map((block) => (
              <Block key={block.keys[0]} block={block} lit={lit} isStop={block === stop} />
            ))}
            <span
              data-part="free"
              aria-hidden="true"
              style={{ flexGrow: Math.max(0, freeTokens) }}
            />
          </div>
        ))}
    </div>
  );
}

function Block(props: {
  readonly block: MapBlock;
  readonly lit: string | undefined;
  readonly isStop: boolean;
}): ReactNode {
  const { block, lit, isStop } = props;
  const { goToRow } = usePanel();
  const { keys, part, name, tokens, isShortened } = block;
  const [rowKey] = keys;
  return (
    <button
      type="button"
      role="option"
      className="map-block"
      data-part={part}
      data-shortened={isShortened}
      aria-label={name}
      aria-selected={lit !== undefined && keys.includes(lit)}
      tabIndex={isStop ? 0 : -1}
      title={name}
      style={{ flexGrow: tokens }}
      onClick={() => rowKey !== undefined && goToRow(rowKey)}
    />
  );
}

/** The row that stands in the map for the selected one: an original for its range. */
function litKey(plan: PlanFacts, selectedKey: string | undefined): string | undefined {
  if (selectedKey === undefined) return undefined;
  const { kind, id } = partsOfKey(selectedKey);
  const range = kind === 'entry' ? rangeAt(plan, Number(id)) : undefined;
  return range ? rangeKey(range.fromSeq) : selectedKey;
}
