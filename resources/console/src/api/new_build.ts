const MARK = '#reloaded'

/** A tab that was open while the pages were replaced may miss a file: the page is loaded anew, once. */
export function reloadOnceForNewBuild() {
  addEventListener('vite:preloadError', () => void reloadOnce())
}

/** Not while the service is away: there would be nothing to load. */
async function reloadOnce() {
  if (location.hash === MARK) return
  const page = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
  if (!page?.ok) return
  const address = new URL(location.href)
  address.hash = MARK
  location.replace(address)
  location.reload()
}
