import { inject } from '@adonisjs/core'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { randomBytes } from 'node:crypto'
import { dataDir } from '#config/app'
import { shownNumber } from '#kernel/text/shown_number'
import { bootstrapToken } from '#config/quickstart'
import SetUpMerchant from '#catalog/actions/set_up_merchant'
import { printable } from '#kernel/text/printable'
import SetUpOwner from '#end_users/actions/set_up_owner'
import { listen } from '#system/serving/http_listener'
import OperationWatch from '#operations/watch/operation_watch'
import { consoleBuilt } from '#terminal/quickstart/console_build'
import { stillWorks } from '#terminal/quickstart/earlier_merchant'
import DemoTour, { type TourReport } from '#terminal/quickstart/demo_tour'
import {
  handoverFile,
  readHandover,
  secretsOf,
  writeHandover,
  type EndUserSecrets,
  type Handover,
} from '#terminal/quickstart/handover'
import { otherQuickstart } from '#terminal/quickstart/other_quickstart'
import ServiceClient from '#terminal/quickstart/service_client'
import { isStopping } from '#terminal/is_stopping'
import { problemOf } from '#terminal/problems'
import { migrate } from '#kernel/database/schema'
import WorkerPool from '#system/worker_pool'

/**
 * `npm run quickstart`: runs the whole service on a bare machine, and its first heavy operation
 * (contract#quickstart).
 */
export default class Quickstart extends BaseCommand {
  static commandName = 'quickstart'
  static description = 'Boot everything, import 10,000 licenses through the queue and keep serving'
  static help = [
    'Run it through npm, which uses the right version of Node.js:',
    '  npm run quickstart',
    '  npm run quickstart -- --exit           exits after the demo run',
    '  npm run quickstart -- --no-demo-run    only makes the merchant and serves',
  ]
  static options: CommandOptions = { startApp: true, staysAlive: true }

  @flags.boolean({ description: 'Exit after the demo run' })
  declare exit: boolean

  @flags.boolean({
    description: 'Import, freeze, extend, unfreeze and export',
    default: true,
    showNegatedVariantInHelp: true,
  })
  declare demoRun: boolean

  /** What the command says at its end. */
  #stopped = 'Stopped in the middle; "npm run quickstart" ends what was begun, and serves'

  @inject()
  async run(pool: WorkerPool, watch: OperationWatch, setUp: SetUpMerchant, customer: SetUpOwner) {
    try {
      await this.#boot(pool, watch, setUp, customer)
    } catch (error) {
      if (isStopping(this.app)) return
      this.exitCode = 1
      const message = problemOf(error)?.message ?? (error instanceof Error ? error.message : String(error))
      this.logger.error(printable(message))
      await this.terminate()
    }
  }

