import { useState } from 'react'
import type { Refusal } from '../../api/refusal'
import type { WebhookEndpoint } from '../../api/types'
import { Choice, Field, Problem } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { offeredEvents, type EndpointBody, type EventName } from './endpoint_words'

type Props = {
  endpoint?: WebhookEndpoint
  sent: { write: (body: EndpointBody) => void; busy: boolean; refusal: Refusal | null }
  onClose: () => void
}

/** Edits the address and the events of a new or existing endpoint. */
export function EndpointDialog({ endpoint, sent, onClose }: Props) {
  const [all, setAll] = useState(endpoint?.events.includes('*') ?? true)
  const problems = sent.refusal?.fields ?? {}
  return (
    <FormDialog
      title={endpoint ? 'Edit endpoint' : 'New endpoint'}
      label={endpoint ? 'Save' : 'Create endpoint'}
      look="wide"
      sent={sent}
      shown={['url', 'events']}
      onClose={onClose}
      send={(typed) =>
        sent.write({
          url: String(typed.get('url')),
          events: all ? ['*'] : (typed.getAll('events') as EventName[]),
          payload: typed.get('payload') as EndpointBody['payload'],
        })
      }
    >
      <Field
        label="URL"
        name="url"
        type="url"
        placeholder="https://example.com/hooks"
        defaultValue={endpoint?.url}
        required
        autoFocus
        problem={problems.url}
      />
      <Choice
        label="Payload"
        name="payload"
        defaultValue={endpoint?.payload}
        options={[
          ['thin', 'Event with ids only'],
          ['full', 'Event with the whole license'],
        ]}
      />
      <label className="check">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
        Subscribe to all events
      </label>
      {!all && (
        <fieldset className="field">
          <legend className="label">Events</legend>
          <div className="checks">
            {offeredEvents(endpoint).map((one) => (
              <label key={one} className="check mono">
                <input
                  type="checkbox"
                  name="events"
                  value={one}
                  defaultChecked={endpoint?.events.includes(one)}
                />
                {one}
              </label>
            ))}
          </div>
          <Problem text={problems.events} />
        </fieldset>
      )}
    </FormDialog>
  )
}
