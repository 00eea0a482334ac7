import type { PluginFn } from '@japa/runner/types'
import { inspect } from 'node:util'

/** The most characters of one value in a title. */
const MOST = 80

/**
 * Makes the titles of tests with datasets show objects and lists, which the runner would print as "[object Object]".
 */
export const shownTitles: PluginFn = ({ emitter }) => {
  for (const event of ['test:start', 'test:end'] as const) {
    emitter.on(event, ({ title, dataset }) => {
      if (dataset) title.expanded = expandTitle(title.original, dataset.row, dataset.index)
    })
  }
}

/** Fills the placeholders of a title with the values of a dataset row: `{0.name}`, `{$self}` and `{$i}`. */
export function expandTitle(title: string, row: unknown, index: number): string {
  return title.replace(/(\\)?\{(.*?)\}/g, (_place, escaped: string | undefined, inner: string) => {
    const name = inner.trim()
    if (escaped) return `{${name}}`
    if (name === '$i') return String(index + 1)
    return shown(name === '$self' ? row : valueAt(row, name))
  })
}

function valueAt(row: unknown, path: string): unknown {
  let value = row
  for (const name of path.split('.')) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    value = isThere ? (value as Record<string, unknown>)[name] : undefined
  }
  return value
}

function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const text = inspect(value, { breakLength: Infinity, compact: true, depth: 4, maxStringLength: 40 })
  return text.length > MOST ? `${text.slice(0, MOST)}...` : text
}
