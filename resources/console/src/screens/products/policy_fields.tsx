import type { PartialPolicy } from '../../api/types'
import { Choice, Field } from '../../ui/field'
import { CHOICES, isEndless, isMeant, NUMBERS, type NumberName } from './policy_words'

type Props = {
  policy: PartialPolicy
  change: (policy: PartialPolicy) => void
  /** The values that apply to empty fields. */
  under: PartialPolicy
  /** True if lower levels may hold values that this form does not know. */
  partly?: boolean
  /** The text of an empty field: "As usual", "As the product". */
  empty: string
  problems: Record<string, string | undefined>
  /** The path of the policy in the request body. */
  path: string
}

/** The fields of a policy. An empty field sets no value at this level. */
export function PolicyFields({ policy, change, under, partly, empty, problems, path }: Props) {
  const inForce = { ...under, ...policy }
  const set = (name: keyof PartialPolicy, value: unknown) => {
    const { [name]: _, ...others } = policy
    change(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <div className="form-row">
      {CHOICES.map(([name, label, options]) => (
        <Choice
          key={name}
          label={label}
          options={[['', emptyChoice(empty, options, under[name], partly)], ...options]}
          value={policy[name] ?? ''}
          onChange={(event) => set(name, event.target.value || undefined)}
          problem={problems[`${path}.${name}`]}
        />
      ))}
      {NUMBERS.filter(([name]) => isMeant(name, inForce)).map(([name, label, usual, least]) => (
        <PolicyNumber
          key={name}
          name={name}
          label={label}
          least={least}
          empty={empty}
          usual={under[name] === undefined ? (partly ? undefined : usual) : under[name]}
          value={policy[name]}
          set={(value) => set(name, value)}
          problem={problems[`${path}.${name}`]}
        />
      ))}
    </div>
  )
}

type Options = readonly (readonly [string, string])[]

/** Returns the text of an empty choice, with the value that applies instead if it is known. */
function emptyChoice(empty: string, options: Options, under: string | undefined, partly?: boolean): string {
  if (under === undefined && partly) return empty
  const [, words] = options.find(([value]) => value === under) ?? options[0]
  return `${empty}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

type NumberProps = {
  name: NumberName
  label: string
  least: number
  empty: string
  usual: number | null | undefined
  value: number | null | undefined
  set: (value: number | null | undefined) => void
  problem?: string
}

function PolicyNumber({ name, label, least, empty, usual, value, set, problem }: NumberProps) {
  const typed = (text: string) => (text === '' ? undefined : Number(text))
  return (
    <div className="with-check">
      <Field
        label={label}
        type="number"
        min={least}
        placeholder={
          value === null ? 'No limit' : usual === undefined ? empty : `${empty}: ${usual ?? 'no limit'}`
        }
        value={value ?? ''}
        onChange={(event) => set(typed(event.target.value))}
        problem={problem}
      />
      {isEndless(name) && usual !== null && (
        <label className="check">
          <input
            type="checkbox"
            checked={value === null}
            onChange={(event) => set(event.target.checked ? null : undefined)}
          />
          No limit
        </label>
      )}
    </div>
  )
}
