/** A type without aliases, intersections and `readonly`, so that two of them can be compared. */
type Plain<T> = T extends (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { -readonly [K in keyof T]: Plain<T[K]> }
    : T

type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

/** The fields that one side lacks or has with another type, as paths. */
type Differing<One, Other> = One extends (infer Item)[]
  ? Other extends (infer Twin)[]
    ? `[].${Differing<Item, Twin>}`
    : 'an array'
  : One extends object
    ? Other extends object
      ? { [K in keyof One | keyof Other]: FieldOf<One, Other, K> }[keyof One | keyof Other]
      : 'an object'
    : 'the type'

type FieldOf<One, Other, K> = K extends keyof One & keyof Other & string
  ? Equal<One[K], Other[K]> extends true
    ? never
    : K | `${K}.${Differing<NonNullable<One[K]>, NonNullable<Other[K]>>}`
  : K & string

/** `true` if both types are the same, else the paths of the fields that differ. */
export type Same<One, Other> =
  Equal<Plain<One>, Plain<Other>> extends true ? true : Differing<Plain<One>, Plain<Other>>

/**
 * Compares two types at compile time and does nothing at run time. If they differ, the compiler error names the
 * fields.
 *
 * @example same<ReturnType<typeof toLicense>, Static<typeof License>>(true)
 */
export function same<One, Other>(_proof: Same<One, Other>) {}
