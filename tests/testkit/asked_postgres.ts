import db from '@adonisjs/lucid/services/db'
import { generalSettings } from '#kernel/database/pools'

/**
 * Makes this process use the Postgres at a URL, with the settings of a worker, until the returned function is called.
 */
export function askOf(url: string): () => void {
  const { config } = db.manager.get('postgres')!
  db.manager.patch('postgres', { ...config, connection: generalSettings('work', url) } as typeof config)
  return () => db.manager.patch('postgres', config)
}
