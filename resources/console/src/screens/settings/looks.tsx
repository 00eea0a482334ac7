import { Choice } from '../../ui/field'
import { keepChoice, useChoice } from '../../ui/kept_choice'

/** Settings for the look of the console. */
export function Looks() {
  return (
    <section className="panel" aria-label="Appearance">
      <h2>Appearance</h2>
      <div className="form-row">
        <Kept
          name="theme"
          label="Theme"
          options={[
            ['system', 'System'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
        />
        <Kept
          name="density"
          label="Row height"
          options={[
            ['compact', 'Compact'],
            ['normal', 'Normal'],
            ['roomy', 'Roomy'],
          ]}
        />
        <Kept
          name="zone"
          label="Time zone"
          options={[
            ['local', 'Local'],
            ['utc', 'UTC'],
          ]}
        />
        <Kept
          name="shortcuts"
          label="Single-letter shortcuts"
          options={[
            ['on', 'On'],
            ['off', 'Off'],
          ]}
        />
      </div>
    </section>
  )
}

type KeptName = 'theme' | 'density' | 'zone' | 'shortcuts'

function Kept<Name extends KeptName>({
  name,
  label,
  options,
}: {
  name: Name
  label: string
  options: [string, string][]
}) {
  const value = useChoice(name)
  return (
    <Choice
      label={label}
      value={value}
      options={options}
      onChange={(event) => keepChoice(name, event.target.value as typeof value)}
    />
  )
}
