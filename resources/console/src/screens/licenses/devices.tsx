import type { ReactNode } from 'react'
import type { FullLicense } from '../../api/types'
import { Button } from '../../ui/button'
import { counted, Time } from '../../ui/time'
import type { StepName } from './step_rules'

/** Shows where a license is used: devices, IP addresses, and running sessions. */
export function Devices({
  license,
  mayChange,
  start,
}: {
  license: FullLicense
  mayChange: boolean
  start: (step: StepName) => void
}) {
  const { bindings, sessions, hwidResetCount, ipResetCount } = license
  return (
    <div className="form">
      <Table
        title="Devices"
        about={`Reset ${counted(hwidResetCount, 'time')}`}
        empty="No devices yet"
        reset={
          mayChange && (
            <Button look="small" icon="monitor" onClick={() => start('resetHwid')}>
              Reset devices
            </Button>
          )
        }
        heads={['Device', 'First seen', 'Last seen']}
        rows={bindings.hwids.map((one) => [
          <span className="mono" key="v">
            {one.value}
          </span>,
          <Time key="f" at={one.firstSeenAt} />,
          <Time key="l" at={one.lastSeenAt} />,
        ])}
      />
      <Table
        title="IP addresses"
        about={`Reset ${counted(ipResetCount, 'time')}`}
        empty="No IP addresses yet"
        reset={
          mayChange && (
            <Button look="small" icon="activity" onClick={() => start('resetIp')}>
              Reset IP addresses
            </Button>
          )
        }
        heads={['IP address', 'Region', 'First seen', 'Last seen']}
        rows={bindings.ips.map((one) => [
          <span className="mono" key="v">
            {one.value}
          </span>,
          one.region ?? '',
          <Time key="f" at={one.firstSeenAt} />,
          <Time key="l" at={one.lastSeenAt} />,
        ])}
      />
      <Table
        title="Active sessions"
        empty="No active sessions"
        heads={['Device', 'IP address', 'Started', 'Expires']}
        rows={sessions.map((one) => [
          <span className="mono" key="d">
            {one.hwid ?? ''}
          </span>,
          <span className="mono" key="a">
            {one.ip ?? ''}
          </span>,
          <Time key="s" at={one.startedAt} />,
          <Time key="u" at={one.expiresAt} />,
        ])}
      />
    </div>
  )
}

type TableProps = {
  title: string
  about?: string
  empty: string
  heads: string[]
  rows: ReactNode[][]
  reset?: ReactNode
}

function Table({ title, about, empty, heads, rows, reset }: TableProps) {
  return (
    <section className="panel bare" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        <div className="actions">
          {about && <span className="faint small numbers">{about}</span>}
          {reset}
        </div>
      </div>
      {rows.length === 0 ? (
        <p className="panel-head quiet small">{empty}</p>
      ) : (
        <div className="scroll-x" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
          <table className="rows numbers">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, at) => (
                <tr key={at}>
                  {cells.map((cell, index) => (
                    <td key={index}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
