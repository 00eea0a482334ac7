import { same } from './same'

/** Returns the trimmed text of a form field, or undefined if the field is empty. */
export const textOf = (typed: FormData, name: string) => String(typed.get(name) ?? '').trim() || undefined

/** Returns the trimmed text of a form field, or null for routes where null means no value. */
export const textOrNull = (typed: FormData, name: string) => textOf(typed, name) ?? null

export function numberOf(typed: FormData, name: string): number | undefined {
  const text = textOf(typed, name)
  return text === undefined ? undefined : Number(text)
}

/** Returns the lines of a text area, trimmed and without empty lines. */
export const linesOf = (typed: FormData, name: string) =>
  String(typed.get(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * Returns the values of a form that differ from those that it began with. A save that sends only these does not undo
 * what somebody else has changed meanwhile.
 */
export const changedOf = <Values extends object>(values: Values, before: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !same(value, before[name as keyof Values]))
  ) as Partial<Values>

/** Returns the text that the user typed while a message was being sent: after the sent text, or instead of it. */
export const leftOf = (now: string, sent: string) =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
