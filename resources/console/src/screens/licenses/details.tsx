import { useState } from 'react'
import type { FullLicense } from '../../api/types'
import { Button } from '../../ui/button'
import { EditMetadata } from './edit_metadata'
import { EditPolicy } from './edit_policy'
import { Facts } from './facts'
import { PolicyFacts } from './policy'

type Props = { orgId: string; license: FullLicense; mayChange: boolean }

/**
 * A form edits the license that was shown when it opened: the service refuses to save it over a newer one, which may be
 * read meanwhile.
 */
type Editing = { what: 'metadata' | 'policy'; license: FullLicense }

/** Shows the facts, the metadata and the policy of a license. */
export function Details({ orgId, license, mayChange }: Props) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const close = () => setEditing(null)
  const metadata = Object.keys(license.metadata)
  return (
    <div className="columns">
      <section className="panel" aria-label="License">
        <h2>License</h2>
        <Facts orgId={orgId} license={license} />
        <div className="actions between">
          <h2>Metadata</h2>
          {mayChange && (
            <Button look="small" onClick={() => setEditing({ what: 'metadata', license })}>
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
            <Button look="small" onClick={() => setEditing({ what: 'policy', license })}>
              Edit tier and policy
            </Button>
          )}
        </div>
        <PolicyFacts license={license} />
      </section>
      {editing?.what === 'metadata' && (
        <EditMetadata orgId={orgId} license={editing.license} onClose={close} />
      )}
      {editing?.what === 'policy' && <EditPolicy orgId={orgId} license={editing.license} onClose={close} />}
    </div>
  )
}
