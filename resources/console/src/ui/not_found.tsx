import { Link } from '@tanstack/react-router'

/** Pages for addresses that lead nowhere: inside what stands around the pages, and with nothing around. */
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
