import type { HttpContext } from '@adonisjs/core/http'
import { isLoopback } from '#access/loopback'
import { serviceHealth, storesAnswer, type Health } from '#system/health/service_health'
import { readiness } from '#http/readiness'

/**
 * Answers monitors and orchestrators (interface#48-public, contract#health, contract/01-changes#said-to-the-caller).
 */
export default class HealthController {
  /** GET /health: how everything is; 503 when something is down. Causes are shown to operators only. */
  async show(ctx: HttpContext) {
    const health = await serviceHealth()
    const shown = (await isOperator(ctx)) ? health : withoutCauses(health)
    return send(ctx, health.status === 'error' ? 503 : 200, shown)
  }

  /** GET /health/live: the process answers. It asks no store, so a store that is away has nobody restarted. */
  live(ctx: HttpContext) {
    return send(ctx, 200, { status: 'ok' })
  }

  /** GET /health/ready: requests may be sent here. */
  async ready(ctx: HttpContext) {
    const state = readiness()
    const ready = state === 'ready' && (await storesAnswer())
    return send(ctx, ready ? 200 : 503, { status: ready ? 'ok' : state === 'ready' ? 'error' : state })
  }
}

function send({ response }: HttpContext, status: number, body: object) {
  return response.status(status).header('cache-control', 'no-store').send(body)
}

/** Platform admins, and whoever asks on the machine itself. */
async function isOperator(ctx: HttpContext): Promise<boolean> {
  if (isLoopback(ctx.request.request)) return true
  if (ctx.request.header('authorization') === undefined) return false
  const guard = ctx.auth.use('user')
  return (await guard.check()) && guard.user!.platformAdmin
}

function withoutCauses({ status, checks }: Health): Health {
  const shown = Object.entries(checks).map(([name, { cause: _, ...check }]) => [name, check])
  return { status, checks: Object.fromEntries(shown) }
}
