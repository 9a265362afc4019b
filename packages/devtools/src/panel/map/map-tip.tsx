import type { ReactNode } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import type { MapCell } from '../../view-model/block-map-cells.ts';
import type { BlockMap } from '../../view-model/block-map-shape.ts';
import { blockWords, ghostWords } from '../../view-model/block-map-words.ts';
import { messagePreview } from '../../view-model/message-preview.ts';
import { arrived } from '../parts/use-answer.ts';
import { useEntry, useSentMessage } from '../parts/use-messages.ts';
import { mapPixels } from './map-geometry.ts';

const WIDTH_PIXELS = 340;

/** Name, first line and reason of a cell, below the picture so that nothing of it is hidden. */
export function MapTip({
  id,
  plan,
  map,
  cell,
}: {
  readonly id: string;
  readonly plan: PlanFacts;
  readonly map: BlockMap;
  readonly cell: MapCell;
}): ReactNode {
  const { left, width } = cell.kind === 'ghost' ? cell.ghost : (cell.block.pieces[0] ?? NOWHERE);
  const latest = Math.max(0, map.widthPixels - WIDTH_PIXELS);
  const start = Math.min(latest, Math.max(0, left + width / 2 - WIDTH_PIXELS / 2));
  const { name, reason } =
    cell.kind === 'ghost' ? ghostWords(plan, cell.ghost) : blockWords(plan, cell.block);
  return (
    <div
      id={id}
      role="tooltip"
      className="tooltip map-tip"
      style={{
        top: mapPixels(map) + 5,
        left: start,
        width: Math.min(WIDTH_PIXELS, map.widthPixels),
      }}
    >
      <strong>{name}</strong>
      {cell.kind === 'ghost' ? (
        <OriginalLine seq={cell.ghost.fromSeq} />
      ) : (
        <SentLine itemId={plan.items[cell.block.fromIndex]?.id ?? ''} />
      )}
      <span className="map-reason">{reason}</span>
    </div>
  );
}

const NOWHERE = { left: 0, width: 0 };

function SentLine({ itemId }: { readonly itemId: string }): ReactNode {
  const message = arrived(useSentMessage(itemId));
  return message && <FirstLine text={messagePreview(message)} />;
}

function OriginalLine({ seq }: { readonly seq: number }): ReactNode {
  const entry = useEntry(seq);
  return entry && <FirstLine text={messagePreview(entry.message)} />;
}

function FirstLine({ text }: { readonly text: string }): ReactNode {
  return (
    <span className="map-line" dir="auto">
      {text}
    </span>
  );
}
