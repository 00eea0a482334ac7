import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { changeEndpoint, deleteEndpoint, rotateSecret, testEndpoint } from '../../api/webhooks'
import type { WebhookEndpoint, WebhookEndpointsUpdateData } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Menu } from '../../ui/menu'
import { SecretDialog } from '../../ui/secret'
import { toast } from '../../ui/toasts'
import { useOnward } from '../../ui/use_onward'
import { EndpointDialog } from './endpoint_dialog'
import { RecoverDialog } from './recover_dialog'

type Change = NonNullable<WebhookEndpointsUpdateData['body']>
type Asked = 'change' | 'rotate' | 'delete' | 'recover'

/** The actions on an endpoint. */
export function EndpointActions({ orgId, endpoint }: { orgId: string; endpoint: WebhookEndpoint }) {
  const { id, productId, enabled } = endpoint
  const [asked, setAsked] = useState<Asked | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const onward = useOnward()
  const path = { productId, endpointId: id }
  const forget = () => {
    setAsked(null)
    void queryClient.invalidateQueries({ queryKey: ['endpoints'] })
    void queryClient.invalidateQueries({ queryKey: ['deliveries'] })
  }
  const bad = { failed: ({ message }: { message: string }) => toast(message, { bad: true }) }
  const changed = useWrite((body: Change, key) => changeEndpoint({ path, body, key }), { done: forget })
  const turned = useWrite((on: boolean, key) => changeEndpoint({ path, body: { enabled: on }, key }), {
    done: forget,
    ...bad,
  })
  const rotated = useWrite((_: object, key) => rotateSecret({ path, key }), {
    done: (answer) => {
      forget()
      setSecret(answer.endpoint.secret)
    },
  })
  const deleted = useWrite((_: object, key) => deleteEndpoint({ path, key }), {
    done: () => void onward({ to: '/$org/webhooks', params: { org: orgId }, search: {} }).then(forget),
  })
  const tested = useWrite((_: object, key) => testEndpoint({ path, key }), {
    done: ({ delivery: { success, lastError, status } }) => {
      forget()
      toast(
        success ? 'The test event was delivered' : `The test event was not delivered: ${lastError ?? status}`,
        {
          bad: !success,
        }
      )
    },
    ...bad,
  })
  return (
    <>
      {enabled && (
        <Button busy={tested.busy} onClick={() => tested.write({})}>
          Send test event
        </Button>
      )}
      <Menu
        trigger={<Button look="square" icon="more" aria-label="More actions" />}
        entries={[
          { label: 'Edit', icon: 'settings', run: () => setAsked('change') },
          { label: enabled ? 'Disable' : 'Enable', icon: 'pause', run: () => turned.write(!enabled) },
          ...(enabled
            ? [{ label: 'Redeliver failed events', icon: 'undo' as const, run: () => setAsked('recover') }]
            : []),
          { label: 'Rotate secret', icon: 'refresh', run: () => setAsked('rotate') },
          { label: 'Delete', icon: 'trash', bad: true, run: () => setAsked('delete') },
        ]}
      />
      {asked === 'change' && (
        <EndpointDialog endpoint={endpoint} sent={changed} onClose={() => setAsked(null)} />
      )}
      {asked === 'recover' && <RecoverDialog endpoint={endpoint} onClose={forget} />}
      {asked === 'rotate' && (
        <Confirm
          title="Rotate secret"
          about="For 24 hours deliveries are signed with both the current and the new secret, then with the new one only."
          label="Rotate"
          sent={rotated}
          onClose={() => setAsked(null)}
          go={() => rotated.write({})}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title="Delete endpoint"
          about={endpoint.url}
          label="Delete"
          sent={deleted}
          onClose={() => setAsked(null)}
          go={() => deleted.write({})}
        />
      )}
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
