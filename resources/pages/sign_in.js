const password = document.querySelector('#password')
const secondFactor = document.querySelector('#second-factor')
const back = document.querySelector('#back')
const signOut = document.querySelector('#sign-out')
const message = document.querySelector('#message')
let challengeToken = null

/** Tells the tabs of the console that the user has changed, as the console's own sign-in and sign-out do. */
const tabs = new BroadcastChannel('latchkey')

/** The board's "Sign out" leads to this page by an address of its own. */
const leaving = location.pathname === '/admin/sign-out'

/** Posts JSON; null when the service cannot be reached. */
async function send(path, body) {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
}

/** The data of the answer; shows the service's message when it says no. */
async function post(path, body) {
  message.textContent = ''
  const response = await send(path, body)
  const answer = await response?.json().catch(() => null)
  if (answer?.ok) return answer.data
  message.textContent = answer?.error?.message ?? 'The service cannot be reached.'
  return null
}

/** Whether this browser holds a session, by the one cookie of it that scripts may read. */
function hasSession() {
  return /(^|; )(__Host-)?latchkey_session=./.test(document.cookie)
}

/** Shows the first form, without what was typed. */
function askForPassword() {
  challengeToken = null
  secondFactor.hidden = true
  password.hidden = false
  password.reset()
  password.elements.email.focus()
}

/** Opens the queues to a platform admin; tells anybody else why not, and lets him sign out. */
async function enter() {
  const response = await fetch('/v1/dashboard/me').catch(() => null)
  const user = response?.ok ? (await response.json()).data.user : null
  if (user && leaving) {
    message.textContent = `You are signed in as ${user.email}.`
    signOut.hidden = false
    return
  }
  if (leaving) return location.assign('/admin/sign-in')
  if (user?.platformAdmin) return location.assign('/admin/queues')
  if (user) {
    message.textContent = `You are signed in as ${user.email}. The queues are for platform admins: an operator can make you one with "npm run ace -- admin:grant".`
    signOut.hidden = false
    secondFactor.hidden = true
    password.hidden = true
    return
  }
  askForPassword()
}

/** Goes on after a sign-in. */
async function arrive() {
  tabs.postMessage('signed in')
  await enter()
}

/** Somebody whose access token ran out has a refresh token still, and need not sign in again. */
async function resume() {
  if (!hasSession()) return leaving && location.assign('/admin/sign-in')
  const response = await send('/v1/auth/refresh', { useCookies: true })
  if (response?.ok || leaving) await enter()
}

if (leaving) password.hidden = true
void resume()

password.addEventListener('submit', async (event) => {
  event.preventDefault()
  const fields = Object.fromEntries(new FormData(password))
  const data = await post('/v1/auth/login', { ...fields, useCookies: true })
  if (!data) return
  if (!data.requires2FA) return arrive()
  challengeToken = data.challengeToken
  password.hidden = true
  secondFactor.hidden = false
  secondFactor.reset()
  secondFactor.elements.code.focus()
})

secondFactor.addEventListener('submit', async (event) => {
  event.preventDefault()
  const code = secondFactor.elements.code.value.trim()
  const data = await post('/v1/auth/totp/verify-login', { challengeToken, code, useCookies: true })
  if (data) await arrive()
})

back.addEventListener('click', () => {
  message.textContent = ''
  askForPassword()
})

signOut.addEventListener('click', async () => {
  if (!(await post('/v1/auth/logout', {}))) return
  tabs.postMessage('signed out')
  if (leaving) return location.assign('/admin/sign-in')
  message.textContent = 'You are signed out.'
  signOut.hidden = true
  askForPassword()
})
