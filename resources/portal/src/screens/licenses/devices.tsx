import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { endSession, listDevices, releaseDevice } from '../../api/licenses'
import type { Device, DeviceSession, OwnLicense, ResetBudget } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Confirm } from '../../ui/confirm'
import { Loaded } from '../../../../console/src/ui/states'
import { Table } from '../../../../console/src/ui/table'
import { counted, Time } from '../../../../console/src/ui/time'
import { toast, toastRefusal } from '../../../../console/src/ui/toasts'

/** Returns a function that reloads a license and its devices, because they change together. */
export function useRefresh(id: string) {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [['license', id], ['devices', id], ['licenses']])
      void queryClient.invalidateQueries({ queryKey })
  }
}

/** Shows where a license is used: devices, IP addresses, and running sessions. */
export function Devices({ license }: { license: OwnLicense }) {
  const { id, devices: counts, sessions: seats } = license
  const query = useQuery({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => listDevices({ path: { id }, signal }),
  })
  return (
    <>
      <section className="form">
        <h2>
          Devices <small className="quiet">{used(counts, 'device')}</small>
        </h2>
        <Loaded query={query} rows={2}>
          {({ devices }) => <Bound license={license} devices={devices} />}
        </Loaded>
      </section>
      <section className="form">
        <h2>
          Active sessions <small className="quiet">{used(seats, 'program')}</small>
        </h2>
        <Loaded query={query} rows={1}>
          {({ devices, sessions }) => <Running license={license} devices={devices} sessions={sessions} />}
        </Loaded>
      </section>
    </>
  )
}

/** Formats usage as "2 of 5 devices", or as "2 devices" without a limit. */
const used = ({ used: now, limit }: { used: number; limit: number | null }, one: string) =>
  limit === null ? counted(now, one) : `${now} of ${counted(limit, one)}`

function Bound({ license, devices }: { license: OwnLicense; devices: Device[] }) {
  const [chosen, setChosen] = useState<Device | null>(null)
  const mayRelease = license.actions.includes('release_device')
  if (devices.length === 0) return <p className="small quiet">No devices yet.</p>
  return (
    <>
      <Table
        label="Devices"
        heads={['Device', 'Kind', 'Last seen', ...(mayRelease ? [''] : [])]}
        rows={devices.map((one) => ({
          id: one.id,
          cells: [
            <span key="n" className="mono">
              {one.label}
            </span>,
            <span key="k">
              {one.kind === 'hwid' ? 'Device' : 'IP address'}
              {one.region && ` in ${one.region}`}
            </span>,
            <Time key="t" at={one.lastSeenAt} />,
            ...(mayRelease
              ? [
                  <Button
                    key="x"
                    look="small"
                    aria-label={`Remove ${one.label}`}
                    onClick={() => setChosen(one)}
                  >
                    Remove
                  </Button>,
                ]
              : []),
          ],
        }))}
      />
      {chosen && <Release license={license} device={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function Release({ license, device, onClose }: { license: OwnLicense; device: Device; onClose: () => void }) {
  const refresh = useRefresh(license.id)
  const sent = useWrite(
    (deviceId: string, key) => releaseDevice({ path: { id: license.id, deviceId }, key }),
    {
      done: () => {
        toast('Device removed')
        refresh()
        onClose()
      },
      // The device or the license may have changed in another tab.
      failed: refresh,
    }
  )
  return (
    <Confirm
      title={`Remove ${device.label}?`}
      about={
        <>
          The license stops working there and another device can take its place.{' '}
          <Cost budget={license.resets[device.kind]} />
        </>
      }
      label="Remove"
      sent={sent}
      onClose={onClose}
      go={() => sent.write(device.id)}
    />
  )
}

/** The merchant decides whether a removal uses a reset. Without one left, it is refused then. */
function Cost({ budget: { remaining, limit, nextAt } }: { budget: ResetBudget }) {
  if (remaining > 0)
    return (
      <>
        This may use one of your resets: {remaining} of {limit} left.
      </>
    )
  return (
    <>
      You have no resets left, so this may be refused
      {nextAt && (
        <>
          ; the next one becomes available <Time at={nextAt} />
        </>
      )}
      .
    </>
  )
}

function Running({
  license,
  devices,
  sessions,
}: {
  license: OwnLicense
  devices: Device[]
  sessions: DeviceSession[]
}) {
  const refresh = useRefresh(license.id)
  const ended = useWrite(
    (sessionId: string, key) => endSession({ path: { id: license.id, sessionId }, key }),
    {
      done: () => {
        toast('Session ended')
        refresh()
      },
      failed: (refusal) => {
        toastRefusal(refusal)
        refresh()
      },
    }
  )
  const mayEnd = license.actions.includes('release_session')
  const names = new Map(devices.map(({ id, label }) => [id, label]))
  if (sessions.length === 0) return <p className="small quiet">No active sessions.</p>
  return (
    <Table
      label="Active sessions"
      heads={['Device', 'Since', 'Last seen', ...(mayEnd ? [''] : [])]}
      rows={sessions.map((one) => ({
        id: one.id,
        cells: [
          <span key="d" className="mono">
            {(one.deviceId && names.get(one.deviceId)) ?? 'A device'}
          </span>,
          <Time key="s" at={one.startedAt} />,
          <Time key="l" at={one.lastSeenAt} />,
          ...(mayEnd
            ? [
                <Button key="x" look="small" busy={ended.busy} onClick={() => ended.write(one.id)}>
                  End
                </Button>,
              ]
            : []),
        ],
      }))}
    />
  )
}
