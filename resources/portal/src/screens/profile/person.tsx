import { Fragment } from 'react'
import { changeProfile } from '../../api/account'
import type { EndUserProfile } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Field } from '../../../../console/src/ui/field'
import { PanelForm } from '../../../../console/src/ui/panel_form'
import { toast } from '../../../../console/src/ui/toasts'
import { changedOf, textOrNull } from '../../../../console/src/ui/typed'
import { useFields } from '../../../../console/src/ui/use_fields'
import { useKeep } from './use_keep'

type Words = Pick<EndUserProfile, 'firstName' | 'lastName' | 'username' | 'marketingConsent'>

/** Edits names and consent. Fields without unsaved changes show what the service holds now. */
export function Person({ endUser }: { endUser: EndUserProfile }) {
  const { firstName, lastName, username, marketingConsent } = endUser
  const fields = useFields(JSON.stringify({ firstName, lastName, username, marketingConsent }))
  const shown = JSON.parse(fields.key) as Words
  const keep = useKeep()
  const saved = useWrite((body: Partial<Words>, key) => changeProfile({ body, key }), {
    failed: fields.refused,
    done: (answer) => {
      fields.done()
      keep(answer)
      toast('Saved')
    },
  })
  const problems = saved.refusal?.fields ?? {}
  return (
    <section className="form">
      <h2>You</h2>
      <PanelForm
        form={fields.form}
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
          fields.sent()
          saved.write(changedOf(words, shown))
        }}
      >
        <Fragment key={fields.key}>
          <div className="form-row">
            <Field
              label="First name"
              name="firstName"
              autoComplete="given-name"
              defaultValue={shown.firstName ?? ''}
              problem={problems.firstName}
            />
            <Field
              label="Last name"
              name="lastName"
              autoComplete="family-name"
              defaultValue={shown.lastName ?? ''}
              problem={problems.lastName}
            />
          </div>
          <Field
            label="Username"
            name="username"
            autoComplete="nickname"
            defaultValue={shown.username ?? ''}
            problem={problems.username}
          />
          <label className="check">
            <input type="checkbox" name="consent" defaultChecked={shown.marketingConsent} /> News and offers
            by email
          </label>
        </Fragment>
      </PanelForm>
    </section>
  )
}
