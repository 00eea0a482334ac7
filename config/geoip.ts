import env from '#start/env'

/** The operator's address database (.mmdb); null means the one that ships with the service (contract#regions). */
export const geoipDatabase = env.get('GEOIP_DATABASE') ?? null
