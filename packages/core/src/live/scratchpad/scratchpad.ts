import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * The shape of a scratchpad: any Standard Schema (zod, valibot, arktype …) with a first value [PAD-1].
 * The schema must validate synchronously.
 */
export interface ScratchpadSchema<Pad> {
  readonly schema: StandardSchemaV1<unknown, Pad>;
  readonly initial: Pad;
}
