import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { fulfilOrder, rejectOrder, reverseOrder } from '../../api/orders'
import { forgetLicenses } from '../../api/org_stream'
import type { Order } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { toastRefusal } from '../../ui/toasts'
import { Offered } from '../../ui/while_allowed'

/** The actions that are possible in the order's current state. */
export function OrderSteps({ orgId, order }: { orgId: string; order: Order }) {
  const [asked, setAsked] = useState<'reject' | 'reverse' | null>(null)
  const queryClient = useQueryClient()
  const path = { orgId, orderId: order.id }
  const changed = (answer: { order: Order }) => {
    setAsked(null)
    queryClient.setQueryData(['order', order.id], answer)
    void queryClient.invalidateQueries({ queryKey: ['orders', orgId] })
    forgetLicenses(queryClient, orgId)
  }
  const fulfilled = useWrite((_: object, key) => fulfilOrder({ path, key }), {
    done: changed,
    failed: toastRefusal,
  })
  const rejected = useWrite((reason: string, key) => rejectOrder({ path, body: { reason }, key }), {
    done: changed,
  })
  const reversed = useWrite(
    (body: { reason: string; force?: boolean }, key) => reverseOrder({ path, body, key }),
    { done: changed }
  )
  const reason = (problem?: string) => (
    <Field label="Reason" name="reason" required autoFocus problem={problem} />
  )
  const reasonOf = (typed: FormData) => String(typed.get('reason'))
  return (
    <>
      <Offered>
        {order.state === 'pending' && (
          <>
            <Button onClick={() => setAsked('reject')}>Reject</Button>
            <Button look="primary" busy={fulfilled.busy} onClick={() => fulfilled.write({})}>
              Fulfil
            </Button>
          </>
        )}
        {order.state === 'fulfilled' && <Button onClick={() => setAsked('reverse')}>Reverse order</Button>}
      </Offered>
      {asked === 'reject' && (
        <FormDialog
          title={`Reject order ${order.number}`}
          about="The end user sees this reason."
          label="Reject"
          danger
          sent={rejected}
          shown={['reason']}
          onClose={() => setAsked(null)}
          send={(typed) => rejected.write(reasonOf(typed))}
        >
          {reason(rejected.refusal?.fields.reason)}
        </FormDialog>
      )}
      {asked === 'reverse' && (
        <FormDialog
          title={`Reverse order ${order.number}`}
          about="Licenses issued by this order are revoked. Changes to existing licenses are undone."
          label="Reverse order"
          danger
          sent={reversed}
          shown={['reason']}
          onClose={() => setAsked(null)}
          send={(typed) =>
            reversed.write({ reason: reasonOf(typed), ...(typed.has('force') && { force: true }) })
          }
        >
          {reason(reversed.refusal?.fields.reason)}
          <label className="check">
            <input type="checkbox" name="force" />
            Even if the license has changed since
          </label>
        </FormDialog>
      )}
    </>
  )
}
