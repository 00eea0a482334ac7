import type { EndUser } from '../../api/types'
import { Field } from '../../ui/field'

/** The form fields of an end user, for a new or an existing one. */
export function PersonFields({
  person,
  problems,
}: {
  person?: EndUser
  problems: Record<string, string | undefined>
}) {
  return (
    <>
      <Field
        label="Email"
        name="email"
        type="email"
        defaultValue={person?.email ?? ''}
        autoFocus
        problem={problems.email}
        hint={
          person?.emailVerified
            ? 'Verified. To verify another one, send a one-time link; it is confirmed in the portal.'
            : undefined
        }
      />
      <div className="form-row">
        <Field
          label="First name"
          name="firstName"
          defaultValue={person?.firstName ?? ''}
          problem={problems.firstName}
        />
        <Field
          label="Last name"
          name="lastName"
          defaultValue={person?.lastName ?? ''}
          problem={problems.lastName}
        />
        <Field
          label="Username"
          name="username"
          defaultValue={person?.username ?? ''}
          problem={problems.username}
        />
        <Field
          label="External ID"
          name="externalId"
          hint="The end user’s ID in your own system."
          defaultValue={person?.externalId ?? ''}
          problem={problems.externalId}
        />
      </div>
    </>
  )
}
