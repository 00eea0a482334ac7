import { listSsoLogins } from '../../api/sso'
import type { SsoLogin } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'

const OUTCOMES: Record<SsoLogin['outcome'], [label: string, look: string]> = {
  signed_in: ['Signed in', 'ok'],
  tested: ['Tested', 'accent'],
  refused: ['Refused', 'bad'],
}

/** Lists sign-ins through the provider, and refused ones with the reason. */
export function SsoLogins({ orgId }: { orgId: string }) {
  const list = usePages(['sso logins', orgId], (query, signal) =>
    listSsoLogins({ path: { orgId }, query, signal })
  )
  return (
    <li className="form" aria-label="Sign-ins">
      <h2>Sign-ins</h2>
      <Loaded query={list} rows={2}>
        {({ pages }) => {
          const logins = pages.flatMap((page) => page.logins)
          if (logins.length === 0) return <p className="small quiet">None in the last 90 days.</p>
          return (
            <Table
              label="Sign-ins"
              list={list}
              heads={['Outcome', 'Email', 'Reason', 'IP address', 'When']}
              rows={logins.map((one) => ({
                id: one.id,
                cells: [
                  <span key="o" className={`pill only-text ${OUTCOMES[one.outcome][1]}`}>
                    {OUTCOMES[one.outcome][0]}
                  </span>,
                  one.email,
                  one.reason,
                  <span key="i" className="mono quiet">
                    {one.ip}
                  </span>,
                  <Time key="t" at={one.createdAt} />,
                ],
              }))}
            />
          )
        }}
      </Loaded>
    </li>
  )
}
