import type { BaseCommand } from '@adonisjs/core/ace'
import { isStopping } from './is_stopping.js'
import { problemOf, tellProblem } from './problems.js'

/**
 * Runs the work of a command. A refusal or bad input becomes one line on standard error (a JSON object with `--json`)
 * and exit code 1; any other error is a fault and keeps its stack. `ServiceCommand` does the same without this
 * function.
 */
export async function reportRefusals(command: BaseCommand & { json?: boolean }, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null || isStopping(command.app)) throw error
    command.exitCode = 1
    tellProblem(problem, command.json ?? false, (line) => command.logger.error(line))
  }
}
