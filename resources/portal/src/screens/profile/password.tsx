import { useState } from 'react'
import { setPassword } from '../../api/account'
import { usePortal } from '../../api/portal'
import { sessionNow } from '../../api/session'
import type { EndUserProfile } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import { toast } from '../../../../console/src/ui/toasts'
import { useKeep } from './use_keep'

/** Doors that prove the address; less than ten minutes ago they stand for the current password. */
const PROOFS = ['code', 'link', 'invite']
const FRESH_SECONDS = 600

function isFresh(): boolean {
  const claims = sessionNow()?.claims
  return (
    claims !== undefined &&
    PROOFS.includes(claims.amr[0]) &&
    Date.now() / 1000 - claims.auth_time < FRESH_SECONDS
  )
}

export function Password({ endUser }: { endUser: EndUserProfile }) {
  const { signIn } = usePortal()
  const [fresh] = useState(isFresh)
  const keep = useKeep()
  const { write, busy, refusal } = useWrite(
    (body: { newPassword: string; currentPassword?: string }, key) => setPassword({ body, key }),
    {
      done: (answer) => {
        keep(answer)
        toast('Your password is set, and other devices are signed out')
      },
    }
  )
  if (!signIn.password) return null
  const problem = refusal?.fields.newPassword
  return (
    <section className="form">
      <h2>Password</h2>
      {!fresh && !endUser.hasPassword ? (
        <p className="panel small">To set a password, sign out, and sign in again with a code by mail.</p>
      ) : (
        <form
          className="panel form"
          key={String(endUser.hasPassword)}
          onSubmit={(event) => {
            event.preventDefault()
            const form = event.currentTarget
            const typed = new FormData(form)
            const current = typed.get('current')
            write({
              newPassword: String(typed.get('new')),
              ...(current && { currentPassword: String(current) }),
            })
            form.reset()
          }}
        >
          {!fresh && (
            <Field
              label="Current password"
              name="current"
              type="password"
              autoComplete="current-password"
              required
            />
          )}
          <Field
            label="New password"
            name="new"
            type="password"
            autoComplete="new-password"
            required
            problem={problem}
          />
          <Refused refusal={problem ? null : refusal} />
          <div className="actions">
            <Button type="submit" busy={busy}>
              {endUser.hasPassword ? 'Change password' : 'Set password'}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
