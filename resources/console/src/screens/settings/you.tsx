import { useParams } from '@tanstack/react-router'
import { useIsBoundToOrg } from '../../api/linked_accounts'
import { SettingsFrame } from './frame'
import { LinkedAccounts } from './linked_accounts'
import { MySessions } from './my_sessions'
import { Password } from './password'
import { Profile } from './profile'
import { Looks } from './looks'
import { Totp } from './totp'

/** Settings of the signed-in user. */
export function YourSettings() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const isBound = useIsBoundToOrg()
  return (
    <SettingsFrame orgId={orgId}>
      <Profile />
      <Looks />
      {isBound === false && (
        <>
          <Password />
          <Totp />
          <LinkedAccounts />
        </>
      )}
      {isBound && (
        <p className="notice">
          You signed in with single sign-on, for this organisation only. To change your password, two-factor
          authentication or linked accounts, sign in with your password.
        </p>
      )}
      <MySessions />
    </SettingsFrame>
  )
}
