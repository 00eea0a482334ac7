import type { HttpContext } from '@adonisjs/core/http'
import { isLoopback } from '#access/loopback'
import type { Check } from '#system/health/probe'
import { serviceHealth, storesAnswer, type Checks, type Health } from '#system/health/service_health'
import { readiness, type Readiness } from '#http/readiness'

type ReadyStatus = Exclude<Readiness, 'ready'> | 'ok' | 'error'

/**
 * Answers monitors and orchestrators (interface#48-public, contract#health, contract/01-changes#said-to-the-caller).
 */
export default class HealthController {
  /** GET /health: the state of all parts; 503 if one is down. Causes are shown to operators only. */
  async show(ctx: HttpContext) {
    const health = await serviceHealth()
    const shown = (await isOperator(ctx)) ? health : withoutCauses(health)
    return send(ctx, health.status === 'error' ? 503 : 200, shown)
  }

  /** GET /health/live: the process answers. It asks no store, so a store that is down causes no restarts. */
  live(ctx: HttpContext) {
    return send(ctx, 200, { status: 'ok' as const })
  }

  /** GET /health/ready: the process accepts requests. */
  async ready(ctx: HttpContext) {
    const state = readiness()
    const ready = state === 'ready' && (await storesAnswer())
    const status: ReadyStatus = state !== 'ready' ? state : ready ? 'ok' : 'error'
    return send(ctx, ready ? 200 : 503, { status })
  }
}

/** Sets the status and returns the body for the framework to send. */
function send<Body extends object>({ response }: HttpContext, status: number, body: Body): Body {
  response.status(status).header('cache-control', 'no-store')
  return body
}

/** Platform admins, and requests from the machine itself. */
async function isOperator(ctx: HttpContext): Promise<boolean> {
  if (isLoopback(ctx.request.request)) return true
  if (ctx.request.header('authorization') === undefined) return false
  const guard = ctx.auth.use('user')
  return (await guard.check()) && guard.user!.platformAdmin
}

function withoutCauses({ status, checks }: Health): Health {
  const shown = Object.entries<Check>(checks).map(([name, { cause: _, ...check }]) => [name, check])
  return { status, checks: Object.fromEntries(shown) as Checks }
}
