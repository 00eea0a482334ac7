import type { Domain } from '../../api/types'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'

export const PURPOSES: readonly (readonly [Domain['purpose'], string])[] = [
  ['email', 'Team email addresses (SSO)'],
  ['hosting', 'Portal and shop address'],
]

type Props = { domain: Domain; mayChange: boolean; busy: boolean; verify: () => void; giveUp: () => void }

/** Shows one domain, with the DNS records that prove it. */
export function DomainPanel({ domain, mayChange, busy, verify, giveUp }: Props) {
  const { hostname, status, purpose, records, verifiedAt, checkedAt } = domain
  const check = status === 'verified' ? 'Check again' : 'Verify now'
  return (
    <section className="panel" aria-label={hostname}>
      <div className="actions between wrap">
        <span className="actions">
          <h2>{hostname}</h2>
          <Status of={status} />
        </span>
        {mayChange && (
          <span className="actions">
            <Button look="small" busy={busy} onClick={verify} aria-label={`${check} ${hostname}`}>
              {check}
            </Button>
            <Button look="small" onClick={giveUp} aria-label={`Remove ${hostname}`}>
              Remove
            </Button>
          </span>
        )}
      </div>
      <p className="small quiet">
        {PURPOSES.find(([one]) => one === purpose)![1]}.{' '}
        {verifiedAt ? (
          <>
            Verified <Time at={verifiedAt} />.
          </>
        ) : (
          'Add this record at your DNS provider, then verify it here. DNS changes can take a few hours.'
        )}{' '}
        {checkedAt && (
          <>
            Last checked <Time at={checkedAt} />.
          </>
        )}
      </p>
      {records.map(({ type, name, value }) => (
        <dl key={`${type} ${name}`} className="facts narrow record">
          <dt>Kind</dt>
          <dd className="mono">{type}</dd>
          <dt>Name</dt>
          <dd className="actions mono">
            {name} <CopyButton text={name} what="name of the record" />
          </dd>
          <dt>Value</dt>
          <dd className="actions mono">
            {value} <CopyButton text={value} what="value of the record" />
          </dd>
        </dl>
      ))}
    </section>
  )
}
