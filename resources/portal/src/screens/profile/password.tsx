import { useRef, useState } from 'react'
import { setPassword } from '../../api/account'
import { usePortal } from '../../api/portal'
import { sessionNow } from '../../api/session'
import type { EndUserProfile } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Field } from '../../../../console/src/ui/field'
import { PanelForm } from '../../../../console/src/ui/panel_form'
import { toast } from '../../../../console/src/ui/toasts'
import { useKeep } from './use_keep'

/** Doors that prove the email address. For ten minutes such a sign-in replaces the current password. */
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
  const [fresh, setFresh] = useState(isFresh)
  const form = useRef<HTMLFormElement>(null)
  const keep = useKeep()
  const saved = useWrite(
    (body: { newPassword: string; currentPassword?: string }, key) => setPassword({ body, key }),
    {
      done: (answer) => {
        keep(answer)
        form.current?.reset()
        toast('Your password is set. Other devices have been signed out.')
      },
      // The sign-in has become too old while the page was open.
      failed: ({ code }) => {
        if (code === 'UNAUTHORIZED') setFresh(false)
      },
    }
  )
  if (!signIn.password) return null
  return (
    <section className="form">
      <h2>Password</h2>
      {!fresh && !endUser.hasPassword ? (
        <p className="panel small">To set a password, sign out and sign in again with an email code.</p>
      ) : (
        <PanelForm
          ref={form}
          title="Password"
          headed
          label={endUser.hasPassword ? 'Change password' : 'Set password'}
          sent={saved}
          shown={['newPassword']}
          send={(typed) => {
            const current = typed.get('current')
            saved.write({
              newPassword: String(typed.get('new')),
              ...(current && { currentPassword: String(current) }),
            })
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
            problem={saved.refusal?.fields.newPassword}
          />
        </PanelForm>
      )}
    </section>
  )
}
