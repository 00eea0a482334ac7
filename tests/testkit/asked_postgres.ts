import db from '@adonisjs/lucid/services/db'
import { generalSettings } from '#kernel/database/pools'

/**
 * Makes this process use the Postgres at a URL, with the settings of a worker, until the returned function is called.
 */
export function askOf(url: string): () => void {
  const node = db.manager.get('postgres')!
  const kept = { ...node }
  // It stays open: the limits of attempts keep the connection that they have used first.
  delete node.connection
  db.manager.patch('postgres', {
    ...kept.config,
    connection: generalSettings('work', url),
  } as typeof kept.config)
  return () => {
    db.manager.patch('postgres', kept.config)
    Object.assign(node, kept)
  }
}
