import { useState } from 'react'
import type { FullLicense } from '../../api/types'
import { Button } from '../../ui/button'
import { EditMetadata } from './edit_metadata'
import { EditPolicy } from './edit_policy'
import { Facts } from './facts'
import { PolicyFacts } from './policy'

type Props = { orgId: string; license: FullLicense; mayChange: boolean }

/** Shows the facts, the metadata and the policy of a license. */
export function Details({ orgId, license, mayChange }: Props) {
  const [editing, setEditing] = useState<'metadata' | 'policy' | null>(null)
  const metadata = Object.keys(license.metadata)
  return (
    <div className="columns">
      <section className="panel" aria-label="License">
        <h2>License</h2>
        <Facts orgId={orgId} license={license} />
        <div className="actions between">
          <h2>Metadata</h2>
          {mayChange && (
            <Button look="small" onClick={() => setEditing('metadata')}>
              Edit metadata
            </Button>
          )}
        </div>
        {metadata.length === 0 ? (
          <p className="small quiet">None</p>
        ) : (
          <dl className="facts">
            {metadata.map((name) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="mono">{JSON.stringify(license.metadata[name])}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section className="panel" aria-label="Policy">
        <div className="actions between">
          <h2>Policy</h2>
          {mayChange && (
            <Button look="small" onClick={() => setEditing('policy')}>
              Edit tier and policy
            </Button>
          )}
        </div>
        <PolicyFacts license={license} />
      </section>
      {editing === 'metadata' && <EditMetadata license={license} onClose={() => setEditing(null)} />}
      {editing === 'policy' && <EditPolicy license={license} onClose={() => setEditing(null)} />}
    </div>
  )
}
