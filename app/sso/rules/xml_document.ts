import { DOMParser } from '@xmldom/xmldom'

/** Bounds of a document (contract/13-sso#133-what-an-answer-must-pass-saml-in-order). */
const [MOST_ELEMENTS, MOST_DEPTH] = [2000, 64]

/** A document that is not taken; its message says why. */
export class BadDocument extends Error {}

/** What XML takes for no character. The parser lets it through, and no text of the database can hold U+0000. */
const NO_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u

/** A character that is written as its number. */
const NUMBERED = /&#(?:x([0-9a-f]+)|([0-9]+));/gi

function hasForbidden(text: string): boolean {
  if (NO_CHARACTER.test(text)) return true
  return [...text.matchAll(NUMBERED)].some(([, hex, decimal]) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return !(code <= 0x10ffff) || NO_CHARACTER.test(String.fromCodePoint(code))
  })
}

/**
 * Parses XML of a stranger, with the parser that signatures are checked with: no DOCTYPE, no entities, no processing
 * instructions, no CDATA, bounded in depth and elements. @throws BadDocument
 */
export function parseDocument(text: string): Element {
  const body = text.replace(/^\uFEFF?<\?xml [^<>]*\?>/, '')
  if (/<\?/.test(body)) throw new BadDocument('it has a processing instruction')
  if (/<!(?!--)/.test(body)) throw new BadDocument('it has a DOCTYPE, an entity or CDATA')
  if (hasForbidden(body)) throw new BadDocument('it has a character that XML forbids')
  if ((body.match(/<[^!/]/g) ?? []).length > MOST_ELEMENTS) throw new BadDocument('it has too many elements')
  const fail = (problem: unknown) => {
    throw new BadDocument(`it is not well formed: ${String(problem).split('\n')[0]}`)
  }
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
  const root = parser.parseFromString(text, 'text/xml')?.documentElement
  if (!root) throw new BadDocument('it is empty')
  if (depthOf(root) > MOST_DEPTH) throw new BadDocument('it is nested too deeply')
  return root
}

function depthOf(root: Element): number {
  let deepest = 0
  const open: [Element, number][] = [[root, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [element, depth] = next
    deepest = Math.max(deepest, depth)
    for (const child of childrenOf(element)) open.push([child, depth + 1])
  }
  return deepest
}

/** The elements directly in an element. */
export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter((node) => node.nodeType === 1) as Element[]
}

/** The elements directly in an element that have a namespace and a name. */
export function childrenNamed(element: Element, namespace: string, name: string): Element[] {
  return childrenOf(element).filter((one) => one.namespaceURI === namespace && one.localName === name)
}

/** An element and everything below it. */
export function allElements(root: Element): Element[] {
  return [root, ...Array.from(root.getElementsByTagName('*'))]
}

/** The text of an element that holds nothing else; null for one with comments or elements in it. */
export function plainText(element: Element): string | null {
  const nodes = Array.from(element.childNodes)
  return nodes.every((node) => node.nodeType === 3) ? nodes.map((node) => node.nodeValue).join('') : null
}
