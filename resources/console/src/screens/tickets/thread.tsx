import { ownAddress } from '../../api/own_address'
import { listMessages } from '../../api/tickets'
import type { Attachment, TicketMessage } from '../../api/types'
import { useFreshFiles } from '../../api/use_fresh_files'
import { useAllPages } from '../../api/use_all_pages'
import { DownloadLink } from '../../ui/download_link'
import { Icon } from '../../ui/icons'
import { MorePages } from '../../ui/more_pages'
import { Loaded } from '../../ui/states'
import { sizeOf, Time } from '../../ui/time'

/** Shows all messages of a ticket, oldest first. Internal messages are highlighted. */
export function Thread({ ticketId }: { ticketId: string }) {
  const list = useAllPages(['messages', ticketId], (query, signal) =>
    listMessages({ path: { ticketId }, query: { ...query, limit: 100 }, signal })
  )
  const fresh = useFreshFiles(list)
  return (
    <>
      <Loaded query={list} rows={4}>
        {({ pages }) => (
          <ol className="thread" aria-label="Messages">
            {pages
              .flatMap((page) => page.messages)
              .map((message) => (
                <Message key={message.id} message={message} fresh={fresh} />
              ))}
          </ol>
        )}
      </Loaded>
      {list.isFetchNextPageError && <MorePages of={list} label="Show later messages" />}
    </>
  )
}

type Fresh = (attachmentId: string) => Promise<string>

function Message({
  message: { author, body, internal, attachments, createdAt },
  fresh,
}: {
  message: TicketMessage
  fresh: Fresh
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
              <FileLink file={one} fresh={fresh} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type Shown = { file: Attachment; fresh: Fresh }

function FileLink({ file: { id, name, bytes, downloadUrl }, fresh }: Shown) {
  return (
    <DownloadLink href={ownAddress(downloadUrl)} name={name} look="file-link" fresh={() => fresh(id)}>
      <Icon name="file" />
      {name}
      <span className="faint numbers">{sizeOf(bytes)}</span>
    </DownloadLink>
  )
}
