import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { listApiKeys, revokeApiKey, rotateApiKey } from '../../api/products'
import type { ApiKey, IssuedApiKey } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Menu } from '../../ui/menu'
import { SecretDialog } from '../../ui/secret'
import { Empty, Loaded } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { NewKey } from './new_key'

type Asked = { what: 'rotate' | 'revoke'; apiKey: ApiKey }

const GRACE = 24 * 3600

export function ApiKeys({ productId, mayChange }: { productId: string; mayChange: boolean }) {
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const queryClient = useQueryClient()
  const list = usePages(['api keys', productId], (query, signal) =>
    listApiKeys({ path: { productId }, query, signal })
  )
  const changed = () => {
    setAsked(null)
    setAdding(false)
    void queryClient.invalidateQueries({ queryKey: ['api keys', productId] })
  }
  const given = ({ apiKey }: { apiKey: IssuedApiKey }) => {
    changed()
    setIssued(apiKey)
  }
  const rotated = useWrite(
    (id: string, key) => rotateApiKey({ path: { id }, body: { gracePeriodSeconds: GRACE }, key }),
    { done: given }
  )
  const revoked = useWrite((id: string, key) => revokeApiKey({ path: { id }, key }), { done: changed })
  return (
    <>
      {mayChange && (
        <div className="actions">
          <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
            New API key
          </Button>
        </div>
      )}
      <Loaded query={list}>
        {({ pages }) => {
          const keys = pages.flatMap((page) => page.apiKeys)
          if (keys.length === 0)
            return (
              <Empty title="No API keys yet">
                Your programs and servers use API keys to call the service.
              </Empty>
            )
          return (
            <Table
              label="API keys"
              list={list}
              heads={[
                ...['Name', 'Key', 'Permissions', 'Last used', 'Expires', 'Created'],
                ...(mayChange ? [''] : []),
              ]}
              rows={keys.map((apiKey) => ({
                id: apiKey.id,
                cells: [
                  apiKey.name,
                  <span key="k" className="mono">
                    …{apiKey.last4}
                  </span>,
                  <span key="p" className="quiet">
                    {apiKey.permissions.length > 2
                      ? `${apiKey.permissions.length} permissions`
                      : apiKey.permissions.join(', ')}
                  </span>,
                  apiKey.revokedAt ? (
                    <span key="u" className="quiet">
                      Revoked
                    </span>
                  ) : (
                    <Time key="u" at={apiKey.lastUsedAt} none="Never" />
                  ),
                  <Time key="e" at={apiKey.expiresAt} none="Never" />,
                  <Time key="c" at={apiKey.createdAt} />,
                  ...(mayChange
                    ? [
                        !apiKey.revokedAt && (
                          <Menu
                            key="m"
                            trigger={
                              <Button
                                look="plain square small"
                                icon="more"
                                aria-label={`Actions for ${apiKey.name}`}
                              />
                            }
                            entries={[
                              {
                                label: 'Rotate',
                                icon: 'refresh',
                                run: () => setAsked({ what: 'rotate', apiKey }),
                              },
                              {
                                label: 'Revoke',
                                icon: 'ban',
                                bad: true,
                                run: () => setAsked({ what: 'revoke', apiKey }),
                              },
                            ]}
                          />
                        ),
                      ]
                    : []),
                ],
              }))}
            />
          )
        }}
      </Loaded>
      {adding && <NewKey productId={productId} onClose={() => setAdding(false)} done={given} />}
      {asked?.what === 'rotate' && (
        <Confirm
          title={`Rotate ${asked.apiKey.name}`}
          about="Creates a new key. The current key keeps working for 24 hours."
          label="Rotate"
          sent={rotated}
          onClose={() => setAsked(null)}
          go={() => rotated.write(asked.apiKey.id)}
        />
      )}
      {asked?.what === 'revoke' && (
        <Confirm
          title={`Revoke ${asked.apiKey.name}`}
          about="Requests with this key are refused immediately. This cannot be undone."
          label="Revoke"
          sent={revoked}
          onClose={() => setAsked(null)}
          go={() => revoked.write(asked.apiKey.id)}
        />
      )}
      {issued && (
        <SecretDialog
          title={`API key ${issued.name}`}
          secrets={[
            ['API key', issued.key],
            ['Signing secret', issued.signingSecret],
          ]}
          onClose={() => setIssued(null)}
        />
      )}
    </>
  )
}
