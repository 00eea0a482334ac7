import { useQueryClient } from '@tanstack/react-query'
import { endMySession, listMySessions } from '../../api/my_account'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { shortAgent } from '../../ui/agent'
import { Button } from '../../ui/button'
import { Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { toastRefusal } from '../../ui/toasts'

/** Lists the sessions of the signed-in user. */
export function MySessions() {
  const queryClient = useQueryClient()
  const list = usePages(['my sessions'], (query, signal) => listMySessions({ query, signal }))
  const ended = useWrite((id: string, key) => endMySession({ path: { id }, key }), {
    done: () => void queryClient.invalidateQueries({ queryKey: ['my sessions'] }),
    failed: toastRefusal,
  })
  return (
    <>
      <h2>Your sessions</h2>
      <Loaded query={list} rows={2}>
        {({ pages }) => (
          <Table
            label="Your sessions"
            list={list}
            heads={['Browser', 'IP address', 'Last used', 'Signed in', '']}
            rows={pages
              .flatMap((page) => page.sessions)
              .map((one) => ({
                id: one.id,
                cells: [
                  <span key="u" title={one.userAgent ?? undefined}>
                    {shortAgent(one.userAgent)} {one.current && <span className="faint">this session</span>}
                  </span>,
                  <span key="a" className="mono quiet">
                    {one.address}
                  </span>,
                  <Time key="l" at={one.lastUsedAt} />,
                  <Time key="c" at={one.createdAt} />,
                  !one.current && (
                    <Button
                      key="x"
                      look="small"
                      busy={ended.busy && ended.words === one.id}
                      onClick={() => ended.write(one.id)}
                    >
                      End
                    </Button>
                  ),
                ],
              }))}
          />
        )}
      </Loaded>
    </>
  )
}