  async #boot(pool: WorkerPool, watch: OperationWatch, setUp: SetUpMerchant, customer: SetUpOwner) {
    this.#say('Starting the database, the workers and the HTTP server')
    await migrate()
    // First of all the port: a process that cannot have it must not take work from the one that has.
    const listener = await listen()
    this.app.terminating(() => listener.close())
    // The last hook runs first: the listener waits for open requests, and a watched operation has no end of its own.
    this.app.terminating(() => watch.close())
    await pool.start()
    const earlier = await readHandover(dataDir)
    const merchant = await this.#merchant(listener.baseUrl, setUp, earlier)
    const handover = { ...merchant, endUser: await this.#customer(merchant, customer) }
    const { orgId, productId, endUser } = handover
    if (!this.demoRun) await customer.giveLicenses(orgId, productId, endUser.email)
    const other = merchant.email === earlier?.email ? await otherQuickstart(earlier, merchant.baseUrl) : null
    if (other)
      this.#say(`${handoverFile(dataDir)} stays as it is: another quickstart serves this folder on ${other}`)
    else await writeHandover(dataDir, handover)
    const missing = await consoleBuilt()
    if (missing) this.#say(missing)
    this.#say(`Serving on ${handover.baseUrl}`)

    process.once('exit', () => this.#say(this.#stopped))
    if (this.demoRun) {
      this.#summarise(await this.#tour(handover, watch))
      await customer.giveLicenses(orgId, productId, endUser.email)
    }
    this.#whereToLook(handover)
    if (this.exit) await this.terminate()
  }

  /** The merchant of an earlier run on this database, with the current URL, or a new one. */
  async #merchant(
    baseUrl: string,
    setUp: SetUpMerchant,
    earlier: Handover | null
  ): Promise<Omit<Handover, 'endUser'> & Partial<Pick<Handover, 'endUser'>>> {
    const now = { baseUrl, queueBoardUrl: `${baseUrl}/admin/queues`, bootstrapToken }
    if (earlier?.runtimeKey) {
      if (await stillWorks(earlier, baseUrl)) return { ...earlier, ...now }
      this.#say('The earlier merchant can no longer sign in or has lost its product: making a new one')
    }
    const email = `demo-${randomBytes(4).toString('hex')}@example.com`
    const password = randomBytes(15).toString('base64url')
    const { orgId, productId, apiKey, runtimeKey } = await setUp.execute({
      email,
      password,
      orgName: 'Demo merchant',
      productName: 'Demo product',
    })
    const keys = { apiKey: secretsOf(apiKey), runtimeKey: secretsOf(runtimeKey) }
    return { ...now, email, password, orgId, productId, ...keys }
  }

  /** The customer of an earlier run, or a new one; in both cases with a new sign-in. */
  async #customer(
    { orgId, endUser }: Pick<Handover, 'orgId'> & Partial<Pick<Handover, 'endUser'>>,
    customer: SetUpOwner
  ): Promise<EndUserSecrets> {
    const known = endUser && (await customer.signIn(orgId, endUser.email))
    if (known) return { email: endUser.email, ...known }
    const email = `customer-${randomBytes(4).toString('hex')}@example.com`
    await customer.execute(orgId, email)
    return { email, ...(await customer.signIn(orgId, email))! }
  }

  async #tour({ baseUrl, email, password, orgId, productId }: Handover, watch: OperationWatch) {
    const client = new ServiceClient(baseUrl)
    await client.signIn(email, password)
    return new DemoTour(client, watch, orgId, productId).run()
  }

  #summarise({ before, after, steps }: TourReport) {
    const table = this.ui.table()
    table.head(['Step', 'Rows', 'Seconds', 'Rows per second'])
    for (const { step, rows, seconds } of steps) {
      table.row([step, shownNumber(rows), seconds.toFixed(2), shownNumber(Math.round(rows / seconds))])
    }
    table.render()
    const counts = this.ui.table()
    counts.head(['Licenses', 'Before', 'After'])
    for (const status of Object.keys(after.byStatus)) {
      counts.row([status, shownNumber(before.byStatus[status]), shownNumber(after.byStatus[status])])
    }
    counts.row(['total', shownNumber(before.total), shownNumber(after.total)])
    counts.render()
  }

  #whereToLook({ baseUrl, queueBoardUrl, email, orgId, endUser }: Handover) {
    this.#say(`Console       ${baseUrl}/console  (sign in as ${email})`)
    this.#say(
      `Portal        ${baseUrl}/portal/${orgId}  (sign in as ${endUser.email}; the code is printed here)`
    )
    this.#say(`Queue board   ${queueBoardUrl}`)
    this.#say(`Service       ${baseUrl}/health`)
    this.#say(`Password, API key and the rest are in ${handoverFile(dataDir)}`)
    if (this.exit) {
      this.#stopped = 'Stopped; "npm run quickstart" serves all of this again'
      return
    }
    this.#say('Serving until Ctrl-C')
    this.#stopped = 'Stopped'
  }

  #say(text: string) {
    process.stdout.write(`${printable(text)}\n`)
  }
}
