import type { Steps } from '@agent-memory/core/internal';
import type { Block, BlockKind, ReadText } from '../block.ts';
import { isUnshown, SeenPart } from './hidden.ts';
import { HidingStyles, type StyleSheet } from './hiding-styles.ts';
import type { LightNode } from './light-tree.ts';
import { walk } from './walk.ts';

const LONGEST_BLOCK = 65_536;
const HEADINGS = /^h([1-6])$/u;
/** Elements whose text runs on within a line. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rt ruby s ' +
    'samp slot small span strike strong sub sup time tt u var wbr button meter progress output textarea ' +
    'svg text tspan math mi mo mn ms mtext mrow'
  ).split(' '),
);
const LISTS = new Set(['ul', 'ol', 'menu', 'dl']);
const ITEMS = new Set(['li', 'dt', 'dd']);

/** The text of a page that a reader sees, in its structure: no script, no style, nothing that is out of sight. */
export function* pageBlocks(document: LightNode): Steps<ReadText> {
  const { sheets, title } = yield* headOf(document);
  const styles = yield* HidingStyles.of(sheets);
  const page = new OpenPage();
  const seen = new SeenPart(styles);
  let hiddenCharacters = 0;
  yield* walk(document, {
    enter: (node) => {
      if (node.name === '#text') {
        if (seen.isSeen) page.text(node.text);
        else hiddenCharacters += oneLine(node.text).length;
      } else if (!node.name.startsWith('#')) {
        if (isUnshown(node)) return 'skip';
        seen.enter(node);
        if (seen.isSeen) page.enter(node);
      }
      return 'go-on';
    },
    leave: (node) => {
      if (seen.isSeen) page.leave(node);
      seen.leave(node);
    },
  });
  page.close();
  return {
    blocks: page.blocks,
    ...(title === '' ? {} : { title }),
    ...(hiddenCharacters === 0 ? {} : { hiddenCharacters }),
  };
}

/** The style sheets of a page, wherever they stand, and its title. */
function* headOf(
  document: LightNode,
): Steps<{ readonly sheets: readonly StyleSheet[]; title: string }> {
  const sheets: StyleSheet[] = [];
  let title = '';
  yield* walk(document, {
    enter: (node) => {
      if (node.name === 'style') {
        const media = node.attributes.find(({ name }) => name === 'media')?.value;
        sheets.push({ text: textIn(node), ...(media === undefined ? {} : { media }) });
      }
      const isTitle = node.name === 'title' && title === '' && !node.namespace.endsWith('svg');
      if (isTitle) title = oneLine(node.first?.text ?? '');
      return 'go-on';
    },
    leave: () => undefined,
  });
  return { sheets, title };
}

/** A long text is of several nodes. */
function textIn(element: LightNode): string {
  const texts: string[] = [];
  for (let node = element.first; node; node = node.next) texts.push(node.text);
  return texts.join('');
}

/** The block that text is added to, and the elements that it is in. */
class OpenPage {
  readonly blocks: Block[] = [];
  #parts: string[] = [];
  #lists = 0;
  #tables = 0;
  #pre = 0;
  #characters = 0;
  #heading: number | undefined;
  #isInCell = false;

  text(text: string): void {
    this.#parts.push(this.#pre > 0 ? text : text.replaceAll(/[ \t\n\r\f]+/gu, ' '));
    this.#characters += text.length;
    // One that never ends is parted, so that no step has to work on it whole.
    if (this.#characters > LONGEST_BLOCK) this.close();
  }

  enter({ name }: LightNode): void {
    if (INLINE.has(name)) return;
    if (name === 'br') {
      this.#parts.push(this.#tables > 0 ? ' ' : '\n');
      return;
    }
    if (this.#tables > 0) this.#enterInTable(name);
    else if (name === 'table') {
      this.close();
      this.#tables += 1;
    } else if (name === 'pre') {
      this.close();
      this.#pre += 1;
    } else if (LISTS.has(name)) {
      if (this.#lists === 0) this.close();
      this.#lists += 1;
    } else if (this.#lists > 0) {
      const indent = '  '.repeat(this.#lists - 1);
      this.#parts.push(ITEMS.has(name) ? `\n${indent}- ` : ' ');
    } else {
      this.close();
      this.#heading = levelOf(name);
    }
  }

  leave({ name }: LightNode): void {
    if (name === 'pre' && this.#pre > 0) {
      this.close('code');
      this.#pre -= 1;
    } else if (name === 'table' && this.#tables > 0) {
      this.#tables -= 1;
      if (this.#tables === 0) this.close('table');
    } else if (LISTS.has(name) && this.#lists > 0 && this.#tables === 0) {
      this.#lists -= 1;
      if (this.#lists === 0) this.close('list');
    } else if (this.#tables === 0 && this.#lists === 0 && !isInline(name)) {
      this.close(levelOf(name) === undefined ? 'paragraph' : 'heading');
    }
  }

  close(kind: BlockKind = this.#openKind()): void {
    const text = this.#pre > 0 ? this.#parts.join('') : linesOf(this.#parts.join(''));
    const level = kind === 'heading' ? this.#heading : undefined;
    if (text.trim() !== '') {
      this.blocks.push({
        kind: this.#pre > 0 ? 'code' : kind,
        text: kind === 'heading' ? oneLine(text) : text,
        ...(level === undefined ? {} : { level }),
      });
    }
    this.#parts = [];
    this.#characters = 0;
    this.#heading = undefined;
    this.#isInCell = false;
  }

  #openKind(): BlockKind {
    if (this.#tables > 0) return 'table';
    return this.#lists > 0 ? 'list' : 'paragraph';
  }

  #enterInTable(name: string): void {
    if (name === 'table') this.#tables += 1;
    if (name === 'tr') {
      this.#parts.push('\n');
      this.#isInCell = false;
    } else if (name === 'td' || name === 'th') {
      this.#parts.push(this.#isInCell ? ' | ' : '');
      this.#isInCell = true;
    } else this.#parts.push(' ');
  }
}

function levelOf(name: string): number | undefined {
  const level = HEADINGS.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

function isInline(name: string): boolean {
  return INLINE.has(name) || name === 'br' || name.startsWith('#');
}

/** Lines without blanks at their ends and without empty ones; the indent of a list stays. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const indent = /^(?: {2})+(?=- )/u.exec(line)?.[0] ?? '';
      return indent + line.trim().replaceAll(/ {2,}/gu, ' ');
    })
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
