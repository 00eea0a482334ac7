import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { meQuery, useMe } from '../../api/me'
import { disableTotp, makeBackupCodes } from '../../api/my_account'
import { Button } from '../../ui/button'
import { SecretDialog } from '../../ui/secret'
import { TotpProof } from './totp_proof'
import { TurnOnTotp } from './totp_turn_on'

/** Manages the second factor: a code from an authenticator app, in addition to the password. */
export function Totp() {
  const { user } = useMe()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'codes' | 'end' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const refresh = () => void queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
  const close = () => setAsking(null)
  return (
    <section className="panel" aria-label="Two-factor authentication">
      <h2>Two-factor authentication</h2>
      <p className="small quiet">
        {user.totpEnabled
          ? 'On: signing in also requires a code from your authenticator app.'
          : 'Off: signing in requires only your password.'}
      </p>
      {user.totpEnabled ? (
        <div className="actions">
          <Button onClick={() => setAsking('codes')}>New backup codes</Button>
          <Button onClick={() => setAsking('end')}>Turn off</Button>
        </div>
      ) : (
        <TurnOnTotp
          done={(backupCodes) => {
            setCodes(backupCodes)
            refresh()
          }}
        />
      )}
      {asking === 'codes' && (
        <TotpProof
          title="New backup codes"
          about="Your current backup codes stop working."
          send={({ code }, key) => makeBackupCodes({ body: { code }, key })}
          done={({ backupCodes }) => {
            close()
            setCodes(backupCodes)
          }}
          onClose={close}
          label="Generate new codes"
        />
      )}
      {asking === 'end' && (
        <TotpProof
          title="Turn off two-factor authentication"
          takesPassword
          send={(body, key) => disableTotp({ body, key })}
          done={() => {
            close()
            refresh()
          }}
          onClose={close}
          label="Turn off"
        />
      )}
      {codes && (
        <SecretDialog
          title="Backup codes"
          secrets={[['Each code works once, instead of the app', codes.join(' ')]]}
          onClose={() => setCodes(null)}
        />
      )}
    </section>
  )
}
