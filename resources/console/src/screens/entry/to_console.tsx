import { Link } from '@tanstack/react-router'

/** The way on from the page of a link in a mail. */
export const toConsole = (
  <Link to="/" className="linked">
    Go to the console
  </Link>
)
