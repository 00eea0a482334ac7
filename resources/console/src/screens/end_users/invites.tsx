import { useQueryClient } from '@tanstack/react-query'
import { listEndUserInvites, withdrawEndUserInvite } from '../../api/end_users'
import { useOpenInvites } from '../../api/use_open_invites'
import { useWrite } from '../../api/writes'
import { RevokeInvite } from '../../ui/revoke_invite'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { toastRefusal } from '../../ui/toasts'

/** Lists open invitations to the portal. Shows nothing if there are none. */
export function Invites({ orgId, mayChange }: { orgId: string; mayChange: boolean }) {
  const queryClient = useQueryClient()
  const key = ['end user invites', orgId]
  const { list, invites } = useOpenInvites(key, (query, signal) =>
    listEndUserInvites({ path: { orgId }, query, signal })
  )
  const withdrawn = useWrite(
    (inviteId: string, idempotency) => withdrawEndUserInvite({ path: { orgId, inviteId }, key: idempotency }),
    {
      done: () => void queryClient.invalidateQueries({ queryKey: key }),
      failed: toastRefusal,
    }
  )
  if (invites.length === 0) return null
  return (
    <>
      <h2>Portal invitations</h2>
      <Table
        label="Portal invitations"
        list={list}
        heads={['Email', 'Expires', ...(mayChange ? [''] : [])]}
        rows={invites.map(({ id, email, expiresAt }) => ({
          id,
          cells: [
            email,
            <Time key="t" at={expiresAt} />,
            ...(mayChange ? [<RevokeInvite key="x" email={email} revoke={() => withdrawn.write(id)} />] : []),
          ],
        }))}
      />
    </>
  )
}
