import type { Token, TreeAdapter, TreeAdapterTypeMap } from 'parse5';
import { RefusedDocument } from '../../refusal.ts';

type Attribute = Token.Attribute;

/** A node of a page: what is needed to read its text, with its neighbours linked. */
export interface LightNode {
  /** The name of an element in lower case; `#text`, `#other`, `#document` for the rest. */
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Attribute[];
  text: string;
  /** Where the content of a `template` goes: it is no part of the page. */
  content: LightNode | undefined;
  parent: LightNode | undefined;
  first: LightNode | undefined;
  last: LightNode | undefined;
  before: LightNode | undefined;
  next: LightNode | undefined;
}

type N = LightNode;
type LightTypes = TreeAdapterTypeMap<N, N, N, N, N, N, N, N, N, N>;

type Mode = ReturnType<LightAdapter['getDocumentMode']>;

/** The parser of pages with this tree. */
export type LightAdapter = TreeAdapter<LightTypes>;

const DOCTYPE = '#doctype';
/** A longer text is parted, so that no step has to read it whole. */
const LONGEST_TEXT = 32_768;

/**
 * A tree whose every operation takes the same short time however many nodes there are. The parser's own
 * keeps children in lists, where a page of misplaced table content costs the square of its size.
 */
export class LightTree {
  readonly #maxOperations: number;
  #operations = 0;
  #mode: Mode;

  /** @param maxOperations most operations between two calls of `breathe`. */
  constructor(maxOperations: number, mode: Mode) {
    this.#maxOperations = maxOperations;
    this.#mode = mode;
  }

  /** Another piece of the page is read. */
  breathe(): void {
    this.#operations = 0;
  }

  readonly adapter: LightAdapter = {
    createDocument: () => this.#node('#document'),
    createDocumentFragment: () => this.#node('#document'),
    createElement: (name, namespace, attributes) => this.#node(name, namespace, attributes),
    createCommentNode: (text) => this.#node('#other', '', [], text),
    createTextNode: (text) => this.#node('#text', '', [], text),
    appendChild: (parent, node) => this.#place(parent, node, undefined),
    insertBefore: (parent, node, next) => this.#place(parent, node, next),
    detachNode: (node) => this.#detach(node),
    insertText: (parent, text) => this.#text(parent, text, undefined),
    insertTextBefore: (parent, text, next) => this.#text(parent, text, next),
    setTemplateContent: (template, content) => {
      template.content = content;
    },
    getTemplateContent: (template) => template.content ?? template,
    setDocumentType: (document, name) =>
      this.#place(document, this.#node(DOCTYPE, name), undefined),
    setDocumentMode: (_, mode) => {
      this.#mode = mode;
    },
    getDocumentMode: () => this.#mode,
    adoptAttributes: (element, attributes) => {
      const known = new Set(element.attributes.map(({ name }) => name));
      element.attributes.push(...attributes.filter(({ name }) => !known.has(name)));
    },
    getFirstChild: (node) => node.first ?? null,
    getChildNodes: (node) => [...this.#children(node)],
    getParentNode: (node) => node.parent ?? null,
    getAttrList: (element) => element.attributes,
    // The parser compares names of namespaces that it gave itself.
    getNamespaceURI: (element) => element.namespace as ReturnType<LightAdapter['getNamespaceURI']>,
    getTagName: (element) => element.name,
    getTextNodeContent: ({ text }) => text,
    getCommentNodeContent: ({ text }) => text,
    getDocumentTypeNodeName: ({ namespace }) => namespace,
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (node): node is LightNode => node.name === '#text',
    isCommentNode: (node): node is LightNode => node.name === '#other',
    isDocumentTypeNode: (node): node is LightNode => node.name === DOCTYPE,
    isElementNode: (node): node is LightNode => !node.name.startsWith('#'),
    setNodeSourceCodeLocation: () => undefined,
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation: () => undefined,
  };

  #node(name: string, namespace = '', attributes: Attribute[] = [], text = ''): LightNode {
    const none = undefined;
    return {
      name,
      namespace,
      attributes,
      text,
      content: none,
      parent: none,
      first: none,
      last: none,
      before: none,
      next: none,
    };
  }

  *#children(parent: LightNode): Generator<LightNode, void> {
    for (let node = parent.first; node; node = node.next) {
      this.#count();
      yield node;
    }
  }

  #place(parent: LightNode, node: LightNode, next: LightNode | undefined): void {
    this.#count();
    if (node.parent) this.#detach(node);
    const before = next ? next.before : parent.last;
    node.parent = parent;
    node.before = before;
    node.next = next;
    if (before) before.next = node;
    else parent.first = node;
    if (next) next.before = node;
    else parent.last = node;
  }

  #detach(node: LightNode): void {
    this.#count();
    const { parent, before, next } = node;
    if (!parent) return;
    if (before) before.next = next;
    else parent.first = next;
    if (next) next.before = before;
    else parent.last = before;
    node.parent = undefined;
    node.before = undefined;
    node.next = undefined;
  }

  #text(parent: LightNode, text: string, next: LightNode | undefined): void {
    const before = next ? next.before : parent.last;
    if (before?.name === '#text' && before.text.length < LONGEST_TEXT) before.text += text;
    else this.#place(parent, this.#node('#text', '', [], text), next);
  }

  #count(): void {
    this.#operations += 1;
    if (this.#operations <= this.#maxOperations) return;
    throw new RefusedDocument(
      'HOSTILE',
      'The page is built so that reading a little of it costs very much; nothing was stored.',
      'Give its text without the markup.',
    );
  }
}
