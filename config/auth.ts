import { defineConfig } from '@adonisjs/auth'
import type { Authenticators, InferAuthenticators, InferAuthEvents } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import ApiKeyGuard from '#auth/api_key_guard'
import UserGuard from '#auth/user_guard'
import FindUser from '#queries/find_user'

/** One guard for each kind of credential (interface#51-credential-matrix). */
const authConfig = defineConfig({
  default: 'user',
  guards: {
    user: (ctx: HttpContext) => new UserGuard(ctx, new FindUser()),
    apiKey: (ctx: HttpContext) => new ApiKeyGuard(ctx),
  },
})

export default authConfig

declare module '@adonisjs/auth/types' {
  export interface Authenticators extends InferAuthenticators<typeof authConfig> {}
}
declare module '@adonisjs/core/types' {
  interface EventsList extends InferAuthEvents<Authenticators> {}
}
