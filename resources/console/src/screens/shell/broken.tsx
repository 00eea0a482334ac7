import { asRefusal } from '../../api/refusal'
import { Refused } from '../../ui/refused'

/** Shown if a page cannot be rendered. */
export function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <main className="page">
      <h1>Something went wrong on this page</h1>
      <Refused refusal={asRefusal(error)} retry={reset} />
    </main>
  )
}
