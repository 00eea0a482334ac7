import { useQueryClient } from '@tanstack/react-query'
import { endAllSignIns, endSignIn, listSignIns } from '../../api/account'
import { signedOut } from '../../api/session'
import type { OwnEndUserSession } from '../../api/types'
import { usePages } from '../../../../console/src/api/use_pages'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import type { Pages } from '../../../../console/src/ui/more_pages'
import { Loaded } from '../../../../console/src/ui/states'
import { Table } from '../../../../console/src/ui/table'
import { Time } from '../../../../console/src/ui/time'
import { shortAgent } from '../../../../console/src/ui/agent'
import { toastRefusal } from '../../../../console/src/ui/toasts'
import { leave } from '../shell/top'

/** Lists the sessions of the end user. */
export function SignIns() {
  const list = usePages(['sign-ins'], (query, signal) => listSignIns({ query, signal }))
  const everywhere = useWrite((_: null, key) => endAllSignIns({ key }), {
    done: () => {
      signedOut()
      leave()
    },
    failed: toastRefusal,
  })
  return (
    <section className="form">
      <div className="section-head">
        <h2>Your sessions</h2>
        <Button look="small" busy={everywhere.busy} onClick={() => everywhere.write(null)}>
          Sign out everywhere
        </Button>
      </div>
      <Loaded query={list} rows={2}>
        {({ pages }) => <Sessions sessions={pages.flatMap(({ sessions }) => sessions)} list={list} />}
      </Loaded>
    </section>
  )
}

function Sessions({ sessions, list }: { sessions: OwnEndUserSession[]; list: Pages }) {
  const queryClient = useQueryClient()
  const ended = useWrite((id: string, key) => endSignIn({ path: { id }, key }), {
    done: () => void queryClient.invalidateQueries({ queryKey: ['sign-ins'] }),
    failed: toastRefusal,
  })
  return (
    <Table
      label="Your sessions"
      list={list}
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
            <Button
              key="x"
              look="small"
              busy={ended.busy && ended.words === one.id}
              onClick={() => ended.write(one.id)}
            >
              Sign out
            </Button>
          ),
        ],
      }))}
    />
  )
}
