import { isText } from '../../message/read-field.ts';
import { FreeIds } from '../free-ids.ts';
import { sendableName } from '../sendable-names.ts';
import type { Block } from './write-blocks.ts';

/**
 * Gives each call of a request an id of its own, as the provider demands; small models and other
 * providers number their calls anew in every message. Blocks whose id can stay are the same objects.
 *
 * - Called with the messages in order; results answer the calls of the message ahead of them.
 * - A second call of one id in one message is left out: nothing could answer it. In a plan there is
 *   none, but what a plan keeps apart may be one message here.
 */
export class ToolUseIds {
  readonly #free = new FreeIds();
  #open = new Map<string, string>();

  /** The blocks of an assistant's message. */
  calls(blocks: readonly Block[]): readonly Block[] {
    this.#open = new Map();
    return blocks.flatMap((block) => {
      if (block.type !== 'tool_use' || !isText(block.id)) return [block];
      if (this.#open.has(block.id)) return [];
      const id = this.#free.take(sendableName(block.id, block.id.length));
      this.#open.set(block.id, id);
      return [id === block.id ? block : { ...block, id }];
    });
  }

  /** The blocks of the user's message behind it. */
  results(blocks: readonly Block[]): readonly Block[] {
    return blocks.map((block) => {
      if (block.type !== 'tool_result' || !isText(block.tool_use_id)) return block;
      const id = this.#open.get(block.tool_use_id) ?? block.tool_use_id;
      return id === block.tool_use_id ? block : { ...block, tool_use_id: id };
    });
  }
}
