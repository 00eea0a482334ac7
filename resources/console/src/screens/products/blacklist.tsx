import { useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { addToBlacklist, listBlacklist, removeFromBlacklist } from '../../api/products'
import type { BlacklistsBulkData } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Choice, Field, TextField } from '../../ui/field'
import { PanelForm } from '../../ui/panel_form'
import { same } from '../../ui/same'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { counted, shown, Time } from '../../ui/time'
import { toast, toastRefusal } from '../../ui/toasts'
import { linesOf, textOf } from '../../ui/typed'
import { WhileAllowed } from '../../ui/while_allowed'

type Entry = BlacklistsBulkData['body']['entries'][number]

/** Lists the devices and IP addresses on which no license of the product may be used. */
export function Blacklist({ productId, mayChange }: { productId: string; mayChange: boolean }) {
  const queryClient = useQueryClient()
  const changed = () => void queryClient.invalidateQueries({ queryKey: ['blacklist', productId] })
  const list = usePages(['blacklist', productId], (query, signal) =>
    listBlacklist({ path: { productId }, query, signal })
  )
  const removed = useWrite(
    (entryId: string, key) => removeFromBlacklist({ path: { productId, entryId }, key }),
    {
      done: changed,
      failed: toastRefusal,
    }
  )
  return (
    <>
      <WhileAllowed may={mayChange}>
        <Add productId={productId} changed={changed} />
      </WhileAllowed>
      <Loaded query={list}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          if (entries.length === 0)
            return (
              <Empty title="The blacklist is empty">
                Devices and IP addresses on the blacklist cannot use any license of this product.
              </Empty>
            )
          return (
            <Table
              label="Blacklist"
              list={list}
              heads={['Kind', 'Value', 'Reason', 'Hits', 'Last hit', 'Added', ...(mayChange ? [''] : [])]}
              rows={entries.map(({ id, type, value, reason, hits, lastHitAt, createdAt }) => ({
                id,
                cells: [
                  type === 'IP' ? 'Address' : 'Device',
                  <span key="v" className="mono breaks">
                    {value}
                  </span>,
                  <span key="r" className="quiet">
                    {reason}
                  </span>,
                  shown(hits),
                  <Time key="h" at={lastHitAt} none="Never" />,
                  <Time key="c" at={createdAt} />,
                  ...(mayChange
                    ? [
                        <Button
                          key="x"
                          look="plain square small"
                          icon="x"
                          aria-label={`Remove ${value}`}
                          busy={removed.busy && removed.words === id}
                          onClick={() => removed.write(id)}
                        />,
                      ]
                    : []),
                ],
              }))}
            />
          )
        }}
      </Loaded>
    </>
  )
}

/** Returns the entries that the form holds, one per line. */
function entriesOf(typed: FormData): Entry[] {
  const type = typed.get('type') as Entry['type']
  const reason = textOf(typed, 'reason')
  return linesOf(typed, 'values').map((value) => ({ type, value, reason }))
}

function Add({ productId, changed }: { productId: string; changed: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const added = useWrite(
    (entries: Entry[], key) => addToBlacklist({ path: { productId }, body: { entries }, key }),
    {
      done: ({ added: count, duplicates }, sent) => {
        changed()
        // What was typed in the meantime stays.
        if (form.current && same(entriesOf(new FormData(form.current)), sent)) form.current.reset()
        toast(
          `${counted(count, 'entry', 'entries')} added${duplicates ? `, ${shown(duplicates)} there already` : ''}`
        )
      },
    }
  )
  return (
    <PanelForm
      ref={form}
      title="Add blacklist entries"
      label="Add to the blacklist"
      sent={added}
      shown={['entries']}
      send={(typed) => added.write(entriesOf(typed))}
    >
      <div className="form-row">
        <Choice
          label="Kind"
          name="type"
          options={[
            ['HWID', 'Devices'],
            ['IP', 'IP addresses or ranges, such as 10.0.0.0/8'],
          ]}
        />
        <Field label="Reason" name="reason" />
      </div>
      <TextField
        label="Values, one per line"
        name="values"
        required
        rows={3}
        spellCheck={false}
        problem={added.refusal?.fields.entries}
      />
    </PanelForm>
  )
}
