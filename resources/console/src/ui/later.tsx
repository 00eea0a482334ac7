import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { loadCode } from '../api/load_code'

/** Code that this page may need and has not begun to fetch. */
const waiting = new Set<() => Promise<unknown>>()
const SIGNS = ['pointerdown', 'keydown'] as const

/** Fetches the code at the first sign that the user works with the page, so that menus and dialogs open at once. */
function fetchAhead() {
  for (const sign of SIGNS) removeEventListener(sign, fetchAhead, true)
  // Code that could not be fetched is fetched again when it is shown. Until then nothing says so: a banner that appears
  // between the press and the release of the mouse moves the button away, and its click is lost.
  for (const load of waiting) void load().catch(() => {})
  waiting.clear()
}

/**
 * A component whose code is fetched once the user works with the page that may open it, so that the page appears
 * without waiting for this code. `meanwhile` is shown in its place until the code is there.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null
): ComponentType<Props> {
  let loading: ReturnType<typeof load> | null = null
  const once = () =>
    (loading ??= loadCode(load).catch((error: unknown) => {
      loading = null
      throw error
    }))
  const Fetched = lazy(async () => ({ default: await once() })) as ComponentType<Props>
  waiting.add(load)
  for (const sign of SIGNS) addEventListener(sign, fetchAhead, true)
  return function Later(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Fetched {...props} />
      </Suspense>
    )
  }
}
