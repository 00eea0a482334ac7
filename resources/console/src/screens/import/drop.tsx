import { useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icons'
import { shown } from '../../ui/time'

const KIB = 1024

/** A place where the user drops or chooses a file. */
export function Drop({ file, choose }: { file: File | null; choose: (file: File | null) => void }) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      className={over ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        choose(event.dataTransfer.files[0] ?? null)
      }}
    >
      <Icon name="upload" />
      {file ? (
        <span>
          {file.name} <span className="faint numbers">{shown(Math.ceil(file.size / KIB))} KiB</span>
        </span>
      ) : (
        <span className="quiet">Drop a CSV, JSON or NDJSON file with a “key” column</span>
      )}
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label="File"
        accept=".csv,.json,.ndjson,.jsonl,.txt"
        onChange={(event) => {
          choose(event.target.files?.[0] ?? null)
          // The user may correct a file and choose it again under the same name. The browser only reports a changed
          // value, so reset the value.
          event.target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{file ? 'Choose another file' : 'Choose a file'}</Button>
    </div>
  )
}
