const STYLE_MARK = 'data-agent-memory-style';

/**
 * Gives a shadow root styles, once. A constructed stylesheet needs no permission of a
 * content security policy; where there is none, a style element carries the caller's nonce.
 */
export function adoptStylesheet(shadow: ShadowRoot, nonce: string | undefined, text: string): void {
  const view = shadow.ownerDocument.defaultView;
  if (view && 'adoptedStyleSheets' in shadow && 'replaceSync' in view.CSSStyleSheet.prototype) {
    if (shadow.adoptedStyleSheets.length > 0) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    shadow.adoptedStyleSheets = [sheet];
    return;
  }
  if (shadow.querySelector(`[${STYLE_MARK}]`)) return;
  const style = shadow.ownerDocument.createElement('style');
  style.setAttribute(STYLE_MARK, '');
  if (nonce !== undefined) style.nonce = nonce;
  style.textContent = text;
  shadow.append(style);
}
