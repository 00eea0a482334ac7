import env from '#start/env'

/** An address database (.mmdb) of the operator's; the one that ships with the service when null (contract#regions). */
export const geoipDatabase = env.get('GEOIP_DATABASE') ?? null
