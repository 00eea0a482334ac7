import { useRef, useState } from 'react'
import { randomKey } from '../../api/random'
import type { Refusal } from '../../api/refusal'
import { refusedFile } from '../../api/refused_file'
import { attach } from '../../api/tickets'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icons'
import { Meter } from '../../ui/meter'
import { Refused } from '../../ui/refused'
import { sizeOf } from '../../ui/time'

/** Two files may have the same name, so `key` tells them apart. */
type Sent = { key: string; name: string; bytes: number; id?: string; part: number }
type Files = ReturnType<typeof useAttachments>

/** Holds the attachments of the next message. A file is uploaded as soon as it is chosen; the message names its id. */
export function useAttachments(ticketId: string) {
  const [sent, setSent] = useState<Sent[]>([])
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  async function add(file: File) {
    const mine = { key: randomKey(), name: file.name, bytes: file.size, part: 0 }
    const change = (next: Partial<Sent> | null) =>
      setSent((all) =>
        all.flatMap((one) => (one.key !== mine.key ? [one] : next ? [{ ...one, ...next }] : []))
      )
    setRefusal(null)
    setSent((all) => [...all, mine])
    try {
      const { id } = await attach(ticketId, file, (part) => change({ part }))
      change({ id, part: 1 })
    } catch (error) {
      change(null)
      setRefusal(refusedFile(file, error))
    }
  }
  return {
    sent,
    refusal,
    add,
    drop: (key: string) => setSent((all) => all.filter((one) => one.key !== key)),
    /** Removes files that a sent message now has, and what was said about another one. */
    clear: (ids: readonly string[]) => {
      setRefusal(null)
      setSent((all) => all.filter(({ id }) => !id || !ids.includes(id)))
    },
    busy: sent.some(({ id }) => !id),
    ids: sent.flatMap(({ id }) => id ?? []),
  }
}

/** Lists files. Without `drop`, they stay as they are. */
export function FileList({
  label,
  files,
  drop,
}: {
  label: string
  files: Sent[]
  drop?: (key: string) => void
}) {
  if (files.length === 0) return null
  return (
    <ul className="attachments" aria-label={label}>
      {files.map(({ key, name, bytes, id, part }) => (
        <li key={key} className="actions">
          <Icon name="file" />
          {name} <span className="faint numbers">{sizeOf(bytes)}</span>
          {!id && <Meter done={part} of={1} label={`Upload of ${name}`} />}
          {drop && (
            <Button
              look="plain square small"
              icon="x"
              aria-label={`Remove ${name}`}
              onClick={() => drop(key)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

export function Attachments({ files }: { files: Files }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileList label="Attachments" files={files.sent} drop={files.drop} />
      <Refused refusal={files.refusal} />
      <span>
        <input
          ref={input}
          type="file"
          aria-label="Files to attach"
          multiple
          hidden
          onChange={(event) => {
            for (const file of event.target.files ?? []) void files.add(file)
            event.target.value = ''
          }}
        />
        <Button look="small" icon="file" onClick={() => input.current?.click()}>
          Attach files
        </Button>
      </span>
    </>
  )
}
