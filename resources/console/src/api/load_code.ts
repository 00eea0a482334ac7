import { changeCondition } from './condition'
import { pause } from './random'

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

const serviceAnswers = () =>
  fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false
  )

/**
 * Loads code of these pages with `load`, and waits while the service cannot be reached. The router would reload the
 * page instead, and a browser without a connection has nothing to show then.
 * @throws the error of `load` if the service answers without having the code, as after a new build
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    const code = await load().catch(() => null)
    if (code !== null) return code
    const answers = await serviceAnswers()
    changeCondition({ unreachable: !answers })
    if (answers) return load()
    await pause(wait)
  }
}
