import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/** What this page may open and has not fetched yet. */
const waiting = new Set<() => Promise<unknown>>()
const SIGNS = ['pointerdown', 'keydown'] as const

/** Somebody has begun to work with the page: what it may open is fetched now, so that it opens at once. */
function fetchAhead() {
  for (const sign of SIGNS) removeEventListener(sign, fetchAhead, true)
  // What could not be fetched is tried again when it is shown.
  for (const load of waiting) void load().catch(() => {})
  waiting.clear()
}

/**
 * A component whose code is fetched once somebody uses the page that may open it, so that pages are shown without.
 * `meanwhile` stands in its place where it is shown before that.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null
): ComponentType<Props> {
  let loading: ReturnType<typeof load> | null = null
  const once = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    }))
  const Fetched = lazy(async () => ({ default: await once() })) as ComponentType<Props>
  waiting.add(once)
  for (const sign of SIGNS) addEventListener(sign, fetchAhead, true)
  return function Later(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Fetched {...props} />
      </Suspense>
    )
  }
}
