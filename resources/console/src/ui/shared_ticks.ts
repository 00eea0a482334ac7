type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/**
 * One timer for all parts of a page that show how long ago something was. It runs only while there are listeners and
 * somebody can see the page. A page that is seen again ticks at once.
 */
export function sharedTicks(page: Page, every: number) {
  const listeners = new Set<() => void>()
  let ticks = 0
  let timer: ReturnType<typeof setInterval> | undefined

  const tick = () => {
    ticks++
    for (const listener of listeners) listener()
  }
  const run = () => {
    clearInterval(timer)
    timer = page.hidden ? undefined : setInterval(tick, every)
  }
  const look = () => {
    run()
    if (!page.hidden) tick()
  }

  return {
    count: () => ticks,
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        run()
        page.addEventListener('visibilitychange', look)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        page.removeEventListener('visibilitychange', look)
      }
    },
  }
}
