import { useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { answerTicket } from '../../api/tickets'
import type { Ticket, TicketMessagesAnswerData } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Choice, TextField } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'
import { leftOf } from '../../ui/typed'
import { Withdrawal } from '../../ui/while_allowed'
import { Attachments, FileList, useAttachments } from './attachments'

type Body = TicketMessagesAnswerData['body']
const AFTER = [
  ['waiting', 'Waiting for end user'],
  ['resolved', 'Resolved'],
  ['open', 'Open'],
] as const

type Props = { orgId: string; ticket: Ticket; mayReply: boolean }

/**
 * Writes a reply, which the end user gets by mail, or an internal message, which only the team sees. What was typed
 * before the ticket was closed or the role was changed can still be read and copied.
 */
export function Reply({ orgId, ticket, mayReply }: Props) {
  const [text, setText] = useState('')
  const [internal, setInternal] = useState(false)
  const files = useAttachments(ticket.id)
  const queryClient = useQueryClient()
  const sent = useWrite((body: Body, key) => answerTicket({ path: { ticketId: ticket.id }, body, key }), {
    done: (_, { body: words, attachmentIds = [], internal: isNote }) => {
      setText((now) => leftOf(now, words))
      files.clear(attachmentIds)
      for (const queryKey of [
        ['messages', ticket.id],
        ['ticket', ticket.id],
        ['tickets', orgId],
      ])
        void queryClient.invalidateQueries({ queryKey })
      toast(isNote ? 'Note added' : 'Reply sent')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const status = new FormData(event.currentTarget).get('status') as Body['status'] | null
    sent.write({
      body: text,
      internal,
      attachmentIds: files.ids,
      // An internal message changes nothing for the end user.
      ...(internal || !status ? {} : { status }),
    })
  }
  if (!mayReply)
    return (
      <>
        {text !== '' && <TextField label="Your reply, not sent" rows={5} readOnly value={text} />}
        {files.sent.length > 0 && <p className="small">Files that were not sent:</p>}
        <FileList label="Files that were not sent" files={files.sent} />
        <Refused refusal={files.refusal} />
      </>
    )
  return (
    <form className={internal ? 'panel reply internal' : 'panel reply'} aria-label="Reply" onSubmit={submit}>
      <TextField
        label={internal ? 'Internal note' : 'Reply'}
        name="body"
        rows={5}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        problem={sent.refusal?.fields.body}
      />
      <Attachments files={files} />
      <div className="actions wrap">
        <label className="check">
          <input type="checkbox" checked={internal} onChange={(event) => setInternal(event.target.checked)} />
          Visible to the team only
        </label>
        {!internal && <Choice label="Set status to" name="status" options={AFTER} />}
      </div>
      <Refused refusal={sent.refusal} shown={['body']} />
      <Withdrawal />
      <div className="actions">
        <Button type="submit" look="primary" busy={sent.busy} disabled={files.busy}>
          {internal ? 'Add note' : 'Send reply'}
        </Button>
      </div>
    </form>
  )
}
