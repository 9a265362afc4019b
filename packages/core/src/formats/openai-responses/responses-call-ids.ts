import { isText } from '../../message/read-field.ts';
import { FreeIds } from '../free-ids.ts';
import { shortId } from '../sendable-names.ts';
import type { Item } from './write-items.ts';

const LONGEST_ID = 64;

const OUTPUT_OF: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
};

interface OpenCall {
  readonly given: string;
  readonly own: string;
  readonly outputType: string;
}

/**
 * Gives each call of a request an id of its own, and its output that id and the kind that belongs to
 * the call: outputs are found by the id alone, and one of the other kind is none. Called with the
 * items in their order. Items that can stay are the same objects.
 */
export class ResponsesCallIds {
  readonly #free = new FreeIds();
  #open: readonly OpenCall[] = [];

  item(item: Item): Item {
    const { type, call_id: given } = item;
    if (!isText(type) || !isText(given)) return item;
    const outputType = OUTPUT_OF[type];
    if (outputType !== undefined) return this.#call(item, given, outputType);
    return Object.values(OUTPUT_OF).includes(type) ? this.#output(item, given) : item;
  }

  #call(item: Item, given: string, outputType: string): Item {
    const own = shortId(this.#free.take(given), LONGEST_ID);
    this.#open = [...this.#open, { given, own, outputType }];
    return own === given ? item : { ...item, call_id: own };
  }

  #output(item: Item, given: string): Item {
    const call = this.#open.find((open) => open.given === given);
    if (!call) return item;
    this.#open = this.#open.filter((open) => open !== call);
    const isSame = call.own === given && call.outputType === item.type;
    return isSame ? item : { ...item, type: call.outputType, call_id: call.own };
  }
}
