import { useState } from 'react'
import { same } from './same'

type Versioned = { revision: number }

/**
 * The values of a form that edits a row. Until the user changes one, they follow the row, which may also change elsewhere.
 * After that they stay, and `base` is the row that the user saw: the service refuses to save over a newer one. Call `saved`
 * with the stored row and the values that were sent; what was typed in the meantime stays and is not saved yet.
 */
export function useDraft<Row extends Versioned, Values>(row: Row, valuesOf: (row: Row) => Values) {
  const [base, setBase] = useState(row)
  const [values, setValues] = useState(() => valuesOf(row))
  if (row.revision > base.revision && same(values, valuesOf(base))) {
    setBase(row)
    setValues(valuesOf(row))
  }
  const saved = (stored: Row, sent: Values) => {
    setBase(stored)
    setValues((now) => (same(now, sent) ? valuesOf(stored) : now))
  }
  return { base, values, setValues, saved }
}
