/** A process that uses the embedded Postgres of the folder in its first argument until it receives SIGTERM. */
import EmbeddedPostgres from '#kernel/database/embedded_postgres'

const postgres = new EmbeddedPostgres(process.argv[2])
const url = await postgres.acquire()
process.stdout.write(`${url}\n`)
process.on('SIGTERM', () => void postgres.release().then(() => process.exit(0)))
setInterval(() => {}, 60_000)
