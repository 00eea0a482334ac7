/** Entry point of `npm run quickstart`: sets trial settings, then runs the Ace command of that name. */
import './require_node.js'
import './plain_output.js'
import { beginConsoleBuild } from '#terminal/quickstart/console_build'
import { APP_ROOT } from './application.js'
import { suggestTrialSettings } from './trial_settings.js'

suggestTrialSettings()
beginConsoleBuild(APP_ROOT)

process.argv.splice(2, 0, 'quickstart')

await import('./console.js')
