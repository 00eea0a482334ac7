import { useSyncExternalStore } from 'react'

/** How somebody likes it on this machine. Everything else is in addresses, or with the service. */
type Choices = {
  theme: 'system' | 'light' | 'dark'
  density: 'compact' | 'normal' | 'roomy'
  zone: 'local' | 'utc'
  shortcuts: 'on' | 'off'
  org: string
}

const USUAL: Choices = { theme: 'system', density: 'normal', zone: 'local', shortcuts: 'on', org: '' }
/** Words that a choice may be; whatever else somewhere is stored is passed over. */
const WORDS = {
  theme: ['system', 'light', 'dark'],
  density: ['compact', 'normal', 'roomy'],
  zone: ['local', 'utc'],
  shortcuts: ['on', 'off'],
} as const
type Shared = keyof typeof WORDS
const SHARED = Object.keys(WORDS) as Shared[]

const listeners = new Set<() => void>()
const keepers = new Set<() => void>()

export function keptChoice<Name extends keyof Choices>(name: Name): Choices[Name] {
  return (localStorage.getItem(`latchkey.${name}`) as Choices[Name] | null) ?? USUAL[name]
}

export function keepChoice<Name extends keyof Choices>(name: Name, value: Choices[Name]) {
  localStorage.setItem(`latchkey.${name}`, value)
  tell()
  if (name in WORDS) for (const keeper of keepers) keeper()
}

/** The choices that somebody has wherever they sign in. */
export const sharedChoices = () => Object.fromEntries(SHARED.map((name) => [name, keptChoice(name)]))

/** Takes over the choices that the service has of somebody. */
export function takeChoices(stored: unknown) {
  const words = (typeof stored === 'object' && stored) as Partial<Record<Shared, string>>
  for (const name of SHARED) {
    const word = words?.[name]
    if ((WORDS[name] as readonly unknown[]).includes(word)) localStorage.setItem(`latchkey.${name}`, word!)
  }
  tell()
}

/** Hears of each shared choice that somebody makes here. */
export function onKept(keeper: () => void) {
  keepers.add(keeper)
  return () => void keepers.delete(keeper)
}

function tell() {
  applyChoices()
  for (const listener of listeners) listener()
}

/** Puts theme and density where the style sheets look. */
export function applyChoices() {
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
