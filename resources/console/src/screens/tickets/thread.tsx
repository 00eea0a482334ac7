import { listMessages } from '../../api/tickets'
import type { Attachment, TicketMessage } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { Icon } from '../../ui/icons'
import { MorePages } from '../../ui/more_pages'
import { Loaded } from '../../ui/states'
import { sizeOf, Time } from '../../ui/time'

/** Shows the messages of a ticket, oldest first. Internal messages are highlighted. */
export function Thread({ ticketId }: { ticketId: string }) {
  const list = usePages(['messages', ticketId], (query, signal) =>
    listMessages({ path: { ticketId }, query, signal })
  )
  return (
    <>
      <Loaded query={list} rows={4}>
        {({ pages }) => (
          <ol className="thread" aria-label="Messages">
            {pages
              .flatMap((page) => page.messages)
              .map((message) => (
                <Message key={message.id} message={message} />
              ))}
          </ol>
        )}
      </Loaded>
      <MorePages of={list} label="Show later messages" />
    </>
  )
}

function Message({
  message: { author, body, internal, attachments, createdAt },
}: {
  message: TicketMessage
}) {
  const isTheirs = author.type === 'endUser'
  return (
    <li className={internal ? 'message internal' : isTheirs ? 'message' : 'message ours'}>
      <header className="actions between">
        <span className="actions">
          <b>{author.name ?? (isTheirs ? 'End user' : 'Team member')}</b>
          {internal && <span className="pill warn only-text">Internal note</span>}
        </span>
        <span className="faint small">
          <Time at={createdAt} />
        </span>
      </header>
      <p className="said">{body}</p>
      {attachments.length > 0 && (
        <ul className="attachments" aria-label="Attachments">
          {attachments.map((one) => (
            <li key={one.id}>
              <FileLink file={one} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function FileLink({ file: { name, bytes, downloadUrl } }: { file: Attachment }) {
  // `downloadUrl` is absolute and has the service's own host, which may differ from the host of this page.
  const { pathname, search } = new URL(downloadUrl)
  return (
    <a href={`${pathname}${search}`} download={name} className="file-link">
      <Icon name="file" />
      {name}
      <span className="faint numbers">{sizeOf(bytes)}</span>
    </a>
  )
}
