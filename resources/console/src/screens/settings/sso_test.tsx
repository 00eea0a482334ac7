import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useOrg } from '../../api/me'
import { deleteSso, testSso } from '../../api/sso'
import { backHere } from '../../api/sso_sign_in'
import type { SsoConnection } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Refused } from '../../ui/refused'
import { Time } from '../../ui/time'

/** Runs a test sign-in. It starts no session, but shows how a real sign-in would end. */
export function SsoTest({ orgId, connection }: { orgId: string; connection: SsoConnection }) {
  const { may } = useOrg(orgId)
  const [deleting, setDeleting] = useState(false)
  const queryClient = useQueryClient()
  const tested = useWrite((redirectUri: string) => testSso({ path: { orgId }, body: { redirectUri } }), {
    done: ({ redirectUrl }) => location.assign(redirectUrl),
  })
  const deleted = useWrite((_: object, key) => deleteSso({ path: { orgId }, key }), {
    done: () => {
      setDeleting(false)
      void queryClient.invalidateQueries({ queryKey: ['sso', orgId] })
    },
  })
  const { lastTest } = connection
  return (
    <li className="panel" aria-label="Test">
      <h2>Test</h2>
      {lastTest ? (
        <p className={lastTest.ok ? 'notice ok' : 'notice bad'}>
          <span>
            {lastTest.ok ? 'The test succeeded' : `The test failed: ${lastTest.reason}`},{' '}
            <Time at={lastTest.at} />.
          </span>
        </p>
      ) : (
        <p className="small quiet">Not tested yet. SSO can be required only after a successful test.</p>
      )}
      <Refused refusal={tested.refusal} />
      <div className="actions">
        <Button busy={tested.busy} onClick={() => tested.write(backHere(`/${orgId}/settings/sso`))}>
          Test sign-in
        </Button>
        {may('OWNER') && <Button onClick={() => setDeleting(true)}>Delete connection</Button>}
      </div>
      {deleting && (
        <Confirm
          title="Delete the connection"
          about="Sessions it started end immediately. Members sign in with passwords again."
          label="Delete"
          sent={deleted}
          onClose={() => setDeleting(false)}
          go={() => deleted.write({})}
        />
      )}
    </li>
  )
}
