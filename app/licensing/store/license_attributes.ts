import type { LicenseState } from '#licensing/rules/license'
import type { LicenseAttributes } from '#licensing/rules/patch'
import { rowSet, type RowColumn } from '#kernel/database/row_set'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { fieldsIn, selected } from './column_sql.js'
import { LICENSE_COLUMNS } from './columns.js'

/** The attributes of a license, with its id. */
export type AttributesOf = LicenseAttributes & { id: string }

const FIELDS = fieldsIn('attribute')

/** Reads the attributes of licenses that the transaction has locked; returns them by license id. */
export async function readAttributes(trx: Trx, ids: string[]): Promise<Map<string, AttributesOf>> {
  const found = await rows<AttributesOf>(
    trx,
    `select id, ${selected(FIELDS)} from licenses where id = any(?::uuid[])`,
    [ids]
  )
  return new Map(found.map((one) => [one.id, one]))
}

/** Adds the named attributes to the states of licenses. */
export async function withAttributes(
  trx: Trx,
  licenses: LicenseState[],
  fields: readonly (keyof LicenseAttributes)[]
): Promise<(LicenseState & Partial<LicenseAttributes>)[]> {
  if (fields.length === 0 || licenses.length === 0) return licenses
  const found = await rows<{ id: string }>(
    trx,
    `select id, ${selected([...fields])} from licenses where id = any(?::uuid[])`,
    [licenses.map(({ id }) => id)]
  )
  const byId = new Map(found.map((one) => [one.id, one]))
  return licenses.map((license) => ({ ...license, ...byId.get(license.id) }))
}

/** Writes attributes of licenses that the transaction has locked, in one statement. */
export async function writeAttributes(
  trx: Trx,
  changed: (Partial<LicenseAttributes> & { id: string })[],
  fields: readonly (keyof LicenseAttributes)[] = FIELDS
) {
  if (changed.length === 0 || fields.length === 0) return
  const given = fields.map((field): RowColumn => {
    const { name, type } = LICENSE_COLUMNS[field]
    return { name, type, values: changed.map((one) => one[field]) }
  })
  const {
    columns: [id, ...columns],
    from,
    values,
  } = rowSet([{ name: 'id', type: 'uuid', values: changed.map((one) => one.id) }, ...given])
  await rows(
    trx,
    `update licenses set ${given.map(({ name }, at) => `${name} = ${columns[at]}`).join(', ')}
     from ${from} where licenses.id = ${id}`,
    values
  )
}
