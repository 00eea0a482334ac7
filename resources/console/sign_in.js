const password = document.querySelector('#password')
const secondFactor = document.querySelector('#second-factor')
const message = document.querySelector('#message')
let challengeToken = null

/** Posts JSON and returns the data of the answer; shows the service's message when it says no. */
async function post(path, body) {
  message.textContent = ''
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  if (answer?.ok) return answer.data
  message.textContent = answer?.error?.message ?? 'The service cannot be reached.'
  return null
}

/** Somebody whose access token ran out has a refresh token still, and need not sign in again. */
async function resume() {
  const response = await fetch('/v1/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ useCookies: true }),
  }).catch(() => null)
  if (response?.ok) location.assign('/admin/queues')
}

void resume()

password.addEventListener('submit', async (event) => {
  event.preventDefault()
  const fields = Object.fromEntries(new FormData(password))
  const data = await post('/v1/auth/login', { ...fields, useCookies: true })
  if (!data) return
  if (!data.requires2FA) return location.assign('/admin/queues')
  challengeToken = data.challengeToken
  password.hidden = true
  secondFactor.hidden = false
  secondFactor.elements.code.focus()
})

secondFactor.addEventListener('submit', async (event) => {
  event.preventDefault()
  const code = secondFactor.elements.code.value.trim()
  const data = await post('/v1/auth/totp/verify-login', { challengeToken, code, useCookies: true })
  if (data) location.assign('/admin/queues')
})
