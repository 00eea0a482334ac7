import type { TSchema } from 'typebox'
import type { Schema } from './vine_schema.js'

const PATH = '#/components/schemas/'

/**
 * Collects the named shapes: every use of one becomes a reference, and the shape itself appears once, under
 * `components.schemas`.
 */
export class Components {
  readonly #schemas = new Map<string, Schema>()
  readonly #wanted = new Set<string>()

  /**
   * Returns the schema with a reference in place of each named shape. A `$ref` without a path is the name of a shape.
   */
  put(schema: TSchema | Schema): Schema {
    return this.#walk(schema) as Schema
  }

  /** Adds a schema under a name, and returns the reference to it. */
  add(name: string, schema: Schema): { $ref: string } {
    const there = this.#schemas.get(name)
    if (there && JSON.stringify(there) !== JSON.stringify(schema)) {
      throw new Error(`Two shapes are called ${name}`)
    }
    this.#schemas.set(name, schema)
    return { $ref: PATH + name }
  }

  /** Everything collected, by name. @throws Error for a reference to a shape that does not exist. */
  all(): Record<string, Schema> {
    for (const name of this.#wanted) {
      if (!this.#schemas.has(name)) throw new Error(`No shape is called ${name}`)
    }
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  #walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#walk(one))
    if (typeof value !== 'object' || value === null) return value
    const { $id, $ref, ...rest } = value as { $id?: string; $ref?: string }
    const walked = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, this.#walk(one)]))
    if ($id !== undefined) return this.add($id, walked)
    if ($ref === undefined) return walked
    if ($ref.startsWith('#')) return { $ref, ...walked }
    this.#wanted.add($ref)
    return { $ref: PATH + $ref, ...walked }
  }
}
