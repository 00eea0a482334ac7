import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { changeProcessor, deleteProcessor, listProcessors } from '../../api/processors'
import { rowOf } from '../../api/row_of'
import type { Processor } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { CopyButton } from '../../ui/copy'
import { Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { toast, toastRefusal } from '../../ui/toasts'
import { useOnward } from '../../ui/use_onward'
import { Offered } from '../../ui/while_allowed'
import { ProcessorDialog } from './processor_dialog'
import { ProcessorEvents } from './processor_events'
import { providerName } from './providers'
import { TryDialog } from './try_dialog'

const route = getRouteApi('/inside/$org/storefront/processors/$id')

/** The page of one processor: the address to which it sends events, and its events. */
export function ProcessorPage() {
  const { org: orgId, id } = route.useParams()
  const query = useQuery({
    queryKey: ['processors', orgId],
    queryFn: ({ signal }) => listProcessors({ path: { orgId }, signal }),
    select: ({ processors }) => rowOf(processors, id),
  })
  return (
    <div className="page">
      <Link to="/$org/storefront/processors" params={{ org: orgId }} className="small">
        Payment
      </Link>
      <Loaded query={query}>{(processor) => <Whole orgId={orgId} processor={processor} />}</Loaded>
    </div>
  )
}

function Whole({ orgId, processor }: { orgId: string; processor: Processor }) {
  const { id, name, provider, state, inboundUrl } = processor
  const { state: eventState } = route.useSearch()
  const [asked, setAsked] = useState<'change' | 'try' | 'delete' | null>(null)
  const navigate = useNavigate()
  const onward = useOnward()
  const queryClient = useQueryClient()
  const path = { orgId, processorId: id }
  const forget = () => void queryClient.invalidateQueries({ queryKey: ['processors', orgId] })
  const paused = useWrite((on: boolean, key) => changeProcessor({ path, body: { paused: on }, key }), {
    done: forget,
    failed: toastRefusal,
  })
  const changed = useWrite(
    (body: { name: string; secret?: string }, key) => changeProcessor({ path, body, key }),
    {
      done: () => {
        setAsked(null)
        forget()
        toast('Saved')
      },
    }
  )
  const deleted = useWrite((_: object, key) => deleteProcessor({ path, key }), {
    done: () => {
      void onward({ to: '/$org/storefront/processors', params: { org: orgId } }).then(forget)
    },
  })
  const isPaused = state === 'paused'
  return (
    <>
      <div className="page-head">
        <h1>
          {name} <small>{providerName(provider)}</small>
        </h1>
        <Status of={state} />
        <Offered>
          <Button busy={paused.busy} onClick={() => paused.write(!isPaused)}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button onClick={() => setAsked('change')}>Edit</Button>
          <Button onClick={() => setAsked('try')}>Test an event</Button>
          <Button onClick={() => setAsked('delete')}>Delete</Button>
        </Offered>
      </div>
      <dl className="facts">
        <dt>Webhook URL</dt>
        <dd className="actions mono scrolled">
          {inboundUrl} <CopyButton text={inboundUrl} what="address" />
        </dd>
        <dt>Processor id</dt>
        <dd className="actions mono scrolled">
          {id} <CopyButton text={id} what="id" />
        </dd>
      </dl>
      <ProcessorEvents
        orgId={orgId}
        processorId={id}
        state={eventState}
        change={(next) =>
          void navigate({
            to: '/$org/storefront/processors/$id',
            params: { org: orgId, id },
            search: { state: next },
          })
        }
      />
      {asked === 'change' && (
        <ProcessorDialog processor={processor} sent={changed} onClose={() => setAsked(null)} />
      )}
      {asked === 'try' && <TryDialog orgId={orgId} processor={processor} onClose={() => setAsked(null)} />}
      {asked === 'delete' && (
        <Confirm
          title={`Delete ${name}`}
          about="Its events are deleted; orders are kept. This cannot be undone."
          label="Delete"
          sent={deleted}
          onClose={() => setAsked(null)}
          go={() => deleted.write({})}
        />
      )}
    </>
  )
}
