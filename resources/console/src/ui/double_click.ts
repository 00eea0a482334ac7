const BUTTONS = 'button, [role=menuitem]'

/** The button that the first click of the latest series of clicks was on. */
let first: Element | null = null

/**
 * Ignores the second click of a double click on a button that has taken the place of the first one in the meantime, e.g.
 * the button of the next row once a row is removed, or the one that confirms.
 */
export function ignoreStrayClicks() {
  const check = (event: MouseEvent) => {
    const button = (event.target as Element).closest(BUTTONS)
    if (event.detail < 2) first = button
    else if (button && button !== first) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  // Before all other handlers of the click.
  addEventListener('click', check, true)
}
