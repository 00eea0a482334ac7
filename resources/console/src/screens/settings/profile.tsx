import { useQueryClient } from '@tanstack/react-query'
import { meQuery, useMe } from '../../api/me'
import { changeProfile } from '../../api/my_account'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
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
    <form
      className="panel"
      aria-label="You"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        saved.write({
          firstName: String(typed.get('first')) || null,
          lastName: String(typed.get('last')) || null,
        })
      }}
    >
      <h2>You</h2>
      <p className="small quiet">{user.email}</p>
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
      <Refused refusal={saved.refusal} />
      <div className="actions">
        <Button type="submit" busy={saved.busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
