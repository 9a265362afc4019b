import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFrames } from '../parts/panel-window.ts';
import { drawStrip, type StripPicture } from './draw-strip.ts';
import { readInks } from './strip-inks.ts';

/** Colours of the system that the theme's colours may follow. */
const SCHEMES = ['(prefers-color-scheme: dark)', '(forced-colors: active)'] as const;

/** The picture of the calls. It is drawn before the next frame, and only when something of it is new. */
export const StripCanvas = memo(function StripCanvas({
  picture,
}: {
  readonly picture: StripPicture;
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const colours = useColourVersion(canvas);
  const frames = useFrames();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other colours are another drawing
  useEffect(() => {
    const frame = frames.requestAnimationFrame(() => {
      if (canvas.current && probe.current) {
        drawStrip(canvas.current, picture, readInks(probe.current));
      }
    });
    return () => frames.cancelAnimationFrame(frame);
  }, [picture, colours, frames]);

  return (
    <>
      <canvas ref={canvas} className="time-canvas" style={{ width: `${picture.widthPixels}px` }} />
      <span ref={probe} className="time-probe" hidden />
    </>
  );
});

/** A number that changes with the panel's theme, the system's colours and the pixels of the screen. */
function useColourVersion(canvas: { readonly current: HTMLCanvasElement | null }): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const view = canvas.current?.ownerDocument.defaultView;
    const panel = canvas.current?.closest('[data-theme]');
    if (!view || !panel) return;
    const turn = () => setVersion((count) => count + 1);
    const observer = new MutationObserver(turn);
    observer.observe(panel, { attributeFilter: ['data-theme'] });
    const queries = [...SCHEMES, `(resolution: ${view.devicePixelRatio}dppx)`].map((query) =>
      view.matchMedia(query),
    );
    for (const query of queries) query.addEventListener('change', turn);
    return () => {
      observer.disconnect();
      for (const query of queries) query.removeEventListener('change', turn);
    };
  }, [canvas]);
  return version;
}
