import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { createLicenses } from '../../api/licenses'
import { forgetLicenses } from '../../api/org_stream'
import type { License, LicensesStoreData, Product } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { DAYS, endOfDay } from '../../ui/days'
import { Dialog } from '../../ui/dialog'
import { Choice, Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { keptChoice } from '../../ui/kept_choice'
import { Waiting } from '../../ui/states'
import { counted } from '../../ui/time'
import { useCover } from '../../ui/use_cover'
import { Made } from './made'
import { NoProducts } from './no_products'

type Body = LicensesStoreData['body']
type Mode = NonNullable<Body['expirationMode']>

const MODES = [
  ['never', 'Never'],
  ['fixed', 'On a date'],
  ['afterActivation', 'A number of days after first use'],
  ['both', 'A number of days after first use, by a date at the latest'],
] as const

const MOST = 500
const SHOWN = ['productId', 'key', 'count', 'expiresAt', 'expiresAfterDays']

/**
 * Builds the request body from the form. It leaves out empty fields, so that the service reports which ones are
 * missing.
 */
function bodyOf(typed: FormData): Body {
  const text = (name: string) => String(typed.get(name) ?? '').trim() || undefined
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)))
  return {
    productId: text('product') ?? '',
    expirationMode: text('mode') as Mode,
    expiresAt: endOfDay(text('day'), keptChoice('zone')),
    expiresAfterDays: number('days'),
    ...(text('key') ? { key: text('key') } : { count: number('count') ?? 1 }),
  }
}

export function CreateDialog({
  orgId,
  products,
  onClose: close,
}: {
  orgId: string
  /** Undefined while the products are loading. */
  products: Product[] | undefined
  onClose: () => void
}) {
  const onClose = useCover(close)
  const [mode, setMode] = useState<Mode>('never')
  const [own, setOwn] = useState(false)
  const [made, setMade] = useState<License[] | null>(null)
  const queryClient = useQueryClient()
  const created = useWrite((body: Body, key) => createLicenses({ path: { orgId }, body, key }), {
    done: ({ licenses }) => {
      setMade(licenses)
      forgetLicenses(queryClient, orgId)
    },
  })
  // Always the same `Dialog`: another one would take over neither the focus nor the element that gets it back.
  if (made)
    return (
      <Dialog title={`${counted(made.length, 'license')} created`} onClose={onClose}>
        <Made licenses={made} onClose={onClose} />
      </Dialog>
    )
  if (!products?.length)
    return (
      <Dialog title="New licenses" onClose={onClose}>
        {products ? <NoProducts orgId={orgId} of="license" /> : <Waiting rows={4} />}
      </Dialog>
    )
  const problems = created.refusal?.fields ?? {}
  return (
    <Dialog title="New licenses" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          created.write(bodyOf(new FormData(event.currentTarget)))
        }}
      >
        <Choice
          label="Product"
          name="product"
          required
          options={products.map(({ id, name }) => [id, name] as const)}
          problem={problems.productId}
        />
        {own ? (
          <Field label="Key" name="key" required autoFocus spellCheck={false} problem={problems.key} />
        ) : (
          <Field
            label="Quantity"
            name="count"
            type="number"
            min={1}
            max={MOST}
            defaultValue={1}
            hint={`1 to ${MOST}. Keys are generated.`}
            problem={problems.count}
          />
        )}
        <label className="check">
          <input type="checkbox" checked={own} onChange={(event) => setOwn(event.target.checked)} />
          Use my own key
        </label>
        <Choice
          label="Expires"
          name="mode"
          value={mode}
          onChange={(event) => setMode(event.target.value as Mode)}
          options={MODES}
        />
        <div className="form-row">
          {(mode === 'afterActivation' || mode === 'both') && (
            <Field
              label="Days after first use"
              name="days"
              type="number"
              min={1}
              defaultValue={365}
              problem={problems.expiresAfterDays}
            />
          )}
          {(mode === 'fixed' || mode === 'both') && (
            <Field
              label={mode === 'both' ? 'No later than' : 'Date'}
              name="day"
              {...DAYS}
              required
              problem={problems.expiresAt}
            />
          )}
        </div>
        <Refused refusal={created.refusal} shown={SHOWN} />
        <div className="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={created.busy}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
