import { useEffect, useRef } from 'react'
import { changeProfile } from '../../api/account'
import type { EndUserProfile } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Field } from '../../../../console/src/ui/field'
import { PanelForm } from '../../../../console/src/ui/panel_form'
import { toast } from '../../../../console/src/ui/toasts'
import { changedOf, textOrNull } from '../../../../console/src/ui/typed'
import { useKeep } from './use_keep'

type Words = Pick<EndUserProfile, 'firstName' | 'lastName' | 'username' | 'marketingConsent'>

/** Edits names and consent. Fields without unsaved changes show what the service holds now. */
export function Person({ endUser }: { endUser: EndUserProfile }) {
  const keep = useKeep()
  const saved = useWrite((body: Partial<Words>, key) => changeProfile({ body, key }), {
    done: (answer) => {
      keep(answer)
      toast('Saved')
    },
  })
  const form = useRef<HTMLFormElement>(null)
  // A field that was filled counts as typed in until a reset; only then does it follow what the service holds.
  useEffect(() => form.current?.reset(), [saved.answer])
  const fields = saved.refusal?.fields ?? {}
  return (
    <section className="form">
      <h2>You</h2>
      <PanelForm
        ref={form}
        title="You"
        headed
        label="Save"
        look="primary"
        sent={saved}
        shown={['firstName', 'lastName', 'username']}
        send={(typed) => {
          const words: Words = {
            firstName: textOrNull(typed, 'firstName'),
            lastName: textOrNull(typed, 'lastName'),
            username: textOrNull(typed, 'username'),
            marketingConsent: typed.has('consent'),
          }
          saved.write(changedOf(words, endUser))
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
          label="Username"
          name="username"
          autoComplete="nickname"
          defaultValue={endUser.username ?? ''}
          problem={fields.username}
        />
        <label className="check">
          <input type="checkbox" name="consent" defaultChecked={endUser.marketingConsent} /> News and offers
          by email
        </label>
      </PanelForm>
    </section>
  )
}
