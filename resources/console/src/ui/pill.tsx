import { Icon, type IconName } from './icons'

/** How a state is shown: as a word, a tint and an icon. */
export type Look = [label: string, look: string, icon: IconName]

export function Pill({ of: [label, look, icon] }: { of: Look }) {
  return (
    <span className={`pill ${look}`}>
      <Icon name={icon} />
      {label}
    </span>
  )
}
