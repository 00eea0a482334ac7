import { getRouteApi, Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { openTicket } from '../../api/tickets'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Choice, Field, TextField } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import { useOnward } from '../../../../console/src/ui/use_onward'
import { useOwnLicenses } from '../licenses/own_licenses'
import { Page } from '../../ui/page'

const route = getRouteApi('/inside/tickets/new')
type Words = { subject: string; body: string; licenseId?: string; followsTicketId?: string }

export function NewTicket() {
  const { license, follows } = route.useSearch()
  const onward = useOnward()
  const queryClient = useQueryClient()
  const { write, busy, refusal } = useWrite((body: Words, key) => openTicket({ body, key }), {
    done: ({ ticket }) => {
      void queryClient.invalidateQueries({ queryKey: ['tickets'] })
      void onward({ to: '/tickets/$id', params: { id: ticket.id }, replace: true })
    },
  })
  const fields = refusal?.fields ?? {}
  const licenses = useOwnLicenses(license)
  return (
    <Page title="New question">
      <form
        className="panel form"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          const about = String(typed.get('license') ?? '')
          write({
            subject: String(typed.get('subject')),
            body: String(typed.get('body')),
            ...(about && { licenseId: about }),
            ...(follows && { followsTicketId: follows }),
          })
        }}
      >
        <Field label="Subject" name="subject" minLength={3} required autoFocus problem={fields.subject} />
        <Choice
          key={licenses?.length}
          label="About"
          name="license"
          defaultValue={license ?? ''}
          options={[
            ['', 'General question'],
            ...(licenses?.map(({ id, product, key }) => [id, `${product.name}, ${key}`] as const) ??
              // A question that is sent before they have loaded is about this license too.
              (license ? [[license, 'Loading'] as const] : [])),
          ]}
        />
        <TextField
          label="What happens, and what did you expect?"
          name="body"
          rows={8}
          required
          hint="You can attach files to your next message."
          problem={fields.body}
        />
        <Refused refusal={refusal} shown={['subject', 'body']} />
        <div className="actions">
          <Button type="submit" look="primary" busy={busy}>
            Send
          </Button>
          <Link to="/tickets" search={{}} className="button plain">
            Cancel
          </Link>
        </div>
      </form>
    </Page>
  )
}
