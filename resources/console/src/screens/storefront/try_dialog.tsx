import { useState } from 'react'
import { tryProcessorEvent } from '../../api/processors'
import type { Processor } from '../../api/types'
import { useWrite } from '../../api/writes'
import { TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { Status } from '../../ui/status'

const SAMPLE = {
  type: 'purchase.paid',
  id: 'evt_1',
  occurredAt: '2026-01-01T00:00:00Z',
  data: { ref: 'pay_1', providerRef: 'price_1', customer: { email: 'ada@example.com' } },
}

type Props = { orgId: string; processor: Processor; onClose: () => void }

/** Shows what an event would do, without any change. */
export function TryDialog({ orgId, processor, onClose }: Props) {
  const [broken, setBroken] = useState<string>()
  const path = { orgId, processorId: processor.id }
  const tried = useWrite((event: Record<string, unknown>, key) =>
    tryProcessorEvent({ path, body: { event }, key })
  )
  const would = tried.busy ? undefined : tried.answer?.would
  return (
    <FormDialog
      title="Test an event"
      about="Shows what the event would do. Nothing is changed and no signature is needed."
      label="Run test"
      look="wide"
      sent={tried}
      shown={['event']}
      onClose={onClose}
      send={(typed) => {
        const event = objectOf(String(typed.get('event')))
        setBroken(event ? undefined : 'This is not a JSON object')
        if (event) tried.write(event)
        else tried.reset()
      }}
    >
      <TextField
        label="Event"
        name="event"
        hint="The JSON that the processor sends."
        className="input mono"
        rows={12}
        spellCheck={false}
        autoFocus
        defaultValue={processor.provider === 'standard' ? JSON.stringify(SAMPLE, null, 2) : ''}
        problem={broken ?? tried.refusal?.fields.event}
      />
      {would && !broken && (
        <div role="status" className="notice">
          <span className="actions">
            <Status of={would.state} /> {would.result}
          </span>
          <span className="small quiet">
            {would.type}
            {would.meaning && would.meaning !== would.type ? ` is a ${would.meaning}` : ''}
          </span>
        </div>
      )}
    </FormDialog>
  )
}

/** Parses a JSON object. Returns null for any other text. */
function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
