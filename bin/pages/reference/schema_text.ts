import { CODES } from '#kernel/refusals/codes'
import type { Shown } from './read_document.js'

const NAME = /\/([^/]+)$/

/** A schema in a few words: `string (uuid)`, `License or null`, `"a" or "b"`. Named shapes become links. */
export function typeText(schema: Shown): string {
  const { $ref, type, format, enum: values, const: only, items } = schema
  if ($ref) return linkTo(NAME.exec($ref)![1])
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map(typeText).join(' or ')
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (values) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (items) return `list of ${typeText(items)}`
  const names = [type ?? 'any'].flat().join(' or ')
  return format ? `${names} (${format})` : names
}

/** The fields of an object as a list, with the fields of nested objects indented below them. */
export function fieldLines({ properties = {}, required = [] }: Shown, depth = 0): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const said = field.description ? `: ${oneLine(field.description)}` : ''
    const needed = required.includes(name) ? '' : ', optional'
    const inner = field.items?.properties ? field.items : field
    return [
      `${'  '.repeat(depth)}- \`${name}\` ${typeText(field)}${needed}${said}`,
      ...fieldLines(inner, depth + 1),
    ]
  })
}

/** Joins the lines of a text into one. */
export const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

/** Codes are not linked: they have no heading here, and the errors page lists them all. */
const linkTo = (name: string) => (name in CODES ? `\`${name}\`` : `[${name}](#${name.toLowerCase()})`)
