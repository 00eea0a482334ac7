import { pagesBuild } from '../pages_build.ts'

/** The web console (docs/console.md). */
export default pagesBuild('console', 5173)
