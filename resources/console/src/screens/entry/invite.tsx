import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { acceptInvite } from '../../api/accounts'
import { meQuery, useMe } from '../../api/me'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Refused } from '../../ui/refused'
import { IncompleteLink } from './incomplete_link'
import { InsideCard } from './inside_card'

const TITLE = 'Join the team'

/** The page of the link in an invitation. */
export function Invite() {
  const { token } = useSearch({ strict: false })
  return token ? <Invitation token={token} /> : <IncompleteLink title={TITLE} />
}

function Invitation({ token }: { token: string }) {
  const { user, orgs } = useMe()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const goToJoined = async () => {
    const now = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    const joined = now.orgs.find(({ id }) => !orgs.some((before) => before.id === id))
    await (joined ? navigate({ to: '/$org', params: { org: joined.id } }) : navigate({ to: '/' }))
  }
  const accepted = useWrite((body: { token: string }, key) => acceptInvite({ body, key }), {
    done: () => void goToJoined(),
  })
  return (
    <InsideCard title={TITLE} about={`You are signed in as ${user.email}.`}>
      <Refused refusal={accepted.refusal} />
      <Button look="primary wide" busy={accepted.busy} onClick={() => accepted.write({ token })}>
        Accept the invitation
      </Button>
    </InsideCard>
  )
}
