import { useParams } from '@tanstack/react-router'
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
  return (
    <SettingsFrame orgId={orgId}>
      <Profile />
      <Looks />
      <Password />
      <Totp />
      <LinkedAccounts />
      <MySessions />
    </SettingsFrame>
  )
}
