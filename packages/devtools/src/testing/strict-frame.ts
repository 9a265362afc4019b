/**
 * A page of its own in a frame, under a policy that allows neither styles nor scripts nor requests, nor
 * markup made of strings.
 */
export async function strictFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 900px; height: 600px';
  frame.srcdoc =
    '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; require-trusted-types-for \'script\'; trusted-types"><div></div>';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  return frame;
}
