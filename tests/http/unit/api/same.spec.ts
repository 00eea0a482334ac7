import { test } from '@japa/runner'
import { same } from '#http/api/same'

/** The compiler checks these: an `@ts-expect-error` without an error does not compile. */
test('same compiles for equal types alone', () => {
  type License = { id: string; owner?: string | null; hwids: { value: string }[] }
  same<License, { id: string } & { owner?: string | null; readonly hwids: { value: string }[] }>(true)
  // @ts-expect-error a field too many
  same<License, License & { secret: string }>(true)
  // @ts-expect-error a field too few
  same<License, Omit<License, 'owner'>>(true)
  // @ts-expect-error a field that may not be missing
  same<License, Required<License>>(true)
  // @ts-expect-error a nested field of another type
  same<License, Omit<License, 'hwids'> & { hwids: { value: number }[] }>(true)
  // The errors name the field.
  same<License, Omit<License, 'owner'>>('owner')
  same<License, Omit<License, 'hwids'> & { hwids: { value: number }[] }>('hwids.[].value')
})
