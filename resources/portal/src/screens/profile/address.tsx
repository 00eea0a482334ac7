import { useState } from 'react'
import { askForAddress, confirmAddress } from '../../api/account'
import type { EndUserProfile } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import { toast } from '../../../../console/src/ui/toasts'
import { CodeForm } from './code_form'
import { useKeep } from './use_keep'

/** Changes the email address. The new address is confirmed by a code that is mailed to it. */
export function Address({ endUser }: { endUser: EndUserProfile }) {
  const [challengeToken, setChallenge] = useState<string | null>(null)
  const keep = useKeep()
  const asked = useWrite((email: string, key) => askForAddress({ body: { email }, key }), {
    done: (answer) => setChallenge(answer.challengeToken),
  })
  const given = useWrite(
    (code: string, key) => confirmAddress({ body: { challengeToken: challengeToken!, code }, key }),
    {
      done: (answer) => {
        keep(answer)
        setChallenge(null)
        toast('Your email address is changed')
      },
    }
  )
  return (
    <section className="form">
      <h2>Email</h2>
      <div className="panel">
        <p>
          {endUser.email ?? 'None'}{' '}
          {endUser.email && !endUser.emailVerified && <span className="faint">not confirmed</span>}
        </p>
        {challengeToken ? (
          <CodeForm
            about="We sent a code to the new address."
            label="Confirm"
            sent={given}
            back={() => {
              given.reset()
              setChallenge(null)
            }}
          />
        ) : (
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              asked.write(String(new FormData(event.currentTarget).get('email')).trim())
            }}
          >
            <Field
              label="New email"
              name="email"
              type="email"
              autoComplete="email"
              required
              problem={asked.refusal?.fields.email}
            />
            <Refused refusal={asked.refusal} shown={['email']} />
            <div className="actions">
              <Button type="submit" busy={asked.busy}>
                Send code
              </Button>
            </div>
          </form>
        )}
      </div>
    </section>
  )
}
