import { useEffect, useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listLicenses } from '../../api/licenses'
import { asRefusal } from '../../api/refusal'
import { Dialog } from '../../ui/dialog'
import { Icon, type IconName } from '../../ui/icons'
import { Refused } from '../../ui/refused'
import { useSettled } from '../../ui/use_settled'

export type Entry = { label: string; icon: IconName; run: () => void; mono?: boolean }

/** How many characters of a key are searched for. */
const [LONG_ENOUGH, MOST_OF_KEY] = [3, 128]

/** A search field with its results below: entries by their label, and licenses by a part of their key. */
export function Finder({
  orgId,
  entries,
  onClose,
}: {
  orgId: string
  entries: Entry[]
  onClose: () => void
}) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const sought = text.trim()
  const settled = useSettled(sought)
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['found', orgId, settled],
    queryFn: ({ signal }) =>
      listLicenses({ path: { orgId }, query: { search: settled, pageSize: 6 }, signal }),
    enabled: settled.length >= LONG_ENOUGH,
  })
  // Results of an earlier text are hidden, so that Enter never opens one of them.
  const isFound = sought === settled && sought.length >= LONG_ENOUGH
  const licenses = (isFound ? (data?.licenses ?? []) : []).map((one) => ({
    label: one.key,
    icon: 'key' as const,
    mono: true,
    run: () => void navigate({ to: '/$org/licenses/$id', params: { org: orgId, id: one.id }, search: {} }),
  }))
  const refusal = isFound && !data && error ? asRefusal(error) : null
  const isSought = sought.length >= LONG_ENOUGH && (sought !== settled || isPending)
  const found: Entry[] = [
    ...entries.filter(({ label }) => label.toLowerCase().includes(sought.toLowerCase())),
    ...licenses,
  ]
  const chosen = Math.min(at, found.length - 1)
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  return (
    <Dialog title="Go to" look="palette" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Go to a page, or find a license by part of its key"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="Page, command or license key"
        autoFocus
        maxLength={MOST_OF_KEY}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step) {
            event.preventDefault()
            setAt((chosen + step + found.length) % Math.max(found.length, 1))
          } else if (event.key === 'Enter') run(found[chosen])
        }}
      />
      <ul role="listbox" id={`${id}-list`} aria-label="Results">
        {found.map((entry, index) => (
          <li
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={entry.mono ? 'mono' : undefined}
            onMouseMove={() => setAt(index)}
            onClick={() => run(entry)}
          >
            <Icon name={entry.icon} />
            {entry.label}
          </li>
        ))}
        {found.length === 0 && !refusal && (
          <li role="option" aria-selected="false" aria-disabled className="faint">
            {isSought ? 'Searching' : 'No results'}
          </li>
        )}
      </ul>
      <Refused refusal={refusal} retry={() => void refetch()} />
    </Dialog>
  )
}
