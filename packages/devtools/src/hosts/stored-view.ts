import { FIRST_HOST_VIEW, type HostView, readHostView } from './host-view.ts';

/** PERSISTED: another name forgets where everybody has the panel. */
const STORAGE_KEY = 'agent-memory.devtools';

/** The view as it was left; the first one where the page may store nothing. */
export function loadHostView(): HostView {
  try {
    return readHostView(localStorage.getItem(STORAGE_KEY));
  } catch {
    // Denied: the place is chosen anew on each page.
    return FIRST_HOST_VIEW;
  }
}

/** Keeps the view for the next page, where that is allowed. */
export function saveHostView(view: HostView): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(view));
  } catch {
    // Denied or full: nothing but the place of the panel is lost.
  }
}
