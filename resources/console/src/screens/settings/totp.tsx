import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { meQuery, useMe } from '../../api/me'
import { disableTotp, enableTotp, setUpTotp } from '../../api/my_account'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { SecretDialog } from '../../ui/secret'

/** A second factor: a code of an app beside the password. */
export function Totp() {
  const { user } = useMe()
  const queryClient = useQueryClient()
  const [ending, setEnding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const refresh = () => void queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
  const begun = useWrite((_: object) => setUpTotp({}))
  const enabled = useWrite((code: string, key) => enableTotp({ body: { code }, key }), {
    done: ({ backupCodes }) => {
      begun.reset()
      setCodes(backupCodes)
      refresh()
    },
  })
  const disabled = useWrite((body: { password: string; code: string }, key) => disableTotp({ body, key }), {
    done: () => {
      setEnding(false)
      refresh()
    },
  })
  return (
    <section className="panel" aria-label="Second factor">
      <h2>Second factor</h2>
      <p className="small quiet">
        {user.totpEnabled
          ? 'On: signing in takes a code of your app too.'
          : 'Off: the password alone signs you in.'}
      </p>
      <div className="actions">
        {user.totpEnabled ? (
          <Button onClick={() => setEnding(true)}>Turn off</Button>
        ) : (
          <Button busy={begun.busy} onClick={() => begun.write({})}>
            Turn on
          </Button>
        )}
      </div>
      <Refused refusal={begun.refusal} />
      {begun.answer && (
        <Dialog
          title="Turn on the second factor"
          about="Scan this with your authenticator app, and type the code that it shows."
          onClose={begun.reset}
        >
          <img className="qr" src={begun.answer.qrCodeDataUrl} alt="QR code of the secret below" />
          <p className="mono">{begun.answer.secret}</p>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              enabled.write(String(new FormData(event.currentTarget).get('code')).trim())
            }}
          >
            <Field
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              autoFocus
            />
            <Refused refusal={enabled.refusal} />
            <div className="actions end">
              <Button onClick={begun.reset}>Cancel</Button>
              <Button type="submit" look="primary" busy={enabled.busy}>
                Turn on
              </Button>
            </div>
          </form>
        </Dialog>
      )}
      {ending && (
        <Dialog title="Turn off the second factor" onClose={() => setEnding(false)}>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              const typed = new FormData(event.currentTarget)
              disabled.write({
                password: String(typed.get('password')),
                code: String(typed.get('code')).trim(),
              })
            }}
          >
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              autoFocus
            />
            <Field label="Code" name="code" autoComplete="one-time-code" required />
            <Refused refusal={disabled.refusal} />
            <div className="actions end">
              <Button onClick={() => setEnding(false)}>Cancel</Button>
              <Button type="submit" look="danger" busy={disabled.busy}>
                Turn off
              </Button>
            </div>
          </form>
        </Dialog>
      )}
      {codes && (
        <SecretDialog
          title="Backup codes"
          secrets={[['Each is good once, without the app', codes.join(' ')]]}
          onClose={() => setCodes(null)}
        />
      )}
    </section>
  )
}
