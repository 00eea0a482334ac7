const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
  // An attribute would lose them.
  ...{ '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' },
}

/** Characters that no XML 1.0 document may hold, however they are written. */
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** A text as it stands in an element or an attribute. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (one) => ENTITIES[one])
}

/** An element with text in it. */
export function element(name: string, text: string, attributes: Record<string, string> = {}): string {
  return `<${name}${written(attributes)}>${xmlText(text)}</${name}>`
}

/** An element without content. */
export function emptyElement(name: string, attributes: Record<string, string>): string {
  return `<${name}${written(attributes)}/>`
}

const written = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('')
