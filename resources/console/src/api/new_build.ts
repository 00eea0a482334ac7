const MARK = '#reloaded'

/** Reloads the page once if a file is missing. This happens if a new build replaces the pages while a tab is open. */
export function reloadOnceForNewBuild() {
  addEventListener('vite:preloadError', () => void reloadOnce())
}

/** Does nothing while the service is unreachable, because there would be nothing to load. */
async function reloadOnce() {
  if (location.hash === MARK) return
  const page = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
  if (!page?.ok) return
  const address = new URL(location.href)
  address.hash = MARK
  location.replace(address)
  location.reload()
}
