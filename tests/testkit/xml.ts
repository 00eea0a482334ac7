const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const TOKEN = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(<)/g

/** An element of an XML document. */
export type Xml = { name: string; attributes: Record<string, string>; text: string; children: Xml[] }

/**
 * Reads an XML document strictly: it may contain only elements, attributes and text, every element must be closed where
 * it was opened, and a bare `&` and characters that XML 1.0 forbids are refused.
 */
export function readXml(document: string): Xml {
  const body = document.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\s*/, '')

  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(body)) throw new Error('a forbidden character')
  const root: Xml = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  for (const [whole, closing, name, attributes, empty, text, bare] of body.matchAll(TOKEN)) {
    const parent = open.at(-1)!
    if (bare) throw new Error(`a bare < in ${whole}`)
    if (text !== undefined) parent.text += decoded(text)
    else if (closing) {
      if (open.pop()!.name !== name) throw new Error(`</${name}> closes something else`)
    } else {
      const element = { name, attributes: attributesOf(attributes), text: '', children: [] }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not closed')
  return root.children[0]
}

const attributesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name, value]) => [name, decoded(value)])
  )

const decoded = (text: string) =>
  text.replace(/&(#\d+|\w+);|&/g, (whole, entity?: string) => {
    if (entity?.startsWith('#')) return String.fromCodePoint(Number(entity.slice(1)))
    if (!entity || !ENTITIES[entity]) throw new Error(`a bare & in ${whole}`)
    return ENTITIES[entity]
  })
