import { useState, type ChangeEvent } from 'react'

/**
 * For a select whose value is saved at once: props that show what was chosen until `save` has ended, and the stored `value`
 * otherwise.
 */
export function useChosen(value: string, save: (value: string) => Promise<unknown>) {
  const [chosen, setChosen] = useState<string | null>(null)
  return {
    value: chosen ?? value,
    'aria-busy': chosen !== null,
    onChange: async ({ target }: ChangeEvent<HTMLSelectElement>) => {
      const wanted = target.value
      setChosen(wanted)
      await save(wanted)
      // A value that was chosen in the meantime is still on its way.
      setChosen((now) => (now === wanted ? null : now))
    },
  }
}
