import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { asRefusal } from '../api/refusal'
import { Choice, Field } from './field'
import { Refused } from './refused'
import { useSettled } from './use_settled'

type Option = readonly [id: string, text: string]

/** Searches once the user stops typing, and returns the options found, or why there are none. */
export function useFound(
  queryKey: readonly unknown[],
  find: (search: string, signal: AbortSignal) => Promise<Option[]>
) {
  const [text, setText] = useState('')
  const sought = useSettled(text.trim())
  const found = useQuery({
    queryKey: [...queryKey, sought],
    queryFn: ({ signal }) => find(sought, signal),
    enabled: sought !== '',
  })
  // Options of an earlier text are hidden, so that Enter never sends one of them.
  const isSought = text.trim() === sought
  const options = isSought ? found.data : undefined
  return {
    text,
    setText,
    options: options ?? [],
    isNone: options?.length === 0,
    refusal: isSought && !found.data && found.error ? asRefusal(found.error) : null,
    retry: () => void found.refetch(),
  }
}

type Props = {
  found: ReturnType<typeof useFound>
  /** Label of the search field. */
  label: string
  hint: string
  /** Label of the choice between the options found. */
  choice: string
  name: string
  none: string
  /** The longest text that the service searches for. */
  maxLength: number
  problem?: string
  autoFocus?: boolean
}

/** A search field with a choice between the options found. */
export function FoundChoice({
  found,
  label,
  hint,
  choice,
  name,
  none,
  maxLength,
  problem,
  autoFocus,
}: Props) {
  const { text, setText, options, isNone, refusal, retry } = found
  return (
    <>
      <Field
        label={label}
        hint={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={maxLength}
        autoFocus={autoFocus}
        problem={options.length === 0 ? problem : undefined}
      />
      {options.length > 0 && <Choice label={choice} name={name} options={options} problem={problem} />}
      {isNone && <p className="small quiet">{none}</p>}
      <Refused refusal={refusal} retry={retry} />
    </>
  )
}
