import { createApiKey } from '../../api/products'
import type { ApiKeysStoreData, IssuedApiKey } from '../../api/types'
import { useWrite } from '../../api/writes'
import { PERMISSIONS } from '../../generated/permissions'
import { DAYS, endOfDay } from '../../ui/days'
import { Field, Problem } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { keptChoice } from '../../ui/kept_choice'
import { textOf } from '../../ui/typed'

type Body = ApiKeysStoreData['body']
type Props = { productId: string; onClose: () => void; done: (answer: { apiKey: IssuedApiKey }) => void }

function bodyOf(typed: FormData): Body {
  const expiresAt = endOfDay(textOf(typed, 'expires'), keptChoice('zone'))
  return {
    name: String(typed.get('name')),
    permissions: typed.getAll('permissions') as Body['permissions'],
    ...(expiresAt && { expiresAt }),
  }
}

/** Creates an API key. */
export function NewKey({ productId, onClose, done }: Props) {
  const made = useWrite((body: Body, key) => createApiKey({ path: { productId }, body, key }), { done })
  const problems = made.refusal?.fields ?? {}
  return (
    <FormDialog
      title="New API key"
      label="Create API key"
      look="wide"
      sent={made}
      shown={['name', 'permissions', 'expiresAt']}
      onClose={onClose}
      send={(typed) => made.write(bodyOf(typed))}
    >
      <Field
        label="Name"
        name="name"
        hint="For your reference, such as “Desktop app”."
        required
        autoFocus
        problem={problems.name}
      />
      <fieldset className="field">
        <legend className="label">Permissions</legend>
        <div className="checks">
          {PERMISSIONS.map((one) => (
            <label key={one} className="check mono">
              <input
                type="checkbox"
                name="permissions"
                value={one}
                defaultChecked={one === 'license:authorize'}
              />
              {one}
            </label>
          ))}
        </div>
        <Problem text={problems.permissions} />
      </fieldset>
      <Field
        label="Last day"
        name="expires"
        {...DAYS}
        hint="The key works until the end of this day. Leave it empty for a key that does not expire."
        problem={problems.expiresAt}
      />
    </FormDialog>
  )
}
