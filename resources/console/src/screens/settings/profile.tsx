import { useQueryClient } from '@tanstack/react-query'
import { meQuery, useMe } from '../../api/me'
import { changeProfile, mailConfirmation } from '../../api/my_account'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { PanelForm } from '../../ui/panel_form'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'

export function Profile() {
  const { user } = useMe()
  const queryClient = useQueryClient()
  const saved = useWrite(
    (body: { firstName: string | null; lastName: string | null }, key) => changeProfile({ body, key }),
    {
      done: () => {
        void queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
        toast('Saved')
      },
    }
  )
  return (
    <PanelForm
      title="You"
      label="Save"
      sent={saved}
      shown={['firstName', 'lastName']}
      send={(typed) => {
        saved.write({
          firstName: String(typed.get('first')) || null,
          lastName: String(typed.get('last')) || null,
        })
      }}
    >
      <p className="small quiet">{user.email}</p>
      {!user.emailVerified && <Unconfirmed />}
      <div className="form-row">
        <Field
          label="First name"
          name="first"
          defaultValue={user.firstName ?? ''}
          autoComplete="given-name"
          problem={saved.refusal?.fields.firstName}
        />
        <Field
          label="Last name"
          name="last"
          defaultValue={user.lastName ?? ''}
          autoComplete="family-name"
          problem={saved.refusal?.fields.lastName}
        />
      </div>
    </PanelForm>
  )
}

/** Shown for an unverified email address. It sends the mail again, because the first one may be lost. */
function Unconfirmed() {
  const { write, busy, refusal } = useWrite((_: object, key) => mailConfirmation({ key }), {
    done: () => toast('The email is on its way'),
  })
  return (
    <>
      <p className="small">Your email address is not confirmed yet.</p>
      <div className="actions">
        <Button busy={busy} onClick={() => write({})}>
          Resend the link
        </Button>
      </div>
      <Refused refusal={refusal} />
    </>
  )
}
