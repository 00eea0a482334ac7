import { parseSubnet } from '#kernel/net/addresses'
import WebhookClient from '#webhooks/engine/webhook_client'

/**
 * A program for tests of TLS, because Node.js reads NODE_EXTRA_CA_CERTS when it starts. It posts to each address in its
 * arguments as the engine does, resolves every name to loopback, and prints the answers as one line of JSON.
 */
const client = new WebhookClient({
  allowedSubnets: [parseSubnet('127.0.0.0/8')!],
  timeoutMs: 10_000,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
})
const answers = []
for (const url of process.argv.slice(2)) answers.push(await client.post(url, {}, '{}'))
await client.close()
console.log(JSON.stringify(answers))
