import { CHANNELS, type Channel } from '#catalog/rules/release_channels'

/** The channels that somebody with one channel sees: it and the more stable ones; `dev` stands alone. */
function seenFrom(channel: Channel): readonly Channel[] {
  return channel === 'dev' ? ['dev'] : CHANNELS.slice(0, CHANNELS.indexOf(channel) + 1)
}

/** Whether one of the channels sees a release of `channel`. */
export function sees(channels: readonly Channel[], channel: Channel): boolean {
  return channels.some((one) => seenFrom(one).includes(channel))
}
