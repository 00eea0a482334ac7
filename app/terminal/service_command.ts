import { printable } from '#kernel/text/printable'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions, ParsedOutput } from '@adonisjs/core/types/ace'
import { isStopping } from './is_stopping.js'
import { problemOf, tellProblem } from './problems.js'

/**
 * Base of the service's commands: `--json`, and a refusal or bad input becomes one line on standard error
 * (a JSON object with `--json`) and exit code 1. A fault of the program keeps its stack.
 */
export default abstract class ServiceCommand extends BaseCommand {
  static options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Print JSON' })
  declare json: boolean

  /**
   * Skips validation with `--help`. The framework would still report a missing second argument after it has shown the
   * help.
   */
  static override validate(parsed: ParsedOutput) {
    if (parsed.flags.help === undefined) super.validate(parsed)
  }

  /** Called after `run`. Returns whether an error was reported. */
  async completed(): Promise<boolean> {
    const problem = this.error && !isStopping(this.app) ? problemOf(this.error) : null
    if (!problem) return false
    this.exitCode = 1
    tellProblem(problem, this.json, (line) => this.logger.error(line))
    return true
  }

  /** Prints the value as one line of JSON with `--json`, else the output for people. */
  protected answer(value: unknown, forPeople: () => void) {
    if (this.json) process.stdout.write(`${printable(JSON.stringify(value))}\n`)
    else forPeople()
  }

  /** Prints a table. */
  protected table(head: string[], lines: string[][]) {
    const table = this.ui.table().head(head)
    for (const line of lines) table.row(line.map(printable))
    table.render()
  }
}
