import { useQueryClient } from '@tanstack/react-query'
import { signOutEndUser } from '../../api/end_users'
import type { FullEndUser } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { counted, Time } from '../../ui/time'
import { toast, toastRefusal } from '../../ui/toasts'

const DOORS: Record<FullEndUser['sessions'][number]['door'], string> = {
  code: 'Email code',
  link: 'Email link',
  password: 'Password',
  licenseKey: 'License key',
  invite: 'Invitation',
  exchange: 'Your own sign-in',
  portalLink: 'One-time link',
}

/** Shows where an end user is signed in to the portal, and by which door. */
export function SignIns({
  orgId,
  person,
  mayChange,
}: {
  orgId: string
  person: FullEndUser
  mayChange: boolean
}) {
  const queryClient = useQueryClient()
  const ended = useWrite((endUserId: string, key) => signOutEndUser({ path: { orgId, endUserId }, key }), {
    done: ({ revoked }) => {
      void queryClient.invalidateQueries({ queryKey: ['end user', person.id] })
      toast(`${counted(revoked, 'sign-in')} ended`)
    },
    failed: toastRefusal,
  })
  return (
    <section className="panel" aria-label="Sign-ins">
      <div className="actions between">
        <h2>Sign-ins</h2>
        {mayChange && person.sessions.length > 0 && (
          <Button look="small" busy={ended.busy} onClick={() => ended.write(person.id)}>
            Sign out everywhere
          </Button>
        )}
      </div>
      {person.sessions.length === 0 ? (
        <p className="small quiet">Not signed in to the portal.</p>
      ) : (
        <dl className="facts">
          {person.sessions.map((one) => (
            <div key={one.id} className="contents">
              <dt>{DOORS[one.door]}</dt>
              <dd>
                <Time at={one.lastUsedAt} /> <span className="mono quiet">{one.ip}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
