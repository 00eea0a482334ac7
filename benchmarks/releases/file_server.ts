/** The ceiling of a download: a Node.js server that streams one file. Listens on the port in its first argument. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream'

const [port, path] = process.argv.slice(2)
const { size } = await stat(path)

createServer((_req, res) => {
  res.setHeader('content-length', size)
  pipeline(createReadStream(path), res, () => {})
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
