import { call } from '#tests/testkit/api'
import { ConsoleTab } from '#tests/testkit/browser'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'

/** The page of an invitation to another merchant's team, opened and signed in by its guest. */
export async function openInvitation(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const [merchant, guest] = [await createMerchant(), await createMerchant()]
  const path = `/v1/dashboard/orgs/${merchant.orgId}/invites`
  await call('POST', path, { ...merchant, body: { email: guest.email, role: 'MEMBER' } })
  const tab = await ConsoleTab.open(context, assert)
  await tab.goTo(`/invite?token=${await mailedToken(guest.email, 'invites you')}`)
  await tab.signIn(guest.email)
  return { merchant, guest, tab, page: tab.page }
}
