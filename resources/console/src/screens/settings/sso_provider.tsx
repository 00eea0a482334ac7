import type { SsoConnection } from '../../api/types'
import { CopyButton } from '../../ui/copy'

/** What the provider must know of this service. */
export function SsoProvider({ connection }: { connection: SsoConnection }) {
  const { type, entityId, acsUrl, metadataUrl } = connection
  const words =
    type === 'oidc'
      ? ([['Redirect address', acsUrl]] as const)
      : ([
          ['Entity id', entityId],
          ['Answers go to (ACS)', acsUrl],
          ['Metadata', metadataUrl],
        ] as const)
  return (
    <li className="panel" aria-label="For your provider">
      <h2>For your provider</h2>
      <p className="small quiet">
        {type === 'oidc'
          ? 'Enter it there, for the client that you have registered. It must sign ID tokens with RS, PS or ES.'
          : 'Enter these there, or give it the address of our metadata. It must sign the assertion, with SHA-256 or better.'}
      </p>
      <dl className="facts">
        {words.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="actions mono scrolled">
              {value} <CopyButton text={value} what={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
