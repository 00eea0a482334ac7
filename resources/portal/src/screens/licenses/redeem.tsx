import { useQueryClient } from '@tanstack/react-query'
import { redeem } from '../../api/licenses'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import { toast } from '../../../../console/src/ui/toasts'
import { useOnward } from '../../../../console/src/ui/use_onward'
import { Page } from '../../ui/page'

/** Redeems a license key, which gives the license to the end user. */
export function Redeem() {
  const onward = useOnward()
  const queryClient = useQueryClient()
  const { write, busy, refusal } = useWrite(
    (licenseKey: string, key) => redeem({ body: { licenseKey }, key }),
    {
      done: ({ license }) => {
        queryClient.setQueryData(['license', license.id], { license })
        void queryClient.invalidateQueries({ queryKey: ['licenses'] })
        toast('License added')
        void onward({ to: '/licenses/$id', params: { id: license.id } })
      },
    }
  )
  return (
    <Page title="Redeem a key">
      <form
        className="panel form narrow"
        onSubmit={(event) => {
          event.preventDefault()
          write(String(new FormData(event.currentTarget).get('licenseKey')).trim())
        }}
      >
        <Field
          label="License key"
          name="licenseKey"
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
          hint="Enter it exactly as shown in your email or on your card."
          problem={refusal?.fields.licenseKey}
        />
        <Refused refusal={refusal} shown={['licenseKey']} />
        <div className="actions">
          <Button type="submit" look="primary" busy={busy}>
            Redeem
          </Button>
        </div>
      </form>
    </Page>
  )
}
