import { useEffect, useState } from 'react'
import { useCondition } from '../../api/condition'
import { Icon } from '../../ui/icons'

/**
 * Shows why the console cannot reach the service at the moment. It continues automatically. `suspended` tells that the
 * org is read-only.
 */
export function Banners({ suspended = false }: { suspended?: boolean }) {
  const { waitUntil, unreachable } = useCondition()
  return (
    <div className="banners" role="status" aria-live="polite">
      {waitUntil && <Wait key={waitUntil} until={waitUntil} />}
      {unreachable && (
        <div className="banner bad">
          <Icon name="warning" /> The service cannot be reached. Retrying.
        </div>
      )}
      {suspended && (
        <div className="banner">
          <Icon name="warning" /> This organisation was suspended by the operator of the service: its members
          can only read.
        </div>
      )}
    </div>
  )
}

function Wait({ until }: { until: number }) {
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(until)), 1000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <div className="banner">
      <Icon name="hourglass" />
      <span>
        The service is limiting requests. Waiting
        {/* A screen reader would read the banner out again every second. */}
        <span className="numbers" aria-hidden>
          {` ${left} s`}
        </span>
        . This page continues automatically.
      </span>
    </div>
  )
}

const secondsTo = (moment: number) => Math.max(Math.ceil((moment - Date.now()) / 1000), 0)
