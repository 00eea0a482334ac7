import { Link } from '@tanstack/react-router'
import type { Progress } from '../../api/org_stream'
import { Meter } from '../../ui/meter'
import { shown } from '../../ui/time'

const SHOWN = 3

/** Shows running operations on every page. */
export function Tray({ orgId, open }: { orgId: string; open: Progress[] }) {
  if (open.length === 0) return null
  return (
    <div className="tray">
      {open.slice(-SHOWN).map(({ id, progress }) => (
        <Link key={id} to="/$org/operations/$id" params={{ org: orgId, id }}>
          <span className="numbers">
            <span>In progress</span>
            <span className="faint">
              {shown(progress.processed)} of {shown(progress.total)}
            </span>
          </span>
          <Meter done={progress.processed} of={progress.total} label="Progress" />
        </Link>
      ))}
    </div>
  )
}
