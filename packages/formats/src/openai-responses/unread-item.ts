import { isPlainObject, reading } from '@agent-memory/core/internal';

/** An item and the picture in it, if it has one: a made one, or that of a screen. */
interface Apart {
  readonly value: reading.Fields;
  readonly picture?: string;
}

/** Takes the picture out of an item, so that it is not counted as text. */
export function pictureApart(item: reading.Fields): Apart {
  const { type, result, output } = item;
  if (type === 'image_generation_call' && reading.isText(result) && result !== '') {
    const { output_format: format } = item;
    const kind = format === 'jpeg' || format === 'webp' ? format : 'png';
    return { value: { ...item, result: '' }, picture: `data:image/${kind};base64,${result}` };
  }
  if (type === 'computer_call_output' && isPlainObject(output)) {
    const { image_url: url } = output;
    if (reading.isText(url) && url !== '') {
      return { value: { ...item, output: { ...output, image_url: '' } }, picture: url };
    }
  }
  return { value: item };
}

/** The item with its picture again. */
export function withPicture(item: reading.Fields, picture: string): reading.Fields {
  if (item.type === 'image_generation_call') {
    return { ...item, result: picture.slice(picture.indexOf(',') + 1) };
  }
  return {
    ...item,
    output: { ...(isPlainObject(item.output) && item.output), image_url: picture },
  };
}

/** The call that an item answers, by its id; `undefined` for an item that answers none. */
export function answeredBy({
  type,
  call_id: callId,
  approval_request_id: asked,
  id,
}: reading.Fields) {
  if (type === 'mcp_approval_response') return asked;
  return /_output$/.test(String(type)) ? (callId ?? id) : undefined;
}

/** Calls of tools that the app runs for the provider: without an output they are refused. */
const RUN_BY_THE_APP: ReadonlySet<unknown> = new Set([
  'computer_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
]);

export function isRunByTheApp({ type }: reading.Fields): boolean {
  return RUN_BY_THE_APP.has(type);
}

/** The ids under which an item can be answered. */
export function idsOfCall({ call_id: callId, id }: reading.Fields): readonly unknown[] {
  return [callId, id].filter((one) => one != null);
}
