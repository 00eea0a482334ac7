import { useState } from 'react'
import { askForAddress, confirmAddress } from '../../api/account'
import { wasJustAsked, type AskedCode } from '../../api/mailed_code'
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
  const [last, setLast] = useState<AskedCode | null>(null)
  const [isAsking, setAsking] = useState(false)
  const keep = useKeep()
  const asked = useWrite((email: string, key) => askForAddress({ body: { email }, key }), {
    done: ({ challengeToken }, email) => {
      setLast({ email, challengeToken, at: Date.now() })
      setAsking(true)
    },
  })
  const given = useWrite(
    (code: string, key) => confirmAddress({ body: { challengeToken: last!.challengeToken, code }, key }),
    {
      done: (answer) => {
        keep(answer)
        setLast(null)
        setAsking(false)
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
        {isAsking ? (
          <CodeForm
            about="We sent a code to the new address."
            label="Confirm"
            sent={given}
            back={() => {
              given.reset()
              setAsking(false)
            }}
          />
        ) : (
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              const email = String(new FormData(event.currentTarget).get('email')).trim()
              if (wasJustAsked(last, email)) setAsking(true)
              else asked.write(email)
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
