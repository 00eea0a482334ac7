import { listMessages } from '../../api/tickets'
import type { TicketMessage } from '../../api/types'
import { ownAddress } from '../../../../console/src/api/own_address'
import { useFreshFiles } from '../../../../console/src/api/use_fresh_files'
import { useAllPages } from '../../../../console/src/api/use_all_pages'
import { DownloadLink } from '../../../../console/src/ui/download_link'
import { Icon } from '../../../../console/src/ui/icons'
import { MorePages } from '../../../../console/src/ui/more_pages'
import { Loaded } from '../../../../console/src/ui/states'
import { shown, Time } from '../../../../console/src/ui/time'

/** Shows all messages of a ticket, oldest first. */
export function Thread({ ticketId }: { ticketId: string }) {
  const list = useAllPages(['messages', ticketId], (query, signal) =>
    listMessages({ path: { ticketId }, query: { ...query, limit: 100 }, signal })
  )
  const fresh = useFreshFiles(list)
  return (
    <>
      <Loaded query={list} rows={3}>
        {({ pages }) => (
          <ol className="thread" aria-label="Messages">
            {pages
              .flatMap(({ messages }) => messages)
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

type Shown = { message: TicketMessage; fresh: (attachmentId: string) => Promise<string> }

function Message({ message: { author, body, attachments, createdAt }, fresh }: Shown) {
  const isOwn = author.type === 'endUser'
  return (
    <li className={isOwn ? 'message own' : 'message'}>
      <p className="small quiet">
        <b>{isOwn ? 'You' : (author.name ?? 'Support')}</b> <Time at={createdAt} />
      </p>
      <div className="body">{body}</div>
      {attachments.length > 0 && (
        <ul className="files">
          {attachments.map(({ id, name, bytes, downloadUrl }) => (
            <li key={id}>
              <DownloadLink href={ownAddress(downloadUrl)} name={name} look="linked" fresh={() => fresh(id)}>
                <Icon name="file" /> {name}
              </DownloadLink>
              <span className="small quiet">{shown(Math.ceil(bytes / 1024))} KiB</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
