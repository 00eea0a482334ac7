/** Is loaded before a worker, which then waits one second instead of half a minute for its stores at start. */
import config from '#config/queue'

Object.assign(config, { startPatience: 1000 })
