import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'

type About = { label: string; hint?: ReactNode; problem?: string }

function Around({ id, label, hint, problem, children }: About & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}

/** The message of the service about a field. */
export function Problem({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null
  return (
    <span className="problem" id={id} role="alert">
      {text}
    </span>
  )
}

const told = (id: string, { hint, problem }: Pick<About, 'hint' | 'problem'>) => ({
  'aria-describedby':
    [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': problem ? (true as const) : undefined,
})

/** A labelled input. If the service refuses the value, its message appears with the input. */
export function Field({ label, hint, problem, ...input }: About & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <Around {...{ id, label, hint, problem }}>
      <input id={id} className="input" {...told(id, { hint, problem })} {...input} />
    </Around>
  )
}

export function TextField({
  label,
  hint,
  problem,
  ...input
}: About & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <Around {...{ id, label, hint, problem }}>
      <textarea id={id} className="input" rows={4} {...told(id, { hint, problem })} {...input} />
    </Around>
  )
}

export function Choice({
  label,
  hint,
  problem,
  options,
  ...input
}: About & { options: readonly (readonly [string, string])[] } & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  return (
    <Around {...{ id, label, hint, problem }}>
      <select id={id} className="input" {...told(id, { hint, problem })} {...input}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Around>
  )
}
