import { inject } from '@adonisjs/core'
import { worstOf, type Diagnosis } from '#system/doctor/diagnosis'
import ExamineDeployment from '#system/doctor/examine_deployment'
import { printable } from '#kernel/text/printable'
import ServiceCommand from '#terminal/service_command'

const COLORS = { ok: 'green', warning: 'yellow', problem: 'red' } as const

/** `doctor`: examines a deployment and says what to do next. */
export default class DoctorCommand extends ServiceCommand {
  static commandName = 'doctor'
  static description = 'Examine settings, stores, mail, files and queues, and say what to do next'
  static help = [
    'Changes nothing. Exits with 1 if it finds a problem; warnings alone exit with 0.',
    'Run it with the settings of the service: in the same folder, with the same environment.',
    '',
    '  {{ binaryName }} doctor',
    '  {{ binaryName }} doctor --json',
  ]

  @inject()
  async run(examine: ExamineDeployment) {
    const parts = await examine.execute((waited) => this.#tellWait(waited))
    const status = worstOf(parts)
    if (status === 'problem') this.exitCode = 1
    this.answer({ status, parts }, () => parts.forEach((part) => this.#show(part)))
  }

  #tellWait(parts: string[]) {
    if (!this.json) process.stderr.write(`waiting for ${parts.join(', ')} (at most 12 seconds)\n`)
  }

  #show({ part, findings }: Diagnosis) {
    for (const { status, found, remedy } of findings) {
      const mark = this.colors[COLORS[status]](status.padEnd(7))
      this.logger.log(`${mark}  ${part.padEnd(8)}  ${printable(found)}`)
      if (remedy) this.logger.log(`${' '.repeat(19)}-> ${printable(remedy)}`)
    }
  }
}
