import { useState } from 'react'
import { resetAddresses, resetDevices } from '../../api/licenses'
import type { OwnLicense, ResetBudget } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Confirm } from '../../ui/confirm'
import { counted, Time } from '../../../../console/src/ui/time'
import { toast } from '../../../../console/src/ui/toasts'
import { useRefresh } from './devices'

const KINDS = {
  hwid: { what: 'devices', action: 'reset_hwid', send: resetDevices },
  ip: { what: 'IP addresses', action: 'reset_ip', send: resetAddresses },
} as const

/** Self-service resets. Each one removes all bindings of its kind, and counts against a budget. */
export function Resets({ license }: { license: OwnLicense }) {
  return (
    <section className="form">
      <h2>Resets</h2>
      <div className="panel">
        <Reset license={license} kind="hwid" />
        <Reset license={license} kind="ip" />
      </div>
    </section>
  )
}

function Reset({ license, kind }: { license: OwnLicense; kind: keyof typeof KINDS }) {
  const { what, action, send } = KINDS[kind]
  const [asking, setAsking] = useState(false)
  const refresh = useRefresh(license.id)
  const sent = useWrite((id: string, key) => send({ path: { id }, body: {}, key }), {
    done: ({ changed }) => {
      toast(changed ? `The ${what} were reset` : `There were no ${what} to reset, so no reset was used`)
      refresh()
      setAsking(false)
    },
    failed: refresh,
  })
  const budget = license.resets[kind]
  return (
    <div className="reset">
      <div>
        <b>{kind === 'hwid' ? 'All devices' : 'All IP addresses'}</b>
        <p className="small quiet">
          <Left budget={budget} />
        </p>
      </div>
      {license.actions.includes(action) && <Button onClick={() => setAsking(true)}>Reset {what}</Button>}
      {asking && (
        <Confirm
          title={`Reset all ${what}?`}
          about={`All ${what} are removed and running sessions end. This uses one of the resets that you have left: ${budget.remaining}.`}
          label={`Reset ${what}`}
          sent={sent}
          onClose={() => setAsking(false)}
          go={() => sent.write(license.id)}
        />
      )}
    </div>
  )
}

function Left({ budget: { remaining, limit, windowDays, nextAt } }: { budget: ResetBudget }) {
  const within = windowDays === null ? '' : ` within ${counted(windowDays, 'day')}`
  if (remaining > 0)
    return (
      <>
        {remaining} of {limit} left{within}
      </>
    )
  return (
    <>
      {limit === 0 ? 'None' : `All ${limit} used${within}`}
      {nextAt && (
        <>
          ; the next one becomes available <Time at={nextAt} />
        </>
      )}
    </>
  )
}
