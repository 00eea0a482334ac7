import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { askForErasure, callOffErasure, confirmErasure } from '../../api/account'
import { meQuery } from '../../api/me'
import { usePortal } from '../../api/portal'
import type { EndUserProfile } from '../../api/types'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Confirm } from '../../ui/confirm'
import { Dialog } from '../../../../console/src/ui/dialog'
import { Time } from '../../../../console/src/ui/time'
import { toast, toastRefusal } from '../../../../console/src/ui/toasts'
import { CodeForm } from './code_form'

/**
 * Erases the account. Depending on the portal, a mailed code schedules the erasure, which the end user can cancel until
 * it is due, or the end user asks the merchant for it.
 */
export function Erasure({ endUser }: { endUser: EndUserProfile }) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  const calledOff = useWrite((_: null, key) => callOffErasure({ key }), {
    done: () => {
      refresh()
      toast('Your account will be kept')
    },
    failed: toastRefusal,
  })
  const [asking, setAsking] = useState(false)
  if (endUser.eraseAt)
    return (
      <div className="reset">
        <p className="notice warn">
          <span>
            Your account will be erased <Time at={endUser.eraseAt} />.
          </span>
        </p>
        <Button busy={calledOff.busy} onClick={() => calledOff.write(null)}>
          Keep my account
        </Button>
      </div>
    )
  return (
    <div className="reset">
      <div>
        <b>Erase the account</b>
        <p className="small quiet">All personal data is deleted. Licenses keep working without an owner.</p>
      </div>
      <Button look="danger" onClick={() => setAsking(true)}>
        Erase
      </Button>
      {asking && <Ask onClose={() => setAsking(false)} done={refresh} />}
    </div>
  )
}

function Ask({ onClose, done }: { onClose: () => void; done: () => void }) {
  const { erasure, tickets } = usePortal()
  const [started, setStarted] = useState<{ challengeToken: string } | { ticketId: string } | null>(null)
  const asked = useWrite((_: null, key) => askForErasure({ key }), {
    done: (answer) => setStarted('ticket' in answer ? { ticketId: answer.ticket.id } : answer),
  })
  const given = useWrite(
    (code: string, key) =>
      confirmErasure({
        body: { challengeToken: (started as { challengeToken: string }).challengeToken, code },
        key,
      }),
    {
      done: () => {
        done()
        onClose()
      },
    }
  )
  if (started && 'ticketId' in started)
    return (
      <Dialog
        title="Request received"
        about={tickets ? 'You can follow your request under Help.' : 'The merchant has your request.'}
        onClose={onClose}
      >
        <div className="actions end">
          <Button onClick={onClose}>Close</Button>
          {tickets && (
            <Link to="/tickets/$id" params={{ id: started.ticketId }} className="button primary">
              View request
            </Link>
          )}
        </div>
      </Dialog>
    )
  if (started)
    return (
      <Dialog title="Erase the account" onClose={onClose}>
        <CodeForm
          about="We sent a code to your email address."
          label="Erase in 7 days"
          look="danger"
          sent={given}
          back={onClose}
        />
      </Dialog>
    )
  return (
    <Confirm
      title="Erase the account?"
      about={
        erasure === 'self'
          ? 'We email you a code to confirm. Your account is erased 7 days later; you can cancel until then.'
          : 'This sends a request to the merchant, who erases the account.'
      }
      label={erasure === 'self' ? 'Send code' : 'Send request'}
      sent={asked}
      onClose={onClose}
      go={() => asked.write(null)}
    />
  )
}
