import type { JobHandler } from './catalog.js'

export default class SweepJob implements JobHandler<'sweep'> {
  static jobName = 'sweep' as const

  async handle() {}
}
