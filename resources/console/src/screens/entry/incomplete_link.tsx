import { Card } from './card'
import { toConsole } from './to_console'

/** Shown in place of a page that a mail links to, if the address has lost its token, as when a link is cut in two. */
export function IncompleteLink({ title }: { title: string }) {
  return (
    <Card title={title} foot={toConsole}>
      <p className="notice warn" role="alert">
        This link is incomplete. Open the link in the mail again, or copy the whole of it.
      </p>
    </Card>
  )
}
