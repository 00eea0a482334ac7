import { CHANNELS, type Channel } from '#catalog/rules/release_channels'

/** The channels that a holder of `channel` sees: it and the more stable ones. `dev` includes no other channel. */
function seenFrom(channel: Channel): readonly Channel[] {
  return channel === 'dev' ? ['dev'] : CHANNELS.slice(0, CHANNELS.indexOf(channel) + 1)
}

/** True if a holder of `channels` sees releases of `channel`. */
export function sees(channels: readonly Channel[], channel: Channel): boolean {
  return channels.some((one) => seenFrom(one).includes(channel))
}
