import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { attach, writeMessage } from '../../api/tickets'
import type { Attachment } from '../../api/types'
import { Refusal } from '../../../../console/src/api/refusal'
import { refusedFile } from '../../../../console/src/api/refused_file'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { TextField } from '../../../../console/src/ui/field'
import { leftOf } from '../../../../console/src/ui/typed'
import { Refused } from '../../../../console/src/ui/refused'

/** The largest number of files in a message. */
const MOST_FILES = 10
const TOO_MANY = new Refusal(
  0,
  'TOO_MANY_FILES',
  `A message takes ${MOST_FILES} files. The others were left out: send them with your next message.`
)

/**
 * Writes the next message of a ticket, with files. If the ticket is closed, only the text and the files that it already has
 * remain visible, because they can no longer be sent.
 */
export function Answer({ ticketId, closed }: { ticketId: string; closed: boolean }) {
  const queryClient = useQueryClient()
  const [body, setBody] = useState('')
  const [files, setFiles] = useState<Attachment[]>([])
  const [adding, setAdding] = useState(false)
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const { write, busy, refusal } = useWrite(
    (words: { body: string; attachmentIds: string[] }, key) =>
      writeMessage({ path: { ticketId }, body: words, key }),
    {
      done: (_, sent) => {
        setRefusals([])
        setBody((now) => leftOf(now, sent.body))
        setFiles((now) => now.filter(({ id }) => !sent.attachmentIds.includes(id)))
        for (const queryKey of [['messages', ticketId], ['ticket', ticketId], ['tickets']])
          void queryClient.invalidateQueries({ queryKey })
      },
    }
  )
  if (closed)
    return (
      <>
        {body.trim() !== '' && (
          <TextField label="Your message, which was not sent" rows={5} readOnly value={body} />
        )}
        {files.length > 0 && <p className="small">Files that were not sent:</p>}
        <FileList label="Files that were not sent" files={files} />
      </>
    )
  return (
    <form
      className="panel form"
      onSubmit={(event) => {
        event.preventDefault()
        write({ body, attachmentIds: files.map(({ id }) => id) })
      }}
    >
      <TextField
        label="Your message"
        name="body"
        rows={5}
        required
        value={body}
        onChange={({ target }) => setBody(target.value)}
        problem={refusal?.fields.body}
      />
      <Files
        ticketId={ticketId}
        files={files}
        change={setFiles}
        busy={adding}
        setBusy={setAdding}
        setRefusals={setRefusals}
      />
      {refusals.map((one, at) => (
        <Refused key={at} refusal={one} />
      ))}
      <Refused refusal={refusal} shown={['body']} />
      <div className="actions">
        {/* A message that is sent now would leave behind the file that is still being uploaded. */}
        <Button type="submit" look="primary" busy={busy} disabled={body.trim() === '' || adding}>
          Send
        </Button>
      </div>
    </form>
  )
}

type FilesProps = {
  ticketId: string
  files: Attachment[]
  change: Dispatch<SetStateAction<Attachment[]>>
  busy: boolean
  setBusy: (busy: boolean) => void
  setRefusals: Dispatch<SetStateAction<Refusal[]>>
}

/** Files are uploaded at once, one after the other. They become part of the message when it is sent. */
function Files({ ticketId, files, change, busy, setBusy, setRefusals }: FilesProps) {
  const input = useRef<HTMLInputElement>(null)
  async function add(chosen: File[]) {
    setBusy(true)
    const room = MOST_FILES - files.length
    setRefusals(chosen.length > room ? [TOO_MANY] : [])
    for (const file of chosen.slice(0, room)) {
      try {
        const stored = await attach(ticketId, file)
        change((now) => [...now, stored])
      } catch (error) {
        setRefusals((now) => [...now, refusedFile(file, error)])
      }
    }
    setBusy(false)
  }
  return (
    <>
      <FileList
        label="Attachments"
        files={files}
        drop={(id) => change((now) => now.filter((one) => one.id !== id))}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          void add([...(target.files ?? [])]).then(() => (target.value = ''))
        }}
      />
      <div className="actions">
        <Button
          icon="file"
          look="small"
          busy={busy}
          disabled={files.length >= MOST_FILES}
          onClick={() => input.current!.click()}
        >
          Add files
        </Button>
        <span className="small quiet">Up to 10 MiB each</span>
      </div>
    </>
  )
}

/** Lists files. Without `drop`, they stay as they are. */
function FileList({
  label,
  files,
  drop,
}: {
  label: string
  files: Attachment[]
  drop?: (id: string) => void
}) {
  if (files.length === 0) return null
  return (
    <ul className="files" aria-label={label}>
      {files.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          {drop && (
            <Button
              look="plain square small"
              icon="x"
              aria-label={`Remove ${name}`}
              onClick={() => drop(id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
