import type { SsoConnection } from '../../api/types'
import { Field } from '../../ui/field'
import { ATTRIBUTES } from './sso_words'

type Props = { connection: SsoConnection | null; problems: Record<string, string | undefined> }

/** Edits the attribute names of a provider, if they differ from the common ones. */
export function AttributeFields({ connection, problems }: Props) {
  return (
    <fieldset className="field">
      <legend className="label">Attribute mapping</legend>
      <span className="hint">
        Common names are recognised automatically. Fill in only those that your provider names differently.
      </span>
      <div className="form-row">
        {ATTRIBUTES.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            name={`attribute.${name}`}
            spellCheck={false}
            autoComplete="off"
            defaultValue={connection?.attributeMapping[name] ?? ''}
            problem={problems[`attributeMapping.${name}`]}
          />
        ))}
      </div>
    </fieldset>
  )
}
