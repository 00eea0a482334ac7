import { pagesBuild } from '../pages_build.ts'

/** The pages of end users (docs/end-users.md). */
export default pagesBuild('portal', 5174)
