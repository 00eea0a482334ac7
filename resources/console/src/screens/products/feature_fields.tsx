import type { FeatureDeclaration, Features } from '../../api/types'
import { Choice, Field } from '../../ui/field'

type Props = {
  declared: FeatureDeclaration[]
  features: Features
  change: (features: Features) => void
  problems: Record<string, string | undefined>
}

/** Fields for the features that a product declares. An empty field sets no value at this level. */
export function FeatureFields({ declared, features, change, problems }: Props) {
  const set = (name: string, value: Features[string] | undefined) => {
    const { [name]: _, ...others } = features
    change(value === undefined ? others : { ...others, [name]: value })
  }
  if (declared.length === 0) return <p className="small quiet">This product has no features yet.</p>
  return (
    <div className="form-row">
      {declared.map(({ name, type, description }) => {
        const about = { label: name, hint: description, problem: problems[`features.${name}`] }
        const value = features[name]
        if (type === 'boolean')
          return (
            <Choice
              key={name}
              {...about}
              value={value === undefined ? '' : String(value)}
              options={[
                ['', 'Not set'],
                ['true', 'On'],
                ['false', 'Off'],
              ]}
              onChange={({ target }) => set(name, target.value === '' ? undefined : target.value === 'true')}
            />
          )
        return (
          <Field
            key={name}
            {...about}
            type={type === 'integer' ? 'number' : 'text'}
            value={value === undefined ? '' : String(value)}
            onChange={({ target }) =>
              set(
                name,
                target.value === '' ? undefined : type === 'integer' ? Number(target.value) : target.value
              )
            }
          />
        )
      })}
    </div>
  )
}
