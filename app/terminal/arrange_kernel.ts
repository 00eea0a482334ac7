import { FsLoader, ListCommand, type BaseCommand, type Kernel } from '@adonisjs/core/ace'
import type { ApplicationService } from '@adonisjs/core/types'
import Refusal from '#kernel/refusals/refusal'
import StartProblem from '#kernel/refusals/start_problem'
import { renderError } from './error_handler.js'
import { isStopping } from './is_stopping.js'

/** Commands of the framework that delete stored data. */
const DESTRUCTIVE = /^(db:(wipe|truncate|seed)|migration:(fresh|refresh|reset|rollback))$/

/**
 * Adapts Ace for operators: its own list of commands, machine-readable errors, and no command that deletes a
 * database.
 */
export async function arrangeKernel(app: ApplicationService) {
  const kernel: Kernel = await app.container.make('ace')
  const environment = process.env.NODE_ENV
  kernel.info.set('binary', 'npm run ace --')
  const framework = kernel.errorHandler.render.bind(kernel.errorHandler)
  kernel.errorHandler.render = async (error: unknown, of: Kernel) => {
    if (isStopping(app)) return
    const unknown = (error as { code?: string }).code === 'E_COMMAND_NOT_FOUND'
    // The framework suggests commands with similar names.
    if (unknown && !process.argv.includes('--json')) await framework(error, of)
    else await renderError(error, of)
  }
  kernel.executing((command) => refuseDestruction(command.commandName, environment))
  kernel.executing(refuseSurplus)
  await listOwnCommands(app, kernel)
}

/**
 * Refuses a command that deletes everything on the database of a deployment: in production, and if DATABASE_URL is
 * set without NODE_ENV.
 *
 * @internal
 */
export function refuseDestruction(commandName: string, environment: string | undefined) {
  if (!DESTRUCTIVE.test(commandName)) return
  const foreign = environment === undefined && process.env.DATABASE_URL !== undefined
  if (process.env.NODE_ENV !== 'production' && !foreign) return
  throw new StartProblem(
    `${commandName} deletes what the database holds and does not run in production, nor on DATABASE_URL unless NODE_ENV=development is set`
  )
}

/**
 * Refuses a word that no argument takes. The framework drops such words: of two ids, the second would be forgotten.
 * @throws Refusal BAD_REQUEST
 */
function refuseSurplus(command: BaseCommand) {
  const [surplus] = command['parsed']._
  if (surplus === undefined) return
  throw new Refusal('BAD_REQUEST', {
    message: `${command.commandName} has no argument for "${surplus}": --help shows the arguments`,
  })
}

/** `list` shows the service's commands; `list --all` also those of the framework. */
async function listOwnCommands(app: ApplicationService, kernel: Kernel) {
  ListCommand.boot()
  ListCommand.defineFlag('all', { type: 'boolean', description: 'Show the commands of the framework too' })
  const all = kernel.getNamespaceCommands.bind(kernel)
  const namespaces = kernel.getNamespaces.bind(kernel)
  kernel.executing(async (command) => {
    if (!(command instanceof ListCommand) || (command as { all?: boolean }).all) return
    const own = await new FsLoader(app.commandsPath()).getMetaData()
    const names = new Set(own.map(({ commandName }) => commandName))
    kernel.getNamespaceCommands = (namespace) =>
      all(namespace).filter(({ commandName }) => names.has(commandName))
    kernel.getNamespaces = () => namespaces().filter((one) => kernel.getNamespaceCommands(one).length > 0)
  })
}
