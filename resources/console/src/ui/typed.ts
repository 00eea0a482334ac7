/** What stands in a field of a form, or undefined where it is empty. */
export const textOf = (typed: FormData, name: string) => String(typed.get(name) ?? '').trim() || undefined

/** As it is sent where nothing means none. */
export const textOrNull = (typed: FormData, name: string) => textOf(typed, name) ?? null

export function numberOf(typed: FormData, name: string): number | undefined {
  const text = textOf(typed, name)
  return text === undefined ? undefined : Number(text)
}

/** The lines of a text area that say something. */
export const linesOf = (typed: FormData, name: string) =>
  String(typed.get(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** What was typed while a message was being sent: behind its words, or other words in their place. */
export const leftOf = (now: string, sent: string) =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
