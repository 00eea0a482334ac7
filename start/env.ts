import { Env } from '@adonisjs/core/env'
import { prepareEnvironment, settingsFolder } from '../config/environment.js'
import { settings } from '../config/settings/table.js'

await prepareEnvironment()

/**
 * The settings, checked before anything starts: a missing or wrong value stops the start with a message that names it
 * (contract#settings). The environment overrides the file `.env` in the folder in which the service was started.
 */
export default await Env.create(settingsFolder(), settings)
