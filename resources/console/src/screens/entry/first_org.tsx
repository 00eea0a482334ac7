import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { createOrg } from '../../api/accounts'
import { meQuery } from '../../api/me'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { InsideCard } from './inside_card'

/** Lets a user without an org create one. */
export function FirstOrg() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const made = useWrite((name: string, key) => createOrg({ body: { name }, key }), {
    done: () =>
      void queryClient
        .fetchQuery({ ...meQuery, staleTime: 0 })
        .then(() => navigate({ to: '/', replace: true })),
  })
  const problem = made.refusal?.fields.name
  return (
    <InsideCard title="Create an organisation" about="It holds your products, licenses and team.">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          made.write(String(new FormData(event.currentTarget).get('name')))
        }}
      >
        <Field label="Name" name="name" required autoFocus problem={problem} />
        <Refused refusal={made.refusal} shown={['name']} />
        <Button type="submit" look="primary wide" busy={made.busy}>
          Create organisation
        </Button>
      </form>
    </InsideCard>
  )
}
