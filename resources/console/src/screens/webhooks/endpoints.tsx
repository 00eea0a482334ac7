import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { createEndpoint, listEndpoints } from '../../api/webhooks'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { SecretDialog } from '../../ui/secret'
import { Empty, Loaded } from '../../ui/states'
import { EndpointDialog } from './endpoint_dialog'
import { EndpointTable } from './endpoint_table'
import type { EndpointBody } from './endpoint_words'

type Props = { orgId: string; productId: string; mayChange: boolean }

/** Lists the webhook endpoints of a product. */
export function Endpoints({ orgId, productId, mayChange }: Props) {
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const list = usePages(['endpoints', productId, 'pages'], (query, signal) =>
    listEndpoints({ path: { productId }, query, signal })
  )
  const made = useWrite((body: EndpointBody, key) => createEndpoint({ path: { productId }, body, key }), {
    done: ({ endpoint }) => {
      setAdding(false)
      setSecret(endpoint.secret)
      void queryClient.invalidateQueries({ queryKey: ['endpoints'] })
    },
  })
  return (
    <>
      {mayChange && (
        <div className="actions">
          <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
            New endpoint
          </Button>
        </div>
      )}
      <Loaded query={list}>
        {({ pages }) => {
          const endpoints = pages.flatMap((page) => page.endpoints)
          if (endpoints.length === 0)
            return <Empty title="No endpoints yet">An endpoint is a URL of yours that receives events.</Empty>
          return <EndpointTable orgId={orgId} endpoints={endpoints} list={list} />
        }}
      </Loaded>
      {adding && <EndpointDialog sent={made} onClose={() => setAdding(false)} />}
      {secret && (
        <SecretDialog
          title="Signing secret"
          secrets={[['Signing secret', secret]]}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
