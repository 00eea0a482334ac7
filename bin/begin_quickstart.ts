import { beginConsoleBuild } from '#terminal/quickstart/console_build'
import { APP_ROOT } from './application.js'
import { suggestTrialSettings } from './trial_settings.js'

/** Starts what the quickstart needs before the application boots: its settings, and the build of its pages. */
export function beginQuickstart() {
  suggestTrialSettings()
  beginConsoleBuild(APP_ROOT)
}
