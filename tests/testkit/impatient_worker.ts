/**
 * Loaded before a worker: it gives its stores a second to come, and not half a minute.
 */
import config from '#config/queue'

Object.assign(config, { startPatience: 1000 })
