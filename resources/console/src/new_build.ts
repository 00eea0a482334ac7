const MARK = 'reloaded'

/** A tab that was open while the console was replaced may miss a file: the page is loaded anew, once. */
export function reloadOnceForNewBuild() {
  addEventListener('vite:preloadError', (event) => {
    const address = new URL(location.href)
    if (address.hash === `#${MARK}`) return
    event.preventDefault()
    address.hash = MARK
    location.replace(address)
    location.reload()
  })
}
