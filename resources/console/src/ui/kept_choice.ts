import { useSyncExternalStore } from 'react'

/** Choices of the user on this machine. All other state is in addresses or in the service. */
type Choices = {
  theme: 'system' | 'light' | 'dark'
  density: 'compact' | 'normal' | 'roomy'
  zone: 'local' | 'utc'
  shortcuts: 'on' | 'off'
  org: string
}

const USUAL: Choices = { theme: 'system', density: 'normal', zone: 'local', shortcuts: 'on', org: '' }
/** Allowed values of a choice. `takeChoices` ignores other values. */
const WORDS = {
  theme: ['system', 'light', 'dark'],
  density: ['compact', 'normal', 'roomy'],
  zone: ['local', 'utc'],
  shortcuts: ['on', 'off'],
} as const
type Shared = keyof typeof WORDS
/** Choices that follow a user to every machine. */
export type SharedChoices = Partial<Record<Shared, string>>
const SHARED = Object.keys(WORDS) as Shared[]

const listeners = new Set<() => void>()
const keepers = new Set<(choice: SharedChoices) => void>()

export function keptChoice<Name extends keyof Choices>(name: Name): Choices[Name] {
  return (localStorage.getItem(`latchkey.${name}`) as Choices[Name] | null) ?? USUAL[name]
}

export function keepChoice<Name extends keyof Choices>(name: Name, value: Choices[Name]) {
  localStorage.setItem(`latchkey.${name}`, value)
  tell()
  if (name in WORDS) for (const keeper of keepers) keeper({ [name]: value })
}

/** Returns the choices that follow a user to every machine. */
export const sharedChoices = (): SharedChoices =>
  Object.fromEntries(SHARED.map((name) => [name, keptChoice(name)]))

/** Applies the choices that the service has stored for the user. */
export function takeChoices(stored: unknown) {
  const words = (typeof stored === 'object' && stored) as SharedChoices
  for (const name of SHARED) {
    const word = words?.[name]
    if ((WORDS[name] as readonly unknown[]).includes(word)) localStorage.setItem(`latchkey.${name}`, word!)
  }
  tell()
}

/** Calls `keeper` with each shared choice that is made on this page. Returns a function that stops it. */
export function onKept(keeper: (choice: SharedChoices) => void) {
  keepers.add(keeper)
  return () => void keepers.delete(keeper)
}

function tell() {
  applyChoices()
  for (const listener of listeners) listener()
}

/** Applies the choices, also when another tab changes them. */
export function followChoices() {
  applyChoices()
  addEventListener('storage', tell)
}

/** Sets theme and density as data attributes, which the style sheets read. */
function applyChoices() {
  const { dataset } = document.documentElement
  dataset.theme = keptChoice('theme')
  dataset.density = keptChoice('density')
}

export function useChoice<Name extends keyof Choices>(name: Name): Choices[Name] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => keptChoice(name)
  )
}
