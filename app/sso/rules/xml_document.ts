import { DOMParser } from '@xmldom/xmldom'

/** Limits of a document (contract/13-sso#133-what-an-answer-must-pass-saml-in-order). */
const [MOST_ELEMENTS, MOST_DEPTH] = [2000, 64]

/** A document that is refused; the message says why. */
export class BadDocument extends Error {}

/** Characters that XML forbids. The parser accepts them, and Postgres cannot store U+0000 in a text. */
const NO_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u

/** A numeric character reference. */
const NUMBERED = /&#(?:x([0-9a-f]+)|([0-9]+));/gi

function hasForbidden(text: string): boolean {
  if (NO_CHARACTER.test(text)) return true
  return [...text.matchAll(NUMBERED)].some(([, hex, decimal]) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return !(code <= 0x10ffff) || NO_CHARACTER.test(String.fromCodePoint(code))
  })
}

/**
 * Parses untrusted XML with the same parser that the signature check uses. It refuses DOCTYPE, entities, processing
 * instructions and CDATA, and limits depth and number of elements. @throws BadDocument
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

/** The child elements of an element. */
export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter((node) => node.nodeType === 1) as Element[]
}

/** The child elements of an element with this namespace and name. */
export function childrenNamed(element: Element, namespace: string, name: string): Element[] {
  return childrenOf(element).filter((one) => one.namespaceURI === namespace && one.localName === name)
}

/** An element and all its descendants. */
export function allElements(root: Element): Element[] {
  return [root, ...Array.from(root.getElementsByTagName('*'))]
}

/** The text of an element; null if it contains anything else, such as comments or elements. */
export function plainText(element: Element): string | null {
  const nodes = Array.from(element.childNodes)
  return nodes.every((node) => node.nodeType === 3) ? nodes.map((node) => node.nodeValue).join('') : null
}
