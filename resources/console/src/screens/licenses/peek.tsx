import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { useChoice } from '../../ui/kept_choice'
import { Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { clockSentence } from './clock'
import { Facts } from './facts'
import { Timeline } from './timeline'
import { useLicense } from './use_license'

/** Shows one license beside the list. */
export function Peek({ orgId, id, onClose }: { orgId: string; id: string; onClose: () => void }) {
  const query = useLicense(id)
  const zone = useChoice('zone')
  return (
    <aside className="peek" aria-label="License">
      <Loaded query={query}>
        {(license) => (
          <>
            <header>
              <span className="mono">{license.key}</span>
              <CopyButton text={license.key} what="key" />
              <Button look="plain square small" icon="x" aria-label="Close" onClick={onClose} />
            </header>
            <div className="actions">
              <Status of={license.status} />
              {license.frozen && <Status of="FROZEN" />}
            </div>
            <p className="small quiet">{clockSentence(license, zone)}</p>
            <Facts orgId={orgId} license={license} />
            <Link to="/$org/licenses/$id" params={{ org: orgId, id }} search={{}} className="button">
              Open
            </Link>
            <h2>Timeline</h2>
            <Timeline id={id} />
          </>
        )}
      </Loaded>
    </aside>
  )
}
