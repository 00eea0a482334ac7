import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { refuseOvertaken } from '../../api/overtaken'
import { changeEndpoint, deleteEndpoint, listEndpoints, rotateSecret, testEndpoint } from '../../api/webhooks'
import type { WebhookEndpoint } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Menu } from '../../ui/menu'
import { SecretDialog } from '../../ui/secret'
import { toast, toastRefusal } from '../../ui/toasts'
import { changedOf } from '../../ui/typed'
import { useOnward } from '../../ui/use_onward'
import { Offered } from '../../ui/while_allowed'
import { EndpointDialog } from './endpoint_dialog'
import { ALL_ENDPOINTS, bodyOf, type EndpointBody } from './endpoint_words'
import { RecoverDialog } from './recover_dialog'

type Asked = 'rotate' | 'delete' | 'recover'

/** Sends what differs from the endpoint that the form began with. A save without a change is done at once. */
async function change(endpoint: WebhookEndpoint, body: EndpointBody, key: string) {
  const changed = changedOf(body, bodyOf(endpoint))
  if (Object.keys(changed).length === 0) return
  const { id: endpointId, productId } = endpoint
  const { endpoints } = await listEndpoints({ path: { productId }, query: { limit: ALL_ENDPOINTS } })
  const now = endpoints.find(({ id }) => id === endpointId)
  if (now) refuseOvertaken(changed, endpoint, now)
  await changeEndpoint({ path: { productId, endpointId }, body: changed, key })
}

/** The actions on an endpoint. */
export function EndpointActions({ orgId, endpoint }: { orgId: string; endpoint: WebhookEndpoint }) {
  const { id, productId, enabled } = endpoint
  const [asked, setAsked] = useState<Asked | null>(null)
  // The form edits the endpoint that was shown when it opened.
  const [edited, setEdited] = useState<WebhookEndpoint | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const onward = useOnward()
  const path = { productId, endpointId: id }
  const forget = () => {
    setAsked(null)
    setEdited(null)
    void queryClient.invalidateQueries({ queryKey: ['endpoints'] })
    void queryClient.invalidateQueries({ queryKey: ['deliveries'] })
  }
  const changed = useWrite((body: EndpointBody, key) => change(edited ?? endpoint, body, key), {
    done: forget,
  })
  const turned = useWrite((on: boolean, key) => changeEndpoint({ path, body: { enabled: on }, key }), {
    done: forget,
    failed: toastRefusal,
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
    failed: toastRefusal,
  })
  return (
    <>
      <Offered>
        {enabled && (
          <Button busy={tested.busy} onClick={() => tested.write({})}>
            Send test event
          </Button>
        )}
        <Menu
          trigger={<Button look="square" icon="more" aria-label="More actions" />}
          entries={[
            { label: 'Edit', icon: 'settings', run: () => setEdited(endpoint) },
            { label: enabled ? 'Disable' : 'Enable', icon: 'pause', run: () => turned.write(!enabled) },
            ...(enabled
              ? [{ label: 'Redeliver failed events', icon: 'undo' as const, run: () => setAsked('recover') }]
              : []),
            { label: 'Rotate secret', icon: 'refresh', run: () => setAsked('rotate') },
            { label: 'Delete', icon: 'trash', bad: true, run: () => setAsked('delete') },
          ]}
        />
      </Offered>
      {edited && <EndpointDialog endpoint={edited} sent={changed} onClose={() => setEdited(null)} />}
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
