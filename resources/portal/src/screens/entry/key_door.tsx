import { giveLicenseKey } from '../../api/doors'
import { usePortal } from '../../api/portal'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import type { DoorProps } from './doors'

/** Sign-in with a license key. It opens only that license, to read and to download. */
export function KeyDoor({ done }: DoorProps) {
  const { orgId } = usePortal()
  const { write, busy, refusal } = useWrite(
    (licenseKey: string) => giveLicenseKey({ body: { orgId, licenseKey, useCookies: true } }),
    { done: ({ tokens }) => done(tokens.accessToken) }
  )
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        write(String(new FormData(event.currentTarget).get('licenseKey')).trim())
      }}
    >
      <Field
        label="License key"
        name="licenseKey"
        autoComplete="off"
        spellCheck={false}
        required
        autoFocus
        hint="Shows this license and its downloads. To make changes, sign in with your email address."
      />
      <Refused refusal={refusal} />
      <Button type="submit" look="primary wide" busy={busy}>
        Sign in
      </Button>
    </form>
  )
}
