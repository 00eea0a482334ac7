import { useChosen } from './use_chosen'

type Props = {
  label: string
  title?: string
  value: string
  options: readonly (readonly [string, string])[]
  save: (value: string) => Promise<unknown>
}

/** A select in a table. Its value is saved at once. */
export function SavedSelect({ label, title, value, options, save }: Props) {
  const chosen = useChosen(value, save)
  return (
    <select className="input" aria-label={label} title={title} {...chosen}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}
