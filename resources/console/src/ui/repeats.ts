const BUTTONS = 'button, [role=menuitem]'
const wordsOf = (button: Element) => [button.ariaLabel, button.textContent].join()

/** The button that the first click of the latest series of clicks was on, and what it said then. */
let first: Element | null = null
let words = ''

function ignore(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Ignores what a user does once more than meant. Of a double click, that is the second click if a button has taken the
 * place of the first one in the meantime, e.g. the button of the next row once a row is removed, or if the button says
 * something else, e.g. the one that confirms. Of Enter that is held down, that is every repeat, except new lines in a text
 * area: an action would be sent again, or an action confirmed that was only to be counted.
 */
export function ignoreRepeats() {
  // Before all other handlers.
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest(BUTTONS)
      if (event.detail < 2) {
        first = button
        words = button ? wordsOf(button) : ''
      } else if (button && (button !== first || wordsOf(button) !== words)) ignore(event)
    },
    true
  )
  addEventListener(
    'keydown',
    (event) => {
      if (event.repeat && event.key === 'Enter' && !(event.target as Element).matches('textarea'))
        ignore(event)
    },
    true
  )
}
