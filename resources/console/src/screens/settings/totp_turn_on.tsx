import { enableTotp, setUpTotp } from '../../api/my_account'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { Refused } from '../../ui/refused'

/** Shows a secret for an authenticator app, and turns the second factor on after a correct code. */
export function TurnOnTotp({ done }: { done: (backupCodes: string[]) => void }) {
  const begun = useWrite((_: object) => setUpTotp({}))
  const enabled = useWrite((code: string, key) => enableTotp({ body: { code }, key }), {
    done: ({ backupCodes }) => done(backupCodes),
  })
  return (
    <>
      <div className="actions">
        <Button busy={begun.busy} onClick={() => begun.write({})}>
          Turn on
        </Button>
      </div>
      <Refused refusal={begun.refusal} />
      {begun.answer && (
        <FormDialog
          title="Turn on two-factor authentication"
          about="Scan this with your authenticator app and enter the code it shows."
          label="Turn on"
          sent={enabled}
          onClose={begun.reset}
          send={(typed) => enabled.write(String(typed.get('code')).trim())}
        >
          <img className="qr" src={begun.answer.qrCodeDataUrl} alt="QR code of the secret below" />
          <p className="mono">{begun.answer.secret}</p>
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
          />
        </FormDialog>
      )}
    </>
  )
}
