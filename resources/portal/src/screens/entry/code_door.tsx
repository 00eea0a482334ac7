import { useEffect, useState } from 'react'
import { askForCode, giveCode } from '../../api/doors'
import { keepAsked, keptAsked, MINUTE, wasJustAsked, type AskedCode } from '../../api/mailed_code'
import { usePortal } from '../../api/portal'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Field } from '../../../../console/src/ui/field'
import { Refused } from '../../../../console/src/ui/refused'
import { useAskedPage } from './asked_page'
import type { DoorProps } from './doors'

/** Sign-in with a mailed code: asks for the email address, then for the six digits. */
export function CodeDoor({ done }: DoorProps) {
  const { orgId } = usePortal()
  const [asked, setAsked] = useState(() => keptAsked(orgId))
  const [isBack, setBack] = useState(false)
  const next = (now: AskedCode) => {
    keepAsked(orgId, now)
    setAsked(now)
    setBack(false)
  }
  if (asked && !isBack) return <Code asked={asked} again={next} back={() => setBack(true)} done={done} />
  return <Address last={asked} done={next} />
}

/** The longest `returnUrl` that the service accepts. Characters. */
const LONGEST_PAGE = 2000

/** The page that the mailed link opens: a page of the portal at `url`. */
function linkedPage(url: string, page: string): string {
  const { href } = new URL(`${url}${page}`)
  return page !== '/' && href.startsWith(`${url}/`) && href.length <= LONGEST_PAGE ? href : url
}

function useAsk(done: (asked: AskedCode) => void) {
  const { orgId, url } = usePortal()
  const returnUrl = linkedPage(url, useAskedPage())
  return useWrite((email: string) => askForCode({ body: { orgId, email, returnUrl } }), {
    done: ({ challengeToken }, email) => done({ email, challengeToken, at: Date.now() }),
  })
}

function Address({ last, done }: { last: AskedCode | null; done: (asked: AskedCode) => void }) {
  const { registration } = usePortal()
  const { write, busy, refusal } = useAsk(done)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const email = String(new FormData(event.currentTarget).get('email')).trim()
        if (wasJustAsked(last, email)) done(last)
        else write(email)
      }}
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        autoFocus
        defaultValue={last?.email}
        hint={registration === 'open' ? undefined : 'The email address that you used to buy your licenses.'}
        problem={refusal?.fields.email}
      />
      <Refused refusal={refusal} shown={['email']} />
      <Button type="submit" look="primary wide" busy={busy}>
        Send code
      </Button>
    </form>
  )
}

type CodeProps = DoorProps & { asked: AskedCode; again: (asked: AskedCode) => void; back: () => void }

function Code({ asked, again, back, done }: CodeProps) {
  const { registration } = usePortal()
  const given = useWrite(
    (code: string) => giveCode({ body: { challengeToken: asked.challengeToken, code, useCookies: true } }),
    { done: ({ tokens }) => done(tokens.accessToken) }
  )
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        given.write(String(new FormData(event.currentTarget).get('code')).replace(/\s/g, ''))
      }}
    >
      <p className="small" role="status">
        If <b>{asked.email}</b> {registration === 'open' ? 'takes mail' : 'is known here'}, a code is on its
        way. It is valid for 10 minutes; you can also use the link in the email.
      </p>
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        autoFocus
      />
      <Refused refusal={given.refusal} />
      <Button type="submit" look="primary wide" busy={given.busy}>
        Sign in
      </Button>
      <div className="actions">
        <Another
          key={asked.at}
          asked={asked}
          again={(next) => {
            given.reset()
            again(next)
          }}
        />
        <Button look="plain small" onClick={back}>
          Use another address
        </Button>
      </div>
    </form>
  )
}

/** Requests another mail, once the minute since the last one is over. */
function Another({ asked, again }: Pick<CodeProps, 'asked' | 'again'>) {
  const { write, busy, refusal } = useAsk(again)
  const [isEarly, setEarly] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setEarly(false), asked.at + MINUTE - Date.now())
    return () => clearTimeout(timer)
  }, [asked.at])
  if (refusal) return <span className="small quiet">{refusal.message}</span>
  return (
    <Button look="plain small" busy={busy} disabled={isEarly} onClick={() => write(asked.email)}>
      {isEarly ? 'You can request another code in a minute' : 'Send another code'}
    </Button>
  )
}
