import { changeProfile } from '../../api/account'
import type { EndUserProfile } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import { toast } from '../../../../console/src/ui/toasts'
import { useKeep } from './use_keep'

type Words = Pick<EndUserProfile, 'firstName' | 'lastName' | 'username' | 'marketingConsent'>

/** Name and consent. */
export function Person({ endUser }: { endUser: EndUserProfile }) {
  const keep = useKeep()
  const { write, busy, refusal } = useWrite((body: Words, key) => changeProfile({ body, key }), {
    done: (answer) => {
      keep(answer)
      toast('Saved')
    },
  })
  const fields = refusal?.fields ?? {}
  return (
    <section className="form">
      <h2>You</h2>
      <form
        className="panel form"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          const text = (name: string) => String(typed.get(name)).trim() || null
          write({
            firstName: text('firstName'),
            lastName: text('lastName'),
            username: text('username'),
            marketingConsent: typed.has('consent'),
          })
        }}
      >
        <div className="form-row">
          <Field
            label="First name"
            name="firstName"
            autoComplete="given-name"
            maxLength={100}
            defaultValue={endUser.firstName ?? ''}
            problem={fields.firstName}
          />
          <Field
            label="Last name"
            name="lastName"
            autoComplete="family-name"
            maxLength={100}
            defaultValue={endUser.lastName ?? ''}
            problem={fields.lastName}
          />
        </div>
        <Field
          label="User name"
          name="username"
          autoComplete="nickname"
          defaultValue={endUser.username ?? ''}
          problem={fields.username}
        />
        <label className="check">
          <input type="checkbox" name="consent" defaultChecked={endUser.marketingConsent} /> News and offers
          by mail
        </label>
        <Refused refusal={Object.keys(fields).length > 0 ? null : refusal} />
        <div className="actions">
          <Button type="submit" look="primary" busy={busy}>
            Save
          </Button>
        </div>
      </form>
    </section>
  )
}
