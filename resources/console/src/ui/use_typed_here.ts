import { useState } from 'react'

/** How often somebody has typed or chosen something in a field of the page, or dropped a file there. */
let inputs = 0
for (const event of ['input', 'drop']) addEventListener(event, () => void (inputs += 1), true)

/**
 * Returns whether something was typed on the page since the caller is there, or since `place` has changed. What is typed
 * there would be lost if the caller took its fields away.
 */
export function useTypedHere(place = ''): boolean {
  const [since, setSince] = useState({ place, inputs })
  if (since.place !== place) setSince({ place, inputs })
  return since.place === place && since.inputs !== inputs
}
