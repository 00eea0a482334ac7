import { resendMany } from '../../api/webhooks'
import type { WebhookEndpoint, WebhookSendsReplayManyData } from '../../api/types'
import { useCheck } from '../../api/use_check'
import { useWrite } from '../../api/writes'
import { momentOf, MOMENTS } from '../../ui/days'
import { Choice, Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { keptChoice } from '../../ui/kept_choice'
import { counted } from '../../ui/time'
import { toast } from '../../ui/toasts'

type Body = WebhookSendsReplayManyData['body']

/** Sends all deliveries since a moment again. The user sees their number first, then confirms. */
export function RecoverDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  /** What to send, once it is counted. */
  const checked = useCheck<Body, { body: Body; count: number }>()
  const path = { productId: endpoint.productId, endpointId: endpoint.id }
  const counting = useWrite((body: Body, key) => resendMany({ path, body: { ...body, dryRun: true }, key }), {
    done: ({ count }, body) => checked.take(body, { body, count }),
  })
  const sent = useWrite((body: Body, key) => resendMany({ path, body, key }), {
    done: ({ count }) => {
      toast(`${counted(count, 'delivery', 'deliveries')} on the way`)
      onClose()
    },
  })
  const count = checked.result?.count
  return (
    <FormDialog
      title="Redeliver"
      about="Events that have been delivered since, or are on their way, are skipped."
      label={count === undefined ? 'Count' : `Redeliver ${counted(count, 'delivery', 'deliveries')}`}
      disabled={count === 0}
      sent={{ busy: counting.busy || sent.busy, refusal: counting.refusal ?? sent.refusal }}
      shown={['since']}
      onClose={onClose}
      send={(typed) => {
        if (checked.result) return sent.write(checked.result.body)
        const body = {
          status: typed.get('status') as Body['status'],
          since: momentOf(String(typed.get('since')), keptChoice('zone')),
        }
        counting.write(checked.wait(body))
      }}
    >
      <div className="form-row" onChange={checked.forget}>
        <Choice
          label="Deliveries"
          name="status"
          options={[
            ['failed', 'Failed'],
            ['cancelled', 'Cancelled'],
            ['succeeded', 'Delivered'],
          ]}
        />
        <Field label="Since" name="since" {...MOMENTS} required problem={counting.refusal?.fields.since} />
      </div>
      {count === 0 && <p className="small quiet">There is nothing to redeliver.</p>}
    </FormDialog>
  )
}
