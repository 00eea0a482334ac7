import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { banEndUser, changeEndUser, eraseEndUser, listEndUsers, mergeEndUsers } from '../../api/end_users'
import { forgetLicenses } from '../../api/org_stream'
import type { EndUserErasuresDestroyData, EndUserMergesStoreData, FullEndUser } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Choice, Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { FoundChoice, useFound } from '../../ui/found_choice'
import { toast } from '../../ui/toasts'
import { changedOf, textOf, textOrNull } from '../../ui/typed'
import { useOnward } from '../../ui/use_onward'
import { addressesAfterMerge, PERSON_FIELDS, personName, personOf, type PersonBody } from './person'
import { PersonFields } from './person_fields'
import { PortalLink, type usePortalLink } from './portal_link'

export type PersonStep = 'edit' | 'ban' | 'link' | 'merge' | 'erase'
type Licenses = NonNullable<NonNullable<EndUserErasuresDestroyData['query']>['licenses']>
type Props = {
  orgId: string
  person: FullEndUser
  linked: ReturnType<typeof usePortalLink>
  onClose: () => void
}

/** The dialog for one action on an end user. */
export function PersonStepDialog({ step, ...props }: Props & { step: PersonStep }) {
  const Step = { edit: Edit, ban: Ban, link: PortalLink, merge: Merge, erase: Erase }[step]
  return <Step {...props} />
}

/** Returns a function that reloads all data shown about an end user and their licenses. */
function useForget({ orgId, person }: Pick<Props, 'orgId' | 'person'>) {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['end user', person.id] })
    void queryClient.invalidateQueries({ queryKey: ['end users', orgId] })
    forgetLicenses(queryClient, orgId)
  }
}

function Edit(props: Props) {
  const { orgId, onClose } = props
  // What the fields began with, although the page may have read somebody else's change meanwhile.
  const [person] = useState(props.person)
  const forget = useForget(props)
  const saved = useWrite(
    (body: PersonBody, key) => changeEndUser({ path: { orgId, endUserId: person.id }, body, key }),
    {
      done: () => {
        forget()
        toast('Saved')
        onClose()
      },
    }
  )
  return (
    <FormDialog
      title="Edit end user"
      label="Save"
      sent={saved}
      shown={PERSON_FIELDS}
      onClose={onClose}
      send={(typed) => {
        const changed = changedOf(personOf(typed), person)
        if (Object.keys(changed).length > 0) saved.write(changed)
        else onClose()
      }}
    >
      <PersonFields person={person} problems={saved.refusal?.fields ?? {}} />
    </FormDialog>
  )
}

function Ban(props: Props) {
  const { orgId, person, onClose } = props
  const forget = useForget(props)
  const banned = useWrite(
    (body: { reason: string | null; suspendLicenses: boolean }, key) =>
      banEndUser({ path: { orgId, endUserId: person.id }, body, key }),
    {
      done: () => {
        forget()
        toast('Banned')
        onClose()
      },
    }
  )
  return (
    <FormDialog
      title={`Ban ${personName(person)}`}
      about="They are signed out and cannot sign in until the ban is lifted."
      label="Ban"
      danger
      sent={banned}
      shown={['reason']}
      onClose={onClose}
      send={(typed) =>
        banned.write({ reason: textOrNull(typed, 'reason'), suspendLicenses: typed.has('suspend') })
      }
    >
      <Field
        label="Reason"
        name="reason"
        hint="Internal. The end user does not see it."
        autoFocus
        problem={banned.refusal?.fields.reason}
      />
      <label className="check">
        <input type="checkbox" name="suspend" />
        Suspend their licenses too
      </label>
    </FormDialog>
  )
}

function Merge(props: Props) {
  const { orgId, person, onClose } = props
  const forget = useForget(props)
  const found = useFound(['end users', orgId, 'to merge'], async (search, signal) => {
    const { endUsers } = await listEndUsers({ path: { orgId }, query: { search, limit: 20 }, signal })
    return endUsers
      .filter(({ id }) => id !== person.id)
      .map((one) => [one.id, [personName(one), one.email].filter(Boolean).join(', ')] as const)
  })
  const merged = useWrite(
    (body: EndUserMergesStoreData['body'], key) =>
      mergeEndUsers({ path: { orgId, endUserId: person.id }, body, key }),
    {
      done: () => {
        forget()
        toast('Merged')
        onClose()
      },
    }
  )
  return (
    <FormDialog
      title="Merge into this end user"
      about={`Licenses and tickets of the other end user move to ${personName(person)}, and the other end user is removed. ${addressesAfterMerge(person)} This cannot be undone.`}
      label="Merge"
      danger
      disabled={found.options.length === 0}
      sent={merged}
      onClose={onClose}
      send={(typed) =>
        merged.write({ fromId: textOf(typed, 'from') ?? '', keep: typed.has('keep') ? 'target' : undefined })
      }
    >
      <FoundChoice
        found={found}
        label="Find the other end user"
        hint="Search by email, name or ID."
        choice="The other end user"
        name="from"
        none="No results."
        maxLength={254}
        autoFocus
      />
      {merged.refusal?.fields.externalId && (
        <label className="check">
          <input type="checkbox" name="keep" />
          Keep the external ID of {personName(person)} and drop the other
        </label>
      )}
    </FormDialog>
  )
}

const FATES = [
  ['keep', 'Keep working without an owner'],
  ['revoke', 'Are revoked'],
  ['delete', 'Are deleted'],
] as const

function Erase(props: Props) {
  const { orgId, person, onClose } = props
  const onward = useOnward()
  const forget = useForget(props)
  const [typed, setTyped] = useState('')
  const name = personName(person)
  const erased = useWrite(
    (licenses: Licenses, key) =>
      eraseEndUser({ path: { orgId, endUserId: person.id }, query: { licenses }, key }),
    {
      done: () => {
        toast('Erased')
        void onward({ to: '/$org/end-users', params: { org: orgId } }).then(forget)
      },
    }
  )
  return (
    <FormDialog
      title={`Erase ${name}`}
      about="Profile, sign-ins, tickets and addresses are permanently erased. This cannot be undone."
      label="Erase"
      danger
      disabled={typed !== name}
      sent={erased}
      onClose={onClose}
      send={(form) => erased.write(form.get('licenses') as Licenses)}
    >
      <Choice label="Their licenses" name="licenses" options={FATES} />
      <Field
        label={`Type “${name}”`}
        hint="To confirm that this is the right person."
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
