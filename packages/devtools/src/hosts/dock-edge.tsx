import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { type DockPlace, dockLimits, type PageSize, sizeAfterKey } from './host-view.ts';
import { zoomOf } from './zoom-of.ts';

/** The edge of a docked panel. It moves by pointer and, when it has the focus, by keys. */
export function DockEdge(props: {
  readonly dock: DockPlace;
  readonly pixels: number;
  readonly page: PageSize;
  /** The size while it is dragged. */
  readonly onDrag: (pixels: number) => void;
  /** The size that stays. */
  readonly onResize: (pixels: number) => void;
}): ReactNode {
  const { dock, pixels, page, onDrag, onResize } = props;
  const isDragged = useRef(false);
  const { least, most } = dockLimits(dock, page);
  const sizeAt = ({ clientX, clientY }: PointerEvent) => {
    const zoom = zoomOf(document.documentElement);
    return dock === 'side' ? page.widthPixels - clientX / zoom : page.heightPixels - clientY / zoom;
  };

  function begin(event: PointerEvent): void {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    isDragged.current = true;
  }

  function end(event: PointerEvent): void {
    if (!isDragged.current) return;
    isDragged.current = false;
    onResize(sizeAt(event));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = sizeAfterKey(event.key, event.shiftKey, pixels, dock, page);
    if (next === undefined) return;
    event.preventDefault();
    onResize(next);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between texts takes no focus and has no value
    <div
      className="edge"
      role="separator"
      tabIndex={0}
      aria-label={
        dock === 'side' ? 'Width of the memory devtools' : 'Height of the memory devtools'
      }
      aria-orientation={dock === 'side' ? 'vertical' : 'horizontal'}
      aria-valuenow={pixels}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={begin}
      onPointerMove={(event) => isDragged.current && onDrag(sizeAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    />
  );
}
