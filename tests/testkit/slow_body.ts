import { request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { BASE } from './http.js'
import { signedCall, type Vendor } from './runtime.js'

/** An authorize call that sends its body in two halves, with `ms` milliseconds between them. */
export function slowly(
  vendor: Vendor,
  licenseKey: string,
  ms: number
): Promise<{ status: number; text: string }> {
  const call = signedCall(vendor, { productId: vendor.productId, licenseKey, hwid: 'mine' })
  const half = call.body.length / 2
  return new Promise((resolve, reject) => {
    const headers = { ...call.headers, 'content-length': String(call.body.length) }
    const sent = request(BASE + call.path, { method: 'POST', headers }, (response) => {
      textOf(response).then((text) => resolve({ status: response.statusCode!, text }), reject)
    })
    sent.once('error', reject)
    sent.write(call.body.slice(0, half))
    void delay(ms).then(() => sent.end(call.body.slice(half)))
  })
}
