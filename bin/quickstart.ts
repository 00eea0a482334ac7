/**
 * Entry point of `npm run quickstart`: settings that suit a first look, then the Ace command of that name.
 */
import './require_node.js'
import './plain_output.js'
import { suggestTrialSettings } from './trial_settings.js'

suggestTrialSettings()

process.argv.splice(2, 0, 'quickstart')

await import('./console.js')
