import { Link } from '@tanstack/react-router'
import { Card } from './card'

/** Shown in place of a page that a mail links to, if the address has lost its token, as when a link is cut in two. */
export function IncompleteLink({ title }: { title: string }) {
  return (
    <Card
      title={title}
      foot={
        <Link to="/" className="linked">
          Go to the console
        </Link>
      }
    >
      <p className="notice warn" role="alert">
        This link is incomplete. Open the link in the mail again, or copy the whole of it.
      </p>
    </Card>
  )
}
