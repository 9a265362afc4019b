import { useEffect } from 'react';
import type { DockPlace } from './host-view.ts';
import { zoomOf } from './zoom-of.ts';

/** Makes room under a docked panel, so that the end of the page can be scrolled into sight. */
export function usePageRoom(dock: DockPlace | undefined, pixels: number): void {
  useEffect(() => {
    if (dock === undefined) return;
    const { style } = document.body;
    const name = dock === 'side' ? 'padding-right' : 'padding-bottom';
    const before = style.getPropertyValue(name);
    const room = (pixels * zoomOf(document.documentElement)) / zoomOf(document.body);
    const own = getComputedStyle(document.body).getPropertyValue(name);
    style.setProperty(name, `calc(${own} + ${room}px)`);
    return () => style.setProperty(name, before);
  }, [dock, pixels]);
}
