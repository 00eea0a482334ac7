/** Stops the embedded Postgres of DATA_DIR unless a live process uses it. */
import EmbeddedPostgres from '#kernel/database/embedded_postgres'

await new EmbeddedPostgres(process.env.DATA_DIR!).stopIfUnused()
