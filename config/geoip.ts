import env from '#start/env'

/** An address database (.mmdb) of the operator's; the one that ships with the service when null (contract 4). */
export const geoipDatabase = env.get('GEOIP_DATABASE') ?? null
