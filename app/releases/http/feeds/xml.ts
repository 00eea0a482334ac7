const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
  // An XML parser replaces these by spaces in an attribute.
  ...{ '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' },
}

/** Characters that an XML 1.0 document must not contain, not even as character references. */
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Escapes a text for an element or an attribute. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (one) => ENTITIES[one])
}

/** Writes an element with text in it. */
export function element(name: string, text: string, attributes: Record<string, string> = {}): string {
  return `<${name}${written(attributes)}>${xmlText(text)}</${name}>`
}

/** Writes an element without content. */
export function emptyElement(name: string, attributes: Record<string, string>): string {
  return `<${name}${written(attributes)}/>`
}

const written = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('')
