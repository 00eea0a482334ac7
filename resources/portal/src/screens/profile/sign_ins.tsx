import { useQuery, useQueryClient } from '@tanstack/react-query'
import { endAllSignIns, endSignIn, listSignIns } from '../../api/account'
import { signedOut } from '../../api/session'
import type { OwnEndUserSession } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Loaded } from '../../../../console/src/ui/states'
import { Table } from '../../../../console/src/ui/table'
import { Time } from '../../../../console/src/ui/time'
import { shortAgent } from '../../../../console/src/ui/agent'
import { toast } from '../../../../console/src/ui/toasts'
import { leave } from '../shell/top'

/** Lists the sessions of the end user. */
export function SignIns() {
  const query = useQuery({ queryKey: ['sign-ins'], queryFn: ({ signal }) => listSignIns({ signal }) })
  const failed = ({ message }: { message: string }) => toast(message, { bad: true })
  const everywhere = useWrite((_: null, key) => endAllSignIns({ key }), {
    done: () => {
      signedOut()
      leave()
    },
    failed,
  })
  return (
    <section className="form">
      <div className="section-head">
        <h2>Your sessions</h2>
        <Button look="small" busy={everywhere.busy} onClick={() => everywhere.write(null)}>
          Sign out everywhere
        </Button>
      </div>
      <Loaded query={query} rows={2}>
        {({ sessions }) => <Sessions sessions={sessions} />}
      </Loaded>
    </section>
  )
}

function Sessions({ sessions }: { sessions: OwnEndUserSession[] }) {
  const queryClient = useQueryClient()
  const ended = useWrite((id: string, key) => endSignIn({ path: { id }, key }), {
    done: () => void queryClient.invalidateQueries({ queryKey: ['sign-ins'] }),
    failed: ({ message }) => toast(message, { bad: true }),
  })
  return (
    <Table
      label="Your sessions"
      heads={['Browser', 'IP address', 'Last used', '']}
      rows={sessions.map((one) => ({
        id: one.id,
        cells: [
          <span key="u" title={one.userAgent ?? undefined}>
            {shortAgent(one.userAgent)} {one.current && <span className="faint">this session</span>}
          </span>,
          <span key="a" className="mono quiet">
            {one.ip}
          </span>,
          <Time key="l" at={one.lastUsedAt} />,
          !one.current && (
            <Button key="x" look="small" onClick={() => ended.write(one.id)}>
              Sign out
            </Button>
          ),
        ],
      }))}
    />
  )
}
