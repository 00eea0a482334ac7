import { Link } from '@tanstack/react-router'

/** Pages for unknown addresses: `NotFound` for use inside the frame, `NothingHere` for use without it. */
export function notFoundPages(wayHome: string) {
  const NotFound = () => (
    <div className="empty">
      <h1>Page not found</h1>
      <p>
        <Link to="/">{wayHome}</Link>
      </p>
    </div>
  )
  const NothingHere = () => (
    <main>
      <NotFound />
    </main>
  )
  return { NotFound, NothingHere }
}
