/** Shortens a User-Agent header, e.g. to "Chrome on Linux". */
export function shortAgent(agent: string | null): string {
  if (!agent) return 'Unknown'
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1]
  const system = /(Windows|Mac OS X|Android|iPhone|Linux)/.exec(agent)?.[1]
  return browser
    ? `${browser.replace('Edg', 'Edge').replace('OPR', 'Opera')}${system ? ` on ${system}` : ''}`
    : agent.slice(0, 40)
}
