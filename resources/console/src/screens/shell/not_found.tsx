import { Link } from '@tanstack/react-router'

/** Inside what stands around the screens. */
export function NotFound() {
  return (
    <div className="empty">
      <h1>There is no such page</h1>
      <p>
        <Link to="/">Go to the console</Link>
      </p>
    </div>
  )
}

/** With nothing around it. */
export function NothingHere() {
  return (
    <main>
      <NotFound />
    </main>
  )
}
