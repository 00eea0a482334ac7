import { beginConsoleBuild } from '#terminal/quickstart/console_build'
import { APP_ROOT } from './application.js'
import { prepareTrial } from './trial_settings.js'

/** Starts what the quickstart needs before the application boots: its settings, and the build of its pages. */
export async function beginQuickstart() {
  beginConsoleBuild(APP_ROOT)
  // The application prepares the settings too, and its start reports what is wrong with them.
  await prepareTrial().catch(() => {})
}
