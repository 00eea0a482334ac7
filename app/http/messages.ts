import type { FieldContext } from '@vinejs/vine/types'
import { shown, shownPath } from '#kernel/text/shown'

/** Rules whose message may repeat the value. A value that fails any other rule may be a secret. */
const REPEATING = new Set(['enum', 'moment'])

/**
 * The message for an invalid field: an enumeration names its values, an element of a list its index and value
 * (contract/01-changes#said-to-the-caller).
 */
export function fieldMessage(
  raw: string,
  rule: string,
  field: FieldContext,
  args: Record<string, unknown> = {}
): string {
  const path = field.getFieldPath()
  const inList = /(?:^|\.)\d+(?:\.|$)/.test(path)
  const isThere = field.value !== undefined && field.value !== null
  const repeats = isThere && (inList || REPEATING.has(rule))
  const subject = repeats ? `${shownPath(path)} ${shown(field.value)}` : `The ${shownPath(path)} field`
  // Vine's own message of this rule does not name the field.
  if (rule === 'boolean') return `${subject} must be a boolean`
  // Vine says "at least 1 characters" and "at least 1 items".
  if (/^(array\.|record\.)?minLength$/.test(rule) && args.min === 1) return `${subject} must not be empty`
  if (rule === 'enum') return `${subject} must be one of ${(args.choices as string[]).join(', ')}`
  return raw
    .replace(/The (?:selected )?\{\{ field \}\}(?: field)?/, () => subject)
    .replace(/\{\{ (\w+) \}\}/g, (_, name: string) => String(name === 'field' ? shownPath(path) : args[name]))
}
