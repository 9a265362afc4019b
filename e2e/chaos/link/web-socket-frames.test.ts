import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, textFrame } from './web-socket-frames.mjs';

const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

/** A frame as a browser sends it: masked. */
function browserFrame(payload: Buffer, { opcode = 1, isFinal = true } = {}): Buffer {
  const head = textFrame('x'.repeat(payload.length)).subarray(0, headBytes(payload.length));
  const masked = Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  const opening = Buffer.from(head);
  opening[0] = (isFinal ? 0x80 : 0) | opcode;
  opening[1] = (opening[1] ?? 0) | 0x80;
  return Buffer.concat([opening, mask, masked]);
}

const headBytes = (length: number) => (length < 126 ? 2 : length < 65_536 ? 4 : 10);

test('[BENCH] the masked frame of the protocol’s own example is read', () => {
  const bytes = Buffer.from([0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]);
  expect(new FrameReader().read(bytes)).toEqual([{ kind: 'text', text: 'Hello' }]);
});

test('[BENCH] messages of every size come whole, however the bytes are cut (seed 11)', () => {
  const sizes = fc.constantFrom(0, 1, 125, 126, 65_535, 65_536, 70_000);
  const cuts = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 4 }), cuts, (lengths, steps) => {
      const texts = lengths.map((length, at) => String(at).repeat(length));
      const bytes = Buffer.concat(texts.map((text) => browserFrame(Buffer.from(text))));
      const reader = new FrameReader();
      const read: unknown[] = [];
      for (let at = 0, step = 0; at < bytes.length; step += 1) {
        const end = at + (steps[step % steps.length] ?? 1);
        read.push(...reader.read(bytes.subarray(at, end)));
        at = end;
      }
      expect(read).toEqual(texts.map((text) => ({ kind: 'text', text })));
    }),
    { seed: 11, numRuns: 50 },
  );
});

test('[BENCH] a message in several frames is one message, with a ping between them', () => {
  const bytes = Buffer.concat([
    browserFrame(Buffer.from('grü'), { isFinal: false }),
    browserFrame(Buffer.from('ping'), { opcode: 9 }),
    browserFrame(Buffer.from('ße'), { opcode: 0 }),
    browserFrame(Buffer.alloc(0), { opcode: 8 }),
  ]);
  expect(new FrameReader().read(bytes)).toEqual([
    { kind: 'text', text: 'grüße' },
    { kind: 'close' },
  ]);
});
